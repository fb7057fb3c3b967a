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
    return _best(problem, np.array([[join(problem, f, g) for g in range(count)] for f in range(count)]))


def _best(problem, joins):
    """The least cost by every pair of frames (N, N) at every moment, and the frames that have it."""
    count = problem.pool.n_frames

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


def transitions(problem, most_apart, least_gap):
    """Pairs (f, g) of frames that a motion graph joins, and their squared distances, by looking at all pairs."""
    pool = problem.pool
    features, count = pool.features.astype(float), pool.n_frames
    apart = ((features[:, None] - features) ** 2).sum(axis=2)
    out = {}
    for i in range(count):
        for j in range(i + 1, count):
            around = [(k, m) for k in (i - 1, i, i + 1) for m in (j - 1, j, j + 1) if (k, m) != (i, j)]
            inside = [apart[k, m] for k, m in around if k >= 0 and m < count]
            alike = pool.clip_of[i] == pool.clip_of[j] and j - i < least_gap
            if apart[i, j] < most_apart and apart[i, j] < min(inside) and not alike:
                for follows, target in ((i, j), (j, i)):
                    if follows not in pool.starts:
                        out[follows - 1, target] = apart[i, j]
    return out


def way(problem, joined):
    """The least cost of showing frames that follow each other or are joined, and the frames that have it."""
    count = problem.pool.n_frames
    joins = np.full((count, count), np.inf)
    for f, g in joined:
        joins[f, g] = join(problem, f, g)
    for f in range(count - 1):
        if f + 1 not in problem.pool.starts:
            joins[f, f + 1] = 0.0
    return _best(problem, joins)
