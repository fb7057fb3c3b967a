"""Files: one package a format, and a registry by suffix.

A reader names the file, the line and what it expected when it cannot go on; a writer
makes the whole file or none.

May import: ground, motion, keyframes, curves, feet.
"""
