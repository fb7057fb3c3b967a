"""The inner loops of window distances: products of all pairs of frames, sums along diagonals, the closed form.

Matrix products by a library (three for each block) took as long as these loops alone on free cores, and twenty times as
long on busy ones, where two pools of threads wait for each other.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.threads import on_all_cores
from unbake.ground.arrays import Floats, Floats32

ROWS, COLUMNS = 128, 256
"""Windows in a block: what it needs lies in the cache next to a core."""


@njit(cache=True, nogil=True)
def _centred(positions: Floats, taper: Floats, joints: Floats, level: float) -> tuple[Floats32, Floats32]:
    """Return a block's coordinates (3, P, F) about its own middle, which keeps digits, and the sums of its windows.

    Those (3, F − W + 1) are of x and z, by the root of the total weight, and what a window adds to every distance.
    """
    _, n_joints, frames = positions.shape
    near = np.empty((3, n_joints, frames), np.float32)
    sums = np.zeros((4, frames))
    for axis in range(3):
        middle = level if axis == 1 else positions[axis].mean()
        for joint in range(n_joints):
            for frame in range(frames):
                value = positions[axis, joint, frame] - middle
                near[axis, joint, frame] = value
                sums[3, frame] += joints[joint] * value * value
                sums[axis, frame] += joints[joint] * value
    root = np.sqrt(taper.sum() * joints.sum())
    table = np.zeros((3, frames - len(taper) + 1), np.float32)
    for window in range(table.shape[1]):
        x, z, squares = 0.0, 0.0, 0.0
        for k in range(len(taper)):
            x += taper[k] * sums[0, window + k] / root
            z += taper[k] * sums[2, window + k] / root
            squares += taper[k] * sums[3, window + k]
        table[0, window], table[1, window], table[2, window] = x, z, squares - x * x - z * z
    return near, table


@njit(cache=True, nogil=True, fastmath={"contract"})
def _products(a: Floats32, b: Floats32, joints: Floats, out: Floats32) -> None:
    """Write (3, F, G) sums over joints for all pairs of frames: x z′ − x′ z, x x′ + z z′, and y y′."""
    frames = b.shape[2]
    out[:] = 0.0
    for i in range(a.shape[2]):
        turned, along, heights = out[0, i], out[1, i], out[2, i]
        for joint in range(a.shape[1]):
            weight = np.float32(joints[joint])
            x, y, z = weight * a[0, joint, i], weight * a[1, joint, i], weight * a[2, joint, i]
            u, v, w = b[0, joint], b[1, joint], b[2, joint]
            for j in range(frames):
                turned[j] += x * w[j] - z * u[j]
                along[j] += x * u[j] + z * w[j]
                heights[j] += y * v[j]


@njit(cache=True, nogil=True, fastmath={"contract"})
def _least(products: Floats32, taper: Floats32, a: Floats32, b: Floats32, total: float, out: Floats32) -> None:
    """Write the least weighted means of a block: sums along diagonals of its products, and the closed form."""
    columns, by = out.shape[1], np.float32(1.0 / total)
    sums = np.empty((3, columns), np.float32)
    for i in range(out.shape[0]):
        sums[:] = 0.0
        n, m, h = sums[0], sums[1], sums[2]
        for k in range(len(taper)):
            weight = taper[k]
            turned, along, heights = products[0, i + k, k:], products[1, i + k, k:], products[2, i + k, k:]
            for j in range(columns):
                n[j] += weight * turned[j]
                m[j] += weight * along[j]
                h[j] += weight * heights[j]
        row = out[i]
        for j in range(columns):
            across = n[j] - (a[0, i] * b[1, j] - b[0, j] * a[1, i])
            ahead = m[j] - (a[0, i] * b[0, j] + a[1, i] * b[1, j])
            least = a[2, i] + b[2, j] - np.float32(2.0) * (np.sqrt(across * across + ahead * ahead) + h[j])
            row[j] = max(least * by, np.float32(0.0))


@njit(cache=True, nogil=True)
def rows_of_distances(a: Floats, b: Floats, taper: Floats, joints: Floats, level: float, out: Floats32) -> None:
    """Write the distances of few windows from all of others, on one core; see `stripe_of_distances`."""
    more, columns = len(taper) - 1, out.shape[1]
    total, short = taper.sum() * joints.sum(), taper.astype(np.float32)
    own, own_sums = _centred(a, taper, joints, level)
    for left in range(0, columns, COLUMNS):
        right = min(left + COLUMNS, columns)
        other, sums = _centred(np.ascontiguousarray(b[:, :, left : right + more]), taper, joints, level)
        products = np.empty((3, own.shape[2], right - left + more), np.float32)
        _products(own, other, joints, products)
        _least(products, short, own_sums, sums, total, out[:, left:right])


def stripe_of_distances(a: Floats, b: Floats, taper: Floats, joints: Floats, level: float, out: Floats32) -> None:
    """Write the distances of all windows of some frames from all of others, on all cores.

    Parameters
    ----------
    a, b : (3, P, F) and (3, P, G) coordinates.
    taper, joints : (W,) and (P,) weights.
    level : from which heights of both are taken.
    out : (F − W + 1, G − W + 1).
    """
    more, rows = len(taper) - 1, out.shape[0]

    def fill(part: int) -> None:
        top = part * ROWS
        end = min(top + ROWS, rows)
        rows_of_distances(np.ascontiguousarray(a[:, :, top : end + more]), b, taper, joints, level, out[top:end])

    for _ in on_all_cores(fill, -(-rows // ROWS)):
        pass
