"""Which segments keep a bound on the error, frame by frame, without a table.

For each start frame the ends are tried from near to far. A frame that broke the bound is asked first the next time
(the witness): neighbouring ends mostly fail for the same frame. For time-linear segments each frame k confines the
velocity v of the segment, |p(k) − p(i) − (k−i)·v| ≤ ε, to a ball of radius ε/(k−i); the balls' bounding boxes are
intersected, and once nothing is left no later end can be reached.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.keyframes.kernels.cubic import add_moments, set_curve
from unbake.keyframes.kernels.reach import CURVE, LERP, LINE

UNREACHED = 1 << 30


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan", "reassoc"})
def _distance_squared(flat, k, step, coefficients, first, last):
    """Return the squared distance of frame k from the curve, over the columns first … last−1."""
    total = 0.0
    for c in range(first, last):
        d = flat[k, c] - (
            coefficients[0, c] + step * (coefficients[1, c] + step * (coefficients[2, c] + step * coefficients[3, c]))
        )
        total += d * d
    return total


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan", "reassoc"})
def _line_distance_squared(flat, k, i, direction, first, last):
    square, along = 0.0, 0.0
    for c in range(first, last):
        d = flat[k, c] - flat[i, c]
        square += d * d
        along += d * direction[c]
    return square - along * along


@njit(cache=True, nogil=True)
def is_beyond(flat, k, i, shape, is_joint, coefficients, bound_squared):
    columns = flat.shape[1]
    size = 3 if is_joint else columns
    for first in range(0, columns, size):
        if shape == LINE:
            square = _line_distance_squared(flat, k, i, coefficients[1], first, first + size)
        else:
            square = _distance_squared(flat, k, float(k - i), coefficients, first, first + size)
        if square > bound_squared:
            return True
    return False


@njit(cache=True, nogil=True)
def _witness(flat, i, j, shape, is_joint, coefficients, bound_squared, guess):
    """Return an inner frame beyond the bound, or −1; `guess` is asked first, then the middle, then all in turn."""
    if i < guess < j and is_beyond(flat, guess, i, shape, is_joint, coefficients, bound_squared):
        return guess
    middle = (i + j) // 2
    for k in range(middle, j):
        if k > i and is_beyond(flat, k, i, shape, is_joint, coefficients, bound_squared):
            return k
    for k in range(i + 1, middle):
        if is_beyond(flat, k, i, shape, is_joint, coefficients, bound_squared):
            return k
    return -1


@njit(cache=True, nogil=True)
def _set_line(flat, i, j, is_joint, coefficients):
    columns = flat.shape[1]
    size = 3 if is_joint else columns
    for first in range(0, columns, size):
        length = 0.0
        for c in range(first, first + size):
            coefficients[1, c] = flat[j, c] - flat[i, c]
            length += coefficients[1, c] ** 2
        for c in range(first, first + size):
            coefficients[1, c] = coefficients[1, c] / np.sqrt(length) if length > 0.0 else 0.0


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _set_lerp(flat, i, j, coefficients):
    inverse = 1.0 / (j - i)
    for c in range(flat.shape[1]):
        coefficients[1, c] = (flat[j, c] - flat[i, c]) * inverse


@njit(cache=True, nogil=True)
def _box_is_empty(flat, i, k, error, low, high):
    """Intersect the box of velocities with what frame k allows; True once nothing is left."""
    steps = float(k - i)
    empty = False
    for c in range(flat.shape[1]):
        away = flat[k, c] - flat[i, c]
        low[c] = max(low[c], (away - error) / steps)
        high[c] = min(high[c], (away + error) / steps)
        empty |= low[c] > high[c]
    return empty


@njit(cache=True, nogil=True)
def _allowed_row(flat, i, reach, skip_from, known, error, shape, is_joint, constants, allowed):
    """Set allowed[g−1] for the ends i+g that keep the bound; ends that cannot gain from this start are left out.

    `skip_from` is one more than the least count that frame i can have: an end already known to need no more is skipped.
    """
    columns = flat.shape[1]
    bound_squared = error * error
    coefficients = np.zeros((4, columns))
    moments = np.zeros((3, columns))
    low, high = np.full(columns, -np.inf), np.full(columns, np.inf)
    for c in range(columns):
        coefficients[0, c] = flat[i, c]
    guess = -1
    while reach > i and known[reach] <= skip_from:
        reach -= 1
    for j in range(i + 1, reach + 1):
        if shape == CURVE:
            add_moments(flat, i, j, moments)
        elif shape == LERP and j > i + 1 and _box_is_empty(flat, i, j - 1, error * (1.0 + 1e-9) + 1e-12, low, high):
            return
        if known[j] <= skip_from:
            continue
        if j - i < 2 or (shape == CURVE and j - i < 4):
            allowed[j - i - 1] = 1
            continue
        if shape == LINE:
            _set_line(flat, i, j, is_joint, coefficients)
        elif shape == LERP:
            _set_lerp(flat, i, j, coefficients)
        else:
            set_curve(flat, i, j, moments, constants, coefficients)
        found = _witness(flat, i, j, shape, is_joint, coefficients, bound_squared, guess)
        if found < 0:
            allowed[j - i - 1] = 1
        else:
            guess = found


@njit(cache=True, nogil=True)
def fill_allowed(flat, start, stop, reach, lower, known, error, shape, is_joint, constants, allowed):
    """Set allowed (rows, width) for the start frames start … stop−1, each on its own.

    Parameters
    ----------
    flat : (F, 3P) float64 points.
    start, stop : block of start frames.
    reach : (F,) the last end to try for each start.
    lower : (rows,) least number of keys that each start can have.
    known : (F,) number of keys known to suffice for each frame, from starts before the block.
    error : the bound.
    shape, is_joint : what joins the keys; whether every point keeps the bound or the whole pose.
    constants : (longest+1, 5) of the cubic's normal equations, `cubic_constants`.
    allowed : (rows, width) uint8, zero at first.
    """
    for row in range(stop - start):
        i = start + row
        _allowed_row(flat, i, reach[i], lower[row] + 1, known, error, shape, is_joint, constants, allowed[row])


@njit(cache=True, nogil=True)
def lower_counts(counts, reach, start, stop, first, lower):
    """Set lower (rows,): the least number of keys of each frame of a block, given the counts of all frames before it.

    A frame i ≥ start is reached from frames whose reach includes it; as reach never falls, those are the frames from
    some frame on. `first` is the first frame whose reach includes `start`.
    """
    least_from = np.full(start - first + 1, UNREACHED)
    for x in range(start - 1, first - 1, -1):
        least_from[x - first] = min(least_from[x - first + 1], counts[x])
    x = first
    for row in range(stop - start):
        i = start + row
        while x < start and reach[x] < i:
            x += 1
        least = least_from[x - first]
        for other in range(row):
            if reach[start + other] >= i:
                least = min(least, lower[other])
        lower[row] = 1 if i == 0 else min(least + 1, UNREACHED)


@njit(cache=True, nogil=True)
def relax_block(counts, before, start, stop, allowed):
    """Bring the allowed segments of a block of start frames to the counts; of equal ones the earliest start stays."""
    for row in range(stop - start):
        i = start + row
        if counts[i] >= UNREACHED:
            continue
        for g in range(min(allowed.shape[1], counts.shape[0] - 1 - i)):
            if allowed[row, g] and counts[i] + 1 < counts[i + g + 1]:
                counts[i + g + 1] = counts[i] + 1
                before[i + g + 1] = i
