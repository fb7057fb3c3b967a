"""Hermite fit: handles at a third of the segment and one slope a key, by linear least squares.

It is the one form that every exchange format keeps without loss. The sum of squares over all frames is quadratic in
the slopes; a slope meets only its two neighbours, so the normal matrix is tridiagonal, and it is the same for all
channels: one banded factorisation and one solve do for the whole clip.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats, Indices

RIDGE = 1e-6
"""Weight of a key's finite-difference slope against the squared error of its frames, in frames². One inner frame in a
segment of two weighs 1/16, so this decides only what the data leave open."""
SOLVES = 3
"""Iterated Tikhonov: each further solve takes more of the ridge's bias out of what the data do determine."""

FEW = 64
"""Up to so many keys SciPy's linear algebra is not worth its import."""


def fit_hermite(keys: Indices, values: Floats) -> Floats:
    """Return the slopes (K, C), in value per frame, of the C1 cubic Hermite curves nearest to the data.

    The curves pass through the data at the keys; their slopes minimise the sum of squared differences over all frames.
    Where segments have too few inner frames to say (keys on neighbouring frames), the slopes come as near to those
    of central differences as the minimum allows. Constant channels get slopes of exactly zero.

    Parameters
    ----------
    keys : (K,) frame indices from 0, rising, the first and last frame included.
    values : (F, C) one column a channel, any unit.

    Raises
    ------
    UsageError : keys that do not rise from the first frame to the last.
    MotionError : values that are not finite.
    """
    keys, values = checked(keys, values)
    if len(keys) == 1:
        return np.zeros((1, values.shape[1]))
    bands, right_side = _normal_equations(keys, values)
    bands[1] += RIDGE
    solve = _solver(bands)
    slopes = slopes_at(keys, values)
    for _ in range(SOLVES):
        slopes = solve(right_side + RIDGE * slopes)
    return np.asarray(slopes)


def _solver(bands: Floats) -> Callable[[Floats], Floats]:
    """Return what solves a symmetric positive tridiagonal system for right-hand sides (K, C).

    Up to `FEW` keys by a loop: to import SciPy's linear algebra takes longer than it would save.
    """
    if bands.shape[1] > FEW:
        from scipy.linalg import cho_solve_banded, cholesky_banded

        factor = cholesky_banded(bands)
        return lambda right: np.asarray(cho_solve_banded((factor, False), right))
    diagonal, beside = bands[1].tolist(), bands[0, 1:].tolist()
    for k, above in enumerate(beside):
        beside[k] = above / diagonal[k]
        diagonal[k + 1] -= beside[k] * above

    def solve(right: Floats) -> Floats:
        rows = list(right)
        for k, part in enumerate(beside):
            rows[k + 1] = rows[k + 1] - part * rows[k]
        rows[-1] = rows[-1] / diagonal[-1]
        for k in range(len(beside) - 1, -1, -1):
            rows[k] = rows[k] / diagonal[k] - beside[k] * rows[k + 1]
        return np.stack(rows)

    return solve


def fit_thirds(keys: Indices, values: Floats) -> tuple[Floats, Floats]:
    """Return the handles (C, K, 2), left and right, of the Hermite fit (`fit_hermite`), as absolute (frame, value)."""
    slopes = fit_hermite(keys, values)
    return handles_at_thirds(keys, values, slopes[:-1], slopes[1:])


def fit_broken(keys: Indices, values: Floats) -> tuple[Floats, Floats]:
    """Return handles (C, K, 2), left and right, at thirds, with a slope of its own on each side of a key.

    Each segment is the nearest cubic through its two keys, so no curve with handles at thirds is nearer to the data, at
    the price of corners at the keys. Arguments and ties as for `fit_hermite`.
    """
    keys, values = checked(keys, values)
    return handles_at_thirds(keys, values, *broken_slopes(keys, values))


def broken_slopes(keys: Indices, values: Floats) -> tuple[Floats, Floats]:
    """Return the slopes (K − 1, C) of `fit_broken`: at which segments leave their first key and reach their second."""
    keys, values = checked(keys, values)
    slopes = slopes_at(keys, values)
    outgoing, incoming = slopes[:-1], slopes[1:]
    if len(keys) == 1:
        return outgoing, incoming
    matrix, outgoing_side, incoming_side = _segment_equations(keys, values)
    a, b, c = matrix[0, :, None] + RIDGE, matrix[1, :, None], matrix[2, :, None] + RIDGE
    determinant = a * c - b * b
    for _ in range(SOLVES):
        first, second = outgoing_side + RIDGE * outgoing, incoming_side + RIDGE * incoming
        outgoing, incoming = (c * first - b * second) / determinant, (a * second - b * first) / determinant
    return outgoing, incoming


