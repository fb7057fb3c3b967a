"""The inner loop of the search: all blends from one window to others."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import rising
from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.transitions.candidate_kernels import Windows, Work, candidate_cost, work_of


@njit(cache=True, nogil=True)
def search_pair(
    windows: Windows, start: int, end: int, work: Work, ids: Indices, costs: Floats, counts: Indices
) -> None:
    """Find the cheapest blend of all from one window to another.

    Parameters
    ----------
    windows, start, end : which.
    work : memory.
    ids : (3,) written: the intermediaries, −1 for none, and the number of frames.
    costs : (2,) written: what the blend costs, and its foot-plant error.
    counts : (4,) added to: how many candidates ended how, see `candidate_kernels`.
    """
    n_windows = len(windows.n_stays)
    chain = np.empty(4, np.int64)
    bounds = np.empty(n_windows)
    best = np.inf
    ids[0] = ids[1] = -1
    ids[2], costs[0], costs[1] = 0, np.inf, np.inf
    chain[0] = start
    # Without an intermediary, then with one; those that are good alone are tried first where there are two.
    for middle in range(-1, n_windows):
        n = 2 if middle < 0 else 3
        if middle >= 0:
            chain[1] = middle
        chain[n - 1] = end
        cost, feet, length, how = candidate_cost(windows, chain, n, best, work)
        counts[how] += 1
        if middle >= 0:
            bounds[middle] = cost
        if cost < best:
            best = costs[0] = cost
            costs[1], ids[0], ids[2] = feet, middle, length
    order = rising(bounds, n_windows)
    chain[3] = end
    for first in order:
        chain[1] = first
        for second in order:
            chain[2] = second
            cost, feet, length, how = candidate_cost(windows, chain, 4, best, work)
            counts[how] += 1
            if cost < best:
                best = costs[0] = cost
                costs[1], ids[0], ids[1], ids[2] = feet, first, second, length


@njit(cache=True, nogil=True)
def search_row(windows: Windows, start: int, ends: Indices, ids: Indices, costs: Floats, counts: Indices) -> None:
    """Find the cheapest blends from one window to some others.

    Parameters
    ----------
    windows, start, ends : from which, and (N,) to which.
    ids, costs, counts : (N, 3), (N, 2) and (N, 4) written, see `search_pair`.
    """
    work = work_of(windows.warps.shape[2])
    for k in range(len(ends)):
        search_pair(windows, start, ends[k], work, ids[k], costs[k], counts[k])
