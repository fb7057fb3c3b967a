"""Motion on demand: frames of annotated clips in an order that meets flags, poses and places, and their joins.

Reference: O. Arikan, D. A. Forsyth and J. F. O'Brien, Motion synthesis from annotations, 2003, as L. Ikemoto, Hybrid
artist- and data-driven techniques for character animation, 2007, sections 4.3 and 4.4, uses it.
"""
