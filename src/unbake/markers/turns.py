"""Rotations as matrices (..., 3, 3), and as vectors (..., 3) in radians."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from unbake.ground.arrays import Booleans, Floats
from unbake.markers.directions import unit


def least_turn(start: Floats, end: Floats, vectors: Floats) -> Floats:
    """Return vectors (F, 3) turned by the least rotation that turns the directions `start` (F, 3) into `end`."""
    a, b = unit(start), unit(end)
    axis, cosine = np.cross(a, b), np.sum(a * b, axis=-1, keepdims=True)
    # Rodrigues' formula; where the directions are opposite, 1 + cosine is nothing and so is what it divides.
    along = np.sum(axis * vectors, axis=-1, keepdims=True) / np.maximum(1.0 + cosine, 1e-9)
    return np.asarray(cosine * vectors + np.cross(axis, vectors) + along * axis)


def matrix_of_vector(vectors: Floats) -> Floats:
    """Return the matrices (..., 3, 3) of rotation vectors (..., 3)."""
    return _shaped(Rotation.from_rotvec(vectors.reshape(-1, 3)).as_matrix(), (*vectors.shape[:-1], 3, 3))


def vector_of_matrix(matrices: Floats) -> Floats:
    """Return the rotation vectors (..., 3), at most π long, of matrices (..., 3, 3)."""
    return _shaped(Rotation.from_matrix(matrices.reshape(-1, 3, 3)).as_rotvec(), matrices.shape[:-1])


def quaternion_of_matrix(matrices: Floats) -> Floats:
    """Return the quaternions x y z w (..., 4) of matrices (..., 3, 3)."""
    return _shaped(Rotation.from_matrix(matrices.reshape(-1, 3, 3)).as_quat(), (*matrices.shape[:-2], 4))


def nearest_turn(matrices: Floats) -> Floats:
    """Return the rotations (..., 3, 3) nearest to any matrices: the answer to Wahba's problem.

    References: Kabsch, A solution for the best rotation to relate two sets of vectors, 1976; Wahba, A least squares
    estimate of satellite attitude, 1965.
    """
    u, _, vt = np.linalg.svd(matrices)
    mirrored = np.linalg.det(u @ vt) < 0.0
    u[..., :, 2] = np.where(mirrored[..., None], -u[..., :, 2], u[..., :, 2])
    return np.asarray(u @ vt)


def half_way(first: Floats, second: Floats) -> Floats:
    """Return the rotations (F, 3, 3) half way between two; NaN where one of them is."""
    known = np.isfinite(first).all(axis=(1, 2)) & np.isfinite(second).all(axis=(1, 2))
    out = np.full_like(first, np.nan)
    if known.any():
        turn = vector_of_matrix(np.swapaxes(first[known], 1, 2) @ second[known])
        out[known] = first[known] @ matrix_of_vector(0.5 * turn)
    return out


def filled_between(matrices: Floats, known: Booleans) -> Floats:
    """Return rotations (F, 3, 3) with those of unknown frames on the shortest way between the known ones beside them.

    Before the first known frame and behind the last they stay as there; where none is known they are the identity.
    """
    frames = np.flatnonzero(known)
    if not len(frames):
        return np.tile(np.eye(3), (len(matrices), 1, 1))
    out, gaps = matrices.copy(), np.flatnonzero(~known)
    after = np.searchsorted(frames, gaps)
    before, behind = frames[np.maximum(after - 1, 0)], frames[np.minimum(after, len(frames) - 1)]
    part = np.where(behind > before, (gaps - before) / np.maximum(behind - before, 1), 0.0)
    turn = vector_of_matrix(np.swapaxes(matrices[before], 1, 2) @ matrices[behind])
    out[gaps] = matrices[before] @ matrix_of_vector(part[:, None] * turn)
    return out


def _shaped(array: Floats, shape: tuple[int, ...]) -> Floats:
    return np.asarray(array, dtype=np.float64).reshape(shape)
