"""``unbake library``: a collection of motions in one file."""
