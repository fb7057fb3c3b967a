"""Paths smoothed, shifted and differentiated along their first axis, as they go on beyond their ends.

Beyond its ends a path is taken to go on as it came, mirrored at the end point: what moves at the edge of a clip moves
there too, and what stands, stands.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from unbake.ground.arrays import Floats


def extended(values: Floats, frames: int) -> Floats:
    """Return values (F, …) with so many frames more on either side, mirrored at the end points."""
    if len(values) == 1:
        return np.repeat(values, 2 * frames + 1, axis=0)
    return np.pad(values, _width(values, frames), mode="reflect", reflect_type="odd")


def smoothed(values: Floats, deviation: float) -> Floats:
    """Return values (F, …) averaged under a bell curve of that standard deviation, in frames."""
    reach = max(1, int(np.ceil(3.0 * deviation)))
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2)
    padded, out = extended(values, reach), np.zeros_like(values)
    for n, weight in enumerate(bell / bell.sum()):
        out += weight * padded[n : n + len(values)]
    return out


def shifted(values: Floats, frames: int) -> Floats:
    """Return what values (F, …) are so many frames later; earlier below zero."""
    start = abs(frames) + frames
    return extended(values, abs(frames))[start : start + len(values)]


def velocity(values: Floats, rate_hz: float, reach: int = 1) -> Floats:
    """Return the change (F, …) a second, from some frames before to as many after."""
    return (shifted(values, reach) - shifted(values, -reach)) * (0.5 * rate_hz / reach)


def lowest(values: Floats, reach: int) -> Floats:
    """Return the lowest value (F, …) from some frames before to as many after, within the path."""
    padded = np.pad(values, _width(values, reach), constant_values=np.inf)
    return np.asarray(sliding_window_view(padded, 2 * reach + 1, axis=0).min(axis=-1))


def _width(values: Floats, frames: int) -> list[tuple[int, int]]:
    return [(frames, frames)] + [(0, 0)] * (values.ndim - 1)
