"""Keyed curves as they are: a file's sparse keys and tangents as a keyed animation, without fitting anything.

Keys are whole poses here. Where curves have keys at different times, each gets those of the others by subdivision,
which changes no curve. What cannot be said in such curves is a reason to sample the motion instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from unbake.curves.editing.edit import split_curve
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.formats.fbx.frames import SLACK, Frames
from unbake.formats.fbx.joints import Joint
from unbake.formats.fbx.rig import Component, Property, Rig, axes_of
from unbake.formats.fbx.values import STRAIGHT, handles_of
from unbake.ground.notes import Note
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import Channel, channels_of
from unbake.motion.skeleton import TRANSLATIONS

MOST_KEYED = 0.5
"""Curves with keys at different times that together have keys on more of the frames than this are sampled."""
LEAST_VARIATION = 1e-6
"""In degrees or the file's unit of length: a curve that varies less is constant."""
OVERLAP = 1e-9


class NotKeyed(Exception):  # noqa: N818 – no error: the motion is sampled, and people are told why
    """Curves that a keyed animation cannot have; the text says why, and is empty for a baked take."""


def keyed_animation(rig: Rig, frames: Frames, own: Mapping[str, Any], notes: tuple[str, ...]) -> KeyedAnimation:
    """Return the curves of a rig as a keyed animation.

    Parameters
    ----------
    rig : the skeleton, and the curves of its channels.
    frames : of the clip. Keys are put on the first and the last, if there are none; those outside are left out.
    own : the take's properties of this package: the classes of keys.
    notes : that it is to carry, beside its own.

    Raises
    ------
    NotKeyed : a baked take; keys between frames; steps; curves that repeat; keys on most of the frames by different
        curves; a key to be put where handles overlap.
    """
    components = [component for properties in (rig.translations, rig.rotations) for component in _used(rig, properties)]
    keys, is_united = _united(components, frames)
    curves, place = [], 0
    channels = channels_of(rig.skeleton)
    while place < len(channels):
        joint = channels[place].joint
        own_channels = [channel for channel in channels[place:] if channel.joint == joint]
        curves += _joint_curves(rig, joint, own_channels, keys, frames)
        place += len(own_channels)
    if is_united:
        text = "curves had keys on different frames: each now has the keys of all, and none has changed"
        notes = (*notes, Note(text, "keys-united"))
    selection = Selection(tuple(keys), classes=_classes(own, keys))
    place_in_time = (frames.count, frames.fps, frames.first)
    return KeyedAnimation(rig.skeleton, tuple(curves), selection, *place_in_time, warnings=notes)


def _used(rig: Rig, properties: tuple[Property | None, ...]) -> list[Component]:
    """The components that feed channels."""
    is_moving = properties is rig.translations
    out = []
    for names, found in zip(rig.skeleton.channels, properties, strict=True):
        letters = {name[1] for name in names if (name in TRANSLATIONS) == is_moving}
        if found is not None:
            out += [component for letter, component in zip("xyz", found, strict=True) if letter in letters]
    return out


def _united(components: list[Component], frames: Frames) -> tuple[NDArray[np.int64], bool]:
    """Return the key frames of all curves together, and whether some curve lacks some of them."""
    varying = [component.curve for component in components if component.varies(LEAST_VARIATION)]
    curves = [curve for curve in varying or [c.curve for c in components] if curve is not None]
    if not curves or any(curve.keys is None for curve in curves):
        raise NotKeyed
    sets = []
    for curve in curves:
        places = frames.places(curve.times_s)
        if np.abs(places - np.round(places)).max() > SLACK:
            raise NotKeyed("there are keys between frames")
        changes = np.diff(curve.values) != 0.0
        if (changes & (curve.modes[:-1] < STRAIGHT)).any():
            raise NotKeyed("some curves go in steps")
        if curve.repeats and (places[0] > SLACK or places[-1] < frames.count - 1 - SLACK):
            raise NotKeyed("curves repeat beyond their keys")
        sets.append(np.round(places).astype(np.int64))
    keys = np.unique(np.concatenate([*sets, [0, frames.count - 1]]))
    keys = keys[(keys >= 0) & (keys < frames.count)]
    is_united = any(len(found) < 2 or not np.array_equal(found, keys) for found in sets)
    if is_united and len(keys) > MOST_KEYED * frames.count:
        raise NotKeyed("curves have keys on different frames, together on most of them")
    return keys, is_united


def _joint_curves(
    rig: Rig, place: int, channels: list[Channel], keys: NDArray[np.int64], frames: Frames
) -> list[FCurve]:
    joint, moving, turning = rig.joints[place], rig.translations[place], rig.rotations[place]
    assert joint is not None
    assert moving is not None
    assert turning is not None
    own = {channel.name: channel for channel in channels}
    out: dict[str, FCurve] = {}
    if set(own) & set(TRANSLATIONS):
        raw = [
            _on_keys(component, Channel(place, name), keys, frames)
            for component, name in zip(moving, TRANSLATIONS, strict=True)
        ]
        out.update({curve.channel.name: curve for curve in _moved(joint, raw)})
    for name in own:
        if name not in TRANSLATIONS:
            component = turning["xyz".index(name[1])]
            out[name] = _scaled(_on_keys(component, own[name], keys, frames), np.pi / 180.0, 0.0)
    return [out[channel.name] for channel in channels]


