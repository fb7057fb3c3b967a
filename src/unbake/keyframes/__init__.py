"""Which frames should be keys: error tables over all frame pairs, optimal selection for every count, choosing.

Works on points (F, D), so anything that moves can be keyed.

May import: ground, compiling, motion.
"""
