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
