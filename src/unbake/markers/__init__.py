"""Markers on the skin made into a skeleton that moves: marker sets, joint centres, and the fit.

May import: ground, motion.
"""
