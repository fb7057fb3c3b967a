"""Clustering: frames are grouped by likeness, and each group gives the frame nearest to its average.

Park and Shin, Example-based motion cloning, 2004, in the form that thesis 3.2.1 compares with: k-means from a random
selection, 100 steps, ten runs for every count, of which the one with the least sum of squares is kept.

Limits: blind to time, so that a pose that comes again gets one key for all its returns. The paper's method need not
choose the first and last frame; here they are keys from the start and stay.
"""

# mypy: allow-untyped-decorators

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices
from unbake.ground.memory import check_memory
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.keyframes.rivals.stochastic.genetic import best_of_runs

STEPS = 100


def select_by_clusters(request: RivalRequest) -> dict[int, Frames]:
    """Return the best selection of several runs for every wanted count."""
    values = request.points.values
    frames = len(values)
    check_memory(12 * frames * frames, f"the distances of {frames:,} frames", "a shorter range would need less")
    distances = cdist(values, values, "sqeuclidean")

    def run(_table: object, inner: int, rng: np.random.Generator) -> Indices:
        keys = np.sort(rng.choice(np.arange(1, frames - 1), size=inner, replace=False))
        return np.sort(cluster(distances, np.concatenate([[0], keys, [frames - 1]]), STEPS)[1:-1])

    return best_of_runs(request, run)


@njit(cache=True, nogil=True)
def cluster(distances: Floats, keys: Indices, steps: int) -> Indices:
    """Return the keys (K,) after grouping and moving them in turn, at most `steps` times; the first and last stay.

    Parameters
    ----------
    distances : (F, F) squared distances between poses.
    keys : the keys to start from, all different.

    Notes
    -----
    The frame nearest to the average of a group is the one with the least sum of squared distances to the group. A key
    belongs to its own group even where another has the same pose, so no two keys ever coincide.
    """
    frames = len(distances)
    keys = keys.copy()
    group = np.empty(frames, np.int64)
    harm = np.empty(frames)
    for _ in range(steps):
        for f in range(frames):
            nearest = 0
            for k in range(len(keys)):
                if distances[f, keys[k]] < distances[f, keys[nearest]]:
                    nearest = k
            group[f] = nearest
        for k in range(len(keys)):
            group[keys[k]] = k
        harm[:] = 0.0
        order = np.argsort(group, kind="mergesort")
        start, moved = 0, False
        while start < frames:
            end = start
            while end < frames and group[order[end]] == group[order[start]]:
                end += 1
            for a in range(start, end):
                for b in range(start, end):
                    harm[order[a]] += distances[order[a], order[b]]
            own = group[order[start]]
            if 0 < own < len(keys) - 1:
                centre = order[start]
                for a in range(start, end):
                    if harm[order[a]] < harm[centre]:
                        centre = order[a]
                moved = moved or centre != keys[own]
                keys[own] = centre
            start = end
        if not moved:
            break
    return keys


KMEANS = Rival(
    "k-means", "Park & Shin 2004, k-means", "factorisation", select_by_clusters,
    criterion="lerp-sum", compose="sum", is_random=True,
)  # fmt: skip
