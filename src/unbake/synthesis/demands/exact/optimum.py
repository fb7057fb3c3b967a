"""The cheapest sequence of frames of all, where that can be found: how far the sampled search is from the optimum.

Frames of the motion are gone through one by one. For each frame of the pool the least cost of ending there is kept,
unless that and the least that the rest costs (`least_rest`) is more than what the sampled search needed: nothing better
can come of it. Of what is left each pair of frames is compared, the cheapest first, until the first axes of their
features show that no other can be cheaper. Places depend on all that came before and take no part.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import numpy as np

from unbake.compiling.threads import in_pieces
from unbake.ground.arrays import Indices
from unbake.synthesis.demands.costs import costs_of
from unbake.synthesis.demands.exact.optimum_kernels import least_rest, least_total, one_on, worth_leaving
from unbake.synthesis.demands.problem import Problem

MOST_STATES = 60_000_000
"""Frames of the motion times frames of the pool: 500 MB."""
WORTH_A_THREAD = 500
"""Frames of the pool."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """What is known of the least cost by flags and joins.

    Parameters
    ----------
    at_least : no sequence of frames costs less, with or without places.
    frames : (n,) the sequence that costs this; None where it was not found.
    seconds : how long it took.
    """

    at_least: float
    frames: Indices | None
    seconds: float

    @property
    def is_exact(self) -> bool:
        """Whether the optimum itself is known."""
        return self.frames is not None


def optimum(problem: Problem, known: Indices, seconds: float = 60.0) -> Optimum:
    """Return the least cost of a demand by flags and joins.

    Parameters
    ----------
    problem : a demand over a pool of frames; its targets are left out.
    known : (n,) a sequence of frames that is known: the better it is, the quicker is the search.
    seconds : after so long a bound is returned, in place of the optimum.
    """
    began = time.perf_counter()
    weights, pool = problem.weights, problem.pool
    cut = weights.join * weights.cut
    n, count = problem.n_frames, pool.n_frames
    if n * count > MOST_STATES:
        least = least_total(problem.costs, problem.rows, problem.fixed, pool.last, cut)
        return Optimum(least, None, time.perf_counter() - began)
    own = costs_of(problem, known)
    # Sums of float32 in another order differ in their last digits.
    most = (own.flags + own.joins) * (1.0 + 1e-5) + 1e-3
    rest = np.empty((n, count), np.float32)
    least_rest(problem.costs, problem.rows, problem.fixed, pool.last, cut, rest)
    came = np.full((n, count), -1, np.int32)
    value = np.where(problem.fixed[0] >= 0, np.inf, 0.0) + problem.costs[problem.rows[0]]
    if problem.fixed[0] >= 0:
        value[problem.fixed[0]] = problem.costs[problem.rows[0], problem.fixed[0]]
    leave, enter = problem.leave_enter
    for t in range(1, n):
        row = problem.costs[problem.rows[t - 1]]
        value = np.where(worth_leaving(value, rest[t - 1], row, most), value, np.inf)
        if time.perf_counter() - began > seconds:
            least = float((value + rest[t - 1] - row).min())
            return Optimum(min(least, most), None, time.perf_counter() - began)
        alive = np.flatnonzero(np.isfinite(value))
        order = alive[np.argsort(value[alive] + leave[alive], kind="stable")]
        after, source = np.empty(count), np.empty(count, np.int64)
        allowed = most - rest[t].astype(np.float64)
        about = (pool.features, pool.first, pool.last, leave, enter, weights.join, weights.cut)
        in_pieces(partial(one_on, value, order, allowed, *about, after, source), 0, count, WORTH_A_THREAD)
        came[t] = source
        value = after + problem.costs[problem.rows[t]]
        if problem.fixed[t] >= 0:
            only = value[problem.fixed[t]]
            value[:] = np.inf
            value[problem.fixed[t]] = only
    return _traced(problem, value, came, time.perf_counter() - began)


def _traced(problem: Problem, value: np.ndarray, came: np.ndarray, seconds: float) -> Optimum:
    frames = np.empty(problem.n_frames, dtype=np.int64)
    frames[-1] = int(value.argmin())
    for t in range(problem.n_frames - 1, 0, -1):
        frames[t - 1] = came[t, frames[t]]
    own = costs_of(problem, frames)
    return Optimum(own.flags + own.joins, frames, seconds)
