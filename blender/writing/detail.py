"""What a reduction lost, as an additive strip of the nonlinear animation."""

from __future__ import annotations

import numpy as np

from ..reading.actions import assign, curves_of, holder_of, slot_identifier
from .curves import KeyedCurve, write

SUFFIX = " detail"


def add_detail(study, owner, influence):
    """Put an owner's action into a strip, and what the capture has besides into one above it, which adds to it.

    Quaternions differ by a turn and scales by a factor: Blender's blending mode "combine" puts them together so.
    """
    data = owner.animation_data
    targets = [target for target in study.targets if target.owner == owner.name]
    frames = np.arange(study.first, study.last + 1)
    curves = {(c.data_path, c.array_index): c for c in curves_of(data)}
    now = {(t.bone, t.prop, t.index): np.array([curves[t.path, t.index].evaluate(f) for f in frames]) for t in targets}
    was = {(t.bone, t.prop, t.index): t.values for t in targets}
    base, slot = data.action, slot_identifier(data)
    detail = base.copy()
    detail.name = f"{base.name}{SUFFIX}"
    below = _strip(data, base, slot, study, "REPLACE")
    assign(data, detail, slot)
    wanted = {(t.path, t.index): _difference(t, now, was) for t in targets}
    holder = holder_of(data)
    for curve in list(holder.fcurves):
        values = wanted.get((curve.data_path, curve.array_index))
        if values is None:
            holder.fcurves.remove(curve)
        else:
            write(curve, straight(frames, values), np.zeros(len(frames), dtype=int))
    above = _strip(data, detail, slot, study, "COMBINE")
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
    return [strip for track in tracks for strip in track.strips if strip.name.endswith(SUFFIX)]


def _difference(target, now, was):
    """What has to come on top of one channel."""
    key = (target.bone, target.prop, target.index)
    if target.prop == "scale":
        return was[key] / np.where(np.abs(now[key]) > 1e-9, now[key], 1.0)
    if target.prop != "rotation_quaternion" or any((target.bone, target.prop, i) not in now for i in range(4)):
        return was[key] - now[key]
    before, after = (np.stack([side[target.bone, target.prop, i] for i in range(4)], axis=-1) for side in (now, was))
    before /= np.linalg.norm(before, axis=-1, keepdims=True)
    after = after / np.linalg.norm(after, axis=-1, keepdims=True)
    turn = product(before * [1.0, -1.0, -1.0, -1.0], after)
    turn *= np.where(turn[:, :1] < 0.0, -1.0, 1.0)
    return turn[:, target.index]


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


def _strip(data, action, slot, study, blending):
    track = data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, study.first, action)
    if slot and hasattr(strip, "action_slot"):
        strip.action_slot = next(s for s in action.slots if s.identifier == slot)
    strip.use_sync_length = False
    strip.action_frame_start, strip.action_frame_end = study.first, study.last
    strip.frame_start, strip.frame_end = study.first, study.last
    strip.scale = 1.0
    strip.extrapolation = "NOTHING" if blending == "COMBINE" else "HOLD"
    strip.blend_type = blending
    return strip
