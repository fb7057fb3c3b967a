"""The inner loop of time warping: the cheapest way through a stretch for a query of its poses."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats32


@njit(cache=True, nogil=True, fastmath={"contract", "reassoc", "nsz"})
def _pose_distance(a: Floats32, b: Floats32) -> float:
    total = 0.0
    for k in range(len(a)):
        difference = a[k] - b[k]
        total += difference * difference
    return total


@njit(cache=True, nogil=True)
def warp(query: Floats32, other: Floats32) -> tuple[float, int, int]:
    """Return the least sum of squared distances, and the first and last pose of the other stretch that it goes through.

    Parameters
    ----------
    query : (N, D) poses, every one of which is compared once.
    other : (M, D) poses. From one to the next of the query, one is gone on here, or two, or one for two of the query.
        The way may begin and end anywhere. The sum is infinite where no way is long enough.
    """
    n, m = len(query), len(other)
    cost, total = np.empty((n, m)), np.full((n, m), np.inf)
    begin = np.zeros((n, m), np.int64)
    for i in range(n):
        for j in range(m):
            cost[i, j] = _pose_distance(query[i], other[j])
    for j in range(m):
        total[0, j], begin[0, j] = cost[0, j], j
    for i in range(1, n):
        for j in range(1, m):
            best, start = total[i - 1, j - 1], begin[i - 1, j - 1]
            if j > 1 and total[i - 1, j - 2] < best:
                best, start = total[i - 1, j - 2], begin[i - 1, j - 2]
            best += cost[i, j]
            if i > 1 and total[i - 2, j - 1] + cost[i - 1, j] + cost[i, j] < best:
                best, start = total[i - 2, j - 1] + cost[i - 1, j] + cost[i, j], begin[i - 2, j - 1]
            total[i, j], begin[i, j] = best, start
    end = 0
    for j in range(m):
        if total[n - 1, j] < total[n - 1, end]:
            end = j
    return total[n - 1, end], begin[n - 1, end], end
