"""Flags that say what a body does: learnt from stretches that a person labelled, what to label next, exchange files.

May import: ground, motion, learning, library.
"""
