"""The animated channels of a motion as plain numbers, one column a channel, and back.

A column is what a file stores and a graph editor draws: metres, radians (Euler angles, unwrapped) or quaternion
components (kept in one hemisphere).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.ground.arrays import Floats, few_at_once, shaped
from unbake.motion.motion import Motion
from unbake.motion.rotations import (
    IDENTITY_XYZW,
    continuous_euler_from_quaternion,
    in_one_hemisphere,
    quaternion_conjugate,
    quaternion_from_euler,
    quaternion_product,
)
from unbake.motion.skeleton import QUATERNION, ROTATIONS, TRANSLATIONS, Skeleton


@dataclass(frozen=True)
class Channel:
    """One animated number of one joint: `joint` its index, `name` one of ``tx … tz, rx … rz, qx … qw``."""

    joint: int
    name: str


def channels_of(skeleton: Skeleton) -> tuple[Channel, ...]:
    """Return all channels of a skeleton, joint by joint, each joint's as its file lists them."""
    return tuple(Channel(joint, name) for joint, names in enumerate(skeleton.channels) for name in names)


def known_values(motion: Motion, skeleton: Skeleton, values: Floats | None) -> Floats:
    """Return `channel_values`, or those (F, C) that are known already; UsageError where these have another shape."""
    if values is None:
        return channel_values(motion, skeleton)
    return shaped(values, (motion.n_frames, len(channels_of(skeleton))), "values of channels")


def channel_values(motion: Motion, skeleton: Skeleton | None = None) -> Floats:
    """Return the values (F, C) of all channels of a motion, in the order of `channels_of`.

    Parameters
    ----------
    motion : the clip.
    skeleton : the same joints with other channels (other rotation orders, quaternions); by default the motion's own.
    """
    skeleton = skeleton or motion.skeleton
    channels = channels_of(skeleton)
    out = np.empty((motion.n_frames, len(channels)))
    _fill_euler_angles(motion, skeleton, channels, out)
    places = {joint: place for place, joint in enumerate(motion.skeleton.translated)}
    quaternions: dict[int, Floats] = {}
    for column, channel in enumerate(channels):
        joint, name = channel.joint, channel.name
        if name in TRANSLATIONS:
            axis = TRANSLATIONS.index(name)
            is_moved = joint in places
            out[:, column] = (
                motion.translations_m[:, places[joint], axis] if is_moved else motion.skeleton.offsets_m[joint, axis]
            )
        elif name in QUATERNION:
            if joint not in quaternions:
                quaternions[joint] = in_one_hemisphere(motion.rotations_xyzw[:, joint])
            out[:, column] = quaternions[joint][:, QUATERNION.index(name)]
    return out


def _fill_euler_angles(motion: Motion, skeleton: Skeleton, channels: tuple[Channel, ...], out: Floats) -> None:
    """Fill the columns (F, C) of rotation channels; joints alike are converted together."""
    columns = {channel: column for column, channel in enumerate(channels)}
    groups: dict[tuple[str, str], list[int]] = {}
    for joint, names in enumerate(skeleton.channels):
        free = "".join(n[1] for n in names if n in ROTATIONS)
        if free:
            groups.setdefault((skeleton.rotation_orders[joint], "".join(sorted(free))), []).append(joint)
    for (order, free), alike in groups.items():
        for joints in few_at_once(alike, motion.n_frames):
            frame = skeleton.axes_xyzw[joints]
            local = motion.rotations_xyzw[:, joints]
            inner = quaternion_product(quaternion_product(quaternion_conjugate(frame), local), frame)
            angles = continuous_euler_from_quaternion(order, inner, free)
            for place, joint in enumerate(joints):
                for letter in free:
                    out[:, columns[Channel(joint, f"r{letter}")]] = angles[:, place, order.index(letter)]


def motion_from_channels(
    skeleton: Skeleton, values: Floats, fps: Fraction, first_frame: int = 1, warnings: tuple[str, ...] = ()
) -> Motion:
    """Return the motion whose channels have the given values.

    Parameters
    ----------
    skeleton : the joints and channels.
    values : (F, C) in the order of `channels_of(skeleton)`, metres and radians.
    fps, first_frame, warnings : as for `Motion`.
    """
    frames = len(values)
    rotations = np.tile(skeleton.rest_xyzw, (frames, 1, 1))
    translations = np.tile(skeleton.offsets_m[list(skeleton.translated)], (frames, 1, 1))
    places = {joint: place for place, joint in enumerate(skeleton.translated)}
    turning: dict[str, list[int]] = {}
    angles: dict[int, list[int]] = {}
    column = 0
    for joint, names in enumerate(skeleton.channels):
        columns = {name: column + n for n, name in enumerate(names)}
        column += len(names)
        for axis, name in enumerate(TRANSLATIONS):
            if name in columns:
                translations[:, places[joint], axis] = values[:, columns[name]]
        order = "".join(letter for letter in skeleton.rotation_orders[joint] if f"r{letter}" in columns)
        if order:
            turning.setdefault(order, []).append(joint)
            angles[joint] = [columns[f"r{letter}"] for letter in order]
        elif set(columns) & set(QUATERNION):
            rotations[:, joint] = values[:, [columns[name] for name in QUATERNION]]
    # Joints alike are converted together: one by one takes twice as long.
    for order, joints in turning.items():
        for few in few_at_once(joints, frames):
            turned = quaternion_from_euler(order, values[:, [angles[joint] for joint in few]])
            frame = skeleton.axes_xyzw[few]
            if (frame != IDENTITY_XYZW).any():
                turned = quaternion_product(quaternion_product(frame, turned), quaternion_conjugate(frame))
            rotations[:, few] = turned
    return Motion(skeleton, rotations, translations, fps, first_frame, warnings)
