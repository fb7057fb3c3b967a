"""The inner loops that move the root along with feet that are held: never sudden.

The root follows the mean of both feet as far as it can without a jerk: what it misses, legs make up for by bending. Of
all ways it takes the one for which the sum of squared distances from the mean and of squared accelerations is least,
that is a smoothing spline; at both ends of a blend it starts and stops at nothing, at rest.

Reference: E. Whittaker, On a new method of graduation, 1922, for the spline; the use of it is ours.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.synthesis.transitions.quick.floor_kernels import spread, spread_between

LONGEST = 0.99
"""How long a leg gets, as part of thigh and shin, unless the blend has it longer: beyond, knees snap."""
LOWER_FRAMES = 8
"""Frames before and after in which the root is lowered for a leg that is too short."""
STIFF = 1000.0
"""Weight of accelerations, a frame squared: the root follows what takes longer than half a second."""
STILL_SHORT_M = 0.001
"""Legs may be so much shorter than they should be."""
NEARER = 10.0
"""How much more a frame counts in which a leg is too short."""


@njit(cache=True, nogil=True)
def root_changes(
    spots: Floats, legs: Indices, bones: Floats, moved: Floats, held: Booleans, out: Floats, needed: Floats
) -> None:
    """Write how the root moves (F, 3): smoothly with the mean of both feet, and down where a leg would be too short.

    Parameters
    ----------
    spots : (F, J, 3) joints of the blend in the world.
    legs, bones : (2, 5) joints, and (2, 2) lengths of thigh and shin.
    moved : (2, F, 3) ways of the ankles; feet in the air that a leg does not reach are pulled in.
    held : (2, F) where feet are planted.
    needed : (2, F) written: how far down each leg needs the root.
    """
    length = len(out)
    weights, wide = np.ones(length), np.zeros(length)
    # First alike everywhere, then nearer to the mean where a leg is too short.
    for _ in range(2):
        for k in range(length):
            for axis in range(3):
                out[k, axis] = 0.5 * (moved[0, k, axis] + moved[1, k, axis])
        smooth(out, weights, STIFF)
        _too_short(spots, legs, bones, moved, out, needed)
        for foot in range(2):
            _pull_in(foot, spots, legs, bones, moved[foot], held[foot], out, wide)
        for k in range(length):
            weights[k] = NEARER if max(needed[0, k], needed[1, k]) > 0.0 else 1.0
    _too_short(spots, legs, bones, moved, out, needed)
    spread(np.maximum(needed[0], needed[1]), LOWER_FRAMES, wide)
    for k in range(length):
        # At the ends, motions go on as they are.
        edge = min(min(k, length - 1 - k) / LOWER_FRAMES, 1.0)
        out[k, 1] -= wide[k] * edge * edge * (3.0 - 2.0 * edge)
    _mark(spots, legs, bones, moved, out, needed)


@njit(cache=True, nogil=True)
def _leg(
    k: int, foot: int, spots: Floats, legs: Indices, bones: Floats, root: Floats, way: Floats, out: Floats
) -> float:
    """Write from where to where (3,) a leg must reach at a frame when root (F, 3) and ankle (3,) move like that; return
    how long it gets."""
    hip, ankle, now = spots[k, legs[foot, 0]], spots[k, legs[foot, 2]], 0.0
    for axis in range(3):
        now += (hip[axis] - ankle[axis]) ** 2
        out[axis] = hip[axis] + root[k, axis] - ankle[axis] - way[axis]
    return max(LONGEST * (bones[foot, 0] + bones[foot, 1]), np.sqrt(now))


@njit(cache=True, nogil=True)
def _too_short(spots: Floats, legs: Indices, bones: Floats, moved: Floats, root: Floats, needed: Floats) -> None:
    """Write how far down each leg needs a root that moves like that, see `root_changes`."""
    leg = np.empty(3)
    for k in range(len(root)):
        for foot in range(2):
            longest = _leg(k, foot, spots, legs, bones, root, moved[foot, k], leg)
            level = leg[0] ** 2 + leg[2] ** 2
            too_far = level + leg[1] ** 2 > longest**2
            needed[foot, k] = leg[1] - np.sqrt(max(longest**2 - level, 0.0)) if too_far else 0.0


@njit(cache=True, nogil=True)
def _mark(spots: Floats, legs: Indices, bones: Floats, moved: Floats, root: Floats, needed: Floats) -> None:
    """Write that no root is low enough where a leg is too short after all, as it is near the ends of a blend."""
    leg = np.empty(3)
    for k in range(len(root)):
        for foot in range(2):
            longest = _leg(k, foot, spots, legs, bones, root, moved[foot, k], leg)
            if (leg**2).sum() > (longest + STILL_SHORT_M) ** 2:
                needed[foot, k] = np.inf


@njit(cache=True, nogil=True)
def _pull_in(
    foot: int, spots: Floats, legs: Indices, bones: Floats, moved: Floats, held: Booleans, root: Floats, wide: Floats
) -> None:
    """Pull a foot that is in the air towards its hip where the leg is too short; its ways (F, 3) are changed."""
    leg, over = np.empty(3), np.zeros(len(root))
    for k in range(len(root)):
        if not held[k]:
            longest = _leg(k, foot, spots, legs, bones, root, moved[k], leg)
            over[k] = max(np.sqrt((leg**2).sum()) - longest, 0.0)
    spread_between(over, held, wide)
    for k in range(len(root)):
        if wide[k] > 0.0:
            _leg(k, foot, spots, legs, bones, root, moved[k], leg)
            leg *= wide[k] / np.sqrt((leg**2).sum())
            for axis in range(3):
                moved[k, axis] += leg[axis]


@njit(cache=True, nogil=True)
def smooth(values: Floats, weights: Floats, stiff: float) -> None:
    """Smooth columns (F, C) by Whittaker's spline that is nothing, and at rest, at both ends.

    The matrix is W + stiff · D'D with the weights (F,) and second differences that see nothing beyond the ends: 6, −4
    and 1 in all rows. It is factored as L·D·L' with two bands.
    """
    count = len(values) - 2
    d, first, second = np.empty(count), np.zeros(count), np.zeros(count)
    for k in range(count):
        near = -4.0 * stiff
        d[k] = weights[k + 1] + 6.0 * stiff
        if k > 0:
            d[k] -= d[k - 1] * first[k - 1] ** 2
            near -= d[k - 1] * first[k - 1] * second[k - 1]
        if k > 1:
            d[k] -= d[k - 2] * second[k - 2] ** 2
        first[k], second[k] = near / d[k], stiff / d[k]
    for column in range(values.shape[1]):
        values[0, column] = values[count + 1, column] = 0.0
        for k in range(count):
            values[k + 1, column] *= weights[k + 1]
            if k > 0:
                values[k + 1, column] -= first[k - 1] * values[k, column]
            if k > 1:
                values[k + 1, column] -= second[k - 2] * values[k - 1, column]
        for k in range(count - 1, -1, -1):
            values[k + 1, column] /= d[k]
            if k + 1 < count:
                values[k + 1, column] -= first[k] * values[k + 2, column]
            if k + 2 < count:
                values[k + 1, column] -= second[k] * values[k + 3, column]
