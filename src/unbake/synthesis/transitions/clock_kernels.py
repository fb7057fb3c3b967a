"""The inner loops of time in a blend: composed warps, and how fast the blend goes through its sources.

They do what `synthesis/blending/weights.clock` and `TimeWarp.then` do, without making anything.
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
def _add_own_steps(times: Floats, source: int, weights: Floats, out: Floats) -> None:
    """Add how far a motion goes on in the first one's time while it goes on by a frame of its own, by its weight."""
    last = len(times) - 1
    rate = times[last] - times[last - 1]
    at = 0
    for k in range(last + 1):
        wanted = times[k] + 1.0
        if wanted >= times[last]:
            back = last + (wanted - times[last]) / rate
        else:
            while times[at + 1] < wanted:
                at += 1
            back = at + (wanted - times[at]) / (times[at + 1] - times[at])
        out[k] += weights[k, source] * (back - k)


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
        _add_own_steps(aligned[source], source, weights, steps)
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
