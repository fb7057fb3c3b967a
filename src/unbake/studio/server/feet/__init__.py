"""Feet in the studio: labels, the person's oracle, clean-up, held feet."""
