"""Error-table rows from the points themselves: of the worst joint, and of cubics over poses that move far.

The points are laid out (P, 3, F), so that the innermost loop runs along time; it takes whole arrays and an unsigned
index (`gram_rows` says why).
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.keyframes.kernels.bounded_rows import is_beyond
from unbake.keyframes.kernels.cubic import add_moments, set_curve
from unbake.keyframes.kernels.reach import CURVE, LINE


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _raise_cubic_distance(points, p, i, n, coefficients, steps, out):
    c = 3 * p
    x0, x1, x2, x3 = coefficients[0, c], coefficients[1, c], coefficients[2, c], coefficients[3, c]
    y0, y1, y2, y3 = coefficients[0, c + 1], coefficients[1, c + 1], coefficients[2, c + 1], coefficients[3, c + 1]
    z0, z1, z2, z3 = coefficients[0, c + 2], coefficients[1, c + 2], coefficients[2, c + 2], coefficients[3, c + 2]
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(n)):
        s = steps[k]
        dx = points[p, 0, first + k] - (x0 + s * (x1 + s * (x2 + s * x3)))
        dy = points[p, 1, first + k] - (y0 + s * (y1 + s * (y2 + s * y3)))
        dz = points[p, 2, first + k] - (z0 + s * (z1 + s * (z2 + s * z3)))
        distance = dx * dx + dy * dy + dz * dz
        out[k] = distance if distance > out[k] else out[k]


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _add_cubic_distance(points, p, i, n, coefficients, steps, out):
    c = 3 * p
    x0, x1, x2, x3 = coefficients[0, c], coefficients[1, c], coefficients[2, c], coefficients[3, c]
    y0, y1, y2, y3 = coefficients[0, c + 1], coefficients[1, c + 1], coefficients[2, c + 1], coefficients[3, c + 1]
    z0, z1, z2, z3 = coefficients[0, c + 2], coefficients[1, c + 2], coefficients[2, c + 2], coefficients[3, c + 2]
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(n)):
        s = steps[k]
        dx = points[p, 0, first + k] - (x0 + s * (x1 + s * (x2 + s * x3)))
        dy = points[p, 1, first + k] - (y0 + s * (y1 + s * (y2 + s * y3)))
        dz = points[p, 2, first + k] - (z0 + s * (z1 + s * (z2 + s * z3)))
        out[k] += dx * dx + dy * dy + dz * dz


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _raise_line_distance(points, p, i, n, out):
    """Raise out[1 : n] to the squared distances of point p at frames i+1 … i+n−1 from the line through i and i+n."""
    x, y, z = points[p, 0, i], points[p, 1, i], points[p, 2, i]
    ux, uy, uz = points[p, 0, i + n] - x, points[p, 1, i + n] - y, points[p, 2, i + n] - z
    length = np.sqrt(ux * ux + uy * uy + uz * uz)
    # For equal ends the line is a point, and its direction zero.
    scale = 1.0 / length if length > 0.0 else 0.0
    ux, uy, uz = ux * scale, uy * scale, uz * scale
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(n)):
        dx, dy, dz = points[p, 0, first + k] - x, points[p, 1, first + k] - y, points[p, 2, first + k] - z
        along = dx * ux + dy * uy + dz * uz
        distance = dx * dx + dy * dy + dz * dz - along * along
        out[k] = distance if distance > out[k] else out[k]


@njit(cache=True, nogil=True)
def _segment_distances(points, i, n, shape, is_joint, coefficients, steps, out):
    """Set out[1 : n] to the squared distances at the inner frames, of the worst joint or of the pose."""
    out[1:n] = 0.0
    for p in range(points.shape[0]):
        if shape == LINE:
            _raise_line_distance(points, p, i, n, out)
        elif not is_joint:
            _add_cubic_distance(points, p, i, n, coefficients, steps, out)
        else:
            _raise_cubic_distance(points, p, i, n, coefficients, steps, out)


@njit(cache=True, nogil=True, fastmath={"nnan", "reassoc"})
def _reduced(squared, is_sum):
    total, largest = 0.0, 0.0
    for k in range(squared.shape[0]):
        total += squared[k]
        largest = max(largest, squared[k])
    return total if is_sum else np.sqrt(largest)


@njit(cache=True, nogil=True)
def _joint_row(points, flat, constants, i, end, shape, is_joint, is_sum, limit, table):
    columns = flat.shape[1]
    moments = np.zeros((3, columns))
    coefficients = np.zeros((4, columns))
    # Number by number: to assign whole rows, numba compiles the text of an error message, too.
    for c in range(columns):
        coefficients[0, c] = flat[i, c]
    squared = np.empty(end)
    steps = np.arange(end).astype(np.float64)
    # The frame that was beyond the limit is asked first: the next segment mostly misses there, too.
    witness, last = -1, flat.shape[0] - 1
    for j in range(i + 1, end):
        n = j - i
        if shape == CURVE:
            add_moments(flat, i, j, moments)
            if n < 4:
                table[i, j] = 0.0  # a cubic goes through two inner poses exactly
                continue
            set_curve(flat, i, j, moments, constants, coefficients)
        else:
            for c in range(columns):
                coefficients[1, c] = (flat[j, c] - flat[i, c]) / n
        is_limited = limit < np.inf and i > 0 and j < last
        if is_limited and i < witness and is_beyond(flat, witness, i, shape, is_joint, coefficients, limit * limit):
            table[i, j] = 2.0 * limit
            continue
        _segment_distances(points, i, n, shape, is_joint, coefficients, steps, squared)
        table[i, j] = _reduced(squared[1:n], is_sum)
        if is_limited and table[i, j] > limit:
            witness = i + 1 + squared[1:n].argmax()


@njit(cache=True, nogil=True)
def fill_joint_rows(points, flat, constants, first, last, max_gap, shape, is_joint, is_sum, limit, table):
    """Fill the rows first … last−1 and their mirror rows of the error table.

    Parameters
    ----------
    points : (P, 3, F) float64, contiguous; loose numbers have y = z = 0.
    flat : (F, 3P) the same numbers, row by row.
    constants : `cubic_constants` up to the longest segment.
    first, last : rows with 0 ≤ first ≤ last ≤ (F+1)//2.
    max_gap : no column further than this from its row is filled.
    shape : `LINE`, `LERP` or `CURVE`.
    is_joint : distance of the worst joint, or, for cubics, of the whole pose.
    is_sum : sum of squares over the frames instead of the largest distance.
    limit : largest distances beyond it need not be exact: they may come out as twice the limit, but for segments from
        the first frame or to the last one. Infinite for lines and for sums.
    table : (F, F) float32, filled in place.
    """
    frames = flat.shape[0]
    for row in range(first, last):
        mirror = frames - 1 - row
        # Called in one place: the compiler makes a copy for each.
        for i in range(row, mirror + 1, max(1, mirror - row)):
            _joint_row(points, flat, constants, i, min(frames, i + max_gap + 1), shape, is_joint, is_sum, limit, table)
