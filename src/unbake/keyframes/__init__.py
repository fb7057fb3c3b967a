"""Which frames should be keys: error tables over all frame pairs, optimal selection for every count, choosing.

Imports `motion` only. Works on points (F, D), so anything that moves can be keyed.
"""
