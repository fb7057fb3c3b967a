"""Transitions of a given length: prepared motions, their clusters, the search of all blends, and one at run time."""
