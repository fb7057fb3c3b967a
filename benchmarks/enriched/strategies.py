"""Strategies that meet a demand: each gives frames of the pool, one for each frame of the motion.

A strategy is a function; another one takes part as soon as it is in `STRATEGIES`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.demands.exact.motion_graph import transitions_of, way_over
from unbake.synthesis.demands.problem import Problem
from unbake.synthesis.demands.search import SearchOptions, search

Strategy = Callable[[Problem, int, int], Indices]
"""Takes a demand, a seed and a number of iterations."""
LOOKS_EVERY = 12
"""Frames after which motion matching looks for a better frame: five times a second."""
LOOKS_AHEAD = 24
"""Frames of the demand that it knows then."""


def sampled(problem: Problem, seed: int, sweeps: int) -> Indices:
    """Search by samples alone, as in the thesis."""
    *_, found = search(problem, SearchOptions(sweeps=sweeps, seed=seed, by_graph=False))
    return found.frames


def graphed(problem: Problem, seed: int, sweeps: int) -> Indices:
    """Take the best way over the motion graph, whatever the size of the pool; nothing here is random."""
    frames = way_over(problem, transitions_of(problem.pool))
    assert frames is not None, "no frames are fixed"
    return frames


def begun(problem: Problem, seed: int, sweeps: int) -> Indices:
    """Search as `unbake synthesize` does: by samples, from the way over the motion graph on."""
    *_, found = search(problem, SearchOptions(sweeps=sweeps, seed=seed), [graphed(problem, seed, sweeps)])
    return found.frames


def matched(problem: Problem, seed: int, sweeps: int) -> Indices:
    """Match: now and then go on where the join and the next two fifths of a second together cost least.

    Nothing here is random, and nothing is done twice, so seed and iterations change nothing. After S. Clavet, Motion
    matching and the road to next-gen animation, 2016; flags stand in for the path that is asked for there.
    """
    pool, shown = problem.pool, np.empty(problem.n_frames, dtype=np.int64)
    for begin in range(0, problem.n_frames, LOOKS_EVERY):
        cost = _ahead(problem, begin)
        if begin > 0:
            cost += _joins(problem, int(shown[begin - 1]))
        stop = min(begin + LOOKS_EVERY, problem.n_frames)
        following = int(cost.argmin()) + np.arange(stop - begin)
        shown[begin:stop] = np.minimum(following, pool.last[following[0]])
    return shown


def _ahead(problem: Problem, begin: int) -> Floats:
    """What each frame of the pool (N,) costs as the first of the next ones."""
    pool, at = problem.pool, np.arange(problem.pool.n_frames)
    cost = np.zeros(pool.n_frames)
    for step, row in enumerate(problem.rows[begin : begin + LOOKS_AHEAD]):
        cost += problem.costs[row][np.minimum(at + step, pool.last)]
    # Clips that end before the next look would stand still.
    return np.where(pool.last - at >= LOOKS_EVERY, cost, np.inf)


def _joins(problem: Problem, before: int) -> Floats:
    """What it costs to show each frame of the pool (N,) after one."""
    pool, weights, (leave, enter) = problem.pool, problem.weights, problem.leave_enter
    follows = min(before + 1, int(pool.last[before]))
    apart = ((pool.features - pool.features[follows]) ** 2).sum(axis=1)
    cost: Floats = weights.join * (apart + weights.cut) + leave[before] + enter.astype(np.float64)
    if follows != before:
        cost[follows] = 0.0
    return cost


STRATEGIES: dict[str, Strategy] = {"sampled": sampled, "matched": matched, "graphed": graphed, "begun": begun}