def _on_keys(component: Component, channel: Channel, keys: NDArray[np.int64], frames: Frames) -> FCurve:
    """Return a component's curve in the file's unit, with keys on these frames."""
    curve = component.curve
    if curve is None or curve.keys is None or not (_has(component, keys, frames) or component.varies(LEAST_VARIATION)):
        return _flat(channel, keys, component.constant)
    left, right = handles_of(curve)
    at = np.round(frames.places(curve.times_s))
    if (np.diff(at) <= 0.0).any():
        raise NotKeyed("several keys of a curve stand on one frame")
    rate = float(frames.fps)
    for side in (left, right):
        side[:, 0] = at + (side[:, 0] - curve.times_s) * rate
    right[:-1, 0], left[1:, 0] = np.minimum(right[:-1, 0], at[1:]), np.maximum(left[1:, 0], at[:-1])
    return _cut(_extended(FCurve(channel, at, curve.values, left, right), keys), keys)


def _has(component: Component, keys: NDArray[np.int64], frames: Frames) -> bool:
    curve = component.curve
    return curve is not None and np.array_equal(np.round(frames.places(curve.times_s)), keys)


def _flat(channel: Channel, keys: NDArray[np.int64], value: float) -> FCurve:
    at = keys.astype(np.float64)
    thirds = np.diff(at) / 3.0
    left, right = np.stack([at, np.full(len(at), value)], axis=1), np.stack([at, np.full(len(at), value)], axis=1)
    right[:-1, 0] += thirds
    left[1:, 0] -= thirds
    return FCurve(channel, at, np.full(len(at), value), left, right)


def _extended(curve: FCurve, keys: NDArray[np.int64]) -> FCurve:
    """Return a curve with a key on each of `keys` that it lacks: on the curve, or beyond its keys, where it holds."""
    for key in keys:
        if key in curve.frames:
            continue
        if key < curve.frames[0] or key > curve.frames[-1]:
            curve = _prolonged(curve, float(key))
            continue
        place = int(np.searchsorted(curve.frames, key))
        if curve.right[place - 1, 0] > curve.left[place, 0] + OVERLAP:
            raise NotKeyed("handles overlap where a key has to be added")
        curve = split_curve(curve, place, int(key))
    return curve


def _prolonged(curve: FCurve, key: float) -> FCurve:
    """Return a curve that holds its outer value until one more key."""
    place = 0 if key < curve.frames[0] else len(curve.frames)
    end = 0 if place == 0 else -1
    value, third = curve.values[end], (curve.frames[end] - key) / 3.0
    left, right = (np.insert(side, place, [key, value], axis=0) for side in (curve.left, curve.right))
    near, far = (right, left) if place == 0 else (left, right)
    near[end] = key + third, value
    far[1 if place == 0 else -2] = curve.frames[end] - third, value
    frames, values = np.insert(curve.frames, place, key), np.insert(curve.values, place, value)
    return FCurve(curve.channel, frames, values, left, right)


def _cut(curve: FCurve, keys: NDArray[np.int64]) -> FCurve:
    """Return the part of a curve with these keys, the outer handles on the keys."""
    kept = np.isin(curve.frames, keys)
    values, left, right = curve.values[kept], curve.left[kept], curve.right[kept]
    left[0], right[-1] = (keys[0], values[0]), (keys[-1], values[-1])
    return FCurve(curve.channel, curve.frames[kept], values, left, right)


def _scaled(curve: FCurve, factor: float, shift: float) -> FCurve:
    left, right = curve.left.copy(), curve.right.copy()
    for side in (left, right):
        side[:, 1] = factor * side[:, 1] + shift
    return replace(curve, values=factor * curve.values + shift, left=left, right=right)


def _moved(joint: Joint, raw: list[FCurve]) -> list[FCurve]:
    """Return the curves of a joint's translation in metres from those of its node: along other axes, or mixed."""
    sources = axes_of(joint)
    if sources is not None:
        return [
            replace(
                _scaled(raw[source], float(joint.matrix[axis, source]), float(joint.shift[axis])),
                channel=raw[axis].channel,
            )
            for axis, source in enumerate(sources)
        ]
    lead = next((curve for curve in raw if np.ptp([curve.left[:, 1], curve.right[:, 1]]) > LEAST_VARIATION), raw[0])
    for curve in raw:
        is_flat = np.ptp([curve.left[:, 1], curve.right[:, 1]]) <= LEAST_VARIATION
        near = np.allclose(curve.left[:, 0], lead.left[:, 0], atol=1e-6) and np.allclose(
            curve.right[:, 0], lead.right[:, 0], atol=1e-6
        )
        if not is_flat and not near:
            raise NotKeyed("the axes of the file are mixed, and handles reach differently far along them")
    rows = [np.stack([getattr(curve, part) for curve in raw]) for part in ("values", "left", "right")]
    values, left, right = rows[0], rows[1][..., 1], rows[2][..., 1]
    out = []
    for axis, curve in enumerate(raw):
        row, shift = joint.matrix[axis], joint.shift[axis]
        sides = [
            np.stack([times[:, 0], row @ heights + shift], axis=1)
            for times, heights in ((lead.left, left), (lead.right, right))
        ]
        out.append(FCurve(curve.channel, lead.frames, row @ values + shift, sides[0], sides[1]))
    return out


def _classes(own: Mapping[str, Any], keys: NDArray[np.int64]) -> tuple[KeyClass, ...]:
    """Return the classes of keys that this package wrote with them, a letter each; keyposes where it did not."""
    text = own.get("unbake_key_classes", "")
    known = {name[0]: name for name in get_args(KeyClass)}
    if not isinstance(text, str) or len(text) != len(keys) or not set(text) <= set(known):
        return ()
    return tuple(known[letter] for letter in text)
