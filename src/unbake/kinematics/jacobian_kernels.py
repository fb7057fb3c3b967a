"""The inner loop of `jacobian`: one pass down the hierarchy for each frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Floats

Places = NDArray[np.int64]
Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]


@njit(cache=True, nogil=True)
def fill_axes_and_positions(
    parents: Places,
    orders: Places,
    columns: Places,
    offsets: Floats,
    frames: Floats,
    rest: Floats,
    values: Floats,
    axes: Floats,
    positions: Floats,
) -> None:
    """Fill what each channel does (F, C, 3) and the joints' positions (F, J, 3).

    Parameters
    ----------
    parents : (J,) a joint's parent, before it; −1 for none.
    orders : (J, 3) rotation orders, 0 to 2 for x to z.
    columns : (J, 10) the columns of a joint's channels, as `CHANNEL_NAMES` lists them; −1 where it has none.
    offsets, frames, rest : (J, 3), (J, 4), (J, 4) of the skeleton, quaternions of length 1.
    values : (F, C) the channels.
    """
    world = np.empty((len(parents), 4))
    for frame in range(len(values)):
        row = values[frame]
        for joint in range(len(parents)):
            parent, column = parents[joint], columns[joint]
            above = (0.0, 0.0, 0.0, 1.0)
            x, y, z = 0.0, 0.0, 0.0
            if parent >= 0:
                above = (world[parent, 0], world[parent, 1], world[parent, 2], world[parent, 3])
                x, y, z = positions[frame, parent, 0], positions[frame, parent, 1], positions[frame, parent, 2]
            local = (
                row[column[0]] if column[0] >= 0 else offsets[joint, 0],
                row[column[1]] if column[1] >= 0 else offsets[joint, 1],
                row[column[2]] if column[2] >= 0 else offsets[joint, 2],
            )
            moved = _rotated(above, local)
            positions[frame, joint, 0], positions[frame, joint, 1] = x + moved[0], y + moved[1]
            positions[frame, joint, 2] = z + moved[2]
            for axis in range(3):
                if column[axis] >= 0:
                    _put(axes[frame, column[axis]], _rotated(above, _unit(axis, 1.0)))
            here = _turned(above, orders[joint], column, frames[joint], rest[joint], row, axes[frame])
            world[joint, 0], world[joint, 1], world[joint, 2], world[joint, 3] = here


@njit(cache=True, nogil=True)
def _turned(
    above: Quaternion,
    order: Places,
    column: Places,
    frame: Floats,
    rest: Floats,
    row: Floats,
    axes: Floats,
) -> Quaternion:
    """Return the rotation of a joint in the world; fill the axes of its rotation channels."""
    if column[6] >= 0:
        x, y, z, w = row[column[6]], row[column[7]], row[column[8]], row[column[9]]
        length = np.sqrt(x * x + y * y + z * z + w * w)
        if length == 0.0:
            return above
        x, y, z, w = x / length, y / length, z / length, w / length
        # A component turns by twice the imaginary part of its unit times the quaternion's inverse.
        per = 2.0 / length
        _put(axes[column[6]], _rotated(above, (per * w, per * z, -per * y)))
        _put(axes[column[7]], _rotated(above, (-per * z, per * w, per * x)))
        _put(axes[column[8]], _rotated(above, (per * y, -per * x, per * w)))
        _put(axes[column[9]], _rotated(above, (-per * x, -per * y, -per * z)))
        return _product(above, (x, y, z, w))
    if column[3] < 0 and column[4] < 0 and column[5] < 0:
        return _product(above, (rest[0], rest[1], rest[2], rest[3]))
    here = _product(above, (frame[0], frame[1], frame[2], frame[3]))
    for letter in order:
        at = column[3 + letter]
        if at >= 0:
            # A channel turns about its axis as the rotations to its left in the product have turned it.
            _put(axes[at], _rotated(here, _unit(letter, 1.0)))
            turn = _unit(letter, np.sin(0.5 * row[at]))
            here = _product(here, (turn[0], turn[1], turn[2], np.cos(0.5 * row[at])))
    return _product(here, (-frame[0], -frame[1], -frame[2], frame[3]))


@njit(cache=True, nogil=True)
def _put(row: Floats, vector: Vector) -> None:
    row[0], row[1], row[2] = vector


@njit(cache=True, nogil=True)
def _unit(axis: int, length: float) -> Vector:
    return (length if axis == 0 else 0.0, length if axis == 1 else 0.0, length if axis == 2 else 0.0)


@njit(cache=True, nogil=True)
def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


@njit(cache=True, nogil=True)
def _rotated(q: Quaternion, v: Vector) -> Vector:
    x, y, z, w = q
    tx, ty, tz = 2.0 * (y * v[2] - z * v[1]), 2.0 * (z * v[0] - x * v[2]), 2.0 * (x * v[1] - y * v[0])
    return (
        v[0] + w * tx + (y * tz - z * ty),
        v[1] + w * ty + (z * tx - x * tz),
        v[2] + w * tz + (x * ty - y * tx),
    )
