"""The inner loops of time in a blend: composed warps, and how fast the blend goes through its sources.

From frame to frame the sources go on by a frame of their own in the mean, by their weights. So one that counts for all
goes at its own speed. `synthesis/blending/weights.clock` averages in the first motion's time instead (L. Kovar and M.
Gleicher, 2003, section 4.1): through two intermediaries, warps may be eight times as steep, and a motion that hardly
counts any more, but stands still in that time, would drive the others to several times their speed.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats

MOST_SOURCES = 4
"""Two motions and two intermediaries."""


@njit(cache=True, nogil=True)
def compose(warp: Floats, before: Floats, out: Floats) -> None:
    """Write the instants of a third motion for the frames of the first: a warp (N,) at the second's instants (N,)."""
    last = len(warp) - 1
    for k in range(len(before)):
        whole = min(int(before[k]), last - 1)
        out[k] = warp[whole] + (before[k] - whole) * (warp[whole + 1] - warp[whole])


@njit(cache=True, nogil=True)
def weights_at(s: float, n: int, out: Floats) -> None:
    """Write Bernstein's weights of n motions at a part of the blend, 0 to 1, that starts and stops gently."""
    at = s * s * (3.0 - 2.0 * s)
    rest = 1.0 - at
    if n == 2:
        out[0], out[1] = rest, at
    elif n == 3:
        out[0], out[1], out[2] = rest * rest, 2.0 * at * rest, at * at
    else:
        out[0], out[1] = rest * rest * rest, 3.0 * at * rest * rest
        out[2], out[3] = 3.0 * at * at * rest, at * at * at


@njit(cache=True, nogil=True)
def _add_rates(times: Floats, source: int, weights: Floats, out: Floats) -> None:
    """Add how fast a motion goes on while the first one goes on by a frame, by its weight."""
    last = len(times) - 1
    for k in range(last + 1):
        before, after = max(k - 1, 0), min(k + 1, last)
        out[k] += weights[k, source] * (times[after] - times[before]) / (after - before)


@njit(cache=True, nogil=True)
def blend_clock(aligned: Floats, n: int, times: Floats, weights: Floats, steps: Floats, instants: Floats) -> int:
    """Write a blend's instants and weights, and return how many frames it has; 0 where that is more than fit.

    Parameters
    ----------
    aligned : (n, N) the instant of each source at each frame of the first, which is itself.
    n : how many sources, 2 to 4.
    times, weights : (4, M) and (M, 4) what is written, for up to M frames.
    steps, instants : (N,) and (M,) memory to work in; N is at most M.
    """
    frames, most = aligned.shape[1], len(instants)
    last = float(frames - 1)
    steps[:frames] = 0.0
    for k in range(frames):
        weights_at(k / last, n, weights[k])
    for source in range(n):
        _add_rates(aligned[source], source, weights, steps)
    for k in range(frames):
        steps[k] = 1.0 / steps[k]
    count, now = 1, 0.0
    instants[0] = 0.0
    while now < last - 1e-9:
        if count == most:
            return 0
        whole = min(int(now), frames - 2)
        now += steps[whole] + (now - whole) * (steps[whole + 1] - steps[whole])
        instants[count] = now
        count += 1
    before = instants[count - 2]
    gone = count - 2 + (last - before) / (now - before)
    length = max(1, int(np.rint(gone)))
    for k in range(length + 1):
        at = k * (gone / length)
        whole = min(int(at), count - 2)
        first = instants[whole] + (at - whole) * (instants[whole + 1] - instants[whole])
        first = last if k == length else min(first, last)
        weights_at(first / last, n, weights[k])
        part = min(int(first), frames - 2)
        for source in range(n):
            own = aligned[source]
            times[source, k] = own[part] + (first - part) * (own[part + 1] - own[part])
    return length + 1
