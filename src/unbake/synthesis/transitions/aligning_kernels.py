"""The inner loop of aligning two windows in time: distances, cheapest path and smoothing in one go.

It does what `blending.multiway.frame_distances` and `warping.time_warp` do for windows of equal length, where there
always is a path.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.distances.window_kernels import rows_of_distances
from unbake.synthesis.warping.path_kernels import cheapest
from unbake.synthesis.warping.time_warp import SMOOTHING, WarpLimits

REACH = 2
"""Frames before and after each that are compared with it."""
REPEATS, STEEPEST = WarpLimits().most_repeats, WarpLimits().steepest
RADIUS = int(4.0 * SMOOTHING + 0.5)


@njit(cache=True, nogil=True)
def padded_window(places: Floats, first: int, n_frames: int) -> Floats:
    """Return a window's joints (3, P, n + 4) of a motion's (3, P, F), its end poses repeated."""
    out = np.empty((3, places.shape[1], n_frames + 2 * REACH))
    for axis in range(3):
        for joint in range(places.shape[1]):
            for k in range(n_frames + 2 * REACH):
                frame = first + min(max(k - REACH, 0), n_frames - 1)
                out[axis, joint, k] = places[axis, joint, frame]
    return out


@njit(cache=True, nogil=True)
def align_windows(a: Floats, b: Floats, out: Floats) -> None:
    """Write the instant of one window for each frame (N,) of another.

    Parameters
    ----------
    a, b : see `padded_window`.
    out : (N,) strictly increasing from 0 to N − 1.
    """
    n = len(out)
    level = 0.5 * (a[1].mean() + b[1].mean())
    distances = np.empty((n, n), np.float32)
    rows_of_distances(a, b, np.ones(2 * REACH + 1), np.ones(a.shape[1]), level, distances)
    _, path = cheapest(distances.astype(np.float64), REPEATS, STEEPEST)
    smooth_path(path, n, out)


@njit(cache=True, nogil=True)
def smooth_path(path: Indices, n: int, out: Floats) -> None:
    """Write the curve along a path: its mean in each row, differences smoothed and kept within the limits."""
    last = n - 1
    along, count = np.zeros(n), np.zeros(n)
    for k in range(len(path)):
        along[path[k, 0]] += path[k, 1]
        count[path[k, 0]] += 1.0
    along /= count
    along[0], along[last] = 0.0, last
    kernel = np.exp(-0.5 * (np.arange(-RADIUS, RADIUS + 1) / SMOOTHING) ** 2)
    kernel /= kernel.sum()
    rates = np.zeros(last)
    for k in range(last):
        for j in range(2 * RADIUS + 1):
            at = min(max(k + j - RADIUS, 0), last - 1)
            rates[k] += kernel[j] * (along[at + 1] - along[at])
    below, above = 1.0 / STEEPEST - rates.max(), STEEPEST - rates.min()
    for _ in range(60):
        middle = 0.5 * (below + above)
        total = 0.0
        for k in range(last):
            total += min(max(rates[k] + middle, 1.0 / STEEPEST), STEEPEST)
        if total < last:
            below = middle
        else:
            above = middle
    out[0] = 0.0
    for k in range(last):
        out[k + 1] = out[k] + min(max(rates[k] + 0.5 * (below + above), 1.0 / STEEPEST), STEEPEST)
    out[last] = last
