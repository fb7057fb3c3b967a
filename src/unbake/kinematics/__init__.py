"""How joints turn and what follows: derivatives of positions, minimal turns, legs of two bones, bodies that reach.

May import: ground, compiling, motion.
"""
