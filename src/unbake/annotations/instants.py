"""Frames of a file and instants at 60 Hz: labels are of frames, bodies and windows of instants."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats, Indices
from unbake.motion.body.body_path import RATE_HZ


def frames_of_instants(instants: Indices, fps: Fraction, n_frames: int) -> Indices:
    """Return the frame (N,) nearest to each instant, as an index from 0."""
    nearest = np.rint(instants * (float(fps) / RATE_HZ)).astype(np.int64)
    return np.clip(nearest, 0, n_frames - 1)


def labels_at(values: NDArray[np.int8], instants: Indices, fps: Fraction) -> NDArray[np.int8]:
    """Return the labels (K, N) that frames (K, F) have at instants."""
    return values[:, frames_of_instants(instants, fps, values.shape[1])]


def at_frames(values: Floats, fps: Fraction, n_frames: int) -> Floats:
    """Return values (K, T) of all instants of a clip at its frames (K, F), joined by lines."""
    at = np.arange(n_frames) * (RATE_HZ / float(fps))
    known = np.arange(values.shape[1])
    return np.stack([np.interp(at, known, row) for row in values]) if len(values) else np.empty((0, n_frames))
