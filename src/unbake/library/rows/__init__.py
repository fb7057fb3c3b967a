"""Clips, flags, labels and guesses in a library's tables: read, added and changed."""
