"""Edits of some stretches of a take, carried over to all of it."""
