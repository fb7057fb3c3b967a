"""Slow, obvious versions: what frames cost, and the optimum by every pair of frames at every moment."""

import itertools

import numpy as np


def join(problem, f, g):
    """What it costs to show frame g after frame f."""
    pool, weights = problem.pool, problem.weights
    clip_of, starts, lengths = pool.clip_of, pool.starts, pool.lengths
    last = starts[clip_of[f]] + lengths[clip_of[f]] - 1
    if g == f + 1 and f != last:
        return 0.0
    apart = pool.features[min(f + 1, last)].astype(float) - pool.features[g]
    after, before = min(last - f, 8), min(g - starts[clip_of[g]], 8)
    edges = (1 - after / 8) ** 2 + (1 - before / 8) ** 2
    return weights.join * (apart @ apart + weights.cut + weights.edge * edges)


def cost(problem, frames):
    """What the flags and joins of a motion cost."""
    flags = sum(problem.costs[row, frame] for row, frame in zip(problem.rows, frames, strict=True))
    return flags + sum(join(problem, f, g) for f, g in itertools.pairwise(frames))


def optimum(problem):
    """The least cost, and the frames that have it."""
    count = problem.pool.n_frames
    joins = np.array([[join(problem, f, g) for g in range(count)] for f in range(count)])

    def own(t):
        costs = problem.costs[problem.rows[t]].astype(float)
        return costs if problem.fixed[t] < 0 else np.where(np.arange(count) == problem.fixed[t], costs, np.inf)

    value, came = own(0), []
    for t in range(1, problem.n_frames):
        every = value[:, None] + joins
        came.append(every.argmin(axis=0))
        value = every.min(axis=0) + own(t)
    frames = [int(value.argmin())]
    for sources in reversed(came):
        frames.append(int(sources[frames[-1]]))
    return float(value.min()), np.array(frames[::-1])
