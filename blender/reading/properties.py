"""The animated properties of objects and bones that a reduction may key again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from .actions import curves_of

BONE = re.compile(r'pose\.bones\["((?:[^"\\]|\\.)*)"\]\.(\w+)$')
ROTATIONS = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
SIZES = {"location": 3, "rotation_euler": 3, "rotation_quaternion": 4, "rotation_axis_angle": 4, "scale": 3}


@dataclass
class Target:
    """One F-curve that is keyed again.

    Parameters
    ----------
    owner : name of the object whose action it is in.
    bone : name of the bone, "" for the object itself.
    prop, index : the property and its component.
    path : the F-curve's data path.
    values : (F,) what it says on every frame, in Blender's units.
    column : the channel of Unbake's clip that is the same, −1 where none is.
    factor : Unbake's value = factor × Blender's.
    """

    owner: str
    bone: str
    prop: str
    index: int
    path: str
    values: np.ndarray = field(default_factory=lambda: np.empty(0))
    column: int = -1
    factor: float = 1.0

    @property
    def scale(self):
        """How many units of a graph editor, where one weighs as much as a frame, make one of its own."""
        if self.prop == "rotation_euler":
            return 180.0 / np.pi
        if self.prop in ("rotation_quaternion", "rotation_axis_angle"):
            return 360.0 / np.pi
        return 100.0 * max(self.factor, 1e-9)


def targets_of(owner, frames):
    """Return the targets of an object's action; what is muted, locked, driven, or no transform, is kept as it is."""
    data = owner.animation_data
    driven = {(d.data_path, d.array_index) for d in data.drivers} if data else set()
    found = []
    for curve in curves_of(data):
        target = _target(owner, curve)
        if target is None or (curve.data_path, curve.array_index) in driven or not is_free(owner, curve, target):
            continue
        target.values = np.array([curve.evaluate(frame) for frame in frames])
        found.append(target)
    return found


def _target(owner, curve):
    """The target of an F-curve of a transform; None for others, and for what names bones that are not there."""
    match = BONE.match(curve.data_path)
    if match:
        bone = match[1].replace('\\"', '"').replace("\\\\", "\\")
        if owner.type != "ARMATURE" or bone not in owner.pose.bones:
            return None
        carrier, prop = owner.pose.bones[bone], match[2]
    else:
        bone, carrier, prop = "", owner, curve.data_path
    wanted = ROTATIONS.get(carrier.rotation_mode, "rotation_euler")
    if prop not in SIZES or (prop.startswith("rotation") and prop != wanted):
        return None
    return Target(owner.name, bone, prop, curve.array_index, curve.data_path)


def is_free(owner, curve, target):
    """Return whether an F-curve may be changed, or made where there is none: it moves something, and nobody has locked
    it."""
    if curve is not None and (
        curve.mute
        or curve.lock
        or curve.is_empty
        or (curve.group is not None and (curve.group.mute or curve.group.lock))
    ):
        return False
    carrier = owner.pose.bones[target.bone] if target.bone else owner
    if target.prop == "location":
        return not carrier.lock_location[target.index]
    if target.prop == "scale":
        return not carrier.lock_scale[target.index]
    if target.prop == "rotation_euler":
        return not carrier.lock_rotation[target.index]
    if not carrier.lock_rotations_4d:
        return not any(carrier.lock_rotation)
    return not (carrier.lock_rotation_w if target.index == 0 else carrier.lock_rotation[target.index - 1])
