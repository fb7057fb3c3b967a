"""``unbake batch``: the same command on every clip of an archive."""
