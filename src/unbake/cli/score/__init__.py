"""The command `unbake score`."""
