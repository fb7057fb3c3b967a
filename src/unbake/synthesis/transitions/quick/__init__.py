"""Transitions at run time: poses blended, feet held, in a millisecond or two."""
