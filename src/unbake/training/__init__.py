"""Oracles taught from many files: clips among files and folders, and which frames to label next.

May import: ground, motion, curves, feet, formats.
"""
