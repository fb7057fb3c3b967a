"""Error-table rows from the points themselves: for the worst joint, and for curves fitted to each pair of frames.

The points are laid out (P, 3, F), so that the innermost loop runs along time; it takes whole arrays and an unsigned
index (`gram_rows` says why). The simple cubic of Roberts' thesis,
appendix A, has its ends on the poses i and j and its control points B and C where the sum of squared distances at
uniform parameters u = (k−i)/(j−i) is smallest. The right-hand sides of its two normal equations are sums of poses
with polynomial weights, so for a fixed i they follow from the running moments Σ (k−i)^m p(k), m = 0 … 3.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _add_cubic_distance(points, p, i, n, coefficients, steps, out):
    """Add to out[1 : n] the squared distances of point p at frames i+1 … i+n−1 from its cubic in steps."""
    c = 3 * p
    x0, x1, x2, x3 = coefficients[c, 0], coefficients[c, 1], coefficients[c, 2], coefficients[c, 3]
    y0, y1, y2, y3 = coefficients[c + 1, 0], coefficients[c + 1, 1], coefficients[c + 1, 2], coefficients[c + 1, 3]
    z0, z1, z2, z3 = coefficients[c + 2, 0], coefficients[c + 2, 1], coefficients[c + 2, 2], coefficients[c + 2, 3]
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(n)):
        s = steps[k]
        dx = points[p, 0, first + k] - (x0 + s * (x1 + s * (x2 + s * x3)))
        dy = points[p, 1, first + k] - (y0 + s * (y1 + s * (y2 + s * y3)))
        dz = points[p, 2, first + k] - (z0 + s * (z1 + s * (z2 + s * z3)))
        out[k] += dx * dx + dy * dy + dz * dz


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _raise_cubic_distance(points, p, i, n, coefficients, steps, out):
    c = 3 * p
    x0, x1, x2, x3 = coefficients[c, 0], coefficients[c, 1], coefficients[c, 2], coefficients[c, 3]
    y0, y1, y2, y3 = coefficients[c + 1, 0], coefficients[c + 1, 1], coefficients[c + 1, 2], coefficients[c + 1, 3]
    z0, z1, z2, z3 = coefficients[c + 2, 0], coefficients[c + 2, 1], coefficients[c + 2, 2], coefficients[c + 2, 3]
    first = np.uint64(i)
    for k in range(np.uint64(1), np.uint64(n)):
        s = steps[k]
        dx = points[p, 0, first + k] - (x0 + s * (x1 + s * (x2 + s * x3)))
        dy = points[p, 1, first + k] - (y0 + s * (y1 + s * (y2 + s * y3)))
        dz = points[p, 2, first + k] - (z0 + s * (z1 + s * (z2 + s * z3)))
        distance = dx * dx + dy * dy + dz * dz
        out[k] = distance if distance > out[k] else out[k]


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
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


@njit(cache=True, fastmath={"contract", "nsz", "nnan"})
def _add_moments(point, step, moments):
    for c in range(point.shape[0]):
        value = point[c]
        moments[0, c] += value
        moments[1, c] += value * step
        moments[2, c] += value * step * step
        moments[3, c] += value * step * step * step


@njit(cache=True)
def cubic_normal_inverses(longest):
    """Return (longest+1, 3): entries 11, 12, 22 of the inverse normal matrix of B and C for segments of n frames.

    Segments of fewer than 3 frames do not determine both control points; their entries stay zero and are not used.
    """
    out = np.zeros((longest + 1, 3))
    for n in range(3, longest + 1):
        a, b, c = 0.0, 0.0, 0.0
        for k in range(1, n):
            u = k / n
            b1, b2 = 3.0 * (1.0 - u) * (1.0 - u) * u, 3.0 * (1.0 - u) * u * u
            a += b1 * b1
            b += b1 * b2
            c += b2 * b2
        determinant = a * c - b * b
        out[n, 0], out[n, 1], out[n, 2] = c / determinant, -b / determinant, a / determinant
    return out


@njit(cache=True)
def _cubic_coefficients(start, end, n, moments, inverse, coefficients):
    """Set coefficients (C, 4), in powers of the step k−i, of the best cubic over n frames with its ends fixed.

    All coordinates are taken relative to the start pose, which keeps the moments small. `moments` covers the steps
    0 … n, the end pose included.
    """
    s0, s1, s2, s3, s4, s5, s6 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(n + 1):
        u = k / n
        s0 += 1.0
        s1 += u
        s2 += u * u
        s3 += u * u * u
        s4 += u * u * u * u
        s5 += u * u * u * u * u
        s6 += u * u * u * u * u * u
    b1_b3 = 3.0 * (s4 - 2.0 * s5 + s6)
    b2_b3 = 3.0 * (s5 - s6)
    for c in range(start.shape[0]):
        m1, m2, m3 = moments[1, c] / n, moments[2, c] / n / n, moments[3, c] / n / n / n
        span = end[c] - start[c]
        right1 = 3.0 * (m1 - 2.0 * m2 + m3) - span * b1_b3
        right2 = 3.0 * (m2 - m3) - span * b2_b3
        b = inverse[0] * right1 + inverse[1] * right2
        d = inverse[1] * right1 + inverse[2] * right2
        coefficients[c, 0] = start[c]
        coefficients[c, 1] = 3.0 * b / n
        coefficients[c, 2] = (3.0 * d - 6.0 * b) / n / n
        coefficients[c, 3] = (span - 3.0 * d + 3.0 * b) / n / n / n


@njit(cache=True)
def _segment_distances(points, i, n, shape, is_joint, coefficients, steps, out):
    """Set out[1 : n] to the squared distances of the inner frames, of the pose or of the worst joint."""
    out[1:n] = 0.0
    for p in range(points.shape[0]):
        if shape == 0:
            _raise_line_distance(points, p, i, n, out)
        elif is_joint:
            _raise_cubic_distance(points, p, i, n, coefficients, steps, out)
        else:
            _add_cubic_distance(points, p, i, n, coefficients, steps, out)


@njit(cache=True, fastmath={"nnan", "reassoc"})
def _reduced(squared, is_sum):
    total, largest = 0.0, 0.0
    for k in range(squared.shape[0]):
        total += squared[k]
        largest = max(largest, squared[k])
    return total if is_sum else np.sqrt(largest)


@njit(cache=True)
def _joint_row(points, flat, inverses, i, end, shape, is_joint, is_sum, table):
    columns = flat.shape[1]
    moments = np.zeros((4, columns))
    coefficients = np.zeros((columns, 4))
    relative = np.empty(columns)
    squared = np.empty(end)
    steps = np.arange(end).astype(np.float64)
    for j in range(i + 1, end):
        n = j - i
        if shape == 2:
            for c in range(columns):
                relative[c] = flat[j, c] - flat[i, c]
            _add_moments(relative, float(n), moments)
            if n < 4:
                table[i, j] = 0.0  # a cubic goes through two inner poses exactly
                continue
            _cubic_coefficients(flat[i], flat[j], n, moments, inverses[n], coefficients)
        else:
            for c in range(columns):
                coefficients[c, 0] = flat[i, c]
                coefficients[c, 1] = (flat[j, c] - flat[i, c]) / n
        _segment_distances(points, i, n, shape, is_joint, coefficients, steps, squared)
        table[i, j] = _reduced(squared[1:n], is_sum)


@njit(cache=True, parallel=True)
def fill_joint_rows(points, flat, inverses, first, last, max_gap, shape, is_joint, is_sum, table):
    """Fill the rows first … last−1 and their mirror rows of the error table.

    Parameters
    ----------
    points : (P, 3, F) float64, contiguous; loose numbers have y = z = 0.
    flat : (F, 3P) the same numbers, row by row.
    inverses : `cubic_normal_inverses` up to the longest segment.
    first, last : rows with 0 ≤ first ≤ last ≤ (F+1)//2.
    max_gap : no column further than this from its row is filled.
    shape : 0 the line through both ends (for the worst joint only), 1 time-linear, 2 the simple cubic.
    is_joint : distance of the worst joint instead of the whole pose.
    is_sum : sum of squares over the frames instead of the largest distance.
    table : (F, F) float32, filled in place.
    """
    frames = flat.shape[0]
    for row in prange(first, last):
        _joint_row(points, flat, inverses, row, min(frames, row + max_gap + 1), shape, is_joint, is_sum, table)
        mirror = frames - 1 - row
        if mirror != row:
            end = min(frames, mirror + max_gap + 1)
            _joint_row(points, flat, inverses, mirror, end, shape, is_joint, is_sum, table)
