"""Moments of a motion that animators would key: the keys of bakes, knots of curves, extremes; and what leads."""
