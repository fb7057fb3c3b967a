"""An animation as it moves, and how far it is from the capture."""

from __future__ import annotations

import numpy as np

from unbake.curves.detail import residual, with_detail
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.ground.arrays import Floats
from unbake.ground.progress import Report
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion
from unbake.studio.server.messages import Evaluation
from unbake.studio.server.opening.open_clip import Excerpt, single, turns


def silent(step: str, part: float) -> None:
    """Tell nobody how far the work is."""


CHUNK = 512
"""Frames that are evaluated together. Between two chunks the work can be stopped: a newer choice need not wait."""


def shown_motion(capture: Motion, animation: KeyedAnimation, detail: float) -> Motion:
    """Return the animation at every frame, with part of the lost detail put back as far as its channels can hold it."""
    if detail == 0.0:
        return animation.sample()
    values, like = _values(capture, animation, detail)
    return motion_from_channels(like.skeleton, values, like.fps, like.first_frame, like.warnings)


def _values(capture: Motion, animation: KeyedAnimation, detail: float) -> tuple[Floats, KeyedAnimation | Motion]:
    """The channels (F, C) of what is shown, and what says whose they are."""
    if detail == 0.0:
        return animation.values_at(np.arange(animation.n_frames, dtype=np.float64)), animation
    found = with_detail(animation, residual(capture, animation), detail)
    return channel_values(found), found


def evaluate(excerpt: Excerpt, animation: KeyedAnimation, detail: float, report: Report = silent) -> Evaluation:
    """Return an animation at every frame, and its distance from the capture over what is measured."""
    capture, joints, levers = excerpt.motion, excerpt.measured, excerpt.levers
    values, like = _values(capture, animation, detail)
    frames, count = len(values), len(capture.skeleton.names)
    positions = np.empty((frames, count, 3), dtype=np.float32)
    rotations = np.empty((frames, count, 4), dtype=np.int16)
    gaps = np.empty((frames, len(joints) + len(levers)))
    for first in range(0, frames, CHUNK):
        report("fit", first / frames)
        rows = slice(first, min(first + CHUNK, frames))
        motion = motion_from_channels(like.skeleton, values[rows], like.fps)
        positions[rows] = motion.positions()
        rotations[rows] = turns(motion.world_rotations_xyzw()).reshape(-1, count, 4)
        places = motion.positions()[:, joints]
        if levers:
            places = np.concatenate([places, levers.positions(motion)], axis=1)
        off = excerpt.measured_places_m[rows] - places
        off *= off
        gaps[rows] = np.sqrt(off[..., 0] + off[..., 1] + off[..., 2])
    columns = gaps.argmax(axis=1)
    worst = gaps[np.arange(frames), columns]
    frame = int(worst.argmax())
    names = (*(capture.skeleton.names[joint] for joint in joints), *levers.names)
    return Evaluation(
        positions=positions.ravel(),
        rotations=rotations.ravel(),
        error_cm=single(100.0 * worst),
        worst_joints=np.array((*joints, *levers.joints), dtype=np.int32)[columns],
        max_cm=100.0 * float(worst[frame]),
        mean_cm=100.0 * float(gaps.mean()),
        rms_cm=100.0 * float(np.sqrt(np.mean(gaps**2))),
        worst_joint=names[columns[frame]],
        worst_frame=frame + capture.first_frame,
    )
