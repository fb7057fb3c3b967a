"""Poses mirrored where they stand, on the same skeleton: what an animator pastes.

The mirror stands upright, in the figure's own middle: it goes through the hips of one pose, along the way that they
face. So the figure stays where it is and goes on facing the same way, and its left side does what its right side did.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.body.mirror import mirrored, partners
from unbake.motion.body.roles import split_name
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import Skeleton


@dataclass(frozen=True)
class MirrorPlane:
    """An upright plane: a point on it (3,) in metres, and its unit normal (3,), which is level."""

    point_m: Floats
    normal: Floats

    def image(self, positions_m: Floats) -> Floats:
        """Return the mirror images (..., 3) of positions."""
        return np.asarray(positions_m - 2.0 * ((positions_m - self.point_m) @ self.normal)[..., None] * self.normal)


def plane_of(motion: Motion, frame: int = 0) -> MirrorPlane:
    """Return the plane in which a figure is mirrored where it stands: upright, through its hips, the way they face.

    Parameters
    ----------
    motion : a figure whose sides the names of its joints tell.
    frame : from 0, of the pose.

    Raises
    ------
    UsageError : a skeleton without a left and a right.
    """
    positions, roles = motion.positions()[frame], motion.skeleton.roles
    by_name = [(roles.get(f"left-{part}"), roles.get(f"right-{part}")) for part in ("hip", "shoulder")]
    found = sided(motion.skeleton)
    pairs = [(left, right) for left, right in by_name if left is not None and right is not None] + found
    point = positions[roles.get("hips", 0)].copy()
    for left, right in pairs:
        across = (positions[left] - positions[right]) * np.array([1.0, 0.0, 1.0])
        length = float(np.linalg.norm(across))
        # Of a figure that lies on its side, they are above each other.
        if length > 0.01:
            return MirrorPlane(point, across / length)
    return MirrorPlane(point, np.array([1.0, 0.0, 0.0]))


def sided(skeleton: Skeleton) -> list[tuple[int, int]]:
    """Return the pairs of joints, left and right, that are each other's mirror image.

    Raises
    ------
    UsageError : there are none.
    """
    partner = partners(skeleton)
    pairs = [
        (joint, other)
        for joint, other in enumerate(partner)
        if other != joint and split_name(skeleton.names[joint])[0] == "left"
    ]
    if not pairs:
        raise UsageError(
            "this skeleton cannot be mirrored: the names of its joints do not tell a left side and a right one alike"
        )
    return pairs


def mirror_image(motion: Motion, plane: MirrorPlane) -> Motion:
    """Return poses as a mirror shows them, on the same skeleton; its left joints do what the right ones did.

    Every joint is where the mirror image of its partner is, as far as the bones of both sides have the same lengths.
    Where the joints of both sides turn in frames that are not mirror images of each other, as in some rigs, the rest
    pose says how they differ; it is taken to be symmetrical.

    Parameters
    ----------
    motion : poses; stays as it is.
    plane : the mirror.

    Raises
    ------
    UsageError : a skeleton without a left and a right.
    """
    sided(motion.skeleton)
    image = mirrored(motion)
    frames = _frames(image.skeleton, motion.skeleton)
    parents = np.array(motion.skeleton.parents)
    outer = np.where((parents >= 0)[:, None], frames[parents], np.array([0.0, 0.0, 0.0, 1.0]))
    rotations = quaternion_product(quaternion_product(quaternion_conjugate(outer), image.rotations_xyzw), frames)
    local = rotate(quaternion_conjugate(outer), image.local_translations_m())
    # The mirror at x = 0 and then a turn about the vertical and a shift are the mirror in the plane.
    x, z = plane.normal[0], plane.normal[2]
    half = np.arctan2(-z, x)
    turn = np.array([0.0, np.sin(half), 0.0, np.cos(half)])
    shift = 2.0 * float(plane.point_m @ plane.normal) * plane.normal
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    local[:, 0] = rotate(turn, local[:, 0]) + shift
    return replace(motion, rotations_xyzw=rotations, translations_m=local[:, list(motion.skeleton.translated)])


def _frames(image: Skeleton, skeleton: Skeleton) -> Floats:
    """Return how each joint's frame (J, 4) in a skeleton lies in that of the mirrored one, by their rest poses."""
    rests = image.rest_rotations_xyzw(), skeleton.rest_rotations_xyzw()
    return quaternion_product(quaternion_conjugate(rests[0]), rests[1])
