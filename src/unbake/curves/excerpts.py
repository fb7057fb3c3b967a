"""Excerpts of an animation from one key to another, and handles that come back from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation, fcurves
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import Selection

LEFT, RIGHT = 0, 1
"""Places of the two handles of a key in what `handles_of` returns."""


def handles_of(animation: KeyedAnimation) -> Floats:
    """Return all handles (2, C, K, 2), left and right, in time and value as seen from their keys."""
    sides = np.array([(curve.left, curve.right) for curve in animation.curves])
    keys = np.array([np.stack([curve.frames, curve.values], axis=1) for curve in animation.curves])
    return np.moveaxis(sides, 1, 0) - keys


def with_handles(animation: KeyedAnimation, handles: Floats) -> KeyedAnimation:
    """Return the animation with other handles (2, C, K, 2), as `handles_of` returns them."""
    keys = np.array([np.stack([curve.frames, curve.values], axis=1) for curve in animation.curves])
    sides = zip(animation.curves, *(keys + handles), strict=True)
    return replace(animation, curves=tuple(replace(curve, left=left, right=right) for curve, left, right in sides))


def excerpt(animation: KeyedAnimation, handles: Floats, first: int, last: int) -> KeyedAnimation:
    """Return the animation from key `first` to key `last`, without layers.

    Parameters
    ----------
    animation : keys and values.
    handles : (2, C, K, 2) the whole's, as `handles_of` returns them; the outer ones of the excerpt lie on their keys.
    first, last : keys from 0.
    """
    frames = animation.selection.frames[first : last + 1]
    at, values = np.array(frames) - frames[0], np.array([curve.values[first : last + 1] for curve in animation.curves])
    handles = handles[:, :, first : last + 1].copy()
    handles[LEFT, :, 0] = handles[RIGHT, :, -1] = 0.0
    keys = np.stack([np.broadcast_to(at, values.shape), values], axis=-1)
    return replace(
        animation,
        curves=fcurves([curve.channel for curve in animation.curves], at, values, *(keys + handles)),
        selection=Selection(tuple(at.tolist())),
        n_frames=frames[-1] - frames[0] + 1,
        first_frame=animation.first_frame + frames[0],
        layers=(),
    )
