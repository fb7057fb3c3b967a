"""Poses that are dragged about and set as keys."""
