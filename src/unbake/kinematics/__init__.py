"""How joints turn and what follows from it: derivatives of positions, minimal turns, legs of two bones.

May import: ground, compiling, motion.
"""
