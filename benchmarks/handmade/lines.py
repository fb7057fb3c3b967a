"""Bakes without curves: poses that lines join, and poses that are held until the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation, Slerp

from unbake.motion.motion import Motion


def joined_by_lines(motion: Motion, keys: Sequence[int]) -> Motion:
    """Return a motion whose joints turn and move evenly from key to key, frames from 0."""
    at, turned, moved = np.arange(motion.n_frames), motion.rotations_xyzw.copy(), motion.translations_m.copy()
    for joint in range(turned.shape[1]):
        turned[:, joint] = Slerp(keys, Rotation.from_quat(turned[list(keys), joint]))(at).as_quat()
    for joint, axis in np.ndindex(moved.shape[1:]):
        moved[:, joint, axis] = np.interp(at, keys, moved[list(keys), joint, axis])
    return replace(motion, rotations_xyzw=turned, translations_m=moved)


def held(motion: Motion, keys: Sequence[int]) -> Motion:
    """Return a motion that shows the pose of each key, frames from 0, until the frame before the next one."""
    shown = np.array(keys)[np.searchsorted(keys, np.arange(motion.n_frames), side="right") - 1]
    return replace(motion, rotations_xyzw=motion.rotations_xyzw[shown], translations_m=motion.translations_m[shown])
