"""A character that moves on without an end: requests, engines that choose what comes next, feet that stay planted."""
