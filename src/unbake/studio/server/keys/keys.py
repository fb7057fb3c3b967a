"""Keyed animations as messages, and back: frames as the file numbers them, keys as rows."""

from __future__ import annotations

import numpy as np

from unbake.curves.keyed_animation import FCurve, KeyedAnimation, are_broken, fcurves
from unbake.curves.tangents import ALIGNED, FREE, Tangents, types_of
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import channels_of
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.studio.server.messages import Keys

CLASSES: tuple[KeyClass, ...] = ("keypose", "breakdown", "hold")


def keys_of(animation: KeyedAnimation) -> Keys:
    """Return an animation as a message."""
    first = animation.first_frame
    curves, count = animation.curves, len(animation.selection)
    values = np.array([curve.values for curve in curves]).reshape(-1, count)
    left = np.array([curve.left for curve in curves]).reshape(-1, count, 2)
    right = np.array([curve.right for curve in curves]).reshape(-1, count, 2)
    tangents = np.array([_tangents(curve, count) for curve in curves], dtype=np.uint8).reshape(-1, count)
    # What is not in line any more, as a fit left it, is not aligned.
    broken = are_broken(np.array(animation.selection.frames, dtype=np.float64), values, left, right)
    tangents[broken & (types_of(tangents) == ALIGNED)] |= FREE
    shift = np.array([first, 0.0])
    return Keys(
        first=first,
        last=animation.last_frame,
        fit=animation.fit,
        frames=np.array(animation.key_numbers(), dtype=np.int32),
        classes=np.array([CLASSES.index(c) for c in animation.key_classes()], dtype=np.uint8),
        values=values.T.ravel(),
        left=(left + shift).swapaxes(0, 1).ravel(),
        right=(right + shift).swapaxes(0, 1).ravel(),
        tangents=tangents.T.ravel(),
    )


def _tangents(curve: FCurve, count: int) -> Tangents:
    return np.zeros(count, dtype=np.uint8) if curve.tangents is None else curve.tangents


def animation_from(keys: Keys, motion: Motion, skeleton: Skeleton) -> KeyedAnimation:
    """Return the animation of a message.

    Parameters
    ----------
    keys : the message.
    motion : the capture that it is of, for rate and warnings.
    skeleton : the joints with the channels that are keyed.

    Raises
    ------
    UsageError : arrays of the wrong length, frames that do not rise, a class that is none.
    MotionError : values that make no curves.
    """
    channels = channels_of(skeleton)
    count = len(keys.frames)
    sizes = {"classes": count, "values": count * len(channels), "tangents": count * len(channels)}
    sizes |= {"left": 2 * sizes["values"], "right": 2 * sizes["values"]}
    for name, size in sizes.items():
        if len(getattr(keys, name)) != size:
            raise UsageError(f"the keys' {name} have {len(getattr(keys, name))} numbers, expected {size}")
    if keys.classes.max(initial=0) >= len(CLASSES) or keys.last < keys.first:
        raise UsageError("the keys of a message are no keys of an animation")
    frames = keys.frames.astype(np.float64) - keys.first
    values = keys.values.reshape(count, -1)
    left, right = (_handles(side, count, keys.first) for side in (keys.left, keys.right))
    classes = tuple(CLASSES[c] for c in keys.classes)
    return KeyedAnimation(
        skeleton=skeleton,
        curves=fcurves(
            channels,
            frames,
            values.T,
            left.swapaxes(0, 1),
            right.swapaxes(0, 1),
            np.asarray(keys.tangents).reshape(count, -1).T,
        ),
        selection=Selection(tuple(int(frame) for frame in frames), classes=classes),
        n_frames=keys.last - keys.first + 1,
        fps=motion.fps,
        first_frame=keys.first,
        fit=keys.fit,
        warnings=motion.warnings,
    )


def _handles(side: Floats, count: int, first: int) -> Floats:
    """Handles (K, C, 2) with times from 0."""
    return np.asarray(side.reshape(count, -1, 2) - np.array([first, 0.0]))
