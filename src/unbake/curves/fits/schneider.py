"""Schneider's fit: each segment leaves its keys along the data's own tangents, only its handles' lengths are fitted.

Of his algorithm this is the fitting step alone; he would split a segment that fits badly, here the keyframes are
given. The tangent at an inner key is the central difference over it, the same for both its segments, so that the curve
has no corners. Everything happens in the plane of (frame, value), so the unit of the values matters: it decides what
"nearest" and "length" mean (`fit` passes degrees and centimetres, one of which weighs as much as one frame).

References: P. J. Schneider, An algorithm for automatically fitting digitized curves (Graphics Gems), 1990; R. Roberts,
thesis, 2018, chapter 5. We deviate where a segment has no use for its handles' full length: a handle is shortened to
stay inside its segment in time.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.curves.fits.hermite import checked
from unbake.ground.arrays import Floats, Indices

ITERATIONS = 4
"""Rounds of reparametrisation, Schneider's own limit."""


def fit_schneider(keys: Indices, values: Floats, *, iterations: int = ITERATIONS) -> tuple[Floats, Floats]:
    """Return the handles (C, K, 2), left and right, of Schneider's fit, as absolute (frame, value).

    Parameters
    ----------
    keys : (K,) frame indices from 0, rising, the first and last frame included.
    values : (F, C) one column a channel, in a unit that is comparable to a frame.
    iterations : rounds of reparametrisation; the best round is kept.

    Raises
    ------
    UsageError : keys that do not rise from the first frame to the last.
    """
    keys, values = checked(keys, values)
    left = np.empty((values.shape[1], len(keys), 2))
    left[..., 0], left[..., 1] = keys, values[keys].T
    right = left.copy()
    _fit_channels(keys, np.ascontiguousarray(values.T, dtype=np.float64), left, right, iterations)
    # A length cut to fit its segment may still miss the segment's end by a rounding.
    right[:, :-1, 0] = np.minimum(right[:, :-1, 0], keys[1:])
    left[:, 1:, 0] = np.maximum(left[:, 1:, 0], keys[:-1])
    return left, right


@njit(cache=True, nogil=True)
def _fit_channels(keys: Indices, rows: Floats, left: Floats, right: Floats, iterations: int) -> None:
    for channel in range(len(rows)):
        data = rows[channel]
        for segment in range(len(keys) - 1):
            first, last = keys[segment], keys[segment + 1]
            leave, arrive = _unit_tangent(data, first), _unit_tangent(data, last)
            alpha, beta = _best_lengths(data, first, last, leave, arrive, iterations)
            right[channel, segment, 0] += alpha * leave[0]
            right[channel, segment, 1] += alpha * leave[1]
            left[channel, segment + 1, 0] -= beta * arrive[0]
            left[channel, segment + 1, 1] -= beta * arrive[1]


@njit(cache=True, nogil=True)
def _unit_tangent(data: Floats, frame: int) -> tuple[float, float]:
    """Direction of the data at a frame, forwards in time: a central difference, one-sided at the clip's ends."""
    before, after = max(frame - 1, 0), min(frame + 1, len(data) - 1)
    run, rise = float(after - before), data[after] - data[before]
    length = np.hypot(run, rise)
    return run / length, rise / length


@njit(cache=True, nogil=True)
def _best_lengths(
    data: Floats, first: int, last: int, leave: tuple[float, float], arrive: tuple[float, float], iterations: int
) -> tuple[float, float]:
    """Lengths of the two handles of one segment: those of the round whose curve came nearest to the data."""
    run, rise = float(last - first), data[last] - data[first]
    third = np.hypot(run, rise) / 3.0
    best = (min(third, run / leave[0]), min(third, run / arrive[0]))
    if last - first < 2:
        return best
    u = _chord_lengths(data, first, last)
    least = np.inf
    for _ in range(iterations + 1):
        lengths = _fitted_lengths(data, first, last, leave, arrive, u)
        error = _reparametrised(data, first, last, leave, arrive, lengths, u)
        if error < least:
            least, best = error, lengths
    return best


@njit(cache=True, nogil=True)
def _chord_lengths(data: Floats, first: int, last: int) -> Floats:
    u = np.zeros(last - first + 1)
    for index in range(1, len(u)):
        u[index] = u[index - 1] + np.hypot(1.0, data[first + index] - data[first + index - 1])
    u /= u[-1]
    return u


@njit(cache=True, nogil=True)
def _fitted_lengths(
    data: Floats, first: int, last: int, leave: tuple[float, float], arrive: tuple[float, float], u: Floats
) -> tuple[float, float]:
    """Least-squares lengths for given parameters, or a third of the chord where those make no sensible curve."""
    run, rise = float(last - first), data[last] - data[first]
    c00 = c01 = c11 = x0 = x1 = 0.0
    across = -(leave[0] * arrive[0] + leave[1] * arrive[1])
    for index in range(1, len(u) - 1):
        t, s = u[index], 1.0 - u[index]
        b1, b2, ease = 3.0 * s * s * t, 3.0 * s * t * t, t * t * (3.0 - 2.0 * t)
        gap_x, gap_y = index - ease * run, data[first + index] - data[first] - ease * rise
        c00 += b1 * b1
        c01 += b1 * b2 * across
        c11 += b2 * b2
        x0 += b1 * (gap_x * leave[0] + gap_y * leave[1])
        x1 -= b2 * (gap_x * arrive[0] + gap_y * arrive[1])
    chord = np.hypot(run, rise)
    alpha = beta = chord / 3.0
    determinant = c00 * c11 - c01 * c01
    if determinant > 1e-12 * c00 * c11:
        alpha = (x0 * c11 - x1 * c01) / determinant
        beta = (c00 * x1 - c01 * x0) / determinant
        if alpha < 1e-6 * chord or beta < 1e-6 * chord:
            alpha = beta = chord / 3.0
    return min(alpha, run / leave[0]), min(beta, run / arrive[0])


@njit(cache=True, nogil=True)
def _reparametrised(
    data: Floats,
    first: int,
    last: int,
    leave: tuple[float, float],
    arrive: tuple[float, float],
    lengths: tuple[float, float],
    u: Floats,
) -> float:
    """Move each parameter one Newton step towards the point nearest to its datum; return the error before that."""
    run, rise = float(last - first), data[last] - data[first]
    ax, ay = lengths[0] * leave[0], lengths[0] * leave[1]
    bx, by = run - lengths[1] * arrive[0], rise - lengths[1] * arrive[1]
    error = 0.0
    for index in range(1, len(u) - 1):
        t, s = u[index], 1.0 - u[index]
        b1, b2, b3 = 3.0 * s * s * t, 3.0 * s * t * t, t * t * t
        dx = b1 * ax + b2 * bx + b3 * run - index
        dy = b1 * ay + b2 * by + b3 * rise - (data[first + index] - data[first])
        error += dx * dx + dy * dy
        vx = 3.0 * (s * s * ax + 2.0 * s * t * (bx - ax) + t * t * (run - bx))
        vy = 3.0 * (s * s * ay + 2.0 * s * t * (by - ay) + t * t * (rise - by))
        wx = 6.0 * (s * (bx - 2.0 * ax) + t * (run - 2.0 * bx + ax))
        wy = 6.0 * (s * (by - 2.0 * ay) + t * (rise - 2.0 * by + ay))
        bend = vx * vx + vy * vy + dx * wx + dy * wy
        if bend > 1e-12:
            u[index] = min(max(t - (dx * vx + dy * vy) / bend, 0.0), 1.0)
    return error
