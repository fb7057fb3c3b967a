"""Handles for given keys: a file for each fit, their inner loops, and `fit`, which knows them by name."""
