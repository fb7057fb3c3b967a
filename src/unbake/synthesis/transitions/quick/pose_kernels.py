"""The inner loops of a blend at run time: poses of all joints averaged, and where the legs are."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy
from unbake.ground.arrays import Floats, Indices


@njit(cache=True, nogil=True)
def multiply(a: Floats, b: Floats, out: Floats) -> None:
    """Write the product of two quaternions; `out` may be one of them."""
    ax, ay, az, aw = a[0], a[1], a[2], a[3]
    bx, by, bz, bw = b[0], b[1], b[2], b[3]
    out[0] = aw * bx + ax * bw + ay * bz - az * by
    out[1] = aw * by - ax * bz + ay * bw + az * bx
    out[2] = aw * bz + ax * by - ay * bx + az * bw
    out[3] = aw * bw - ax * bx - ay * by - az * bz


@njit(cache=True, nogil=True)
def turn(q: Floats, v: Floats, out: Floats) -> None:
    """Write a vector turned by a unit quaternion; `out` may be the vector."""
    x, y, z = v[0], v[1], v[2]
    ux, uy, uz = 2.0 * (q[1] * z - q[2] * y), 2.0 * (q[2] * x - q[0] * z), 2.0 * (q[0] * y - q[1] * x)
    out[0] = x + q[3] * ux + q[1] * uz - q[2] * uy
    out[1] = y + q[3] * uy + q[2] * ux - q[0] * uz
    out[2] = z + q[3] * uz + q[0] * uy - q[1] * ux


@njit(cache=True, nogil=True)
def turn_of(vector: Floats, out: Floats) -> None:
    """Write the quaternion of a rotation vector."""
    angle = np.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)
    by = 0.5 if angle < 1e-9 else np.sin(0.5 * angle) / angle
    out[0], out[1], out[2], out[3] = by * vector[0], by * vector[1], by * vector[2], np.cos(0.5 * angle)


@njit(cache=True, nogil=True, fastmath={"contract"})
def interpolate(rows: Floats, n: int, times: Floats, length: int, out: Floats) -> None:
    """Write the columns of all windows at the instants of a blend, by Catmull–Rom.

    Parameters
    ----------
    rows : (n, N + 2, C) windows with a frame before and one after them.
    n, times, length : (n, F) the instants of each, in frames of the window.
    out : (n, F, C).
    """
    for source in range(n):
        own = rows[source]
        for k in range(length):
            at = times[source, k]
            whole = min(int(at), len(own) - 4)
            u = at - whole
            a = u * (-0.5 + u * (1.0 - 0.5 * u))
            b = 1.0 + u * u * (-2.5 + 1.5 * u)
            c = u * (0.5 + u * (2.0 - 1.5 * u))
            d = u * u * (-0.5 + 0.5 * u)
            p, q, r, s, row = own[whole], own[whole + 1], own[whole + 2], own[whole + 3], out[source, k]
            for column in range(own.shape[1]):
                row[column] = a * p[column] + b * q[column] + c * r[column] + d * s[column]


@njit(cache=True, nogil=True)
def average(
    values: Floats, n: int, weights: Floats, length: int, n_translated: int, path: Floats, poses: Floats
) -> None:
    """Write the way and the poses of a blend.

    Parameters
    ----------
    values : (n, F, 3 + 3 T + 4 J) x, z and heading, translations, rotations of the sources at corresponding instants;
        the signs of rotations are changed.
    n, weights, length : (F, n).
    n_translated : T.
    path : (F, 5) written but for its first row, where the blend starts.
    poses : (F, 3 T + 4 J) written; the root's are as seen from the path.
    """
    first = 3 + 3 * n_translated
    for source in range(1, n):
        for column in range(first, values.shape[2], 4):
            alike = 0.0
            for k in range(length):
                a, b = values[0, k], values[source, k]
                dot = 0.0
                for c in range(column, column + 4):
                    dot += a[c] * b[c]
                alike += dot * (weights[k, 0] * weights[k, source] + 1e-9)
            if alike < 0.0:
                for k in range(length):
                    for c in range(column, column + 4):
                        values[source, k, c] *= -1.0
    for k in range(length):
        row = poses[k]
        row[:] = 0.0
        for source in range(n):
            weight, own = weights[k, source], values[source, k]
            for column in range(len(row)):
                row[column] += weight * own[column + 3]
        for column in range(first - 3, len(row), 4):
            size = 0.0
            for c in range(column, column + 4):
                size += row[c] * row[c]
            by = 1.0 / np.sqrt(max(size, 1e-12))
            for c in range(column, column + 4):
                row[c] *= by
        if k:
            _step(values, n, weights[k], k, path)


@njit(cache=True, nogil=True)
def _step(values: Floats, n: int, weights: Floats, k: int, path: Floats) -> None:
    """Write the next row of a path."""
    aside = ahead = heading = 0.0
    for source in range(n):
        before, now = values[source, k - 1], values[source, k]
        cosine, sine = np.cos(before[2]), np.sin(before[2])
        u, v = now[0] - before[0], now[1] - before[1]
        aside += weights[source] * (cosine * u - sine * v)
        ahead += weights[source] * (sine * u + cosine * v)
        heading += weights[source] * (now[2] - before[2])
    cosine, sine = path[k - 1, 3], path[k - 1, 4]
    path[k, 0] = path[k - 1, 0] + cosine * aside + sine * ahead
    path[k, 1] = path[k - 1, 1] + cosine * ahead - sine * aside
    path[k, 2] = path[k - 1, 2] + heading
    path[k, 3], path[k, 4] = np.cos(path[k, 2]), np.sin(path[k, 2])


@njit(cache=True, nogil=True)
def place_roots(path: Floats, poses: Floats, n_translated: int) -> None:
    """Put the roots of poses, as seen from a path, into the world."""
    up = np.zeros(4)
    for k in range(len(path)):
        row = poses[k]
        x, z = row[0], row[2]
        row[0] = path[k, 3] * x + path[k, 4] * z + path[k, 0]
        row[2] = path[k, 3] * z - path[k, 4] * x + path[k, 1]
        up[1], up[3] = np.sin(0.5 * path[k, 2]), np.cos(0.5 * path[k, 2])
        root = row[3 * n_translated : 3 * n_translated + 4]
        multiply(up, root, root)


@njit(cache=True, nogil=True)
def pose_joints(
    poses: Floats, parents: Indices, offsets: Floats, translated: Indices, needed: Indices, turns: Floats, spots: Floats
) -> None:
    """Write how some joints are turned, and where they are, in the world.

    Parameters
    ----------
    poses : (F, 3 T + 4 J).
    parents, offsets, translated : (J,), (J, 3) and (J,) of the skeleton; the last which column of translations a joint
        has, −1 for none.
    needed : (N,) joints, parents before children.
    turns, spots : (F, J, 4) and (F, J, 3) written at these joints.
    """
    n_translated = translated.max() + 1
    for k in range(len(poses)):
        row = poses[k]
        for joint in needed:
            own = row[3 * n_translated + 4 * joint : 3 * n_translated + 4 * joint + 4]
            column, parent = translated[joint], parents[joint]
            offset = row[3 * column : 3 * column + 3] if column >= 0 else offsets[joint]
            if parent < 0:
                copy(turns[k, joint], own)
                copy(spots[k, joint], offset)
                continue
            turn(turns[k, parent], offset, spots[k, joint])
            for axis in range(3):
                spots[k, joint, axis] += spots[k, parent, axis]
            multiply(turns[k, parent], own, turns[k, joint])


@njit(cache=True, nogil=True)
def write_soles(turns: Floats, spots: Floats, legs: Indices, heels: Floats, out: Floats) -> None:
    """Write heels, balls and tips (F, 6, 3) of both feet.

    Parameters
    ----------
    turns, spots : (F, J, 4) and (F, J, 3) in the world.
    legs : (2, 5) hip, knee, ankle, toe joint and tip.
    heels : (2, 3) in the frame of the ankle.
    """
    for k in range(len(out)):
        for foot in range(2):
            ankle = legs[foot, 2]
            turn(turns[k, ankle], heels[foot], out[k, 3 * foot])
            for axis in range(3):
                out[k, 3 * foot, axis] += spots[k, ankle, axis]
                out[k, 3 * foot + 1, axis] = spots[k, legs[foot, 3], axis]
                out[k, 3 * foot + 2, axis] = spots[k, legs[foot, 4], axis]
