"""Exact nearest neighbours of a stretch of motion, and of its mirror image, among all windows of an index.

Bounds rule out what cannot be among the nearest: those of blocks of windows first, then those of single windows by
their short codes, then by their fine ones. What they leave is measured on the bodies themselves. How far a neighbour
may be is guessed from the most promising windows; the guess is raised until enough is found within it, so it changes no
result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from unbake.ground.arrays import Booleans, Floats, Floats32, Indices
from unbake.search.similar.index import WindowIndex
from unbake.search.similar.merging import best_apart
from unbake.search.similar.projection import ROUNDING, CodedQuery, Codes, Projection
from unbake.search.similar.query import Query
from unbake.search.similar.windows import HALF, first_centre, mirrored

PROMISING = 100
"""Blocks for each stretch that is wanted, among whose windows the guess is made."""
MEASURED = 4
"""Stretches for each that is wanted, which are measured for the guess."""
MANY = 10_000
"""Blocks whose windows are bounded by two cores."""
RAISED = 1.5
"""What the limit of squared distances is multiplied by where too little was found within it."""
MARGIN = 1.0 + 1e-3
"""What single precision may add to a squared bound, at most."""


class Neighbour(NamedTuple):
    """A stretch like the query.

    Parameters
    ----------
    clip : number of the clip in the index.
    first : its first instant; before 0 where the clip is shorter than a second.
    squared : squared distance in leg lengths, summed over joints and instants.
    is_mirrored : whether it is like the query's mirror image.
    """

    clip: int
    first: int
    squared: float
    is_mirrored: bool


def nearest(index: WindowIndex, query: Query, count: int, starts: Booleans | None = None) -> list[Neighbour]:
    """Return the `count` stretches nearest to a query, nearest first; of stretches that overlap, the best.

    Parameters
    ----------
    index : where to search.
    query : what to search for.
    count : how many, if there are as many.
    starts : (W,) whether a stretch may begin with each window, as `WindowIndex.starts` says; None for all.
    """
    return _Search(index, query, index.starts(query) if starts is None else starts).nearest(count) if count > 0 else []


class _Search:
    """One query on one index."""

    def __init__(self, index: WindowIndex, query: Query, starts: Booleans) -> None:
        self._index, self._query = index, query
        self._coarse, self._fine = (
            [projection.query(window) for window in query.windows]
            for projection in (index.projections.coarse, index.projections.fine)
        )
        both = np.stack([query.windows, mirrored(query.windows)])
        self._windows = np.ascontiguousarray(both.reshape(2, len(query.windows), -1, 3).swapaxes(2, 3))
        self._starts = starts
        self._bounds = self._block_bounds()

    def nearest(self, count: int) -> list[Neighbour]:
        n_open = int(np.isfinite(self._bounds).sum())
        limit = self._guess(count, n_open)
        while True:
            blocks = np.flatnonzero((self._bounds <= limit * MARGIN) & np.isfinite(self._bounds))
            clips, starts, squared = self._measured(self._bounded(blocks, limit)[0], limit)
            nearer = squared.min(axis=1)
            near = np.flatnonzero(nearer <= limit)
            length = self._query.last - self._query.first + 1
            best = near[best_apart(clips[near], starts[near], nearer[near], length, count)]
            if len(best) == count or limit == np.inf:
                return [
                    Neighbour(int(clips[n]), int(starts[n]), float(nearer[n]), bool(squared[n, 1] < squared[n, 0]))
                    for n in best
                ]
            limit = np.inf if len(blocks) == n_open else max(limit * RAISED, ROUNDING)

    def _block_bounds(self) -> Floats32:
        """(B,) squared bounds on stretches that begin in each block; infinite where none may."""
        from unbake.search.similar.scan_kernels import BLOCK, bound_blocks

        index, own = self._index, np.empty((2, len(self._index.radii)), dtype=np.float32)
        total = None
        for coded, offset in zip(self._coarse, self._query.offsets, strict=True):
            bound_blocks(index.groups, index.radii, coded.code, *index.weights, coded.slack, own)
            # Windows that far on lie in one block, or in two.
            part = np.minimum(_later(own, offset // BLOCK), _later(own, -(-offset // BLOCK))) if offset else own.copy()
            total = part if total is None else total + part
        bounds = np.asarray(total).min(axis=0)
        bounds[~index.blocks_of(self._starts)] = np.inf
        return bounds

    def _bounded(self, blocks: Indices, limit: float) -> tuple[Indices, Floats32]:
        """The windows of blocks with which stretches within a limit may begin, and squared bounds on these."""
        if len(blocks) < MANY:
            return self._bounded_part(blocks, limit)
        with ThreadPoolExecutor(2) as threads:
            parts = threads.map(self._bounded_part, np.array_split(blocks, 2), (limit, limit))
            windows, bounds = zip(*parts, strict=True)
        return np.concatenate(windows), np.concatenate(bounds)

    def _bounded_part(self, blocks: Indices, limit: float) -> tuple[Indices, Floats32]:
        """The same, on one core."""
        from unbake.search.similar.scan_kernels import BLOCK, bound_windows

        index, windows = self._index, np.empty(BLOCK * len(blocks), dtype=np.int64)
        bounds = np.empty(len(windows), dtype=np.float32)
        n = bound_windows(
            blocks,
            self._starts,
            *_compared(index.codes, index.projections.coarse, self._coarse),
            *_compared(index.fine_codes, index.projections.fine, self._fine),
            self._query.offsets,
            limit * MARGIN,
            windows,
            bounds,
        )
        return windows[:n], bounds[:n]

    def _guess(self, count: int, n_open: int) -> float:
        """A squared distance within which there are probably `count` stretches."""
        promising = PROMISING * count
        if n_open <= promising:
            return np.inf
        windows, bounds = self._bounded(np.sort(np.argpartition(self._bounds, promising)[:promising]), np.inf)
        length = self._query.last - self._query.first + 1
        likeliest = best_apart(self._clips(windows), windows, bounds, length, MEASURED * count)
        clips, starts, squared = self._measured(np.sort(windows[likeliest]), np.inf)
        nearer = squared.min(axis=1)
        return float(nearer[best_apart(clips, starts, nearer, length, count)[-1]])

    def _clips(self, windows: Indices) -> Indices:
        return np.asarray(self._index.block_clip[windows // (len(self._index.codes) // len(self._bounds))])

    def _measured(self, windows: Indices, limit: float) -> tuple[Indices, Indices, Floats]:
        """Clips and first instants of the stretches that begin with windows, and (N, 2) their squared distances
        to the query and to its mirror image, or some numbers beyond a limit."""
        from unbake.search.similar.window_kernels import squared_distances

        index = self._index
        clips = self._clips(windows)
        middles = windows - index.begins[clips]
        squared = np.empty((len(windows), 2))
        for clip, part in _runs(clips):
            body = index.body_of(clip)
            middles[part] += first_centre(body.n_instants)
            squared_distances(
                body.numbers.reshape(2, 3, -1),
                body.first,
                *body.frame,
                middles[part],
                HALF,
                self._query.offsets,
                self._windows,
                limit,
                squared[part],
            )
        return clips, middles - HALF, squared


def _compared(
    codes: Codes, projection: Projection, queries: Sequence[CodedQuery]
) -> tuple[Codes, Floats32, Floats32, Floats32]:
    """Codes, their scales, the numbers of a query's windows, and how much rounding may add."""
    numbers = np.array([coded.numbers for coded in queries])
    slacks = np.array([coded.slack_of_others for coded in queries], dtype=np.float32)
    return codes, projection.scales.astype(np.float32), numbers, slacks


def _later(bounds: Floats32, blocks: int) -> Floats32:
    """Bounds of the blocks that are so many later; beyond the end nothing is near."""
    if not blocks:
        return bounds
    out = np.full_like(bounds, np.inf)
    out[:, :-blocks] = bounds[:, blocks:]
    return out


def _runs(clips: Indices) -> Iterator[tuple[int, slice]]:
    """Each clip of a rising list, and where it is in there."""
    edges = np.flatnonzero(np.diff(clips, prepend=-1, append=-1))
    for first, end in pairwise(edges):
        yield int(clips[first]), slice(int(first), int(end))
