"""Rivals that add or remove one key at a time."""
