"""Evaluation of chains of planar cubic Bézier segments at given times.

A segment is a function of time as long as its handles stay between its two keys in time: with the first key at 0 and
the second at 1, handles at 0 ≤ a, b ≤ 1 give a rate of time 3(1−u)²a + 6(1−u)u(b−a) + 3u²(1−b) ≥ 0.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, sealed

TOGETHER = 8
"""Steps of Newton's method for all frames of a segment; from a good guess two or three do."""
SETTLED = 1e-18
"""Where the squares of all steps are less, what is left is their square: nothing but rounding."""
LEAST_SLOPE = 1e-12


@njit(cache=True, nogil=True)
def parameter_at(x: float, a: float, b: float) -> float:
    """Return the parameter u in [0, 1] at which the time of a segment from 0 to 1 with handles a, b equals x."""
    return parameter_near(x, a, b, x)


@njit(cache=True, nogil=True)
def parameter_near(x: float, a: float, b: float, guess: float) -> float:
    """Return what `parameter_at` returns, sooner where `guess` in [0, 1] is near it.

    Newton's method, kept inside a bracket that bisection shrinks; exact to rounding for monotone segments.
    """
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    low, high, u = 0.0, 1.0, guess
    for _ in range(64):
        v = 1.0 - u
        gap = 3.0 * v * v * u * a + 3.0 * v * u * u * b + u * u * u - x
        if abs(gap) < 1e-15:
            break
        if gap > 0.0:
            high = u
        else:
            low = u
        slope = 3.0 * v * v * a + 6.0 * v * u * (b - a) + 3.0 * u * u * (1.0 - b)
        step = u - gap / slope if slope > 1e-12 else -1.0
        u = step if low < step < high else 0.5 * (low + high)
        if high - low < 1e-16:
            break
    return u


@njit(cache=True, nogil=True)
def solve_parameters(parameters: Floats, length: int, a: float, b: float) -> None:
    """Set the parameters (n,) at the first n frames after the first key of a segment with handles a, b as above.

    What they are before is the guess. Newton's method for all frames at once, several in one instruction; where that
    does not settle, `parameter_at` for each.
    """
    for _ in range(TOGETHER):
        if _newton_step(parameters, 1.0 / length, a, b) < SETTLED:
            return
    for index in range(len(parameters)):
        parameters[index] = parameter_at((index + 1) / length, a, b)


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract", "nsz"})
def _newton_step(parameters: Floats, pace: float, a: float, b: float) -> float:
    """Take one step of Newton's method for each frame; return the sum of their squares."""
    c1, c2, c3 = 3.0 * a, 3.0 * (b - 2.0 * a), 1.0 + 3.0 * a - 3.0 * b
    d2, d3 = 2.0 * c2, 3.0 * c3
    total = 0.0
    for index in range(np.uint64(0), np.uint64(len(parameters))):
        u = parameters[index]
        slope = c1 + u * (d2 + u * d3)
        gap = u * (c1 + u * (c2 + u * c3)) - (index + np.uint64(1)) * pace
        moved = u - gap / (slope if slope > LEAST_SLOPE else LEAST_SLOPE)
        moved = moved if moved > 0.0 else 0.0
        moved = moved if moved < 1.0 else 1.0
        total += (moved - u) * (moved - u)
        parameters[index] = moved
    return total


def evaluate_chain(frames: Floats, values: Floats, left: Floats, right: Floats, times: Floats) -> Floats:
    """Return the values (T,) of one curve at sorted or unsorted times; outside its keys it holds the end values.

    Parameters
    ----------
    frames, values : (K,) key times, rising, and key values.
    left, right : (K, 2) handles as (time, value); the first left and the last right one do not matter.
    times : (T,) times in the unit of `frames`.
    """
    return _curve(sealed(frames), sealed(values), sealed(left), sealed(right), sealed(times))


@njit(cache=True, nogil=True)
def _curve(frames: Floats, values: Floats, left: Floats, right: Floats, times: Floats) -> Floats:
    out = np.empty((len(times), 1))
    _fill_curve(frames, values, left, right, times, out, 0)
    return out[:, 0]


@njit(cache=True, nogil=True)
def evaluate_chains(frames: Floats, values: Floats, left: Floats, right: Floats, times: Floats) -> Floats:
    """Return the values (T, C) of C curves with the same key times: what `evaluate_chain` says of each.

    Parameters
    ----------
    frames, times : as for `evaluate_chain`.
    values : (C, K) key values.
    left, right : (C, K, 2) handles.
    """
    out = np.empty((len(times), len(values)))
    for curve in range(len(values)):
        _fill_curve(frames, values[curve], left[curve], right[curve], times, out, curve)
    return out


@njit(cache=True, nogil=True)
def _fill_curve(
    frames: Floats, values: Floats, left: Floats, right: Floats, times: Floats, out: Floats, column: int
) -> None:
    """Fill a column with the values of one curve. (To search with NumPy and to assign a column at once takes numba two
    seconds more to compile.)"""
    last = len(frames) - 1
    segment = 0
    for index in range(len(times)):
        time = times[index]
        if time <= frames[0] or last == 0:
            out[index, column] = values[0]
            continue
        if time >= frames[last]:
            out[index, column] = values[last]
            continue
        if not frames[segment] <= time < frames[segment + 1]:
            low, high = 0, last
            while high - low > 1:
                middle = (low + high) // 2
                if frames[middle] <= time:
                    low = middle
                else:
                    high = middle
            segment = low
        start, length = frames[segment], frames[segment + 1] - frames[segment]
        a = (right[segment, 0] - start) / length
        b = (left[segment + 1, 0] - start) / length
        u = parameter_at((time - start) / length, a, b)
        v = 1.0 - u
        out[index, column] = (
            v * v * v * values[segment]
            + 3.0 * v * v * u * right[segment, 1]
            + 3.0 * v * u * u * left[segment + 1, 1]
            + u * u * u * values[segment + 1]
        )
