"""Rotations as Blender and Unbake write them."""

from __future__ import annotations

import numpy as np


def matrix_from_euler(mode, angles):
    """Return matrices (..., 3, 3) of Euler angles (..., 3) in radians; `mode` names the axis that turns first."""
    found = np.eye(3)
    for letter in mode:
        axis = "XYZ".index(letter)
        found = _about(axis, angles[..., axis]) @ found
    return found


def _about(axis, angle):
    a, b = (axis + 1) % 3, (axis + 2) % 3
    turn = np.zeros((*angle.shape, 3, 3))
    turn[..., axis, axis] = 1.0
    turn[..., a, a] = turn[..., b, b] = np.cos(angle)
    turn[..., b, a] = np.sin(angle)
    turn[..., a, b] = -np.sin(angle)
    return turn


def matrix_from_quaternion(wxyz):
    """Return matrices (..., 3, 3) of quaternions w x y z of any length but zero."""
    length = np.linalg.norm(wxyz, axis=-1, keepdims=True)
    w, x, y, z = np.moveaxis(wxyz / np.where(length > 0.0, length, 1.0), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def xyzw_from_matrix(matrix):
    """Return unit quaternions x y z w (..., 4) of rotations (..., 3, 3): the largest component says the others."""
    m = matrix
    trace = m[..., 0, 0] + m[..., 1, 1] + m[..., 2, 2]
    squares = np.stack([1 - trace + 2 * m[..., i, i] for i in range(3)] + [1 + trace], axis=-1)
    x = np.stack(
        [squares[..., 0], m[..., 1, 0] + m[..., 0, 1], m[..., 2, 0] + m[..., 0, 2], m[..., 2, 1] - m[..., 1, 2]], -1
    )
    y = np.stack(
        [m[..., 1, 0] + m[..., 0, 1], squares[..., 1], m[..., 2, 1] + m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0]], -1
    )
    z = np.stack(
        [m[..., 2, 0] + m[..., 0, 2], m[..., 2, 1] + m[..., 1, 2], squares[..., 2], m[..., 1, 0] - m[..., 0, 1]], -1
    )
    w = np.stack(
        [m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1], squares[..., 3]], -1
    )
    rows = np.stack([x, y, z, w], axis=-2)
    largest = squares.argmax(axis=-1)
    found = np.take_along_axis(rows, largest[..., None, None], axis=-2)[..., 0, :]
    return found / np.linalg.norm(found, axis=-1, keepdims=True)


def continuous(quaternions):
    """Return quaternions (F, 4) with the sign of each nearest to the one before."""
    flips = np.where((quaternions[1:] * quaternions[:-1]).sum(axis=1) < 0.0, -1.0, 1.0)
    return quaternions * np.concatenate([[1.0], np.cumprod(flips)])[:, None]
