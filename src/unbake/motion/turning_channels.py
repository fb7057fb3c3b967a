"""Rotation channels that a changed motion needs beyond those of its file."""

from __future__ import annotations

from dataclasses import replace

from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotation_angle
from unbake.motion.skeleton import QUATERNION, ROTATIONS

SAME_ANGLE_RAD = 1e-6


def with_needed_channels(motion: Motion, joints: list[int]) -> Motion:
    """Return the motion with three rotation channels for those joints whose turns their own channels cannot hold.

    Parameters
    ----------
    motion : a clip whose rotations may have left its channels.
    joints : those that may have.
    """
    names = motion.skeleton.channels
    partial = [j for j in joints if not set(ROTATIONS) <= set(names[j]) and not set(QUATERNION) & set(names[j])]
    if not partial:
        return motion
    again = motion_from_channels(motion.skeleton, channel_values(motion), motion.fps)
    lost = rotation_angle(motion.rotations_xyzw[:, partial], again.rotations_xyzw[:, partial]).max(axis=0)
    orders = {
        joint: motion.skeleton.rotation_orders[joint]
        for joint, angle in zip(partial, lost, strict=True)
        if angle > SAME_ANGLE_RAD
    }
    return replace(motion, skeleton=motion.skeleton.with_rotation_orders(orders)) if orders else motion
