"""The inner loop of `jacobian`: one pass down the hierarchy for each frame."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices

Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]


@njit(cache=True, nogil=True)
def fill_axes_and_positions(
    parents: Indices,
    orders: Indices,
    columns: Indices,
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
    sines, cosines = np.empty(values.shape[1]), np.empty(values.shape[1])
    for frame in range(len(values)):
        fill_half_turns(values[frame], sines, cosines)
        for joint in range(len(parents)):
            parent = parents[joint]
            above = (0.0, 0.0, 0.0, 1.0)
            x, y, z = 0.0, 0.0, 0.0
            if parent >= 0:
                above = (world[parent, 0], world[parent, 1], world[parent, 2], world[parent, 3])
                x, y, z = positions[frame, parent, 0], positions[frame, parent, 1], positions[frame, parent, 2]
            local = (offsets[joint, 0], offsets[joint, 1], offsets[joint, 2])
            if columns[joint, 0] >= 0 or columns[joint, 1] >= 0 or columns[joint, 2] >= 0:
                local = _shift(columns, joint, local, above, frame, values, axes)
            moved = _rotated(above, local)
            positions[frame, joint, 0], positions[frame, joint, 1] = x + moved[0], y + moved[1]
            positions[frame, joint, 2] = z + moved[2]
            if columns[joint, 6] >= 0:
                here = _of_components(columns, joint, above, frame, values, axes)
            elif columns[joint, 3] < 0 and columns[joint, 4] < 0 and columns[joint, 5] < 0:
                here = _product(above, (rest[joint, 0], rest[joint, 1], rest[joint, 2], rest[joint, 3]))
            else:
                fx, fy, fz, fw = frames[joint, 0], frames[joint, 1], frames[joint, 2], frames[joint, 3]
                here = _product(above, (fx, fy, fz, fw))
                for place in range(3):
                    letter = orders[joint, place]
                    at = columns[joint, 3 + letter]
                    if at >= 0:
                        # A channel turns about its axis as the rotations to its left in the product have turned it.
                        axis = _axis(here, letter)
                        axes[frame, at, 0], axes[frame, at, 1], axes[frame, at, 2] = axis
                        here = _turned_about(here, letter, sines[at], cosines[at])
                here = _product(here, (-fx, -fy, -fz, fw))
            world[joint, 0], world[joint, 1], world[joint, 2], world[joint, 3] = here


@njit(cache=True, nogil=True, fastmath={"contract", "nsz"})
def fill_half_turns(angles: Floats, sines: Floats, cosines: Floats) -> None:
    """Set the sines and cosines of half of each angle (n,), several in one instruction, to their last bit but one.

    The nearest quarter turn is taken off in three parts, so that angles of a million turns keep their digits. The
    polynomials are those of fdlibm.
    """
    for index in range(np.uint64(0), np.uint64(len(angles))):
        angle = 0.5 * angles[index]
        # Beyond 2⁵² + 2⁵¹ there are no fractions left.
        quarters = (angle * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0
        rest = angle - quarters * 1.5707963267341256 - quarters * 6.077100506303966e-11
        rest -= quarters * 2.0222662487959506e-21
        z = rest * rest
        sine = 2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)
        sine = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * sine)
        sine = rest + rest * z * (-1.66666666666666324348e-01 + z * sine)
        cosine = 2.08757232129817482790e-09 - z * 1.13596475577881948265e-11
        cosine = 2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07 + z * cosine)
        cosine = 4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * cosine)
        cosine = 1.0 - 0.5 * z + z * z * cosine
        number = np.int32(quarters)
        first, second = (cosine, sine) if number & 1 else (sine, cosine)
        sines[index] = -first if number & 2 else first
        cosines[index] = -second if (number + 1) & 2 else second


@njit(cache=True, nogil=True)
def _shift(
    columns: Indices, joint: int, local: Vector, above: Quaternion, frame: int, values: Floats, axes: Floats
) -> Vector:
    """Return where a joint with translation channels is, seen from its parent; fill their axes."""
    x, y, z = local
    for letter in range(3):
        at = columns[joint, letter]
        if at >= 0:
            axis = _axis(above, letter)
            axes[frame, at, 0], axes[frame, at, 1], axes[frame, at, 2] = axis
            value = values[frame, at]
            x, y, z = value if letter == 0 else x, value if letter == 1 else y, value if letter == 2 else z
    return (x, y, z)


@njit(cache=True, nogil=True)
def _of_components(
    columns: Indices, joint: int, above: Quaternion, frame: int, values: Floats, axes: Floats
) -> Quaternion:
    """Return the rotation in the world of a joint with quaternion channels; fill their axes."""
    a, b, c, d = columns[joint, 6], columns[joint, 7], columns[joint, 8], columns[joint, 9]
    x, y, z, w = values[frame, a], values[frame, b], values[frame, c], values[frame, d]
    length = np.sqrt(x * x + y * y + z * z + w * w)
    if length == 0.0:
        return above
    x, y, z, w = x / length, y / length, z / length, w / length
    # A component turns by twice the imaginary part of its unit times the quaternion's inverse.
    per = 2.0 / length
    for at, turn in (
        (a, (per * w, per * z, -per * y)),
        (b, (-per * z, per * w, per * x)),
        (c, (per * y, -per * x, per * w)),
        (d, (-per * x, -per * y, -per * z)),
    ):
        axis = _rotated(above, turn)
        axes[frame, at, 0], axes[frame, at, 1], axes[frame, at, 2] = axis
    return _product(above, (x, y, z, w))


@njit(cache=True, nogil=True)
def _axis(q: Quaternion, letter: int) -> Vector:
    """Return an axis, 0 to 2 for x to z, as a rotation turns it."""
    x, y, z, w = q
    if letter == 0:
        return (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y))
    if letter == 1:
        return (2.0 * (x * y - w * z), 1.0 - 2.0 * (z * z + x * x), 2.0 * (y * z + w * x))
    return (2.0 * (z * x + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y))


@njit(cache=True, nogil=True)
def _turned_about(q: Quaternion, letter: int, sine: float, cosine: float) -> Quaternion:
    """Return the product with a turn about an axis, of which two components are zero."""
    x, y, z, w = q
    if letter == 0:
        return (cosine * x + sine * w, cosine * y + sine * z, cosine * z - sine * y, cosine * w - sine * x)
    if letter == 1:
        return (cosine * x - sine * z, cosine * y + sine * w, cosine * z + sine * x, cosine * w - sine * y)
    return (cosine * x + sine * y, cosine * y - sine * x, cosine * z + sine * w, cosine * w - sine * z)


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
