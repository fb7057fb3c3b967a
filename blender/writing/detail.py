"""What a reduction lost, as an additive strip of the nonlinear animation."""

from __future__ import annotations

import re

import bpy
import numpy as np

from ..reading.actions import assign, curves_of, holder_of, new_curve, slot_identifier
from .curves import KeyedCurve, write
from .names import with_suffix

SUFFIX = "detail"
DETAIL = re.compile(rf" {SUFFIX}(\.\d+)?$")
"""Ends the names of its strips; Blender puts a number behind names that are there already."""


def add_detail(study, owner, influence):
    """Put an owner's action into a strip, and what the capture has besides into one above it, which adds to it.

    Quaternions differ by a turn and scales by a factor: Blender's blending mode "combine" puts them together so.
    """
    data = owner.animation_data
    frames = np.arange(study.first, study.last + 1)
    base, slot = data.action, slot_identifier(data)
    wanted = _differences(study, owner, frames)
    detail = base.copy()
    detail.name = with_suffix(base.name, SUFFIX)
    below = _strip(data, base, slot, _span(base), data.action_blend_type)
    assign(data, detail, slot)
    holder = holder_of(data)
    for curve in list(holder.fcurves):
        if (curve.data_path, curve.array_index) not in wanted:
            holder.fcurves.remove(curve)
    there = {(curve.data_path, curve.array_index): curve for curve in holder.fcurves}
    for (path, index), (values, group) in wanted.items():
        curve = there.get((path, index)) or new_curve(owner, data, path, index, group)
        curve.mute = False
        write(curve, straight(frames, values), np.zeros(len(frames), dtype=int))
    above = _strip(data, detail, slot, (study.first, study.last), "COMBINE")
    above.use_animated_influence = True
    set_influence(above, influence)
    data.action = None
    return below, above


def set_influence(strip, influence):
    """Let a strip count this much, all the time: its influence has an F-curve of its own, which decides."""
    points = strip.fcurves.find("influence").keyframe_points
    points.clear()
    points.insert(strip.frame_start, influence)
    strip.influence = influence


def detail_strips(owner):
    """Return the strips of lost detail that an object has."""
    tracks = owner.animation_data.nla_tracks if owner.animation_data else ()
    return [strip for track in tracks for strip in track.strips if DETAIL.search(strip.name)]


def _differences(study, owner, frames):
    """What has to come on top of each channel: (path, component) → values (F,) and the name of a group.

    Quaternions have all four components there, whichever of them have keys.
    """
    curves = {(c.data_path, c.array_index): c for c in curves_of(owner.animation_data)}
    found, quaternions = {}, {}
    for target in (target for target in study.targets if target.owner == owner.name):
        curve, group = curves[target.path, target.index], target.bone or owner.name
        now = np.array([curve.evaluate(frame) for frame in frames])
        if target.prop == "rotation_quaternion":
            parts = quaternions.setdefault((target.path, target.bone, group), {})
            parts[target.index] = now, target.values
        elif target.prop == "scale":
            found[target.path, target.index] = target.values / np.where(np.abs(now) > 1e-9, now, 1.0), group
        else:
            found[target.path, target.index] = target.values - now, group
    for (path, bone, group), parts in quaternions.items():
        carrier = owner.pose.bones[bone] if bone else owner
        for index in {0, 1, 2, 3} - set(parts):
            values = _unkeyed(curves.get((path, index)), carrier.rotation_quaternion[index], frames)
            parts[index] = values, values
        before, after = (np.stack([parts[index][side] for index in range(4)], axis=-1) for side in (0, 1))
        found |= {(path, index): (values, group) for index, values in enumerate(_turn(before, after).T)}
    return found


def _unkeyed(curve, value, frames):
    """What a component says that nobody reduced: its F-curve, if that plays, else the property itself."""
    if curve is None or curve.mute:
        return np.full(len(frames), value)
    return np.array([curve.evaluate(frame) for frame in frames])


def _turn(before, after):
    """The unit quaternions (F, 4) that lead from some to others."""
    before = before / np.linalg.norm(before, axis=-1, keepdims=True)
    after = after / np.linalg.norm(after, axis=-1, keepdims=True)
    turn = product(before * [1.0, -1.0, -1.0, -1.0], after)
    return turn * np.where(turn[:, :1] < 0.0, -1.0, 1.0)


def product(a, b):
    """Return the product of quaternions w x y z (F, 4)."""
    w = a[:, 0] * b[:, 0] - (a[:, 1:] * b[:, 1:]).sum(axis=1)
    v = a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + np.cross(a[:, 1:], b[:, 1:])
    return np.concatenate([w[:, None], v], axis=1)


def straight(frames, values):
    """Return a curve with a key on every frame and straight lines between them."""
    keys = np.stack([frames.astype(float), values], axis=1)
    left, right = keys.copy(), keys.copy()
    third = np.diff(keys, axis=0) / 3.0
    left[1:] -= third
    right[:-1] += third
    return KeyedCurve(keys[:, 0], keys[:, 1], left, right, np.ones(len(frames), dtype=bool))


def _span(action):
    """The frames on which an action plays: those of its keys and of the scene."""
    (first, last), scene = action.curve_frame_range, bpy.context.scene
    return min(first, scene.frame_start), max(last, scene.frame_end)


def _strip(data, action, slot, span, blending):
    track = data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, int(span[0]), action)
    if slot and hasattr(strip, "action_slot"):
        strip.action_slot = next(s for s in action.slots if s.identifier == slot)
    strip.use_sync_length = False
    strip.action_frame_start, strip.action_frame_end = span
    strip.frame_start, strip.frame_end = span
    strip.scale = 1.0
    strip.extrapolation = "NOTHING" if blending == "COMBINE" else "HOLD"
    strip.blend_type = blending
    return strip
