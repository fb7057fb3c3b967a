"""Searching a library: stretches of motion that are like another, and clips by what is known of them.

May import: ground, compiling, learning, motion.
"""
