"""The inner loop of time warping: the cheapest path through a table, with limits on slope and repeated steps."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices


@njit(cache=True, nogil=True)
def cheapest(distances: Floats, repeats: int, steepest: float) -> tuple[float, Indices]:
    """Return the least sum along a path from corner to corner, and the path (K, 2).

    Parameters
    ----------
    distances : (n, m).
    repeats : most steps in a row in which one of both stands still. A step in which both go on must follow before
        either may stand still again.
    steepest : a path stays between the lines of this slope and of its inverse through both corners, but for `repeats`
        frames.
    """
    n, m = distances.shape
    states = 2 * repeats + 1  # 0: both went on; 1 … repeats: the second stood still so often; then the first
    total = np.full((n, m, states), np.inf)
    came = np.zeros((n, m, states), np.int64)
    total[0, 0, 0] = distances[0, 0]
    for i in range(n):
        for j in range(m):
            p, q = n - 1 - i, m - 1 - j
            outside = j > steepest * i + repeats or i > steepest * j + repeats
            if outside or q > steepest * p + repeats or p > steepest * q + repeats or (i == 0 and j == 0):
                continue
            if i > 0 and j > 0:
                for state in range(states):
                    if total[i - 1, j - 1, state] < total[i, j, 0]:
                        total[i, j, 0], came[i, j, 0] = total[i - 1, j - 1, state], state
                total[i, j, 0] += distances[i, j]
            for run in range(1, repeats + 1):
                before = run - 1
                if i > 0:
                    total[i, j, run] = total[i - 1, j, before] + distances[i, j]
                    came[i, j, run] = before
                before = repeats + run - 1 if run > 1 else 0
                if j > 0:
                    total[i, j, repeats + run] = total[i, j - 1, before] + distances[i, j]
                    came[i, j, repeats + run] = before
    state = 0
    for other in range(states):
        if total[n - 1, m - 1, other] < total[n - 1, m - 1, state]:
            state = other
    least = total[n - 1, m - 1, state]
    path = np.zeros((n + m, 2), np.int64)
    if not np.isfinite(least):
        return least, path[:0].copy()
    i, j, count = n - 1, m - 1, 0
    while True:
        path[count, 0], path[count, 1] = i, j
        count += 1
        if i == 0 and j == 0:
            break
        before = came[i, j, state]
        if state <= repeats:
            i -= 1
        if state == 0 or state > repeats:
            j -= 1
        state = before
    return least, path[:count][::-1].copy()
