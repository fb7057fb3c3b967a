"""``unbake graph``: motion graphs, built, shown and walked."""
