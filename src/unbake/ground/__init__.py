"""What every package may need: kinds of arrays, runs of frames, checked JSON, files that appear whole or not at all,
folders for as long as something is being done.

May import: nothing.
"""
