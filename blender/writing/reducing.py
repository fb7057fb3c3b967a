"""From chosen keys to F-curves: those that Unbake joined, and those that it joins value by value."""

from __future__ import annotations

import numpy as np

from ..reading.actions import assign, curves_of, slot_identifier
from ..studies import waiting
from .curves import KeyedCurve, write
from .names import with_suffix

WORLD_FITS = {"FREE": "free", "TIGHTEST": "tightest", "HERMITE": "hermite", "BROKEN": "broken"}


def chosen_targets(study, owners, only_selected):
    """Return the targets to write: all, or those of selected bones and objects."""
    if not only_selected:
        return list(study.targets)
    return [target for target in study.targets if is_selected(owners[target.owner], target.bone)]


def is_selected(owner, bone):
    """Return whether a bone, or an object itself, is selected."""
    if not bone:
        return owner.select_get()
    pose_bone = owner.pose.bones[bone]
    return pose_bone.select if hasattr(pose_bone, "select") else pose_bone.bone.select


def joining(study, worker, keys, targets, fit):
    """Return the curve of each target: yields (what is done, how far)."""
    count = len(keys["frames"])
    frames = keys["frames"].astype(np.float64)
    values = keys["values"].reshape(count, -1)
    left, right = keys["left"].reshape(count, -1, 2), keys["right"].reshape(count, -1, 2)
    broken = (keys["tangents"].reshape(count, -1) % 16) != 0
    curves = {}
    for number, target in enumerate(targets):
        column = target.column
        if column >= 0:
            keyed = KeyedCurve(frames, values[:, column], left[:, column], right[:, column], broken[:, column])
            curves[number] = keyed.times(1.0 / target.factor)
    _match_signs(study, targets, curves)
    others = [number for number in range(len(targets)) if number not in curves]
    if others:
        at = (keys["frames"] - study.first).astype(np.int32)
        rows = np.stack([targets[number].values for number in others], axis=1)
        found = yield from fitting(worker, at, rows, [targets[number].scale for number in others], fit, study.first)
        curves |= dict(zip(others, found, strict=True))
    return [curves[number] for number in range(len(targets))]


def _match_signs(study, targets, curves):
    """Unbake's angles may be whole turns away from Blender's, and its quaternions their negatives."""
    signs = {}
    for number, keyed in curves.items():
        target = targets[number]
        if target.prop == "rotation_euler":
            turns = np.round((target.values[0] - keyed.values[0]) / (2.0 * np.pi))
            curves[number] = keyed.times(1.0, 2.0 * np.pi * turns)
        elif target.prop == "rotation_quaternion":
            place = (target.owner, target.bone)
            signs[place] = signs.get(place, 0.0) + keyed.values[0] * target.values[0]
    for number, keyed in curves.items():
        target = targets[number]
        if target.prop == "rotation_quaternion" and signs[target.owner, target.bone] < 0.0:
            curves[number] = keyed.times(-1.0)


def fitting(worker, at, rows, scales, fit, first):
    """Return curves through rows of values (F, N), keyed at rows `at`: yields (what is done, how far)."""
    scales = np.array(scales, dtype=np.float64)
    ticket = worker.send("FitValues", frames=at, values=rows.astype(np.float64).ravel(), scales=scales, fit=fit)
    found = yield from waiting(ticket)
    shift = np.array([float(first), 0.0])
    left, right = (found[side].reshape(len(at), -1, 2) + shift for side in ("left", "right"))
    broken = found["broken"].reshape(len(at), -1) != 0
    frames = at + float(first)
    return [KeyedCurve(frames, rows[at, n], left[:, n], right[:, n], broken[:, n]) for n in range(rows.shape[1])]


def put(owners, targets, curves, classes, into_new, suffix):
    """Write curves into the objects' actions, or into copies of them; return owner → (action, slot).

    Everything else in the actions is kept: other F-curves, groups, slots, the frame range, the cyclic flag.
    """
    assigned = {}
    for name in dict.fromkeys(target.owner for target in targets):
        data = owners[name].animation_data
        if into_new:
            slot, action = slot_identifier(data), data.action.copy()
            action.name = with_suffix(data.action.name, suffix)
            assign(data, action, slot)
        assigned[name] = data.action.name, slot_identifier(data)
        places = {(c.data_path, c.array_index): c for c in curves_of(data)}
        for target, keyed in zip(targets, curves, strict=True):
            if target.owner == name:
                curve = places[target.path, target.index]
                for modifier in [m for m in curve.modifiers if m.type != "CYCLES"]:
                    curve.modifiers.remove(modifier)  # what it did is in the values
                write(curve, keyed, classes)
    return assigned
