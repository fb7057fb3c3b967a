"""How far a segment can reach at most: certificates from a few frames, whatever its ends are.

If a segment's curve stays within ε of every frame, then differences that vanish for every such curve are small for the
frames: |Δ²| ≤ 4ε over three equally spaced frames for a time-linear segment, |Δ⁴| ≤ 16ε over five for a cubic. For a
line, whatever its timing, the middle one of three frames lies within 2ε of the line through the other two. A segment
that contains frames that break this cannot be allowed, so it has to end before the last of them.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.threads import in_pieces
from unbake.ground.arrays import Floats

LINE, LERP, CURVE = 0, 1, 2
WORTH_A_THREAD = 4096
"""Frames that are worth a thread."""


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan", "reassoc"})
def _square_of_difference(flat, a, h, shape, first, last):
    """Return the squared length of the difference over the columns first … last−1."""
    total = 0.0
    if shape == LERP:
        for c in range(first, last):
            d = flat[a, c] - 2.0 * flat[a + h, c] + flat[a + 2 * h, c]
            total += d * d
    else:
        for c in range(first, last):
            d = flat[a, c] - 4.0 * (flat[a + h, c] + flat[a + 3 * h, c]) + 6.0 * flat[a + 2 * h, c] + flat[a + 4 * h, c]
            total += d * d
    return total


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan", "reassoc"})
def _square_of_height(flat, a, h, first, last):
    """Return the square of the smallest height of the triangle of the frames a, a+h, a+2h."""
    uu, vv, uv = 0.0, 0.0, 0.0
    for c in range(first, last):
        u = flat[a + h, c] - flat[a, c]
        v = flat[a + 2 * h, c] - flat[a, c]
        uu += u * u
        vv += v * v
        uv += u * v
    longest = max(uu, vv, uu + vv - 2.0 * uv)
    return max(uu * vv - uv * uv, 0.0) / longest if longest > 0.0 else 0.0


@njit(cache=True, nogil=True)
def _is_broken(flat, a, h, shape, is_joint, bound_squared):
    columns = flat.shape[1]
    size = 3 if is_joint else columns
    for first in range(0, columns, size):
        if shape == LINE:
            value = _square_of_height(flat, a, h, first, first + size)
        else:
            value = _square_of_difference(flat, a, h, shape, first, first + size)
        if value > bound_squared:
            return True
    return False


@njit(cache=True, nogil=True)
def _limit_by_stride(flat, start, stop, h, span, shape, is_joint, bound_squared, reach):
    for a in range(start, stop):
        if a + span <= reach[a] and _is_broken(flat, a, h, shape, is_joint, bound_squared):
            reach[a] = a + span - 1


def reach_limits(flat: Floats, error: float, shape: int, is_joint: bool, max_gap: int) -> NDArray[np.int64]:
    """Return (F,) for every frame the last frame at which a segment that starts there may end; it never falls.

    Parameters
    ----------
    flat : (F, 3P) float64 points.
    error : the bound ε.
    shape : `LINE`, `LERP` or `CURVE`.
    is_joint : every point within ε, instead of the whole pose.
    max_gap : most frames of a segment.
    """
    frames = len(flat)
    reach = np.minimum(np.arange(frames) + max_gap, frames - 1)
    factor, steps = {LINE: (2.0, 2), LERP: (4.0, 2), CURVE: (16.0, 4)}[shape]
    # Rounding must never forbid a segment that is allowed.
    bound = (factor * error * (1.0 + 1e-9) + 1e-12) ** 2
    for h in strides(frames // steps):
        span = steps * h
        if span >= frames or not (np.arange(frames - span) + span <= reach[: frames - span]).any():
            break
        limit = partial(_limited, flat, (h, span, shape, is_joint, bound), reach)
        in_pieces(limit, 0, frames - span, WORTH_A_THREAD)
        reach = np.minimum.accumulate(reach[::-1])[::-1].copy()
    return reach


def _limited(
    flat: Floats, how: tuple[int, int, int, bool, float], reach: NDArray[np.int64], start: int, stop: int
) -> None:
    _limit_by_stride(flat, start, stop, *how, reach)


def strides(longest: int) -> list[int]:
    """Return growing strides up to `longest`, each at most a third more than the one before."""
    out, h = [], 1
    while h <= longest:
        out.append(h)
        h = max(h + 1, h * 5 // 4)
    return out
