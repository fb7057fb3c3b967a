"""Keys of layers, one by one: delta keys from poses, keys without change, keys of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from unbake.curves.layers import AnimationLayer, layer_between
from unbake.editing.offset_layer import OffsetLayer, apply_layers, counting
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.kinematics.minimal_turns import nearest_vectors
from unbake.motion.motion import Motion

ROOT = 0
"""A key without change in a layer that turns nothing yet is one of the root."""


def empty_layer(name: str) -> OffsetLayer:
    """Return a layer without keys; its one frame, of no joint, stands for none."""
    return OffsetLayer(AnimationLayer(name, np.zeros(1, np.int64), (), np.zeros((1, 0, 3)), (), np.zeros((1, 0, 3))))


def delta_frames(layer: OffsetLayer) -> Indices:
    """Return the frames (K,), from 0, of a layer's delta keys."""
    return layer.pose.frames if layer.pose.joints or layer.pose.moved else layer.pose.frames[:0]


def pose_delta(clip: Motion, layers: Sequence[OffsetLayer], place: int, frame: int, pose: Motion) -> AnimationLayer:
    """Return the delta with which one of some layers gives a clip, with all of them on top, a pose.

    Parameters
    ----------
    clip : what the layers are on.
    layers, place : the first below the others, and which of them the delta is for.
    frame : from 0.
    pose : one frame, as `pose` gives it.

    Returns
    -------
    a layer of one key, for `with_delta_key`.

    Raises
    ------
    UsageError : a layer that does not count, of weight 0, or below one that shows the frame at another time.
    """
    counted, layer = counting(layers), layers[place]
    if layer not in counted:
        raise UsageError(f"layer '{layer.name}' is muted, or others are solo: what is done in it would not be seen")
    if not layer.pose.weight:
        raise UsageError(f"layer '{layer.name}' has weight 0: what is done in it would not be seen")
    rank = counted.index(layer)
    below = shown_at(clip, [*counted[:rank], without_deltas(layer)], frame)
    wanted = without_layers_above(pose, counted[rank + 1 :], frame, clip.n_frames)
    above = replace(below, rotations_xyzw=wanted.rotations_xyzw, translations_m=wanted.translations_m)
    delta = layer_between(below, above, layer.name)
    weight = layer.pose.weight
    return replace(delta, vectors_rad=delta.vectors_rad / weight, shifts_m=delta.shifts_m / weight)


def shown_at(clip: Motion, layers: Sequence[OffsetLayer], frame: int) -> Motion:
    """Return what a clip with layers on top shows at a frame, from 0: one frame of `apply_layers`."""
    number = clip.first_frame + frame
    if any(layer.has_times for layer in layers):
        return apply_layers(clip, layers).excerpt(number, number)
    there = [layer_of_excerpt(layer, frame, 1, clip.n_frames, float(clip.fps)) for layer in layers]
    return apply_layers(clip.excerpt(number, number), there)


def without_layers_above(pose: Motion, layers: Sequence[OffsetLayer], frame: int, n_frames: int) -> Motion:
    """Return the pose, one frame, of which layers make another at a frame of a clip of `n_frames`.

    Raises
    ------
    UsageError : a layer that shows the frame at another time.
    """
    for layer in reversed(counting(layers)):
        if abs(layer.times(n_frames, float(pose.fps))[frame] - frame) > 1e-6:
            raise UsageError(
                f"layer '{layer.name}' lies above and shows this frame at another time: mute it, or change it instead"
            )
        vectors, shifts = layer.pose.at(np.array([frame]))
        key = replace(
            layer.pose, frames=np.zeros(1, np.int64), vectors_rad=vectors, shifts_m=shifts, weight=-layer.pose.weight
        )
        pose = key.applied(pose)
    return pose


def with_delta_key(layer: OffsetLayer, frame: int, delta: AnimationLayer | None = None) -> OffsetLayer:
    """Return a layer with a delta key on a frame, from 0, in place of the one that is there.

    Turns take the short way from the key before, at the layer's weight; keys behind it whose turns took the short way
    still do. So whole turns may add up, as of a body that turns round and round.

    Parameters
    ----------
    layer, frame : what to change, and where.
    delta : turns and shifts of one key, as `pose_delta` gives them; None for a key without change.
    """
    delta, pose, old = delta or empty_layer("").pose, layer.pose, delta_frames(layer)
    joints = tuple(dict.fromkeys((*pose.joints, *delta.joints)))
    moved = tuple(dict.fromkeys((*pose.moved, *delta.moved)))
    joints = joints if joints or moved else (ROOT,)
    frames = np.union1d(old, [frame])
    vectors, shifts = np.zeros((len(frames), len(joints), 3)), np.zeros((len(frames), len(moved), 3))
    rows, row = np.searchsorted(frames, old), int(np.searchsorted(frames, frame))
    vectors[rows, : len(pose.joints)] = pose.vectors_rad[: len(old)]
    shifts[rows, : len(pose.moved)] = pose.shifts_m[: len(old)]
    vectors[row], shifts[row] = 0.0, 0.0
    vectors[row, [joints.index(joint) for joint in delta.joints]] = delta.vectors_rad[0]
    shifts[row, [moved.index(joint) for joint in delta.moved]] = delta.shifts_m[0]
    before = np.zeros((len(old), len(joints), 3))
    before[:, : len(pose.joints)] = pose.vectors_rad[: len(old)]
    vectors = _by_short_ways(vectors, row, before, pose.weight)
    changed = replace(pose, frames=frames, joints=joints, vectors_rad=vectors, moved=moved, shifts_m=shifts)
    return replace(layer, pose=changed)


