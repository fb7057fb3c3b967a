"""The normal equations of a chain's segments: the errors of frames, what a segment bends, what it overshoots.

The four unknowns of a segment are those of `chain_kernels`: two slopes, two lengths of handles.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.curves.bezier import solve_parameters
from unbake.ground.arrays import Floats, Indices

OUT, IN, OUT_LENGTH, IN_LENGTH = 0, 1, 2, 3
LEAST_SPEED = 1e-6
PENALTY = 1000.0
"""Weight of an overshoot's square against that of one frame's error."""


@njit(cache=True, nogil=True)
def fill_terms(
    keys: Indices,
    data: Floats,
    weights: Floats,
    work: Floats,
    limits: Floats,
    first: int,
    parameters: Floats,
    bending: float,
    terms: Floats,
) -> float:
    """Fill the normal equations of each segment; return the cost of all.

    terms[s] holds the upper triangle of JᵀJ row by row (10), then Jᵀ times the gaps from the curve to the data (4).
    At a fixed time the parameter moves with the handles, which gives a length the derivative of its handle's time
    against the curve's slope there.
    """
    total = 0.0
    for row in range(len(work)):
        start, length = keys[first + row], keys[first + row + 1] - keys[first + row]
        base, rise = data[start], data[start + length] - data[start]
        inner = slice(start + 1, start + length)
        solve_parameters(parameters[inner], length, work[row, OUT_LENGTH], 1.0 - work[row, IN_LENGTH])
        total += _fill_frames(data[inner], weights[inner], parameters[inner], base, rise, length, work[row], terms[row])
        total += _fill_overshoot(work, limits, first, row, length, base, rise, terms)
        if bending > 0.0:
            total += _fill_bending(work, row, length, rise, bending, terms)
    return total


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract", "nsz"})
def _fill_frames(
    data: Floats,
    weights: Floats,
    parameters: Floats,
    base: float,
    rise: float,
    length: int,
    segment: Floats,
    terms: Floats,
) -> float:
    """Fill a segment's terms with those of its inner frames; return their cost.

    The sums may be taken in any order, so that several frames go in one instruction; so the loop has no branches, and
    its index is unsigned (`gram_rows` says why).
    """
    alpha, beta = segment[OUT_LENGTH], segment[IN_LENGTH]
    m_out, m_in = segment[OUT] * length, segment[IN] * length
    p, q = m_out * alpha, -m_in * beta
    bend = rise + q - p
    alpha_run, beta_run, middle = alpha * length, beta * length, 2.0 * (1.0 - beta - alpha)
    a00 = a01 = a02 = a03 = a11 = a12 = a13 = a22 = a23 = a33 = 0.0
    g0 = g1 = g2 = g3 = total = 0.0
    for index in range(np.uint64(0), np.uint64(len(data))):
        u = parameters[index]
        v = 1.0 - u
        uu, uv, vv = u * u, u * v, v * v
        b1, b2 = 3.0 * vv * u, 3.0 * uv * u
        speed = 3.0 * (vv * alpha + uv * middle + uu * beta)
        climb = 3.0 * (vv * p + 2.0 * uv * bend - uu * q)
        slope = climb / (speed if speed > LEAST_SPEED else LEAST_SPEED)
        root = np.sqrt(weights[index])
        gap = root * (data[index] - base - rise * uu * (3.0 - 2.0 * u) - b1 * p - b2 * q)
        b1, b2 = root * b1, root * b2
        j0, j1 = b1 * alpha_run, -b2 * beta_run
        j2, j3 = b1 * (m_out - slope), -b2 * (m_in - slope)
        a00 += j0 * j0
        a01 += j0 * j1
        a02 += j0 * j2
        a03 += j0 * j3
        a11 += j1 * j1
        a12 += j1 * j2
        a13 += j1 * j3
        a22 += j2 * j2
        a23 += j2 * j3
        a33 += j3 * j3
        g0 += j0 * gap
        g1 += j1 * gap
        g2 += j2 * gap
        g3 += j3 * gap
        total += gap * gap
    terms[0], terms[1], terms[2], terms[3], terms[4], terms[5], terms[6] = a00, a01, a02, a03, a11, a12, a13
    terms[7], terms[8], terms[9], terms[10], terms[11], terms[12], terms[13] = a22, a23, a33, g0, g1, g2, g3
    return total


@njit(cache=True, nogil=True)
def _fill_bending(work: Floats, row: int, length: int, rise: float, bending: float, terms: Floats) -> float:
    """Add what a segment bends at its two ends; return its cost.

    With time in parts of the segment, the second derivative at the first key is 2/3 of how far the second handle is
    from the first one's line, over the square of the first handle's length; at the second key likewise. Each counts as
    often as the segment has frames, so that the cost goes with the error's whatever the segment's length.
    """
    alpha, beta = work[row, OUT_LENGTH], work[row, IN_LENGTH]
    m_out, m_in = work[row, OUT] * length, work[row, IN] * length
    weight = bending * length
    total = 0.0
    for end in range(2):
        if end == 0:
            scale = 2.0 / 3.0 / (alpha * alpha)
            value = scale * (rise - m_in * beta - m_out * (1.0 - beta))
            j0, j1 = -scale * (1.0 - beta) * length, -scale * beta * length
            j2, j3 = -2.0 * value / alpha, scale * (m_out - m_in)
        else:
            scale = 2.0 / 3.0 / (beta * beta)
            value = scale * (m_out * alpha + m_in * (1.0 - alpha) - rise)
            j0, j1 = scale * alpha * length, scale * (1.0 - alpha) * length
            j2, j3 = scale * (m_out - m_in), -2.0 * value / beta
        _add_terms(terms, row, weight, -value, j0, j1, j2, j3)
        total += weight * value * value
    return total


@njit(cache=True, nogil=True)
def _add_terms(terms: Floats, row: int, weight: float, gap: float, j0: float, j1: float, j2: float, j3: float) -> None:
    """Add one more residual to a segment's normal equations: its gap, and what each of the four adds to the curve."""
    terms[row, 0] += weight * j0 * j0
    terms[row, 1] += weight * j0 * j1
    terms[row, 2] += weight * j0 * j2
    terms[row, 3] += weight * j0 * j3
    terms[row, 4] += weight * j1 * j1
    terms[row, 5] += weight * j1 * j2
    terms[row, 6] += weight * j1 * j3
    terms[row, 7] += weight * j2 * j2
    terms[row, 8] += weight * j2 * j3
    terms[row, 9] += weight * j3 * j3
    terms[row, 10] += weight * j0 * gap
    terms[row, 11] += weight * j1 * gap
    terms[row, 12] += weight * j2 * gap
    terms[row, 13] += weight * j3 * gap


