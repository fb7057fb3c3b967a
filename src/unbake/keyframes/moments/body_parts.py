"""The parts of a body that carry its motion: where they are over time, and how much goes along with each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.motion.body.body_frame import heading
from unbake.motion.body.roles import resolve_joints
from unbake.motion.body.size import scale_of_lengths
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, default_levers, is_humanoid
from unbake.motion.rotations import quaternion_conjugate, rotate

PARTS = {
    "hips": ("hips", 1.0),
    "chest": ("neck", 1.0),
    "head": ("head", 0.6),
    "left-hand": ("left-wrist", 0.5),
    "right-hand": ("right-wrist", 0.5),
    "left-foot": ("left-ankle", 0.7),
    "right-foot": ("right-ankle", 0.7),
}
"""Part → its role, and how much of the body goes along when it moves. All but the hips are seen from the hips."""
OTHER_WEIGHT = 0.5
"""The same of the joints beside these where it is no humanoid: paws, or the fingers of hands alone."""
SMOOTHED_S = 0.02
"""Noise below this length of time is taken out of positions."""
NOSE_M = 0.15
"""A head is seen by a point so far ahead of it: when it looks around, its joint stays where it is."""


def places_of(motion: Motion) -> Callable[[Indices | slice], Floats]:
    """Return what gives the places (R, P, 3) of joints in rows of frames, and of levers of those that turn unseen."""
    joints, positions = default_joints(motion), motion.positions()
    ends_of_levers = default_levers(motion).positions(motion)
    return lambda rows: np.concatenate([positions[rows][:, joints], ends_of_levers[rows]], axis=1)


def parts_of_motion(motion: Motion, lead: Sequence[str] | None = None) -> Iterator[tuple[str, Floats, float]]:
    """Yield each part's name, its way (F, 3) without noise, and how much of the body goes along with it.

    Hips (or the root) are where they are in the world, all others as seen from them; a head is a point ahead of it.
    Without hips, what turns while no joint's position shows it, as a camera or the last bone of a tail, goes the way
    (F, 6) of its levers. Figures far from a person's size go as far as they would at that size: `motion.body.size`.
    """
    roles, scale = motion.skeleton.roles, scale_of_lengths(motion)
    positions = motion.positions()
    root = roles.get("hips", 0)
    hips = smooth(positions[:, root] / scale, SMOOTHED_S * float(motion.fps))
    for part, joint, weight in _parts(motion, lead):
        ahead = _nose(motion, joint) if joint == roles.get("head") else 0.0
        way = smooth(positions[:, joint] / scale + ahead, SMOOTHED_S * float(motion.fps))
        yield part, hips if joint == root else way - hips, weight
    if "hips" not in roles:
        yield from _turning(motion, None if lead is None else resolve_joints(motion.skeleton, lead), hips, scale)


def _turning(
    motion: Motion, joints: Sequence[int] | None, root: Floats, scale: float
) -> Iterator[tuple[str, Floats, float]]:
    """Yield joints with levers, the way (F, 6) of both as seen from the root, and their weights; those of `joints`."""
    levers = default_levers(motion)
    ways = levers.positions(motion) / scale - root[:, None]
    for place in range(0, len(levers), 2):
        if joints is None or levers.joints[place] in joints:
            way = ways[:, place : place + 2].reshape(len(ways), 6)
            yield motion.skeleton.names[levers.joints[place]], smooth(way, SMOOTHED_S * float(motion.fps)), 1.0


def _parts(motion: Motion, lead: Sequence[str] | None) -> list[tuple[str, int, float]]:
    roles, names = motion.skeleton.roles, motion.skeleton.names
    if lead is not None:
        return [(names[joint], joint, 1.0) for joint in resolve_joints(motion.skeleton, lead)]
    if "hips" not in roles:
        return [(names[joint], int(joint), 1.0) for joint in default_joints(motion)]
    found = [(part, roles[role], weight) for part, (role, weight) in PARTS.items() if role in roles]
    if is_humanoid(motion):
        return found
    known = {joint for _, joint, _ in found}
    return found + [(names[joint], joint, OTHER_WEIGHT) for joint in default_joints(motion) if joint not in known]


def smooth(way: Floats, frames: float) -> Floats:
    """Return a way (F, D) smoothed over so many frames, one standard deviation of a Gaussian."""
    # What scipy.ndimage.gaussian_filter1d does, to the last bit; to import it takes as long as to import numba.
    reach = int(4.0 * frames + 0.5)
    weights = np.exp(-0.5 / (frames * frames) * np.arange(-reach, reach + 1) ** 2) if reach else np.ones(1)
    weights = weights / weights.sum()
    padded = np.pad(way, ((reach, reach), (0, 0)), mode="edge")
    smoothed = way * weights[reach]
    for away in range(reach, 0, -1):
        after = padded[reach + away : len(padded) - reach + away]
        smoothed = smoothed + (padded[reach - away : len(padded) - reach - away] + after) * weights[reach - away]
    return np.asarray(smoothed)


def _nose(motion: Motion, head: int) -> Floats:
    """The way (F, 3) from the head's joint to a point ahead of it, ahead as the hips are in the first frame."""
    turns = motion.world_turns_xyzw(head)
    roles = motion.skeleton.roles
    hips = [roles.get(f"{side}-hip", head) for side in ("left", "right")]
    sine, cosine = heading(motion.positions()[:1, hips])
    ahead = NOSE_M * np.array([float(sine[0]), 0.0, float(cosine[0])])
    return rotate(turns, rotate(quaternion_conjugate(turns[0]), ahead))
