"""The inner loops, compiled by numba: error tables, the dynamic program, and the search without a table.

What makes them fast: the innermost loop updates an array element by element (a loop that reduces to one number is not
vectorised); it takes whole arrays and indices, not slices, whose counted references the cores would fight for; its
index is unsigned where it does not start at zero; and rows are handed out in pairs, a long one with a short one, so
that both cores end together.
"""
