"""Foot plants: where they are (labels, features, the oracle), and how they are held (clean-up).

Imports `motion` and `errors`; files, pictures and commands are above.
"""
