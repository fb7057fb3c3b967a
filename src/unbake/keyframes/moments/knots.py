"""Knots: the frames that baked curves were keyed on.

Between two keys every channel is a smooth function of time; at a key its speed goes on, but its acceleration usually
jumps, and where lines meet so does its speed (`corners`). Capture has no such frames: noise jumps everywhere, by chance
in one joint and another. A frame at which many joints jump at once, and none does just before and after, was a key.
Where keys follow each other within three frames nothing is left to compare, and no knot is seen.
"""

from __future__ import annotations

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats, few_at_once
from unbake.keyframes.moments.corners import are_samples, corners, on_one_frame
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere

SHARE, LEAST_JOINTS = 0.4, 3
"""Part and number of the moving joints that have to jump together."""
TIMES = 2.0
"""A jump is so many times those of the frames beside it."""
LEAST = 5e-5
"""Smaller jumps of a quaternion, or of metres, for each frame squared are rounding."""
REACH = 3
"""Frames on each side from which a one-sided acceleration is taken."""


def knots(motion: Motion) -> tuple[int, ...]:
    """Return the frames, from 0, that the curves of a motion were keyed on; none where it is capture, at any rate.

    Ends of the clip are never among them, nor is what lies within four frames of them.
    """
    bent = corners(motion)
    if motion.n_frames < 2 * REACH + 3 or are_samples(bent, motion):
        return ()
    together, moving = np.zeros(motion.n_frames, dtype=np.int64), 0
    turning = few_at_once(range(len(motion.skeleton.names)), motion.n_frames)
    rotations = (in_one_hemisphere(motion.rotations_xyzw[:, joints]) for joints in turning)
    for ways in chain(rotations, [motion.positions()[:, :1]]):
        jumps = _jumps(ways)
        together += _stand_out(jumps).sum(axis=1)
        moving += int((jumps > LEAST).any(axis=0).sum())
    # The first and last jumps have none on one side to be compared with.
    together[[REACH, motion.n_frames - 1 - REACH]] = 0
    found = np.flatnonzero(together >= max(LEAST_JOINTS, SHARE * moving)).tolist()
    # Where the speed itself jumps, so do the accelerations on both sides, and not at the key.
    bent = on_one_frame(motion, bent)
    return tuple(sorted({*bent, *(knot for knot in found if all(abs(knot - key) > 2 for key in bent))}))


def _jumps(ways: Floats) -> Floats:
    """By how much the acceleration of ways (F, J, D) jumps at each frame, (F, J), by one-sided differences."""
    frames = len(ways)
    x0, x1, x2, x3 = (ways[n : frames - REACH + n] for n in range(4))
    after = 2.0 * x0 - 5.0 * x1 + 4.0 * x2 - x3
    before = 2.0 * x3 - 5.0 * x2 + 4.0 * x1 - x0
    jumps = np.zeros(ways.shape[:2])
    jumps[REACH : frames - REACH] = np.linalg.norm(after[REACH:] - before[:-REACH], axis=2)
    return jumps


def _stand_out(jumps: Floats) -> NDArray[np.bool_]:
    """Whether the jump at a frame is that of a knot: twice those beside it, which a knot leaves small, and no less than
    any within `REACH`."""
    padded = np.pad(jumps, ((REACH, REACH), (0, 0)))
    around = {n: padded[REACH + n : REACH + n + len(jumps)] for n in (-3, -2, -1, 1, 2, 3)}
    beside = np.maximum(around[-1], around[1])
    return (jumps > LEAST) & (jumps > TIMES * beside) & (jumps >= np.max([around[n] for n in (-3, -2, 2, 3)], axis=0))
