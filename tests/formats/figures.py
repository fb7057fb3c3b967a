"""A small made-up figure and its performance: every kind of channel that a file can hold, smooth and seeded."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from unbake.curves.fits.hermite import fit_thirds
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channel_values, channels_of, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

JOINTS = (
    ("Hips", -1, (0.0, 0.0, 0.0), "zyx"),
    ("Spine", 0, (0.0, 0.25, 0.01), "zxy"),
    ("Head", 1, (0.0, 0.3, 0.0), "yxz"),
    ("LeftArm", 1, (0.2, 0.25, 0.0), "xyz"),
    ("LeftForeArm", 3, (0.28, 0.0, 0.0), "zyx"),
    ("RightArm", 1, (-0.2, 0.25, 0.0), "yzx"),
    ("RightForeArm", 5, (-0.28, 0.0, 0.0), "xzy"),
    ("LeftUpLeg", 0, (0.1, -0.05, 0.0), "zyx"),
    ("LeftLeg", 7, (0.0, -0.42, 0.0), "zxy"),
    ("RightUpLeg", 0, (-0.1, -0.05, 0.0), "zyx"),
    ("RightLeg", 9, (0.0, -0.42, 0.0), "xyz"),
    ("Head_end", 2, (0.0, 0.2, 0.0), None),
    ("LeftForeArm_end", 4, (0.25, 0.0, 0.0), None),
    ("RightForeArm_end", 6, (-0.25, 0.0, 0.0), None),
    ("LeftLeg_end", 8, (0.0, -0.4, 0.05), None),
    ("RightLeg_end", 10, (0.0, -0.4, 0.05), None),
)


def figure_skeleton() -> Skeleton:
    """Eleven joints in six rotation orders, and five end sites; the root moves, its channels as a BVH lists them."""
    names, parents, offsets, orders = zip(*JOINTS, strict=True)
    channels = [() if order is None else tuple(f"r{letter}" for letter in order) for order in orders]
    channels[0] = ("tx", "ty", "tz", *channels[0])
    return Skeleton(
        names,
        parents,
        np.array(offsets),
        tuple(channels),
        tuple(order or "zyx" for order in orders),
        end_sites=tuple(order is None for order in orders),
        metres_per_unit=0.01,
    )


def figure_motion(n_frames: int = 60, seed: int = 7, skeleton: Skeleton | None = None, first_frame: int = 1) -> Motion:
    """Swings of up to a radian in every rotation channel, about a hertz and two; the root walks a metre a second."""
    rng = np.random.default_rng(seed)
    skeleton = skeleton or figure_skeleton()
    channels = channels_of(skeleton)
    time_s = np.arange(n_frames)[:, None] / 60.0
    values = np.zeros((n_frames, len(channels)))
    for rate, size in ((0.9, 0.6), (2.1, 0.25)):
        phase, share = rng.uniform(0.0, 2.0 * np.pi, len(channels)), rng.uniform(0.3, 1.0, len(channels))
        values += size * share * np.sin(2.0 * np.pi * rate * time_s + phase)
    for column, channel in enumerate(channels):
        if channel.name.startswith("t"):
            rest = skeleton.offsets_m[channel.joint]["xyz".index(channel.name[1])]
            values[:, column] = rest + 0.05 * values[:, column]
            if channel.joint == 0:
                values[:, column] += {"tx": 0.0, "ty": 0.95, "tz": 1.0}[channel.name] * (
                    1.0 if channel.name == "ty" else time_s[:, 0]
                )
    return motion_from_channels(skeleton, values, Fraction(60), first_frame)


def keyed(motion: Motion, keys: tuple[int, ...], skeleton: Skeleton | None = None) -> KeyedAnimation:
    """The motion's Hermite fit on the given keys, in its own channels or those of `skeleton`; odd keys break down."""
    skeleton = skeleton or motion.skeleton
    values = channel_values(motion, skeleton)
    frames = np.array(keys, dtype=np.int64)
    left, right = fit_thirds(frames, values)
    curves = tuple(
        FCurve(channel, frames, values[frames, column], left[column], right[column])
        for column, channel in enumerate(channels_of(skeleton))
    )
    classes = tuple("breakdown" if place % 2 else "keypose" for place in range(len(keys)))
    selection = Selection(keys, 0.0125, classes)
    return KeyedAnimation(skeleton, curves, selection, motion.n_frames, motion.fps, motion.first_frame, "hermite")
