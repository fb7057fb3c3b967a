"""Foot plants: where they are (labels, features, the oracle), and how they are held (clean-up).

May import: ground, motion, kinematics, learning.
"""
