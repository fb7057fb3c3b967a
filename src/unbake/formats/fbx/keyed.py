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

from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.formats.fbx.frames import Frames
from unbake.formats.fbx.joints import Joint
from unbake.formats.fbx.rig import Component, Property, Rig, axes_of
from unbake.formats.fbx.values import STRAIGHT, handles_of
from unbake.formats.sparse_keys import SLACK, NotKeyed, flat, frames_of_keys, united, with_keys
from unbake.ground.notes import Note
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import Channel, channels_of
from unbake.motion.skeleton import TRANSLATIONS

LEAST_VARIATION = 1e-6
"""In degrees or the file's unit of length: a curve that varies less is constant."""


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
    NotKeyed : a baked take, or one frame; keys between frames; steps; curves that repeat; keys on most of the frames by
        different curves; a key to be put where handles overlap.
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
    if frames.count < 2 or not curves or any(curve.keys is None for curve in curves):
        raise NotKeyed
    sets = []
    for curve in curves:
        places = frames.places(curve.times_s)
        own = frames_of_keys(places)
        changes = np.diff(curve.values) != 0.0
        if (changes & (curve.modes[:-1] < STRAIGHT)).any():
            raise NotKeyed("some curves go in steps")
        if curve.repeats and (places[0] > SLACK or places[-1] < frames.count - 1 - SLACK):
            raise NotKeyed("curves repeat beyond their keys")
        sets.append(own)
    return united(sets, frames.count, (0, frames.count - 1))


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
        return flat(channel, keys, component.constant)
    left, right = handles_of(curve)
    at = np.round(frames.places(curve.times_s))
    rate = float(frames.fps)
    for side in (left, right):
        side[:, 0] = at + (side[:, 0] - curve.times_s) * rate
    right[:-1, 0], left[1:, 0] = np.minimum(right[:-1, 0], at[1:]), np.maximum(left[1:, 0], at[:-1])
    return with_keys(FCurve(channel, at, curve.values, left, right), keys)


def _has(component: Component, keys: NDArray[np.int64], frames: Frames) -> bool:
    curve = component.curve
    return curve is not None and np.array_equal(np.round(frames.places(curve.times_s)), keys)


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
