"""The command line: one file a command, which imports what it needs when it needs it.

May import: ground, compiling, learning, motion, keyframes, curves, feet, formats, library, annotations, search,
editing, synthesis, reduce, training, reports, batch, studio, composition.
"""