def _by_short_ways(vectors: Floats, row: int, before: Floats, weight: float) -> Floats:
    """Return the turns (K, n, 3) of keys, one of them new, in short ways from key to key.

    Parameters
    ----------
    vectors, row : of all keys, and which is new.
    before : (L, n, 3) the keys as they were.
    weight : of the layer: which turns are the same depends on it.
    """
    found = vectors.copy()
    if len(found) > 1:
        found[row] = _nearest(found[row], found[row - 1] if row else found[1], weight)
    for key in range(row + 1, len(found)):
        own = key - len(found) + len(before)
        was_short = own == 0 or np.array_equal(_nearest(before[own], before[own - 1], weight), before[own])
        nearest = _nearest(found[key], found[key - 1], weight)
        if not was_short or np.array_equal(nearest, found[key]):
            break
        found[key] = nearest
    return found


def _nearest(vectors: Floats, near: Floats, weight: float) -> Floats:
    """`nearest_vectors` at a layer's weight; what is nearest already keeps its bits."""
    weighed = weight * vectors
    found = nearest_vectors(weighed, weight * near)
    return np.where(found == weighed, vectors, found / (weight or 1.0))


def without_delta_key(layer: OffsetLayer, frame: int) -> OffsetLayer:
    """Return a layer without the delta key on a frame, from 0; UsageError where there is none."""
    pose, left = layer.pose, delta_frames(layer) != frame
    if left.all():
        raise UsageError(f"layer '{layer.name}' has no delta key there")
    if not left.any():
        return without_deltas(layer)
    parts = {"vectors_rad": pose.vectors_rad[left], "shifts_m": pose.shifts_m[left]}
    return replace(layer, pose=replace(pose, frames=pose.frames[left], **parts))


def without_deltas(layer: OffsetLayer) -> OffsetLayer:
    """Return a layer without any delta keys; what it does to time stays."""
    empty, pose = empty_layer(layer.name).pose, layer.pose
    return replace(layer, pose=replace(empty, weight=pose.weight, is_muted=pose.is_muted))


def with_time_key(layer: OffsetLayer, frame: int, offset_s: float, n_frames: int, fps: float) -> OffsetLayer:
    """Return a layer with a time key on a frame, from 0, in place of the one that is there.

    Parameters
    ----------
    layer, frame : what to change, and where.
    offset_s : by how many seconds the clip below is looked at later, or, below 0, earlier.
    n_frames, fps : of the clip.

    Raises
    ------
    UsageError : time would stand still or run backwards at the layer's weight, or at weight 1 where that is larger.
    """
    before, after = layer.time_frames < frame, layer.time_frames > frame
    keys = np.concatenate([layer.time_frames[before], [frame], layer.time_frames[after]])
    offsets = np.concatenate([layer.time_offsets_s[before], [offset_s], layer.time_offsets_s[after]])
    changed = replace(layer, time_frames=keys, time_offsets_s=offsets)
    replace(changed, pose=replace(layer.pose, weight=max(layer.pose.weight, 1.0))).times(n_frames, fps)
    return changed


def without_time_key(layer: OffsetLayer, frame: int) -> OffsetLayer:
    """Return a layer without the time key on a frame, from 0; UsageError where there is none."""
    left = layer.time_frames != frame
    if left.all():
        raise UsageError(f"layer '{layer.name}' has no time key there")
    return replace(layer, time_frames=layer.time_frames[left], time_offsets_s=layer.time_offsets_s[left])


def layer_of_excerpt(layer: OffsetLayer, first: int, n_frames: int, clip_frames: int, fps: float) -> OffsetLayer:
    """Return a layer as it is on some frames of its clip: the same on each of them.

    Where keys lie outside, there is a key on every frame on which anything changes: what a monotone cubic does between
    two keys depends on those around them.

    Parameters
    ----------
    layer : of the whole clip.
    first, n_frames : the excerpt's first frame, from 0, and its length.
    clip_frames, fps : length and rate of the clip.
    """
    last = first + n_frames - 1
    frames, times, offsets = layer.pose.frames, layer.time_frames, layer.time_offsets_s
    if not _are_inside(frames, first, last):
        own = np.arange(first, last + 1)
        frames = own[_where_changing(np.concatenate(layer.pose.at(own), axis=1).reshape(n_frames, -1))]
    vectors, shifts = layer.pose.at(frames)
    pose = replace(layer.pose, frames=frames - first, vectors_rad=vectors, shifts_m=shifts)
    if not layer.has_times:
        times, offsets = times[:0], offsets[:0]
    elif not _are_inside(times, first, last):
        own = np.arange(first, last + 1)
        later = (layer.unbounded_times(clip_frames, fps)[own] - own) / (fps * layer.pose.weight)
        times, offsets = own, later
    return replace(layer, pose=pose, time_frames=times - first, time_offsets_s=offsets)


def _are_inside(frames: Indices, first: int, last: int) -> bool:
    return bool(((frames >= first) & (frames <= last)).all())


def _where_changing(values: Floats) -> Booleans:
    """Which rows of values (F, C) differ from one beside them, and the first and the last."""
    differs = np.concatenate([[True], (values[1:] != values[:-1]).any(axis=1), [True]])
    return np.asarray(differs[1:] | differs[:-1])
