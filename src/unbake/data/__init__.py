"""The clip that comes with the package: frames 151–550 of CMU trial 01_01, two jumps (see NOTICE).

May import: nothing.
"""
