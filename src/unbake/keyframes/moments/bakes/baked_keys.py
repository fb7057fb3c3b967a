"""Bakes: animation with a value on every frame, and the keys that it had.

Channels and joints that were keyed are `chains`. What an animator did not key, as a leg on an inverse-kinematics
handle, is none, nor is capture; where enough chains agree on a key, it was one. A joint may have been keyed in other
channels than its file has: Blender's armatures turn by quaternions, or by Euler angles seen from their rest pose, and
its glTF has none of these, its BVH angles of its own. `keyed_ways` tries them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.ground.arrays import Booleans
from unbake.keyframes.moments.bakes.chains import IN_COMMON, LATE_S, channel_chain, in_common
from unbake.keyframes.moments.bakes.corners import are_curved_samples
from unbake.keyframes.moments.bakes.keyed_ways import turning_chains
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.motion import Motion
from unbake.motion.skeleton import TRANSLATIONS

MOVES = 0.01
"""Channels that move less, in radians or metres, say nothing: almost any chain gives them within the tolerance."""
LEAST_CHANNELS, LEAST_SHARE = 3, 0.3
"""Chains that have to agree on a key, and their part of the channels and joints that move."""
VOTES = 0.2
"""The part of the chains that have to agree on a key."""


def baked_keys(motion: Motion) -> tuple[int, ...]:
    """Return the frames, from 0, that a bake was keyed on, without the ends of the clip; none where it is no bake.

    Where some channels follow the others by two or three frames, as arms and head of an animation that overlaps, the
    keys are those of the most channels.
    """
    if motion.n_frames < 6:
        return ()
    values, channels = channel_values(motion), channels_of(motion.skeleton)
    moves = np.ptp(values, axis=0) > MOVES
    moved = [n for n, channel in enumerate(channels) if moves[n] and channel.name in TRANSLATIONS]
    chains = [knots for n in moved if (knots := channel_chain(values[:, n])) is not None]
    turning, ways = turning_chains(motion, values, is_keyed=bool(chains))
    chains += turning
    if len(chains) < max(LEAST_CHANNELS, LEAST_SHARE * (len(moved) + ways)):
        return ()
    keys = _agreed(np.array(chains), int(LATE_S * float(motion.fps)))
    return () if are_curved_samples(keys, motion) else keys


def _agreed(chains: Booleans, late: int) -> tuple[int, ...]:
    """The frames on which chains (N, F) agree; none where they have too little in common."""
    votes = chains[:, 1:-1].sum(axis=0)
    if in_common(chains, late) < IN_COMMON:
        return ()
    frames = (np.flatnonzero(votes >= max(LEAST_CHANNELS, VOTES * len(chains))) + 1).tolist()
    return tuple(frame for frame in frames if not _gives_way(chains, frame, frames, late))


def _gives_way(chains: Booleans, frame: int, frames: Sequence[int], late: int) -> bool:
    """Whether channels that have no key here have one shortly before or after, or began with the clip, and are more."""
    own = chains[:, frame]
    if frame <= late and 2 * own.sum() < len(chains):
        return True
    near = [other for other in frames if 0 < abs(frame - other) <= late]
    votes = chains.sum(axis=0)
    return any(
        (votes[other], -other) > (votes[frame], -frame) and 2 * (chains[:, other] & own).sum() < own.sum()
        for other in near
    )
