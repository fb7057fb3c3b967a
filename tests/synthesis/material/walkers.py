"""Material of plain walkers, which tests of graphs and live characters share."""

from functools import cache

import numpy as np

from synthesis.figures import walker
from unbake.synthesis.material.material import Material


@cache
def walkers(n=180):
    """Three walks of one figure: straight on, to the left, to the right and faster; the first two carry a flag."""
    sources = (walker(n), walker(n, turning=1.5), walker(n, step_m=0.9, turning=-1.5))
    clip = np.repeat([0, 1, 2], n)
    flags = {"Walk": clip < 2, "Run": clip == 2, "Wave": np.zeros(3 * n, dtype=bool)}
    return Material(("straight", "left", "right"), sources, flags)
