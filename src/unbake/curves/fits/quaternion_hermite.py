"""Hermite fit of rotations: slopes of four quaternion curves that bring the rotation near, not each component.

A player normalises the interpolated quaternion q, so only its direction turns the joint. At every frame the quaternion
logarithm of conj(capture) · q has four numbers: half the rotation vector from the capture to the curve, and ln |q|. The
fit minimises the sum of squares of the first three, plus `LENGTH_WEIGHT` times that of the last.

The length is where the gain lies: four curves steer three angles, and the fourth freedom says how much each key weighs
between two keys. With weight 1, which makes all directions alike, angles fall by no more than 0.2 % against the fit of
each component: near a unit quaternion the two measure the same. With weight 0 they fall by 19 to 44 %, but the lengths
run from 0.001 to 3000 between two keys, and where a curve passes near zero its rotation turns over within a frame.
With 0.03 they fall by 2 to 20 %, lengths stay between 0.7 and 1.4 on 5 % of the frames, and no curve turns faster than
its capture at its fastest (thesis clips, keys on 5, 2 and 1 % of the frames).

The method is Gauss–Newton's, damped where a step fails as Marquardt (1963) does. The matrix of a frame is
(1 − (1 − weight) q̂q̂ᵀ) / |q|², which is exact where the angle is zero; a slope meets only those of the neighbouring
keys, so the normal matrix of a joint has seven bands beside its diagonal. A ridge keeps every step small where the data
say nothing, so that slopes stay there as they were.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy_rows
from unbake.curves.fits.hermite import RIDGE, checked_keys, fit_broken, fit_hermite
from unbake.errors import MotionError
from unbake.ground.arrays import Floats, Indices

LENGTH_WEIGHT = 0.03
"""Weight of ln |q| against half the angle in radians. On 24 clips of CMU, keys on 2 % of the frames, the RMS in the
world falls by 9 % on average against the components' fit and never rises by 2 %; the largest error falls by 13 % on
average, but rises on seven. With 0.01 the RMS falls by 12 %, and rises by up to 8 %; with 0.1 it falls by 5 %."""
MOST_STEPS = 30
TOLERANCE = 1e-6
"""The fit ends at a step that changes the cost by less than this part of it. Two or three steps are the rule."""
FIRST_DAMPING = 1e-2
"""Part of the matrix' diagonal that is added to it after a first step that failed."""
LARGEST_DAMPING = 1e6
SMALLEST_SQUARE = 1e-12
"""|q|² counts as no less than this: a curve through zero has no rotation there."""
UNIT_TOLERANCE = 1e-6
BANDS = 8
"""Entries of a row up to its diagonal: four slopes of a key and those of the key before it."""


def fit_quaternions(keys: Indices, rotations_xyzw: Floats) -> Floats:
    """Return the slopes (K, J, 4), per frame, of the C1 cubic Hermite curves whose rotations are nearest to the data.

    The curves pass through the data at the keys. Every joint's sum of squared rotation angles over the frames is at
    most that of `fit_hermite` of its components, where the fit starts. What the data leave open (keys on neighbouring
    frames) stays as it is there; joints that do not move get slopes of exactly zero. Flipping the signs of a joint's
    quaternions flips its slopes.

    Parameters
    ----------
    keys : (K,) frame indices from 0, rising, the first and last frame included.
    rotations_xyzw : (F, J, 4) unit quaternions, each within 180° of the one before (`in_one_hemisphere`).

    Raises
    ------
    UsageError : keys that do not rise from the first frame to the last.
    MotionError : quaternions of another length than 1, or of the other sign than their predecessor. They are not mended
        here, because the slopes belong to key values that the caller holds.
    """
    keys = np.array(checked_keys(keys, len(rotations_xyzw)))
    rows = _rows(rotations_xyzw)
    slopes = _by_joint(fit_hermite(keys, _columns(rotations_xyzw)))
    _fit_joints(keys, rows, slopes)
    return np.asarray(slopes.transpose(1, 0, 2))


def fit_quaternions_broken(keys: Indices, rotations_xyzw: Floats) -> tuple[Floats, Floats]:
    """Return outgoing and incoming slopes (K − 1, J, 4) of each segment, on its own: as `fit_quaternions`, but broken.

    Every segment's sum of squared rotation angles is at most that of `fit_broken` of the components. Arguments and
    errors as for `fit_quaternions`.
    """
    keys = np.array(checked_keys(keys, len(rotations_xyzw)))
    rows = _rows(rotations_xyzw)
    values = _columns(rotations_xyzw)
    left, right = fit_broken(keys, values)
    third = np.diff(keys)[:, None] / 3.0
    outgoing = _by_joint((right[:, :-1, 1].T - values[keys[:-1]]) / third)
    incoming = _by_joint((values[keys[1:]] - left[:, 1:, 1].T) / third)
    slopes = np.stack([outgoing, incoming], axis=2)
    _fit_segments(keys, rows, slopes)
    return slopes[:, :, 0].transpose(1, 0, 2), slopes[:, :, 1].transpose(1, 0, 2)


