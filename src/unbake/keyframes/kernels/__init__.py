"""The inner loops, compiled by numba: error tables and the layers of the dynamic program.

Two rules make them fast. The innermost loop updates an array element by element, in a small function of its own that
takes slices: a loop that reduces to one number (``best = min(best, …)``) is not vectorised and runs at about
2 billion cells a second a core, the same work turned round at four times that. And rows are handed out in pairs, a
long one with a short one, so that both cores end together.
"""
