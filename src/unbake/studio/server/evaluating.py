"""An animation as it moves, and how far it is from the capture."""

from __future__ import annotations

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.residual import residual, with_detail
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion
from unbake.studio.server.messages import Evaluation
from unbake.studio.server.open_clip import Excerpt, single, turns


def shown_motion(capture: Motion, animation: KeyedAnimation, detail: float) -> Motion:
    """Return the animation at every frame, with part of the lost detail put back as far as its channels can hold it."""
    if detail == 0.0:
        return animation.sample()
    found = with_detail(animation, residual(capture, animation), detail)
    values = channel_values(found)
    return motion_from_channels(found.skeleton, values, found.fps, found.first_frame, found.warnings)


def evaluate(excerpt: Excerpt, animation: KeyedAnimation, detail: float) -> Evaluation:
    """Return an animation at every frame, and its distance from the capture over what is measured."""
    capture, joints, levers = excerpt.motion, excerpt.measured, excerpt.levers
    motion = shown_motion(capture, animation, detail)
    positions = motion.positions()
    places = positions[:, joints]
    if levers:
        places = np.concatenate([places, levers.positions(motion)], axis=1)
    off = excerpt.measured_places_m - places
    off *= off
    gaps = np.sqrt(off[..., 0] + off[..., 1] + off[..., 2])
    columns = gaps.argmax(axis=1)
    worst = gaps[np.arange(len(gaps)), columns]
    frame = int(worst.argmax())
    names = (*(capture.skeleton.names[joint] for joint in joints), *levers.names)
    return Evaluation(
        positions=single(positions),
        rotations=turns(motion.world_rotations_xyzw()),
        error_cm=single(100.0 * worst),
        worst_joints=np.array((*joints, *levers.joints), dtype=np.int32)[columns],
        max_cm=100.0 * float(worst[frame]),
        mean_cm=100.0 * float(gaps.mean()),
        rms_cm=100.0 * float(np.sqrt(np.mean(gaps**2))),
        worst_joint=names[columns[frame]],
        worst_frame=frame + capture.first_frame,
    )
