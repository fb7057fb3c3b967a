"""Which windows of a library stand for all: spectral embedding by the Nyström method, k-means, medoids.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.4; C.
Fowlkes, S. Belongie, F. Chung and J. Malik, Spectral grouping using the Nyström method, 2004. The width of the affinity
(the median distance) and windows that are compared at every third frame are ours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.synthesis.transitions.prepared import PreparedMotion, seen_from

EVERY = 3
"""Windows are compared at every third frame: twenty poses a second."""
SAMPLES = 200
"""Windows to which all others are compared."""
STARTS = 5
"""Times that k-means begins anew; the best is taken."""
SMALLEST = 1e-8
"""Eigenvalues below this part of the largest are rounding."""


@dataclass(frozen=True)
class ClusterOptions:
    """How windows are clustered.

    Parameters
    ----------
    n_clusters : 50.
    n_components : of the embedding, 10.
    seed : of the sample and of k-means.
    """

    n_clusters: int = 50
    n_components: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.n_clusters <= 1000:
            raise UsageError(f"windows fall into 2 to 1000 clusters, not {self.n_clusters}")
        if not 1 <= self.n_components <= 100:
            raise UsageError(f"an embedding has 1 to 100 components, not {self.n_components}")


def window_rows(motion: PreparedMotion, firsts: Indices, n_frames: int) -> Floats32:
    """Return what windows are compared by: (N, D) joints seen from where the body is in the middle of the window.

    Rows are scaled such that their distance is the root of the mean squared distance of joints, in metres.

    Parameters
    ----------
    motion : where they are.
    firsts : (N,) their first frames; none where the motion is shorter than a window.
    n_frames : their length.
    """
    frames = firsts[:, None] + np.arange(0, n_frames, EVERY)
    world = motion.compared_m.transpose(2, 1, 0)[frames]
    middle = motion.path[firsts + n_frames // 2]
    seen = seen_from(middle, world.reshape(len(firsts), -1, 3)) if len(firsts) else world
    scale = 1.0 / np.sqrt(world.shape[1] * world.shape[2])
    return (seen.reshape(len(firsts), math.prod(world.shape[1:])) * scale).astype(np.float32)


def distances_m(rows: Floats32, others: Floats32) -> Floats32:
    """Return the distances (N, M) of all rows from others."""
    squares = (rows**2).sum(axis=1)[:, None] + (others**2).sum(axis=1) - 2.0 * rows @ others.T
    return np.sqrt(np.maximum(squares, 0.0)).astype(np.float32)


def embedded(rows: Floats32, n_components: int, seed: int = 0) -> Floats:
    """Return windows in the space of the first components of their normalised affinities, (N, C).

    Affinities are exp(−d² / 2 σ²), σ the median distance, of a random sample with all windows. The first component is
    left out: it tells how many neighbours a window has.

    Parameters
    ----------
    rows : (N, D) see `window_rows`.
    n_components : C at most; fewer where the sample shows fewer.
    seed : of the sample.
    """
    n = min(SAMPLES, len(rows))
    order = np.random.default_rng(seed).permutation(len(rows))
    apart = distances_m(rows[order[:n]], rows[order]).astype(np.float64)
    sigma = max(float(np.median(apart)), 1e-9)
    affinity = np.exp(-0.5 * (apart / sigma) ** 2)
    a, b = affinity[:, :n], affinity[:, n:]
    pseudo, root = _inverses(a)
    sums = b.sum(axis=1)
    degree = np.concatenate([a.sum(axis=1) + sums, b.sum(axis=0) + b.T @ (pseudo @ sums)])
    scale = 1.0 / np.sqrt(np.maximum(degree, 1e-12))
    a, b = a * np.outer(scale[:n], scale[:n]), b * np.outer(scale[:n], scale[n:])
    _, root = _inverses(a)
    values, vectors = np.linalg.eigh(a + root @ (b @ b.T) @ root)
    kept = np.argsort(values)[::-1][1 : n_components + 1]
    kept = kept[values[kept] > SMALLEST * values.max()]
    found = np.concatenate([a, b.T]) @ root @ (vectors[:, kept] / np.sqrt(values[kept]))
    out = np.empty((len(rows), found.shape[1]))
    out[order] = found
    return out


def _inverses(a: Floats) -> tuple[Floats, Floats]:
    """The pseudo-inverse of a symmetric matrix, and its root."""
    values, vectors = np.linalg.eigh(a)
    known = values > SMALLEST * values.max()
    values, vectors = values[known], vectors[:, known]
    return (vectors / values) @ vectors.T, (vectors / np.sqrt(values)) @ vectors.T


def medoids(points: Floats, options: ClusterOptions) -> Indices:
    """Return the windows (K,) that stand for their clusters: of each the member nearest to its centre.

    Parameters
    ----------
    points : (N, C) see `embedded`; at least two.
    options : how many; there are fewer where there are fewer windows, or some are the same.
    """
    from scipy.cluster.vq import ClusterError, kmeans2  # imported here: few need it, and it takes a while

    n = min(options.n_clusters, len(points))
    best, least = np.arange(n), np.inf
    random = np.random.default_rng(options.seed)
    for _ in range(STARTS):
        try:
            centres, labels = kmeans2(points, n, minit="++", seed=random, missing="raise", iter=30)
        except ClusterError:
            continue  # a cluster without members: begin anew
        away = ((points - centres[labels]) ** 2).sum(axis=1)
        if away.sum() < least:
            least = float(away.sum())
            own = [np.flatnonzero(labels == cluster) for cluster in range(n)]
            best = np.array([members[np.argmin(away[members])] for members in own])
    return np.unique(best)


def first_frames(lengths: Sequence[int], n_frames: int, stride: int) -> list[Indices]:
    """Return the first frames of all windows in each of some motions, a stride apart."""
    return [np.arange(0, length - n_frames + 1, stride) for length in lengths]