def handles_at_thirds(keys: Indices, values: Floats, outgoing: Floats, incoming: Floats) -> tuple[Floats, Floats]:
    """Return left and right handles (C, K, 2) at thirds; the two outermost handles lie on their keys.

    Parameters
    ----------
    keys : (K,) frames.
    values : (F, C) the channels.
    outgoing, incoming : (K − 1, C) slopes in which each segment leaves its first key and reaches its second.
    """
    third = np.diff(keys) / 3.0
    left = np.empty((values.shape[1], len(keys), 2))
    left[..., 0], left[..., 1] = keys, values[keys].T
    right = left.copy()
    left[:, 1:, 0] -= third
    left[:, 1:, 1] -= (incoming * third[:, None]).T
    right[:, :-1, 0] += third
    right[:, :-1, 1] += (outgoing * third[:, None]).T
    return left, right


def slopes_at(keys: Indices, values: Floats) -> Floats:
    """Return the data's slopes (K, C) at the keys: central differences, at the clip's ends of second order."""
    last = len(values) - 1
    if last == 0:
        return np.zeros((len(keys), values.shape[1]))
    before, after = np.maximum(keys - 1, 0), np.minimum(keys + 1, last)
    slopes = (values[after] - values[before]) / (after - before)[:, None]
    if last >= 2:
        for end, row, inward in ((0, 0, 1), (last, -1, -1)):
            near, far = values[end + inward] - values[end], values[end + 2 * inward] - values[end]
            slopes[row] = inward * (4.0 * near - far) / 2.0
    return np.asarray(slopes)


def checked(keys: Indices, values: Floats) -> tuple[Indices, Floats]:
    """Return keys and values fit for fitting; UsageError as `checked_keys`, MotionError for values not finite."""
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 2 or not len(values):
        raise MotionError(f"values to fit have shape {values.shape}, expected (frames, channels)")
    if not np.isfinite(values).all():
        frame, channel = (int(i) for i in np.argwhere(~np.isfinite(values))[0])
        raise MotionError(
            f"the value of channel {channel} at frame {frame}, both from 0, is not finite", frame_index=frame
        )
    return checked_keys(keys, len(values)), values


def checked_keys(keys: Indices, n_frames: int) -> Indices:
    """Return the keys as an integer array; UsageError unless they rise strictly from 0 to `n_frames` − 1."""
    keys = np.asarray(keys, dtype=np.int64)
    if not len(keys) or keys[0] != 0 or keys[-1] != n_frames - 1 or not (np.diff(keys) > 0).all():
        found = f"{keys[0]} to {keys[-1]}" if len(keys) else "none"
        raise UsageError(
            f"keyframes must rise from the clip's first frame to its last (0 to {n_frames - 1}); found {found}"
        )
    return keys


def _normal_equations(keys: Indices, values: Floats) -> tuple[Floats, Floats]:
    """The normal matrix as its upper diagonal and diagonal (2, K), and the right-hand sides (K, C)."""
    matrix, outgoing_side, incoming_side = _segment_equations(keys, values)
    bands = np.zeros((2, len(keys)))
    bands[0, 1:] = matrix[1]
    bands[1, :-1] = matrix[0]
    bands[1, 1:] += matrix[2]
    right_side = np.zeros((len(keys), values.shape[1]))
    right_side[:-1] = outgoing_side
    right_side[1:] += incoming_side
    return bands, right_side


def _segment_equations(keys: Indices, values: Floats) -> tuple[Floats, Floats, Floats]:
    """Normal equations of each segment's outgoing and incoming slope.

    Returns the matrices' entries 11, 12 and 22 as (3, S), and the two right-hand sides (S, C) each.
    """
    lengths = np.diff(keys)
    segment = np.repeat(np.arange(len(lengths)), lengths)
    t = (np.arange(keys[-1]) - keys[segment]) / lengths[segment]
    outgoing = lengths[segment] * t * (1.0 - t) ** 2
    incoming = lengths[segment] * t**2 * (t - 1.0)
    starts = keys[:-1]
    products = (outgoing**2, outgoing * incoming, incoming**2)
    matrix = np.stack([np.add.reduceat(product, starts) for product in products])
    # What is left when both slopes are zero, written so that it vanishes exactly for a constant channel.
    ease = t**2 * (3.0 - 2.0 * t)
    chords = np.diff(values[keys], axis=0)
    rest = values[:-1] - values[starts][segment] - ease[:, None] * chords[segment]
    return (
        matrix,
        np.add.reduceat(outgoing[:, None] * rest, starts, axis=0),
        np.add.reduceat(incoming[:, None] * rest, starts, axis=0),
    )
