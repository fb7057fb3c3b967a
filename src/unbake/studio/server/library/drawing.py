"""Thumbnails of clips: poses that the page draws as figures of sticks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.library import DerivedTable, Library
from unbake.motion.body.body_frame import heading
from unbake.motion.body.roles import split_name
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints
from unbake.motion.resampling import positions_at
from unbake.studio.server import messages as m
from unbake.studio.server.opening.open_clip import single

RATE_HZ = 10.0
"""Poses a second that are kept: between them, the page interpolates."""
MOST_POSES = 200
"""Of longer clips, so many poses are taken, equally far apart."""
SIDES = ("middle", "left", "right")


def drawn(library: Library, clip_id: int) -> m.ClipDrawn:
    """Return the poses of a clip's thumbnail; they are made when they are first asked for, and kept."""
    table = library.derived(clip_id, THUMBNAIL)
    return m.ClipDrawn(
        clip_id,
        float(table["rate_hz"]),
        tuple(int(parent) for parent in table["parents"]),
        tuple(int(side) for side in table["sides"]),
        single(table["positions"]),
    )


def poses_of(motion: Motion) -> dict[str, NDArray[Any]]:
    """Return poses from the hips' place over the ground, the first one facing +Z, in heights of the body."""
    joints = list(default_joints(motion))
    last = (motion.n_frames - 1) / float(motion.fps)
    rate = min(RATE_HZ, (MOST_POSES - 1) / last) if last else RATE_HZ
    at: Floats = np.arange(int(last * rate + 1e-6) + 1) * np.float64(float(motion.fps) / rate)
    positions = positions_at(motion.positions()[:, joints], at)
    positions[..., [0, 2]] -= positions[:, _hips(motion, joints), None][..., [0, 2]]
    positions[..., 1] -= np.quantile(positions[..., 1].min(axis=1), 0.05)
    return {
        "rate_hz": np.array(rate),
        "parents": np.array(_parents(motion, joints), dtype=np.int16),
        "sides": np.array([_side(motion, joint) for joint in joints], dtype=np.uint8),
        "positions": (_turned(motion, positions) / max(motion.height_m(), 1e-6)).astype(np.float16),
    }


THUMBNAIL = DerivedTable("thumbnail", f"1, {MOST_POSES} poses at {RATE_HZ:g} Hz", poses_of)


def _hips(motion: Motion, joints: list[int]) -> int:
    hips = motion.skeleton.roles.get("hips")
    return joints.index(hips) if hips in joints else 0


def _side(motion: Motion, joint: int) -> int:
    return SIDES.index(split_name(motion.skeleton.names[joint])[0] or "middle")


def _parents(motion: Motion, joints: list[int]) -> list[int]:
    """For each joint that is drawn, the nearest one above it that is drawn, too."""
    parents, found = motion.skeleton.parents, []
    for joint in joints:
        above = parents[joint]
        while above >= 0 and above not in joints:
            above = parents[above]
        found.append(joints.index(above) if above >= 0 else -1)
    return found


def _turned(motion: Motion, positions: Floats) -> Floats:
    """Turn all poses alike about the vertical, so that the first one faces +Z."""
    roles = motion.skeleton.roles
    if not {"left-hip", "right-hip"} <= set(roles):
        return positions
    sine, cosine = heading(motion.positions()[:1, [roles["left-hip"], roles["right-hip"]]])
    x, y, z = np.moveaxis(positions, -1, 0)
    return np.stack([cosine * x - sine * z, y, sine * x + cosine * z], axis=-1)
