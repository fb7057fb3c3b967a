"""Part of a keyed animation: the same curves over fewer frames, with keys at both ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.editing.edit import insert_key
from unbake.curves.keyed_animation import FCurve, KeyedAnimation, following
from unbake.curves.layers import AnimationLayer
from unbake.curves.tangents import ALIGNED, FREE, VECTOR, Tangents, types_of
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection

LAYER_NEAR = 1e-4
"""Radians or metres by which a layer that is cut may differ on a frame."""
ROUNDING = 1e-9


def cut(animation: KeyedAnimation, first_number: int, last_number: int) -> KeyedAnimation:
    """Return the frames `first_number` to `last_number` of an animation, both included, keeping their numbers.

    Where an end has no key, one is put on the curves, as `insert_key` does: they do not change, unless handles overlap
    there. Handles whose rule would now put them elsewhere stay, aligned or free from then on. Beyond the outer keys
    curves hold their values. Layers are cut at the same frames, with as many more keys as they need to stay the same.

    Parameters
    ----------
    animation : the whole.
    first_number, last_number : frames, as the file numbers them.

    Raises
    ------
    UsageError : frames outside the clip, or in the wrong order.
    """
    if not animation.first_frame <= first_number <= last_number <= animation.last_frame:
        whole = f"{animation.first_frame}–{animation.last_frame}"
        raise UsageError(f"frames {first_number}–{last_number} are no part of the animation's {whole}")
    begin, end = first_number - animation.first_frame, last_number - animation.first_frame
    still = replace(animation, curves=tuple(replace(curve, tangents=None) for curve in animation.curves))
    for frame in (begin, end):
        keys = animation.selection.frames
        if keys[0] < frame < keys[-1] and frame not in keys:
            animation, still = (insert_key(one, frame, "keypose") for one in (animation, still))
    keys = animation.selection.frames
    kept = slice(int(np.searchsorted(keys, begin)), int(np.searchsorted(keys, end, side="right")))
    shift, count = -begin, end - begin + 1
    if kept.start == kept.stop:  # all keys lie before the part, or behind it: the nearest moves to its begin
        nearest = len(keys) - 1 if keys[-1] < begin else 0
        kept, shift = slice(nearest, nearest + 1), -keys[nearest]
    return replace(
        animation,
        curves=tuple(
            _part(curve, kept, float(shift), ruled.tangents)
            for curve, ruled in zip(still.curves, animation.curves, strict=True)
        ),
        selection=Selection(tuple(key + shift for key in keys[kept]), classes=animation.selection.classes[kept]),
        n_frames=count,
        first_frame=first_number,
        layers=tuple(_layer_part(layer, begin, end) for layer in animation.layers),
    )


def _part(curve: FCurve, kept: slice, shift: float, tangents: Tangents | None) -> FCurve:
    """Return some keys of a curve, moved by so many frames; the outer handles lie on their keys."""
    frames, values = curve.frames[kept] + shift, curve.values[kept]
    left, right = (side[kept] + np.array([shift, 0.0]) for side in (curve.left, curve.right))
    left[0], right[-1] = (frames[0], values[0]), (frames[-1], values[-1])
    part = FCurve(curve.channel, frames, values, left, right)
    return part if tangents is None else replace(part, tangents=_true_types(part, tangents[kept]))


def _true_types(curve: FCurve, tangents: Tangents) -> Tangents:
    """Return the codes of keys without the rules that would put their handles elsewhere than where they are."""
    ruled, broken = following(replace(curve, tangents=tangents)), np.zeros(len(tangents), dtype=np.bool_)
    for own, other in ((curve.left, ruled.left), (curve.right, ruled.right)):
        broken |= ~np.isclose(own, other, rtol=ROUNDING, atol=ROUNDING).all(axis=1)
    kinds = types_of(tangents)
    stays = np.where(kinds == VECTOR, FREE, ALIGNED)
    return np.asarray(np.where(broken, tangents - kinds + stays, tangents), dtype=np.uint8)


def _layer_part(layer: AnimationLayer, begin: int, end: int) -> AnimationLayer:
    """Return the frames `begin` to `end` of a layer; its curves depend on the keys around, so some are added."""
    n, times = len(layer.joints), np.arange(end - begin + 1)
    meant = np.concatenate(layer.at(times + begin), axis=1)
    keys = np.unique(np.clip(layer.frames, begin, end)) - begin
    while True:
        part = replace(layer, frames=keys, vectors_rad=meant[keys, :n], shifts_m=meant[keys, n:])
        off = np.abs(np.concatenate(part.at(times), axis=1) - meant).max(axis=(1, 2), initial=0.0)
        if off.max() <= LAYER_NEAR:
            return part
        keys = np.union1d(keys, off.argmax())
