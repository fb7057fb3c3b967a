"""The best way over a motion graph, found exactly: where a search may begin.

Frames are nodes; the next frame of a clip follows each, and transitions lead to others where two frames are as near as
nowhere around them, and near enough. After L. Kovar, M. Gleicher and F. Pighin, Motion graphs, 2002, sections 3.2 and
3.4, with the frames' distance of the search. Nothing is pruned: a way of a given length that is the best of all does
not run into a dead end. Places depend on all that came before and take no part.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.demands.exact.graph_kernels import cheapest_way, near_minima
from unbake.synthesis.demands.pool import FramePool
from unbake.synthesis.demands.problem import Problem

MOST_APART = 0.4
"""Squared distance of frames that a transition may join: a fifth of that of two frames at random."""
LEAST_GAP = 20
"""Frames within a clip that a transition has to skip, forward or back: a third of a second."""
ENTRIES = 1_000_000
"""Of the table of distances that is in memory at once: 4 MB, which stay near the processor."""
MOST_FRAMES = 45_000
"""Of a pool whose transitions are found: that takes four seconds of a core."""
MOST_STATES = 60_000_000
"""Frames of the motion times frames of the pool: 240 MB."""


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


@lru_cache(maxsize=2)
def transitions_of(pool: FramePool) -> Transitions:
    """Return the transitions of a pool, which are kept for its next demand.

    The time is in proportion to the square of its frames.
    """
    features, count = pool.features, pool.n_frames
    squares = (features**2).sum(axis=1)
    ones, others, apart = [], [], []
    step = max(1, ENTRIES // count)
    for top in range(0, count, step):
        # The table is symmetric: what is above its diagonal is enough. One row more at either side, so that minima
        # see their neighbours; beyond the first and the last there is nothing.
        rows = np.arange(top - 1, min(top + step, count) + 1)
        inside = np.clip(rows, 0, count - 1)
        table = squares[inside][:, None] + squares[top:] - 2.0 * (features[inside] @ features[top:].T)
        table[(rows < 0) | (rows >= count)] = np.inf
        least = np.zeros(table.shape, dtype=np.bool_)
        near_minima(table, MOST_APART, least)
        row, column = np.nonzero(least)
        one, other = rows[row], top + column
        is_far = (pool.first[one] != pool.first[other]) | (other - one >= LEAST_GAP)
        chosen = (other > one) & is_far
        ones.append(one[chosen])
        others.append(other[chosen])
        apart.append(np.maximum(table[row, column][chosen], 0.0))
    one, other, distance = np.concatenate(ones), np.concatenate(others), np.concatenate(apart).astype(np.float64)
    follows, targets = np.concatenate([one, other]), np.concatenate([other, one])
    order = np.argsort(targets, kind="stable")
    order = order[(follows != pool.first[follows])[order]]
    return Transitions(follows[order] - 1, targets[order], np.concatenate([distance, distance])[order])


def way_over(problem: Problem, ways: Transitions) -> Indices | None:
    """Return the frames (n,) that cost least by flags and joins; None where no way leads to all fixed frames."""
    (leave, enter), weights = problem.leave_enter, problem.weights
    price = weights.join * (ways.apart + weights.cut) + leave[ways.sources] + enter[ways.targets]
    begins = np.searchsorted(ways.targets, np.arange(problem.pool.n_frames + 1))
    shown = cheapest_way(problem.costs, problem.rows, problem.fixed, problem.pool.first, begins, ways.sources, price)
    return shown if shown[0] >= 0 else None


def graph_way(problem: Problem) -> Indices | None:
    """Return the frames (n,) of the best way over the motion graph; None where the pool is too large, or no way is."""
    pool = problem.pool
    if pool.n_frames > min(MOST_FRAMES, MOST_STATES // problem.n_frames):
        return None
    return way_over(problem, transitions_of(pool))
