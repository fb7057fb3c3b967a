"""Layers of offsets on top of what is open: applied, keyed, read and written."""
