"""Bakes: animation whose channels are cubics between keys, with a value on every frame, and the keys that it had.

Curves of most programs with handles at thirds are cubics of time. Baked, they are chains of cubics that go on at the
same speed, and the chain of fewest pieces that gives every value is found exactly, key by key, even where keys are two
or three frames apart. Channels that an animator did not key, as those of a leg on an inverse-kinematics handle, are no
such chains, nor is capture; where enough channels agree on a key, it was one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.keyframes.kernels.cubic_pieces import cubic_pieces
from unbake.motion.channels import channel_values
from unbake.motion.motion import Motion

PROBE = 256
"""Frames of a long channel that are looked at first: capture is told from bakes by them."""
TOLERANCE = 3e-6
"""Files with four decimals of a degree are off by a third of this, in radians; metres are finer."""
MOVES = 0.01
"""Channels that move less, in radians or metres, say nothing: almost any chain gives them within the tolerance."""
LEAST_CHANNELS, LEAST_SHARE = 3, 0.2
"""Chains among the channels that move, and the number that have to agree on a key."""
LEAST_MET, LEAST_MET_SHARE = 4, 0.1
"""Equations that a chain meets without having slopes left for them, and their part of the frames: a run keyed every
two and three frames has a fifth of them."""
LATE_S = 0.125
"""Three frames of film: what follows the body so late has no keys of its own."""


def baked_keys(motion: Motion) -> tuple[int, ...]:
    """Return the frames, from 0, that a bake was keyed on, without the ends of the clip; none where it is no bake.

    Where some channels follow the others by two or three frames, as arms and head of an animation that overlaps, the
    keys are those of the most channels.
    """
    if motion.n_frames < 6:
        return ()
    values = channel_values(motion)
    moving = np.flatnonzero(np.ptp(values, axis=0) > MOVES)
    chains = [knots for column in moving if (knots := _chain(values[:, column])) is not None]
    if len(chains) < max(LEAST_CHANNELS, LEAST_SHARE * len(moving)):
        return ()
    return _agreed(np.array(chains), LATE_S * float(motion.fps))


def _chain(values: Floats) -> Booleans | None:
    """The knots (F,) of a channel; None where pieces that meet anything follow each other: it is no chain there."""
    if len(values) > 2 * PROBE and _chain(values[:PROBE]) is None:
        return None
    met, knots = cubic_pieces(np.ascontiguousarray(values), TOLERANCE)
    if met < max(LEAST_MET, LEAST_MET_SHARE * len(values)):
        return None
    knots[0] = True
    anything = np.diff(np.flatnonzero(knots)) <= 2
    # The first pieces have no slope to go on from, and the last one may be cut short.
    return None if (anything[1:-2] & anything[2:-1]).any() else _whole(values, knots)


def _whole(values: Floats, knots: Booleans) -> Booleans:
    """Knots with one of each two in a row: where the speed jumps at a key, the chain needs a piece of one frame. The
    key is the frame that the cubics on both sides give."""
    knots = knots.copy()
    for frame in np.flatnonzero(knots[1:-1] & knots[2:]) + 1:
        before = values[max(frame - 3, 0) : frame + 2]
        goes_on = len(before) == 5 and abs(np.diff(before, 4)[0]) <= 16.0 * TOLERANCE
        knots[frame if goes_on else frame + 1] = frame + 2 == len(values) and not goes_on
    return knots


def _agreed(chains: Booleans, late: float) -> tuple[int, ...]:
    votes = chains[:, 1:-1].sum(axis=0)
    frames = (np.flatnonzero(votes >= LEAST_CHANNELS) + 1).tolist()
    return tuple(frame for frame in frames if not _is_late(chains, frame, frames, late))


def _is_late(chains: Booleans, frame: int, frames: Sequence[int], late: float) -> bool:
    """Whether more channels have a key shortly before this one, or began with the clip, and those that have this one
    have none there."""
    own = chains[:, frame]
    if frame <= late and 2 * own.sum() < len(chains):
        return True
    earlier = [other for other in frames if 0 < frame - other <= late]
    return any(
        chains[:, other].sum() > own.sum() and 2 * (chains[:, other] & own).sum() < own.sum() for other in earlier
    )