@njit(cache=True, nogil=True)
def _fill_overshoot(
    work: Floats, limits: Floats, first: int, row: int, length: int, base: float, rise: float, terms: Floats
) -> float:
    """Add a penalty where a segment turns back beyond its limits; return its cost.

    There the curve is level, so moving its parameter changes nothing to first order, and a length's derivative is that
    of its handle's value alone.
    """
    alpha, beta = work[row, OUT_LENGTH], work[row, IN_LENGTH]
    m_out, m_in = work[row, OUT] * length, work[row, IN] * length
    p, q = m_out * alpha, -m_in * beta
    total = 0.0
    for which in range(2):
        u = turning_point(p, rise + q - p, -q, which)
        if not 0.0 < u < 1.0:
            continue
        v = 1.0 - u
        b1, b2 = 3.0 * v * v * u, 3.0 * v * u * u
        value = base + rise * u * u * (3.0 - 2.0 * u) + b1 * p + b2 * q
        gap = min(0.0, limits[first + row, 1] - value) + max(0.0, limits[first + row, 0] - value)
        j0, j1, j2, j3 = b1 * alpha * length, -b2 * beta * length, b1 * m_out, -b2 * m_in
        if gap == 0.0:
            continue
        _add_terms(terms, row, PENALTY, gap, j0, j1, j2, j3)
        total += PENALTY * gap * gap
    return total


@njit(cache=True, nogil=True)
def turning_point(p: float, bend: float, end: float, which: int) -> float:
    """Return one of the two roots of p (1−u)² + 2 bend u (1−u) + end u², or −1 where there is none."""
    a, b = p - 2.0 * bend + end, bend - p
    square = b * b - a * p
    if square < 0.0:
        return -1.0
    # The stable pair of roots of a u² + 2 b u + p.
    h = -(b + np.copysign(np.sqrt(square), b))
    if which == 0:
        return h / a if a != 0.0 else -1.0
    return p / h if h != 0.0 else -1.0
