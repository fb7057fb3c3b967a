"""``unbake enrich``: new motions for a library."""
