"""A motion graph as a strategy: the best way over the graph, found exactly.

Frames are nodes; the next frame of a clip follows each, and transitions lead to others where two frames are as near as
nowhere around them, and near enough. After L. Kovar, M. Gleicher and F. Pighin, Motion graphs, 2002, sections 3.2 and
3.4, with the frames' distance of the search that this is compared with. Nothing is pruned: a way of a given length that
is the best of all does not run into a dead end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.demands.pool import FramePool
from unbake.synthesis.demands.problem import Problem
from unbake.synthesis.graphs.minima_kernels import local_minima

MOST_APART = 0.2
"""Squared distance of frames that a transition may join: a tenth of that of two frames at random."""
LEAST_GAP = 20
"""Frames within a clip that a transition has to skip, forward or back: a third of a second."""
ENTRIES = 16_000_000
"""Of the table of distances that is in memory at once."""


@dataclass(frozen=True, eq=False)
class Transitions:
    """Where frames may be joined that do not follow each other.

    Parameters
    ----------
    sources, targets : (E,) frames of the pool, sorted by target.
    apart : (E,) squared distance of what would follow the source from the target.
    """

    sources: Indices
    targets: Indices
    apart: Floats


@lru_cache(maxsize=4)
def transitions(pool: FramePool) -> Transitions:
    """Return the transitions of a pool, which are kept for the next demand."""
    features, at = pool.features, np.arange(pool.n_frames)
    squares = (features**2).sum(axis=1)
    limits = np.full(pool.n_frames, MOST_APART)
    found = []
    step = max(1, ENTRIES // pool.n_frames)
    for top in range(0, pool.n_frames, step):
        # One row more at either side, so that minima see their neighbours.
        rows = at[max(top - 1, 0) : top + step + 1]
        table = squares[rows][:, None] + squares - 2.0 * (features[rows] @ features.T)
        least = np.empty(table.shape, dtype=np.bool_)
        local_minima(table, limits[rows], limits, least)
        row, target = np.nonzero(least)
        follows, apart = rows[row], np.maximum(table[row, target], 0.0)
        is_own = (follows >= top) & (follows < top + step) & (follows != pool.first[follows])
        is_near = (pool.first[follows] == pool.first[target]) & (np.abs(follows - target) < LEAST_GAP)
        chosen = is_own & ~is_near
        found.append((follows[chosen] - 1, target[chosen], apart[chosen]))
    sources, targets, apart = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.argsort(targets, kind="stable")
    return Transitions(sources[order], targets[order], apart[order].astype(np.float64))


def graphed(problem: Problem, seed: int, sweeps: int) -> Indices:
    """Return the way over the motion graph that costs least, by flags and joins; nothing here is random."""
    pool, ways, (leave, enter) = problem.pool, transitions(problem.pool), problem.leave_enter
    weights, at = problem.weights, np.arange(pool.n_frames)
    price = weights.join * (ways.apart + weights.cut) + leave[ways.sources] + enter[ways.targets]
    ends, groups = np.unique(ways.targets, return_index=True)
    sizes = np.diff(np.append(groups, len(ways.targets)))
    before = np.where(at == pool.first, 0, at - 1)
    value = problem.costs[problem.rows[0]].astype(np.float64)
    came_from = np.empty((problem.n_frames, pool.n_frames), dtype=np.int32)
    for n, row in enumerate(problem.rows[1:], start=1):
        came_from[n] = before
        reached = np.where(at == pool.first, np.inf, value[before])
        if len(ends):
            by_way = value[ways.sources] + price
            best = np.minimum.reduceat(by_way, groups)
            which = np.flatnonzero(by_way == np.repeat(best, sizes))
            first = which[np.searchsorted(which, groups)]
            is_better = best < reached[ends]
            reached[ends[is_better]] = best[is_better]
            came_from[n, ends[is_better]] = ways.sources[first[is_better]]
        value = reached + problem.costs[row]
    shown = np.empty(problem.n_frames, dtype=np.int64)
    shown[-1] = value.argmin()
    for n in range(problem.n_frames - 1, 0, -1):
        shown[n - 1] = came_from[n, shown[n]]
    return shown
