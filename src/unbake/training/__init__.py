"""Oracles taught from many files: clips among files and folders, and which frames to label next.

May import: motion, curves, feet, formats.
"""
