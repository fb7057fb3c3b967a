"""Where a clip jumps from one pose to another between two frames: a T-pose before a take, two takes in one file."""

from __future__ import annotations

import numpy as np

from unbake.feet.detect.features import LegPaths
from unbake.ground.arrays import Booleans

LEAST_JUMP = 0.06
"""How far, in leg lengths, half of the joints of the legs must get in one frame: no jump is smaller."""
BEYOND = 4.0
"""How many times farther than in the frames beside it: whoever moves fast gets up to speed first."""


def steady_stretches(legs: LegPaths) -> list[tuple[int, int]]:
    """Return the first and last frame, from 0, of each stretch without a jump of the legs; they cover the clip."""
    starts = [0, *(np.flatnonzero(is_jump(legs)) + 1).tolist()]
    return list(zip(starts, [*(start - 1 for start in starts[1:]), legs.n_frames - 1], strict=True))


def is_jump(legs: LegPaths) -> Booleans:
    """Return whether the legs jump (F − 1,) from each frame to the next.

    They do where half of their joints get far, and `BEYOND` times as far as these joints do in the frames before and
    after: a fast motion is nearly as fast one frame earlier or later, and the spike of a single frame has two sides. A
    foot that jumps by itself is the fault of a capture; it is only too fast.
    """
    if legs.n_frames < 3:
        return np.zeros(legs.n_frames - 1, dtype=np.bool_)
    steps = np.median(np.linalg.norm(np.diff(legs.positions_m, axis=0), axis=3), axis=(1, 2)) / legs.leg_length_m
    beside = np.pad(steps, 1)
    return np.asarray((steps > LEAST_JUMP) & (steps > BEYOND * np.maximum(beside[:-2], beside[2:])))
