"""Knots: the frames that baked curves were keyed on.

Between two keys every channel is a smooth function of time; at a key its speed goes on, but its acceleration usually
jumps, and where lines meet so does its speed (`corners`). Capture has no such frames: noise jumps everywhere, by chance
in one joint and another. A frame at which many joints jump at once, and none does just before and after, was a key.
Where keys follow each other within three frames nothing is left to compare, and no knot is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from unbake.ground.arrays import Booleans, Floats, few_at_once
from unbake.keyframes.moments.bakes.corners import CURVED_S, are_curved_samples, are_samples, corners, on_one_frame
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere

SHARE, LEAST_JOINTS = 0.4, 3
"""Part and number of the moving joints that have to jump together."""
TIMES = 2.0
"""A jump is so many times those of the frames beside it."""
FEW = 0.1
"""The part of the moving joints that jump at samples, at least."""
EVEN, SAMPLES, BETWEEN = 0.8, 0.4, 0.02
"""The part of the knots that lie at even distances where these are samples, that of the samples at which joints jump,
and that of the frames between at most. Of captures drawn out by splines the second is 0.45 to 1, of a march keyed on
even frames 0.5, but there joints jump at others, too."""
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
    if _are_samples(found, together >= FEW * moving, CURVED_S * float(motion.fps)):
        return ()
    # Where the speed itself jumps, so do the accelerations on both sides, and not at the key.
    bent = on_one_frame(motion, bent)
    keys = tuple(sorted({*bent, *(knot for knot in found if all(abs(knot - key) > 2 for key in bent))}))
    return () if are_curved_samples(keys, motion) else keys


def _are_samples(found: Sequence[int], jumps: Booleans, apart: float) -> bool:
    """Whether knots are the frames of a capture at a lower rate: they lie at even distances, and something jumps at
    most of the frames at these distances that are no knots, too, where keys would leave it smooth."""
    for distance in range(2, int(apart) + 1):
        places = np.bincount(np.array(found, dtype=np.intp) % distance, minlength=distance)
        at = np.arange(len(jumps)) % distance == int(places.argmax())
        if places.max() >= EVEN * len(found) and jumps[at].mean() >= SAMPLES and jumps[~at].mean() <= BETWEEN:
            return bool(found)
    return False


def _jumps(ways: Floats) -> Floats:
    """By how much the acceleration of ways (F, J, D) jumps at each frame, (F, J), by one-sided differences."""
    frames = len(ways)
    x0, x1, x2, x3 = (ways[n : frames - REACH + n] for n in range(4))
    after = 2.0 * x0 - 5.0 * x1 + 4.0 * x2 - x3
    before = 2.0 * x3 - 5.0 * x2 + 4.0 * x1 - x0
    jumps = np.zeros(ways.shape[:2])
    jumps[REACH : frames - REACH] = np.linalg.norm(after[REACH:] - before[:-REACH], axis=2)
    return jumps


def _stand_out(jumps: Floats) -> Booleans:
    """Whether the jump at a frame is that of a knot: twice those beside it, which a knot leaves small, and no less than
    any within `REACH`."""
    padded = np.pad(jumps, ((REACH, REACH), (0, 0)))
    around = {n: padded[REACH + n : REACH + n + len(jumps)] for n in (-3, -2, -1, 1, 2, 3)}
    beside = np.maximum(around[-1], around[1])
    return (jumps > LEAST) & (jumps > TIMES * beside) & (jumps >= np.max([around[n] for n in (-3, -2, 2, 3)], axis=0))
