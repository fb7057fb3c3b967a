"""Part of a keyed animation: the same curves over fewer frames, with keys at both ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.editing.edit import insert_key
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.layers import carried
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection


def cut(animation: KeyedAnimation, first: int, last: int) -> KeyedAnimation:
    """Return the frames `first` to `last` of an animation, both included, keeping their numbers.

    Where an end has no key, one is put on the curves, as `insert_key` does: they do not change, unless handles overlap
    there. Beyond the outer keys curves hold their values. Layers are cut at the same frames; between an end and their
    next key they may differ a little.

    Parameters
    ----------
    animation : the whole.
    first, last : frame numbers, as the file counts.

    Raises
    ------
    UsageError : frames outside the clip, or in the wrong order.
    """
    if not animation.first_frame <= first <= last < animation.first_frame + animation.n_frames:
        end = animation.first_frame + animation.n_frames - 1
        raise UsageError(f"frames {first}–{last} are no part of the animation's {animation.first_frame}–{end}")
    begin, end = first - animation.first_frame, last - animation.first_frame
    for frame in (begin, end):
        keys = animation.selection.frames
        if keys[0] < frame < keys[-1] and frame not in keys:
            animation = insert_key(animation, frame, "keypose")
    keys = animation.selection.frames
    kept = slice(int(np.searchsorted(keys, begin)), int(np.searchsorted(keys, end, side="right")))
    shift, count = -begin, end - begin + 1
    if kept.start == kept.stop:  # all keys lie before the part, or behind it: the nearest moves to its begin
        nearest = len(keys) - 1 if keys[-1] < begin else 0
        kept, shift = slice(nearest, nearest + 1), -keys[nearest]
    return replace(
        animation,
        curves=tuple(_part(curve, kept, float(shift)) for curve in animation.curves),
        selection=Selection(tuple(key + shift for key in keys[kept]), classes=animation.selection.classes[kept]),
        n_frames=count,
        first_frame=first,
        layers=tuple(
            carried(layer, np.array([begin, end], float), np.array([0, count - 1], float), count)
            for layer in animation.layers
        ),
    )


def _part(curve: FCurve, kept: slice, shift: float) -> FCurve:
    """Return some keys of a curve, moved by so many frames; the outer handles lie on their keys."""
    frames, values = curve.frames[kept] + shift, curve.values[kept]
    left, right = (side[kept] + np.array([shift, 0.0]) for side in (curve.left, curve.right))
    left[0], right[-1] = (frames[0], values[0]), (frames[-1], values[-1])
    tangents = None if curve.tangents is None else curve.tangents[kept]
    return FCurve(curve.channel, frames, values, left, right, tangents)
