"""How joints turn and what follows from it: derivatives of positions, minimal turns, legs of two bones, whole bodies that reach.

May import: ground, compiling, motion.
"""
