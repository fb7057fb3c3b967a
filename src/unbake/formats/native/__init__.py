"""Unbake's own JSON."""
