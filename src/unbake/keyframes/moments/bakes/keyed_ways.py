"""The ways in which joints may have been keyed, and the chains that they form in these.

Between two keys, the channels that were keyed are cubics of time; other channels of the same joint are not. So each
joint that turns is looked at in the channels of its file, as a quaternion, and in Euler angles of all six orders, seen
from its rest pose. Most joints of a rig are keyed alike: of the ways in which a joint forms a chain of about the fewest
pieces, it is taken to be keyed in the one in which the most joints do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.keyframes.moments.bakes.chains import (
    IN_COMMON,
    LATE_S,
    PROBE,
    TOLERANCE,
    channel_chain,
    in_common,
    turning_chain,
)
from unbake.motion.channels import channels_of
from unbake.motion.motion import Motion
from unbake.motion.rotations import (
    continuous_euler_from_quaternion,
    in_one_hemisphere,
    quaternion_conjugate,
    quaternion_product,
)
from unbake.motion.skeleton import ROTATIONS

FILE, QUATERNION = "file", "quaternion"
WAYS = (FILE, QUATERNION, "xyz", "xzy", "yxz", "yzx", "zxy", "zyx")
TURNS, MOVES = 0.005, 0.01
"""Joints whose quaternions, and channels whose angles in radians, change less say nothing."""
STRETCH = PROBE
"""Frames of a long clip from which the way is told; there the most moves."""
WINDOW, STEP, FEW_JOINTS = 9, 3, 6
"""Frames that are looked at together before chains are sought, how far these looks are apart, and at how many joints:
a cubic of quaternions meets fewer frames by chance."""
LEAST_WINDOWS = 0.03
"""The part of these looks that meet no key at least, where joints were keyed so."""
HOPELESS = 0.5
"""Where the chains of a few joints have less in common, the others are not looked at."""
AS_FEW, MANY = 1.25, 2.0
"""Chains of so many times as many pieces, and one, are about as short; one of so many times as many as others have is
one by chance."""

Chains = list[Booleans]


def turning_chains(motion: Motion, values: Floats, is_keyed: bool) -> tuple[Chains, int]:
    """Return the chains that joints form, and how many there would be if all that turn were keyed.

    Parameters
    ----------
    motion : the clip.
    values : (F, C) its channels' values.
    is_keyed : whether something else tells that it is a bake; if not, frames have to look like one.
    """
    joints = _Joints(motion, values)
    stretch, late = _busiest(motion.rotations_xyzw), int(LATE_S * float(motion.fps))
    turning = joints.that_turn(stretch)
    few = turning[:: -(-len(turning) // FEW_JOINTS) or 1]
    likely = [way for way in WAYS if few and (is_keyed or joints.may_be_keyed(way, few, stretch))]
    tried = {joint: joints.ways(likely, joint, stretch) for joint in few}
    found = _alike(tried)
    if not found or in_common(np.array(found), late) < HOPELESS:
        return [], len(turning)
    tried |= {joint: joints.ways(likely, joint, stretch) for joint in turning if joint not in tried}
    if motion.n_frames > STRETCH:
        if in_common(np.array(_alike(tried)), late) < IN_COMMON:
            return [], len(turning)
        tried = {joint: joints.ways(_short(ways), joint) for joint, ways in tried.items()}
    return _alike(tried), len(turning)


def _alike(tried: Mapping[int, Mapping[str, Chains]]) -> Chains:
    """The chains of joints that are keyed as most are, and of others whose knots are theirs."""
    weights: dict[str, float] = dict.fromkeys(WAYS, 0.0)
    for ways in tried.values():
        for way in _short(ways):
            weights[way] += 1.0 / _pieces(ways[way])  # chains by chance have many pieces
    found: Chains = []
    left = dict(tried)
    for way in sorted(WAYS, key=lambda way: -weights[way]):
        known = np.any(found, axis=0) if found else None
        alike = [joint for joint, ways in left.items() if way in _short(ways)]
        most = MANY * float(np.median([_pieces(left[joint][way]) for joint in alike] or [0.0]))
        for joint in alike:
            if _share(left[joint][way], known) >= IN_COMMON if known is not None else _pieces(left[joint][way]) <= most:
                found += left.pop(joint)[way]
    return found


def _share(chains: Chains, known: Booleans) -> float:
    """The part of the knots of chains that are known from others."""
    knots = np.array(chains)[:, 1:-1]
    return float((knots & known[1:-1]).sum() / max(knots.sum(), 1))


def _short(ways: Mapping[str, Chains]) -> list[str]:
    """The ways whose chains have about the fewest pieces."""
    pieces = {way: _pieces(chains) for way, chains in ways.items()}
    return [way for way, count in pieces.items() if count <= AS_FEW * min(pieces.values()) + 1.0]


def _pieces(chains: Chains) -> float:
    return float(np.mean(chains, axis=0).sum()) - 1.0


def _busiest(rotations_xyzw: Floats) -> slice:
    """The stretch of frames in which joints turn most."""
    last = max(len(rotations_xyzw) - STRETCH, 0)
    starts = [*range(0, last, STRETCH), last]
    moved = [np.abs(np.diff(rotations_xyzw[start : start + STRETCH], axis=0)).sum() for start in starts]
    start = starts[int(np.argmax(moved))]
    return slice(start, start + STRETCH)


class _Joints:
    """The joints of a motion in the channels that they may have been keyed in."""

    def __init__(self, motion: Motion, values: Floats) -> None:
        self._motion, self._values = motion, values

    @cached_property
    def _columns(self) -> list[list[int]]:
        columns: list[list[int]] = [[] for _ in self._motion.skeleton.names]
        for column, channel in enumerate(channels_of(self._motion.skeleton)):
            if channel.name in ROTATIONS:
                columns[channel.joint].append(column)
        return columns

    def turns(self, joints: Sequence[int], frames: slice) -> Floats:
        """Return quaternions (F, J, 4) from the rest pose, in one hemisphere."""
        rest = quaternion_conjugate(self._motion.skeleton.rest_xyzw[list(joints)])
        return in_one_hemisphere(quaternion_product(rest[None], self._motion.rotations_xyzw[frames][:, list(joints)]))

    def that_turn(self, frames: slice) -> list[int]:
        turned = np.ptp(in_one_hemisphere(self._motion.rotations_xyzw[frames]), axis=0).max(axis=1)
        return np.flatnonzero(turned > TURNS).tolist()

    def channels(self, way: str, joints: Sequence[int], frames: slice) -> Floats:
        """Return what moves (F, C) of the channels of joints, in radians."""
        if way == FILE:
            angles = self._values[frames][:, [column for joint in joints for column in self._columns[joint]]]
        else:
            turns = self.turns(joints, frames)
            angles = continuous_euler_from_quaternion(way, turns).reshape(len(turns), -1)
        return angles[:, np.ptp(angles, axis=0) > MOVES]

    def chains(self, way: str, joint: int, frames: slice) -> Chains:
        """Return the chains of a joint; none where it was not keyed in this way."""
        if way == QUATERNION:
            turns = self.turns([joint], frames)[:, 0]
            chain = turning_chain(turns)
            return [] if chain is None else [chain]
        chains = []
        for channel in self.channels(way, [joint], frames).T:
            chain = channel_chain(channel)
            if chain is None:
                return []
            chains.append(chain)
        return chains

    def ways(self, ways: Iterable[str], joint: int, frames: slice = slice(None)) -> dict[str, Chains]:
        """Return the chains of a joint, by the ways in which it forms any."""
        return {way: chains for way in ways if (chains := self.chains(way, joint, frames))}

    def may_be_keyed(self, way: str, joints: Sequence[int], frames: slice) -> bool:
        """Return whether joints have stretches that cubics of time meet."""
        if self._motion.n_frames < WINDOW:
            return False
        if way == QUATERNION:
            met = _met_by_cubics(self.turns(joints, frames))
        else:
            channels = self.channels(way, joints, frames)
            bent = np.lib.stride_tricks.sliding_window_view(np.abs(np.diff(channels, 4, axis=0)), WINDOW - 4, axis=0)
            met = bent[::STEP].max(axis=2) <= 16.0 * TOLERANCE
        return bool(met.size and met.mean() >= LEAST_WINDOWS)


def _met_by_cubics(turns_xyzw: Floats) -> Booleans:
    """Whether cubics of quaternions (F, J, 4), of any length, meet all frames of a window, for windows of each joint.

    What they have across the quaternion of a frame is linear in their 16 control values: it can vanish in all frames
    where the form of its squares has an eigenvalue of zero.
    """
    windows = np.lib.stride_tricks.sliding_window_view(turns_xyzw, WINDOW, axis=0)[::STEP]
    across = np.eye(4)[..., None] - windows[..., :, None, :] * windows[..., None, :, :]
    u = np.linspace(0.0, 1.0, WINDOW)
    weights = np.array([(1.0 - u) ** 3, 3.0 * u * (1.0 - u) ** 2, 3.0 * u * u * (1.0 - u), u**3])
    forms = np.einsum("fjrcw,aw,bw->fjarbc", across, weights, weights).reshape(*windows.shape[:2], 16, 16)
    return np.asarray(np.linalg.eigvalsh(forms)[..., 0] <= WINDOW * TOLERANCE**2)
