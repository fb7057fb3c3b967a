"""The bones of an armature whose F-curves are the channels of a skeleton.

Blender turns a bone within its rest orientation. A joint's rotation is C · R · C⁻¹, with the Euler channels in R and C
its `axes_xyzw`. So the bone rests turned by C against the joint in the pose where all channels are zero; then its
rotation is R itself, and each channel is one F-curve. Positions shift by the offset that the bone rests at.

Such bones point along an axis of their joint, not towards their children, and Blender would draw them so. Each
gets a shape of its own that reaches to its children.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.motion.channels import channels_of, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import (
    IDENTITY_XYZW,
    quaternion_conjugate,
    quaternion_from_euler,
    quaternion_product,
    rotate,
)
from unbake.motion.skeleton import QUATERNION, ROTATIONS, TRANSLATIONS, Skeleton

Z_UP_XYZW = quaternion_from_euler("x", np.array([np.pi / 2.0]))
"""From Y up to Blender's Z up."""
BLENDERS_QUATERNION = ("qw", "qx", "qy", "qz")
SHORTEST_M = 1e-6
"""A bone that ends closer to its joint has no length to be drawn."""
LEAF = 0.4
"""Length of a bone without an end, in parts of its parent's."""


@dataclass(frozen=True, eq=False)
class Bone:
    """A bone of the armature.

    Parameters
    ----------
    name : as the joint is called; a bone that only carries a position has one of its own.
    parent : index of the parent bone, −1 for the root.
    head_m : (3,) where it begins at rest, in metres, Z up.
    rotation_xyzw : (4,) its orientation at rest, Z up.
    mode : Blender's rotation mode, ``QUATERNION`` or an order such as ``XYZ``, the axis that turns first in front.
    ends_m : (N, 3) what its shape reaches to, in its own frame.
    """

    name: str
    parent: int
    head_m: Floats
    rotation_xyzw: Floats
    mode: str
    ends_m: Floats


@dataclass(frozen=True)
class Property:
    """What a channel is in Blender: the bone's property, the component, and what is added to its values."""

    bone: int
    name: str
    component: int
    shift: float


@dataclass(frozen=True, eq=False)
class Rig:
    """The bones, parents before children, and what each channel of `channels_of` is in Blender."""

    bones: tuple[Bone, ...]
    properties: tuple[Property, ...]


def rig_of(skeleton: Skeleton) -> Rig:
    """Return the armature of a skeleton; end sites without channels are no bones, but what shapes reach to."""
    zero = _zero_pose(skeleton)
    places, turned = rotate(Z_UP_XYZW, zero.positions()[0]), zero.world_rotations_xyzw()[0]
    names, bones, properties = UniqueNames(skeleton.names), list[Bone](), list[Property]()
    bone_of, children = {-1: -1}, skeleton.children()
    for joint, name in enumerate(skeleton.names):
        if skeleton.end_sites[joint] and not skeleton.channels[joint]:
            continue
        parent, channels = bone_of[skeleton.parents[joint]], skeleton.channels[joint]
        axes = skeleton.axes_xyzw[joint] if set(channels) & set(ROTATIONS) else np.array(IDENTITY_XYZW)
        upright = quaternion_product(Z_UP_XYZW, turned[joint])
        ends = _ends(places, joint, skeleton.parents[joint], children[joint])
        place = len(bones)
        if set(channels) & set(TRANSLATIONS) and (axes != IDENTITY_XYZW).any():
            # Positions are along the parent's axes, and the bone that turns is not.
            bones.append(Bone(names.take(f"{name}_place"), parent, places[joint], upright, "XYZ", np.empty((0, 3))))
            parent = place
        resting = quaternion_product(upright, axes)
        mode = "QUATERNION" if set(channels) & set(QUATERNION) else skeleton.rotation_orders[joint][::-1].upper()
        bone_of[joint] = len(bones)
        bones.append(Bone(name, parent, places[joint], resting, mode, rotate(quaternion_conjugate(resting), ends)))
        properties += [_property(skeleton, joint, channel, place, len(bones) - 1) for channel in channels]
    return Rig(tuple(bones), tuple(properties))


def _zero_pose(skeleton: Skeleton) -> Motion:
    """One frame in which no channel turns anything, and every joint is at its offset."""
    values = [
        skeleton.offsets_m[channel.joint, TRANSLATIONS.index(channel.name)] if channel.name in TRANSLATIONS else 0.0
        for channel in channels_of(skeleton)
    ]
    return motion_from_channels(skeleton, np.array([values]), Fraction(1))


def _ends(places: Floats, joint: int, parent: int, children: Sequence[int]) -> Floats:
    """What a joint's shape reaches to, (N, 3) from the joint; a leaf goes on as its parent does."""
    ends = places[list(children)] - places[joint]
    ends = ends[np.linalg.norm(ends, axis=1) > SHORTEST_M]
    if not len(ends) and parent >= 0:
        return LEAF * (places[joint] - places[parent])[None]
    return ends


def _property(skeleton: Skeleton, joint: int, channel: str, carrier: int, bone: int) -> Property:
    """What a joint's channel is in Blender; `carrier` is the bone that has its position, `bone` its rotation."""
    if channel in TRANSLATIONS:
        component = TRANSLATIONS.index(channel)
        return Property(carrier, "location", component, -float(skeleton.offsets_m[joint, component]))
    if channel in ROTATIONS:
        return Property(bone, "rotation_euler", ROTATIONS.index(channel), 0.0)
    return Property(bone, "rotation_quaternion", BLENDERS_QUATERNION.index(channel), 0.0)
