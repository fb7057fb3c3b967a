"""Repeats: moments that show the pose of the one before once more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from unbake.keyframes.moments.body_parts import places_of
from unbake.motion.body.size import scale_of_lengths
from unbake.motion.motion import Motion

SAME_M, RESTS_M_S = 0.04, 0.1
"""Where no joint goes farther from one moment to the next, the pose is the same; where none is faster, it rests."""


def without_repeats(frames: Sequence[int], weights: Sequence[float], motion: Motion) -> list[int]:
    """Return the places, from 0, of the moments that show poses of their own.

    Left out is the lighter of two between which the body goes on slowly, and not far; what lies within a rest, which
    has a start and an end; and what repeats the clip's first or last pose so. Both ends of a rest stay, however short
    it is: a curve through one key does not rest there.

    Parameters
    ----------
    frames : of the moments in the order of time, from 0; the ends of the clip are none of them.
    weights : how much each counts.
    motion : the clip.
    """
    at, weight = [0, *frames, motion.n_frames - 1], [np.inf, *weights, np.inf]
    places, fps, scale = places_of(motion), float(motion.fps), scale_of_lengths(motion)

    def moved_m(one: int, other: int) -> float:
        before, after = places(np.array([at[one], at[other]]))
        return float(np.linalg.norm(after - before, axis=1).max()) / scale

    def is_repeated(one: int, other: int) -> bool:
        return RESTS_M_S * (at[other] - at[one]) / fps < moved_m(one, other) <= SAME_M

    def is_one_rest(*moments: int) -> bool:
        return all(moved_m(one, other) <= SAME_M for one, other in combinations(moments, 2))

    kept = [0]
    for moment in range(1, len(at)):
        while len(kept) > 1 and is_one_rest(*kept[-2:], moment):
            kept.pop()
        if not is_repeated(kept[-1], moment):
            kept.append(moment)
        elif weight[kept[-1]] < weight[moment]:
            kept[-1] = moment
    return [moment - 1 for moment in kept if 0 < moment < len(at) - 1]
