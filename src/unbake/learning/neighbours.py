"""Nearest neighbours among examples and their mirror images: exact, and fast on motions.

A feature vector is split into what mirroring keeps and what it negates: s = (x + Mx)/√2 and a = (x − Mx)/√2. The
squared distance to an example is |s − s'|² + |a − a'|², that to its mirror image |s − s'|² + |a + a'|²: mirror images
are found without being stored, and mirrored motions have, to the bit, the mirrored neighbours. Both parts are turned to
the axes in which the examples differ most, which changes no distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unbake.compiling.threads import on_all_cores
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32

HEAD = 8
"""Dimensions of each part that are looked at first."""
CHUNK = 512
"""Queries that one thread does in a row: each begins with what the one before it found."""


class Mirror(NamedTuple):
    """What mirroring does to feature vectors of D numbers.

    Parameters
    ----------
    columns : (D,) where each number of the mirrored vector comes from; its own inverse.
    signs : (D,) the sign it has there, 1 or -1.
    """

    columns: NDArray[np.int64]
    signs: Floats


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The k nearest of each query.

    Parameters
    ----------
    distances : (Q, k) Euclidean, rising.
    examples : (Q, k) index of the example.
    mirrored : (Q, k) whether it is the example's mirror image.
    """

    distances: Floats
    examples: NDArray[np.int64]
    mirrored: NDArray[np.bool_]


class NeighbourIndex:
    """Examples made ready to be searched.

    Parameters
    ----------
    features : (E, D) feature vectors of the examples, without mirror images.
    mirror : what mirroring does to them.

    Raises
    ------
    UsageError : no examples, or vectors of another length than the mirror's.
    """

    def __init__(self, features: Floats32, mirror: Mirror) -> None:
        self.size = len(mirror.columns)
        if features.ndim != 2 or not len(features) or features.shape[1] != self.size:
            raise UsageError(f"examples have shape {features.shape}, expected (one or more, {self.size})")
        self.mirror = mirror
        self.count = len(features)
        kept, negated = split_by_mirror(features, mirror)
        self._turn_s, self._turn_a = _principal_axes(kept), _principal_axes(negated, about_zero=True)
        self._s, self._a = _turned(kept, self._turn_s), _turned(negated, self._turn_a)
        self._heads_s, self._heads_a = _heads(self._s), _heads(self._a)
        self._boxes_s, self._boxes_a = _boxes(self._s), _boxes(self._a)

    def nearest(self, features: Floats32, k: int) -> Neighbours:
        """Return the `k` nearest of the examples and their mirror images (all of them where there are fewer)."""
        # Imported late: reading a file needs no compiler.
        from unbake.learning import neighbour_kernels

        if features.ndim != 2 or features.shape[1] != self.size:
            raise UsageError(f"features have shape {features.shape}, expected (frames, {self.size})")
        if k < 1:
            raise UsageError(f"the number of neighbours must be 1 or more, not {k}")
        k = min(k, 2 * self.count)
        kept, negated = split_by_mirror(features, self.mirror)
        squared = np.empty((len(features), k), dtype=np.float32)
        indices = np.empty((len(features), k), dtype=np.int64)
        queries_s, queries_a = _turned(kept, self._turn_s), _turned(negated, self._turn_a)
        examples = (self._s, self._a, self._heads_s, self._heads_a, self._boxes_s, self._boxes_a)

        def search(part: int) -> None:
            own = slice(CHUNK * part, CHUNK * (part + 1))
            neighbour_kernels.nearest(queries_s[own], queries_a[own], *examples, squared[own], indices[own])

        for _ in on_all_cores(search, -(-len(features) // CHUNK)):
            pass
        return Neighbours(np.sqrt(squared, dtype=np.float64), indices % self.count, indices >= self.count)


def split_by_mirror(features: Floats32, mirror: Mirror) -> tuple[Floats32, Floats32]:
    """Return the parts (F, S) and (F, A) of feature vectors that mirroring keeps, and that it negates."""
    column, sign = mirror
    own = np.arange(len(column))
    first, single = own[own < column], own[own == column]
    pair = features[:, column[first]] * sign[first].astype(np.float32)
    root_half = np.float32(np.sqrt(0.5))
    kept = root_half * (features[:, first] + pair)
    negated = root_half * (features[:, first] - pair)
    return (
        np.concatenate([kept, features[:, single[sign[single] > 0.0]]], axis=1),
        np.concatenate([negated, features[:, single[sign[single] < 0.0]]], axis=1),
    )


def _principal_axes(values: Floats32, about_zero: bool = False) -> Floats32:
    """An orthogonal matrix (D, D) whose first columns are the directions in which the values differ most."""
    centred = values.astype(np.float64)
    if not about_zero:
        centred -= centred.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    return np.ascontiguousarray(axes[:, ::-1], dtype=np.float32)


def _turned(values: Floats32, turn: Floats32) -> Floats32:
    return np.ascontiguousarray(values @ turn)


def _heads(values: Floats32) -> Floats32:
    """The first dimensions, (blocks, HEAD, LANES)."""
    return _beside(values[:, :HEAD])


def _boxes(values: Floats32) -> Floats32:
    """The least and the greatest of the first dimensions of every LANES examples, (groups, 2, HEAD, LANES)."""
    from unbake.learning.neighbour_kernels import LANES

    head, starts = values[:, :HEAD], np.arange(0, len(values), LANES)
    return np.stack([_beside(limit.reduceat(head, starts)) for limit in (np.minimum, np.maximum)], axis=1)


def _beside(rows: Floats32) -> Floats32:
    """LANES rows side by side, (blocks, columns, LANES); the last block is filled with zeros."""
    from unbake.learning.neighbour_kernels import LANES

    blocks = -(-len(rows) // LANES)
    filled = np.zeros((blocks * LANES, rows.shape[1]), dtype=np.float32)
    filled[: len(rows)] = rows
    return np.ascontiguousarray(filled.reshape(blocks, LANES, -1).transpose(0, 2, 1))
