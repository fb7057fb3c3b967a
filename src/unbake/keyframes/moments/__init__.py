"""Moments of a motion that animators would key: the keys of ``bakes``, extremes, holds and jumps; and what leads."""
