"""Chains: channels and joints that are cubics of time between keys, with a value on every frame.

Curves of most programs with handles at thirds are cubics of time: those of Maya and MotionBuilder, and Blender's with
continuous acceleration, which is its default. Baked, they are chains of cubics that go on at the same speed, and the
chain of fewest pieces that gives every value is found exactly, key by key, even where keys are two or three frames
apart. Joints may have been keyed as quaternions: their components are such chains up to a common length.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.keyframes.kernels.cubic_pieces import cubic_pieces
from unbake.keyframes.kernels.quaternion_pieces import quaternion_pieces

PROBE = 256
"""Frames of a long channel that are looked at first: capture is told from bakes by them."""
TOLERANCE = 3e-6
"""Files with four decimals of a degree are off by a third of this, in radians; metres are finer."""
LEAST_MET, LEAST_MET_SHARE = 4, 0.1
"""Equations that a chain meets without having slopes left for them, and their part of the frames: a run keyed every
two and three frames has a fifth of them."""
SHARED_BY, IN_COMMON = 0.35, 0.75
"""Chains have this part of their knots in common with that part of all: what is smooth, and was keyed in no way that
was tried, has chains by chance, each with knots of its own."""
LATE_S = 0.125
"""Three frames of film: what follows the body so late has no keys of its own."""


def channel_chain(values: Floats) -> Booleans | None:
    """Return where a channel (F,) has its knots (F,), both ends included; None where it is no chain.

    Where pieces that meet anything follow each other, it is none.
    """
    if len(values) > 2 * PROBE and channel_chain(values[:PROBE]) is None:
        return None
    met, knots = cubic_pieces(np.ascontiguousarray(values), TOLERANCE)
    if met < max(LEAST_MET, LEAST_MET_SHARE * len(values)):
        return None
    knots[0] = True
    anything = np.diff(np.flatnonzero(knots)) <= 2
    # The first pieces have no slope to go on from, and the last one may be cut short.
    return None if (anything[1:-2] & anything[2:-1]).any() else _whole(values, knots)


def turning_chain(turns_xyzw: Floats) -> Booleans | None:
    """Return where a joint that was keyed as a quaternion (F, 4), in one hemisphere, has its knots (F,), as above.

    As long as nothing is met beyond what slopes are there for, the pieces are none: in the mean of all at least one
    equation has to be.
    """
    first = turns_xyzw[:PROBE]
    if len(turns_xyzw) > 2 * PROBE and ways_to_turn(first) > 1 and turning_chain(first) is None:
        return None
    ways = ways_to_turn(turns_xyzw)
    if ways < 2:
        return None
    met, knots = quaternion_pieces(np.ascontiguousarray(turns_xyzw), ways, TOLERANCE)
    if met < max(LEAST_MET, LEAST_MET_SHARE * len(turns_xyzw), knots.sum()):
        return None
    knots[0] = True
    anything = np.diff(np.flatnonzero(knots)) == 1
    return None if (anything[1:-2] & anything[2:-1]).any() else knots


def in_common(chains: Booleans, late: int) -> float:
    """Return the part of their knots that chains (N, F) have in common with many of them, or have late, all alike.

    Parameters
    ----------
    chains : knots, both ends included.
    late : how many frames a chain may follow the others.
    """
    shared = chains.mean(axis=0) >= SHARED_BY
    shared[0] = True  # what follows late begins late
    common = []
    for by in range(late + 1):
        first = max(by, 1)
        common.append((chains[:, first:-1] & shared[first - by : shared.size - 1 - by]).sum(axis=1))
    return float(np.max(common, axis=0).sum() / max(chains[:, 1:-1].sum(), 1))


def ways_to_turn(turns_xyzw: Floats) -> int:
    """Return how many dimensions quaternions (F, 4) span: 1 where nothing turns, 2 for a hinge."""
    axes = np.linalg.eigh(turns_xyzw.T @ turns_xyzw)[1]
    return int((np.abs(turns_xyzw @ axes).max(axis=0) > TOLERANCE).sum())


def _whole(values: Floats, knots: Booleans) -> Booleans:
    """Knots with one of each two in a row: where the speed jumps at a key, the chain needs a piece of one frame. The
    key is the frame that the cubics on both sides give."""
    knots = knots.copy()
    for frame in np.flatnonzero(knots[1:-1] & knots[2:]) + 1:
        before = values[max(frame - 3, 0) : frame + 2]
        goes_on = len(before) == 5 and abs(np.diff(before, 4)[0]) <= 16.0 * TOLERANCE
        knots[frame if goes_on else frame + 1] = frame + 2 == len(values) and not goes_on
    return knots
