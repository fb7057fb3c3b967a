"""``unbake propagate``: an edit of a few seconds carried over to a longer take."""
