"""``unbake annotate``: flags on the clips of a library."""
