"""Slow, obvious versions of neighbours and of smoothing: the judge of the fast ones."""

import numpy as np


def all_distances(examples, queries, mirror):
    """Distances (Q, 2E) of queries to the examples, then to their mirror images, by columns and signs."""
    column, sign = mirror
    both = np.concatenate([examples, examples[:, column] * sign]).astype(np.float64)
    return np.array([[np.linalg.norm(q - e) for e in both] for q in queries.astype(np.float64)])


def hysteresis(values, high=0.6, low=0.4):
    out, before = [], False
    for value in values:
        if value > high:
            before = True
        elif value < low:
            before = False
        out.append(before)
    return np.array(out, dtype=bool)


def opened_and_closed(values, width):
    """Runs that no window of so many frames fits into go, then gaps; the ends go on for half a window outside."""
    return ~_opened(~_opened(values, width), width)


def _opened(values, width):
    half, n = width // 2, len(values)
    at = lambda i: min(max(i, 0), n - 1)  # noqa: E731
    fits = [all(values[at(i + d)] for d in range(-half, half + 1)) for i in range(n)]
    return np.array([any(fits[at(i + d)] for d in range(-half, half + 1)) for i in range(n)])
