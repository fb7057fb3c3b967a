"""The tables that a library itself derives: bodies over time, thumbnails, foot plants."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.feet.detect.guess.guess import guess_feet
from unbake.library.derived import Arrays, DerivedTable
from unbake.motion.body.body_path import BodyPath, body_path
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints

THUMBNAIL_POSES = 24
"""Poses of a thumbnail, evenly over the clip."""


def _body(motion: Motion) -> Arrays:
    path = body_path(motion)
    return {"positions": path.positions, "leg_m": np.array(path.leg_m)}


def _thumbnail(motion: Motion) -> Arrays:
    joints = default_joints(motion)
    frames = np.unique(np.linspace(0, motion.n_frames - 1, THUMBNAIL_POSES).round().astype(np.int64))
    positions = motion.positions()[frames][:, joints]
    return {"frames": frames, "positions_m": positions.astype(np.float32), "parents": _parents(motion, joints)}


def _parents(motion: Motion, joints: list[int]) -> NDArray[np.int64]:
    """Of each of the joints the nearest above that is among them, −1 where none is."""
    rows = {joint: row for row, joint in enumerate(joints)}
    out = []
    for joint in joints:
        above = motion.skeleton.parents[joint]
        while above not in rows and above >= 0:
            above = motion.skeleton.parents[above]
        out.append(rows.get(above, -1))
    return np.array(out, dtype=np.int64)


def _plants(motion: Motion) -> Arrays:
    return {"planted": guess_feet(motion).labels.planted()}


BODY = DerivedTable("body", "60 Hz, 17 joints; 1", _body)
"""`BodyPath`: ``positions`` and ``leg_m``."""
THUMBNAIL = DerivedTable("thumbnail", "24 poses; 1", _thumbnail)
"""``frames`` (P,) from 0, ``positions_m`` (P, J, 3) float32 of the default joints, ``parents`` (J,)."""
PLANTS = DerivedTable("plants", "boosted trees; 1", _plants)
"""``planted`` (F, 4): where the default detection sees heels and toes on the ground."""
TABLES = (BODY, THUMBNAIL, PLANTS)


def body_of(tables: dict[str, NDArray[Any]]) -> BodyPath:
    """Return the body path that a `BODY` table holds."""
    return BodyPath(tables["positions"], float(tables["leg_m"]))
