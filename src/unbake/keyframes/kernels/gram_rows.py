"""Error-table rows from squared pose distances alone, for the criteria of the whole pose.

With q(a, b) the squared distance of poses a and b, the pose at frame k lies

- q(i,k) − (q(i,k) + q(i,j) − q(k,j))² / 4q(i,j) from the line through poses i and j (squared; Pythagoras), and
- (1−α) q(i,k) + α q(k,j) − α(1−α) q(i,j) from the point that divides i–j at α (squared; Stewart's theorem),

so the number of joints does not matter once the matrix of squared distances is known.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

from unbake.motion.rotations import Floats


def squared_distances(points: Floats) -> Floats:
    """Return the matrix (F, F) of squared distances between rows of points (F, D), none negative."""
    centred = points - points.mean(axis=0)
    squares = np.einsum("fd,fd->f", centred, centred)
    distances = centred @ centred.T
    distances *= -2.0
    distances += squares[:, None]
    distances += squares[None, :]
    np.maximum(distances, 0.0, out=distances)
    # Below this the difference is rounding: such poses count as equal, so that no line is drawn through noise.
    distances[distances < 1e-14 * max(float(squares.max()), 1e-300)] = 0.0
    return np.asarray(distances)


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _raise_to_line(q_ik, q_i, q_k, quarter_inverse, error):
    for j in range(error.shape[0]):
        along = q_ik + q_i[j] - q_k[j]
        distance = q_ik - along * along * quarter_inverse[j]
        error[j] = distance if distance > error[j] else error[j]


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _add_to_line(q_ik, q_i, q_k, quarter_inverse, error):
    for j in range(error.shape[0]):
        along = q_ik + q_i[j] - q_k[j]
        distance = q_ik - along * along * quarter_inverse[j]
        error[j] += distance if distance > 0.0 else 0.0


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _raise_to_lerp(q_ik, steps, q_i, q_k, inverse_length, error):
    for j in range(error.shape[0]):
        alpha = steps * inverse_length[j]
        distance = (1.0 - alpha) * (q_ik - alpha * q_i[j]) + alpha * q_k[j]
        error[j] = distance if distance > error[j] else error[j]


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _add_to_lerp(q_ik, steps, q_i, q_k, inverse_length, error):
    for j in range(error.shape[0]):
        alpha = steps * inverse_length[j]
        distance = (1.0 - alpha) * (q_ik - alpha * q_i[j]) + alpha * q_k[j]
        error[j] += distance if distance > 0.0 else 0.0


@njit(cache=True)
def _gram_row(distances, i, end, is_lerp, is_sum, table):
    """Fill table[i, i+1:end]: maxima as lengths, sums as sums of squares."""
    error = np.zeros(end)
    weight = np.zeros(end)
    for j in range(i + 1, end):
        if is_lerp:
            weight[j] = 1.0 / (j - i)
        elif distances[i, j] > 0.0:
            weight[j] = 0.25 / distances[i, j]
    for k in range(i + 1, end - 1):
        q_i, q_k = distances[i, k + 1 : end], distances[k, k + 1 : end]
        if is_lerp and is_sum:
            _add_to_lerp(distances[i, k], float(k - i), q_i, q_k, weight[k + 1 :], error[k + 1 :])
        elif is_lerp:
            _raise_to_lerp(distances[i, k], float(k - i), q_i, q_k, weight[k + 1 :], error[k + 1 :])
        elif is_sum:
            _add_to_line(distances[i, k], q_i, q_k, weight[k + 1 :], error[k + 1 :])
        else:
            _raise_to_line(distances[i, k], q_i, q_k, weight[k + 1 :], error[k + 1 :])
    for j in range(i + 1, end):
        table[i, j] = error[j] if is_sum else np.sqrt(error[j])


@njit(cache=True, parallel=True)
def fill_gram_rows(distances, first, last, max_gap, is_lerp, is_sum, table):
    """Fill the rows first … last−1 and their mirror rows F−1−first … of the error table.

    Parameters
    ----------
    distances : (F, F) float64 squared distances.
    first, last : rows with 0 ≤ first ≤ last ≤ (F+1)//2.
    max_gap : no column further than this from its row is filled.
    is_lerp, is_sum : time-linear point instead of nearest point of the line; sum of squares instead of maximum.
    table : (F, F) float32, filled in place.
    """
    frames = distances.shape[0]
    for row in prange(first, last):
        _gram_row(distances, row, min(frames, row + max_gap + 1), is_lerp, is_sum, table)
        mirror = frames - 1 - row
        if mirror != row:
            _gram_row(distances, mirror, min(frames, mirror + max_gap + 1), is_lerp, is_sum, table)
