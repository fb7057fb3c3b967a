"""What every package may need: kinds of arrays, runs of frames, checked JSON, files that appear whole or not at all.

May import: nothing.
"""
