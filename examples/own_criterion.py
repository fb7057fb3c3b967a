"""A criterion of one's own: keys where the motion changes its speed. Run: python examples/own_criterion.py clip.bvh

A criterion takes the points of a segment, both keys included, as an array (n+1, D), and returns its error.
Compiled with numba it runs nearly as fast as the built-in ones; without, Python calls it for every pair of frames.
"""

import sys

import numpy as np
from numba import njit

import unbake


@njit
def uneven_speed(points):
    """How far the distances from frame to frame stray from their mean, in metres."""
    steps = np.empty(len(points) - 1)
    for k in range(len(steps)):
        steps[k] = np.sqrt(np.sum((points[k + 1] - points[k]) ** 2))
    return np.abs(steps - steps.mean()).sum()


unbake.keyframes.register_criterion("uneven-speed", uneven_speed, compose="sum")
motion = unbake.load_motion(sys.argv[1])
space = unbake.select(unbake.error_table(unbake.points_of(motion), "uneven-speed"))
for count in (5, 10, 20):
    selection = space.selection(count)
    print(count, f"{selection.error:.3f} m", [frame + motion.first_frame for frame in selection.frames])
