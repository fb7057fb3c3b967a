"""A file's own keys as whole poses: curves that have keys on different frames get those of the others by subdivision.

That changes no curve. What cannot be said in such curves is a reason to sample the motion instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.curves.editing.edit import split_curve
from unbake.curves.keyed_animation import FCurve
from unbake.ground.arrays import Floats, Indices
from unbake.motion.channels import Channel

SLACK = 0.02
"""Parts of a frame by which a key may miss it."""
MOST_KEYED = 0.5
"""Curves with keys on different frames that together have keys on more of the frames than this are sampled."""
OVERLAP = 1e-9


class NotKeyed(Exception):  # noqa: N818 – no error: the motion is sampled, and people are told why
    """Curves that a keyed animation cannot have; the text says why, and is empty for a baked take."""


def frames_of_keys(places: Floats) -> Indices:
    """Return the frames (K,), from 0, of keys that stand there but for rounding; NotKeyed for others."""
    if np.abs(places - np.round(places)).max() > SLACK:
        raise NotKeyed("there are keys between frames")
    return np.asarray(np.round(places), dtype=np.int64)


def united(own: Sequence[Indices], n_frames: int, more: Sequence[int] = ()) -> tuple[Indices, bool]:
    """Return the key frames of all curves together, and whether some curve lacks some of them.

    Parameters
    ----------
    own : the key frames of each curve that changes.
    n_frames : of the clip; keys outside are left out.
    more : frames that are keys as well.

    Raises
    ------
    NotKeyed : keys on most of the frames by different curves.
    """
    keys = np.unique(np.concatenate([*own, np.array(more, dtype=np.int64)]))
    keys = keys[(keys >= 0) & (keys < n_frames)]
    is_united = any(len(found) < 2 or not np.array_equal(found, keys) for found in own)
    if is_united and len(keys) > MOST_KEYED * n_frames:
        raise NotKeyed("curves have keys on different frames, together on most of them")
    return keys, is_united


def flat(channel: Channel, keys: Indices, value: float) -> FCurve:
    """Return a curve that keeps one value."""
    at = keys.astype(np.float64)
    thirds = np.diff(at) / 3.0
    left, right = np.stack([at, np.full(len(at), value)], axis=1), np.stack([at, np.full(len(at), value)], axis=1)
    right[:-1, 0] += thirds
    left[1:, 0] -= thirds
    return FCurve(channel, at, np.full(len(at), value), left, right)


def with_keys(curve: FCurve, keys: Indices) -> FCurve:
    """Return a curve with these keys and no others, unchanged between them; NotKeyed where that is impossible."""
    if (np.diff(curve.frames) <= 0.0).any():
        raise NotKeyed("several keys of a curve stand on one frame")
    return _cut(_extended(curve, keys), keys)


def _extended(curve: FCurve, keys: Indices) -> FCurve:
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


def _cut(curve: FCurve, keys: Indices) -> FCurve:
    """Return the part of a curve with these keys, the outer handles on the keys."""
    kept = np.isin(curve.frames, keys)
    values, left, right = curve.values[kept], curve.left[kept], curve.right[kept]
    left[0], right[-1] = (keys[0], values[0]), (keys[-1], values[-1])
    return FCurve(curve.channel, curve.frames[kept], values, left, right)
