"""What going beyond a joint's range costs, whatever kind of limit it is."""

from __future__ import annotations

from unbake.compiling import njit
from unbake.ground.arrays import Floats

LIMIT = 0.1
"""Metres squared that a radian beyond a joint's range costs, before the stiffness."""


@njit(cache=True, nogil=True)
def cost_of_excess(excess: float, turn: Floats, stiffness: float, slopes: Floats, curvatures: Floats) -> float:
    """Return what an excess costs; add to the slopes (3,) and curvatures (3, 3) by the joint's turn.

    `turn` (3,) says how the excess, in radians, grows with turns about each axis of the world.
    """
    for i in range(3):
        slopes[i] += LIMIT * stiffness * excess * turn[i]
        for j in range(3):
            curvatures[i, j] += LIMIT * stiffness * turn[i] * turn[j]
    return 0.5 * LIMIT * stiffness * excess * excess