def _rows(rotations_xyzw: Floats) -> Floats:
    """The rotations as (J, F, 4), checked."""
    lengths = np.linalg.norm(rotations_xyzw, axis=-1)
    _refuse(~(np.abs(lengths - 1.0) <= UNIT_TOLERANCE), "is no unit quaternion")
    turns = np.sum(rotations_xyzw[1:] * rotations_xyzw[:-1], axis=-1)
    _refuse(np.pad(turns < -UNIT_TOLERANCE, ((1, 0), (0, 0))), "has the other sign than the one before")
    return np.array(rotations_xyzw.transpose(1, 0, 2), dtype=np.float64, order="C")


def _refuse(wrong: NDArray[np.bool_], fault: str) -> None:
    if wrong.any():
        frame, joint = (int(i) for i in np.argwhere(wrong)[0])
        raise MotionError(f"the rotation of joint {joint} at frame {frame} (both from 0) {fault}", frame_index=frame)


def _columns(rotations_xyzw: Floats) -> Floats:
    return rotations_xyzw.reshape(len(rotations_xyzw), 4 * rotations_xyzw.shape[1])


def _by_joint(columns: Floats) -> Floats:
    """(K, 4J) as (J, K, 4)."""
    return np.array(columns.reshape(len(columns), columns.shape[1] // 4, 4).transpose(1, 0, 2), order="C")


@njit(cache=True, nogil=True)
def _fit_joints(keys: Indices, rows: Floats, slopes: Floats) -> None:
    """Improve slopes (J, K, 4) of joints (J, F, 4)."""
    for joint in range(len(rows)):
        improve_chain(keys, rows[joint], slopes[joint])


@njit(cache=True, nogil=True)
def _fit_segments(keys: Indices, rows: Floats, slopes: Floats) -> None:
    """Improve slopes (J, K − 1, 2, 4) of the segments of joints (J, F, 4), each a chain of two keys."""
    for joint in range(len(rows)):
        for segment in range(len(keys) - 1):
            improve_chain(keys[segment : segment + 2], rows[joint], slopes[joint, segment])


@njit(cache=True, nogil=True)
def improve_chain(keys: Indices, data: Floats, slopes: Floats) -> None:
    """Improve the slopes (K, 4) of one chain of keys in place; its sum of squared angles never rises."""
    count = 4 * len(keys)
    start, trial = slopes.copy(), slopes.copy()
    matrix, trial_matrix, factor = np.empty((count, BANDS)), np.empty((count, BANDS)), np.empty((count, BANDS))
    gradient, trial_gradient, step = np.empty(count), np.empty(count), np.empty(count)
    cost, angles, start_angles, damping = np.inf, np.inf, np.inf, 0.0
    for attempt in range(MOST_STEPS + 1):
        found, found_angles = equations(keys, data, trial, trial_matrix, trial_gradient)
        change = cost - found
        if change > 0.0:
            damping = 0.1 * damping if damping > FIRST_DAMPING else 0.0
            cost, angles = found, found_angles
            copy_rows(slopes, trial)
            copy_rows(matrix, trial_matrix)
            gradient, trial_gradient = trial_gradient, gradient
        else:
            damping = max(10.0 * damping, FIRST_DAMPING)
        if attempt == 0:
            start_angles = angles
        # Without an angle there is nothing to gain: slopes stay as they are, to the last bit.
        if angles == 0.0 or abs(change) <= TOLERANCE * cost or damping > LARGEST_DAMPING:
            break
        for i in range(count):
            step[i] = -gradient[i]
        _solve(matrix, damping, factor, step)
        for i in range(count):
            trial[i // 4, i % 4] = slopes[i // 4, i % 4] + step[i]
    # Fewer angles for better lengths would be a bad trade. From the components' fit, 16,000 random joints saw none.
    if angles > start_angles:
        copy_rows(slopes, start)


@njit(cache=True, nogil=True)
def equations(keys: Indices, data: Floats, slopes: Floats, matrix: Floats, gradient: Floats) -> tuple[float, float]:
    """Write the normal equations of a chain; return its cost and the angles' part of it.

    Parameters
    ----------
    keys : (K,) frames.
    data : (F, 4) captured rotations.
    slopes : (K, 4) per frame.
    matrix : (4K, 8) row i holds the entries of columns i, i − 1, … i − 7.
    gradient : (4K,) half the cost's derivatives.
    """
    matrix[:] = 0.0
    gradient[:] = 0.0
    angles, lengths = 0.0, 0.0
    point, away, pull = np.empty(4), np.empty(4), np.empty(4)
    for k in range(len(keys) - 1):
        span = float(keys[k + 1] - keys[k])
        for frame in range(keys[k] + 1, keys[k + 1]):
            t = (frame - keys[k]) / span
            leave, arrive = span * t * (1.0 - t) * (1.0 - t), span * t * t * (t - 1.0)
            ease = t * t * (3.0 - 2.0 * t)
            for c in range(4):
                # written so that it does not move at all between equal keys
                point[c] = data[keys[k], c] + ease * (data[keys[k + 1], c] - data[keys[k], c])
                point[c] += leave * slopes[k, c] + arrive * slopes[k + 1, c]
            square, half_angle = _logarithm(data, frame, point, away)
            log_length = 0.5 * np.log(square)
            angles += half_angle * half_angle
            lengths += LENGTH_WEIGHT * log_length * log_length
            for c in range(4):
                pull[c] = (away[c] + LENGTH_WEIGHT * log_length * point[c]) / np.sqrt(square)
            _add_frame(matrix, gradient, 4 * k, leave, arrive, square, point, pull)
    return angles + lengths, angles


@njit(cache=True, nogil=True)
def _logarithm(data: Floats, frame: int, point: Floats, away: Floats) -> tuple[float, float]:
    """Make `point` a unit vector; return its squared length and half the rotation's angle from the datum.

    `away` becomes the vector of that length, at right angles to the point, that leads away from the datum or from its
    opposite, whichever is nearer.
    """
    square, along = 0.0, 0.0
    for c in range(4):
        square += point[c] * point[c]
        along += point[c] * data[frame, c]
    sign = 1.0 if along >= 0.0 else -1.0
    square = max(square, SMALLEST_SQUARE)
    # The difference first: it keeps its digits where the two nearly agree, and is zero where they do.
    excess = 0.0
    for c in range(4):
        away[c] = point[c] - sign * data[frame, c]
        excess += away[c] * point[c]
    across = 0.0
    for c in range(4):
        away[c] -= excess / square * point[c]
        across += away[c] * away[c]
        point[c] /= np.sqrt(square)
    sine = np.sqrt(across)
    half_angle = np.arctan2(sine, abs(along) / np.sqrt(square))
    for c in range(4):
        away[c] *= half_angle / sine if sine > 0.0 else 0.0
    return square, half_angle


@njit(cache=True, nogil=True)
def _add_frame(
    matrix: Floats, gradient: Floats, row: int, leave: float, arrive: float, square: float, point: Floats, pull: Floats
) -> None:
    """Add a frame's part to the rows of its two keys, whose slopes it takes with the weights `leave` and `arrive`."""
    for c in range(4):
        gradient[row + c] += leave * pull[c]
        gradient[row + 4 + c] += arrive * pull[c]
        for d in range(4):
            weight = ((1.0 if c == d else 0.0) - (1.0 - LENGTH_WEIGHT) * point[c] * point[d]) / square
            matrix[row + 4 + c, 4 + c - d] += leave * arrive * weight
            if d <= c:
                matrix[row + c, c - d] += leave * leave * weight
                matrix[row + 4 + c, c - d] += arrive * arrive * weight


@njit(cache=True, nogil=True)
def _solve(matrix: Floats, damping: float, factor: Floats, side: Floats) -> None:
    """Turn the right-hand side into the solution, by Cholesky's factorisation of the damped matrix with its ridge."""
    count = len(side)
    for i in range(count):
        for d in range(min(i, BANDS - 1), -1, -1):
            entry = matrix[i, d] if d else matrix[i, 0] * (1.0 + damping) + RIDGE
            for m in range(max(0, i - BANDS + 1), i - d):
                entry -= factor[i, i - m] * factor[i - d, i - d - m]
            # No pivot is less than the ridge, but for rounding.
            factor[i, d] = entry / factor[i - d, 0] if d else np.sqrt(max(entry, RIDGE))
    for i in range(count):
        for d in range(1, min(i, BANDS - 1) + 1):
            side[i] -= factor[i, d] * side[i - d]
        side[i] /= factor[i, 0]
    for i in range(count - 1, -1, -1):
        for d in range(1, min(count - 1 - i, BANDS - 1) + 1):
            side[i] -= factor[i + d, d] * side[i + d]
        side[i] /= factor[i, 0]
