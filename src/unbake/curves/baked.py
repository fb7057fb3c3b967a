"""A motion as curves with a key on every frame: the baked form, for formats that hold curves only."""

from __future__ import annotations

import numpy as np

from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.motion import Motion, check_motion

BAKED = "baked"
"""Name of the "fit" of curves that are a capture, a key on every frame."""


def baked_animation(motion: Motion) -> KeyedAnimation:
    """Return curves through every frame of every channel, straight in between, handles at thirds.

    The inverse of `KeyedAnimation.sample`: at the frames, the same motion.
    """
    check_motion(motion)
    frames = np.arange(motion.n_frames, dtype=np.float64)
    values = channel_values(motion)
    curves = []
    for column, channel in enumerate(channels_of(motion.skeleton)):
        left, right = straight_handles(frames, values[:, column])
        curves.append(FCurve(channel, frames, values[:, column], left, right))
    return KeyedAnimation(
        motion.skeleton,
        tuple(curves),
        Selection(tuple(range(motion.n_frames)), error=0.0),
        motion.n_frames,
        motion.fps,
        motion.first_frame,
        BAKED,
        motion.warnings,
    )


def straight_handles(frames: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return left and right handles (K, 2), absolute, a third of the way to the neighbouring keys.

    Keys stand on frames (K,) and have values (K,). The native format relies on this arithmetic, bit for bit.
    """
    keys = np.stack([frames, values], axis=1)
    left, right = keys.copy(), keys.copy()
    third = np.diff(keys, axis=0) / 3.0
    left[1:] -= third
    right[:-1] += third
    return left, right
