"""Where controls are as channels: location and rotation in each control's own mode, continuous over time."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Euler

from ..reading.actions import assign, curves_of, new_curve, slot_identifier
from ..reading.properties import ROTATIONS, Target, is_free
from ..reading.rotations import continuous


def control_targets(rig, controls, bases):
    """Return the targets of controls, with their values (F,) from matrices, a list (F) of lists by control.

    What is locked, muted or driven is left out.
    """
    data = rig.animation_data
    driven = {(d.data_path, d.array_index) for d in data.drivers} if data else set()
    curves = {(c.data_path, c.array_index): c for c in curves_of(data)}
    found = []
    for place, control in enumerate(controls):
        bone = rig.pose.bones[control.name]
        rows = [frame[place] for frame in bases]
        values = {"location": np.array([basis.to_translation() for basis in rows])} if control.moves else {}
        if control.node >= 0:
            values[ROTATIONS.get(bone.rotation_mode, "rotation_euler")] = _turns(bone.rotation_mode, rows)
        for prop, columns in values.items():
            path = f'pose.bones["{bpy.utils.escape_identifier(control.name)}"].{prop}'
            for index, column in enumerate(columns.T):
                target = Target(rig.name, control.name, prop, index, path, column)
                if (path, index) not in driven and is_free(rig, curves.get((path, index)), target):
                    found.append(target)
    return found


def _turns(mode, bases):
    """Rotations of matrices in a bone's mode, (F, 3) or (F, 4)."""
    quaternions = continuous(np.array([basis.to_quaternion() for basis in bases]))
    if mode == "QUATERNION":
        return quaternions
    if mode == "AXIS_ANGLE":
        return _axis_angles(quaternions)
    angles, before = [], Euler((0.0, 0.0, 0.0), mode)
    for basis in bases:
        before = basis.to_quaternion().to_euler(mode, before)
        angles.append(tuple(before))
    return np.array(angles)


def _axis_angles(quaternions):
    """Angles and axes (F, 4); where nothing is turned the axis is the one before."""
    rows, axis = [], np.array([0.0, 1.0, 0.0])
    for w, *vector in quaternions:
        sine = float(np.linalg.norm(vector))
        if sine > 1e-6:
            new = np.array(vector) / sine
            axis, sine = (new, sine) if new @ axis >= 0.0 else (-new, -sine)
        rows.append([2.0 * np.arctan2(sine, w), *axis])
    return np.array(rows)


def new_targets(rig, targets, into_new):
    """Give a rig F-curves for targets: in a copy of its action or in it; in a new one where it has none."""
    data = rig.animation_data or rig.animation_data_create()
    if data.action is None:
        data.action = bpy.data.actions.new(f"{rig.name} controls")
    elif into_new:
        slot, action = slot_identifier(data), data.action.copy()
        action.name = f"{data.action.name} controls"
        assign(data, action, slot)
    present = {(c.data_path, c.array_index) for c in curves_of(data)}
    for target in targets:
        if (target.path, target.index) not in present:
            new_curve(rig, data, target.path, target.index, target.bone)
