"""The command line: one file a command, which imports what it needs when it needs it.

May import: ground, compiling, motion, learning, keyframes, curves, feet, library, annotations, search, reduce, formats,
training, reports, studio.
"""
