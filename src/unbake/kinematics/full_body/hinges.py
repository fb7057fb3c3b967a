"""Elbows and knees as hinges: which way they bend, taken from a clip, and how far they may."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, rotate

STRAIGHTEST_RAD = np.radians(2.0)
"""The least bend of elbows and knees, unless the clip shows a smaller one."""
MOST_BENT_RAD = {"elbow": np.radians(150.0), "knee": np.radians(155.0)}
"""How far elbows and knees bend, unless the clip shows more: the usual ranges of healthy adults, rounded up."""
ASIDE = 0.05
"""Sine of the angle by which the lower bone may leave the hinge's plane, unless the clip shows more."""
SURE_SINE = 0.05
"""Mean sine of a clip's bends below which they do not tell the hinge's axis."""
LIMBS = (("shoulder", "elbow", "wrist"), ("hip", "knee", "ankle"))


@dataclass(frozen=True, eq=False)
class Hinges:
    """Joints that bend about one axis of their parents.

    Parameters
    ----------
    rows : (J, 13) for each joint 1 (0 for no hinge), the least and the greatest bend in radians, 0 being straight, the
        sine by which the lower bone may lean aside, and three unit vectors: the axis and the upper bone in the
        parent's frame, and the lower bone in the joint's.
    names : role of each hinge that was found.
    """

    rows: Floats
    names: tuple[str, ...]


def hinges_of(motion: Motion) -> Hinges:
    """Return the elbows and knees of a clip as hinges, found by role.

    The axis is square to the limb's plane, on average over the clip; bends and leans that the clip shows are allowed.
    Limbs that are straight throughout tell no axis and are left free, as are those whose roles are not known.

    Parameters
    ----------
    motion : frames in which the limbs bend.
    """
    skeleton, positions, turns = motion.skeleton, motion.positions(), motion.world_rotations_xyzw()
    rows, names = np.zeros((len(skeleton.names), 13)), []
    for side in ("left", "right"):
        for parts in LIMBS:
            joints = [skeleton.roles.get(f"{side}-{part}", -1) for part in parts]
            upper, middle, lower = joints
            if min(joints) < 0 or skeleton.parents[middle] != upper or skeleton.parents[lower] != middle:
                continue
            row = _row(turns[:, upper], turns[:, middle], positions[:, joints], MOST_BENT_RAD[parts[1]])
            if row is not None:
                rows[middle] = row
                names.append(f"{side}-{parts[1]}")
    return Hinges(rows, tuple(names))


def _row(upper_xyzw: Floats, middle_xyzw: Floats, limb_m: Floats, most_rad: float) -> Floats | None:
    """One row of `Hinges.rows` from the rotations (F, 4) of two joints and the places (F, 3, 3) of the limb's three."""
    bones = np.diff(limb_m, axis=1)
    lengths = np.linalg.norm(bones, axis=-1, keepdims=True)
    if lengths.min() < 1e-6:
        return None
    into_upper = quaternion_conjugate(upper_xyzw)
    ahead, shin = (rotate(into_upper, bone) for bone in np.moveaxis(bones / lengths, 1, 0))
    normal = np.cross(ahead, shin).mean(axis=0)
    sine = float(np.linalg.norm(normal))
    if sine < SURE_SINE:
        return None
    thigh = ahead.mean(axis=0) / np.linalg.norm(ahead.mean(axis=0))
    axis = normal / sine
    bends = np.arctan2(shin @ np.cross(axis, thigh), shin @ thigh)
    least, most = min(STRAIGHTEST_RAD, bends.min()), max(most_rad, bends.max())
    aside = max(ASIDE, float(np.abs(shin @ axis).max()))
    own = rotate(quaternion_conjugate(middle_xyzw[0]), bones[0, 1] / lengths[0, 1])
    return np.concatenate([[1.0, least, most, aside], axis, thigh, own])
