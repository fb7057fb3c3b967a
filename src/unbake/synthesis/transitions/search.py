"""The search of all blends over zero, one and two ordered intermediaries, for every pair of windows.

A candidate is given up as soon as it is clear that it costs no less than the best one that is known. Its foot-plant
error alone is a lower bound of its cost, for the distance of the zero moment point is never negative; and so is this
error and the largest such distance over some of the frames. So the result is that of the full search. Candidates come
in an order in which good ones are likely first.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 5.2, 5.3 and
5.6. Bounds and order are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from unbake.compiling.threads import in_pieces
from unbake.ground.arrays import Floats, Indices
from unbake.ground.progress import Progress
from unbake.synthesis.blending.blended import Blended
from unbake.synthesis.blending.multiway import multiway_blend
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.transitions.candidate_kernels import Windows

Cost = Callable[[Blended], float]
"""What a blend costs, by any measure of how natural it is: less is better."""


@dataclass(eq=False)
class Search:
    """What is known of all pairs so far; it can be kept, and gone on with.

    Parameters
    ----------
    costs_m : (K, K) of the cheapest blend from each window to each; NaN where the search has not been.
    feet_m : (K, K) its foot-plant error.
    between : (K, K, 2) its intermediaries in order, −1 for none.
    lengths : (K, K) its frames.
    counts : (K, 4) candidates from each window that were excluded by their feet alone, excluded by feet and some
        frames' balance, scored in full, and refused because they would be longer than twice a window.
    """

    costs_m: Floats
    feet_m: Floats
    between: Indices
    lengths: Indices
    counts: Indices

    @classmethod
    def empty(cls, n_windows: int) -> Search:
        """Return a search that has not begun."""
        pairs = (n_windows, n_windows)
        nothing = np.full(pairs, np.nan)
        return cls(
            nothing,
            nothing.copy(),
            np.full((*pairs, 2), -1, np.int64),
            np.zeros(pairs, np.int64),
            np.zeros((n_windows, 4), np.int64),
        )

    @property
    def done(self) -> Indices:
        """The windows from which all is searched."""
        return np.flatnonzero(~np.isnan(self.costs_m).any(axis=1))

    @property
    def left(self) -> Indices:
        """The windows from which it is not."""
        return np.flatnonzero(np.isnan(self.costs_m).any(axis=1))


def candidates(n_windows: int) -> int:
    """Return how many blends there are for a pair: over no, one and two intermediaries."""
    return 1 + n_windows + n_windows**2


def search_all(
    windows: Windows, search: Search, report: Progress = lambda part: None, keep: Callable[[Search], None] | None = None
) -> Search:
    """Search all pairs that have not been searched yet.

    Parameters
    ----------
    windows : see `search_windows`.
    search : what is known; it is filled in.
    report : called with the part that is done, 0 to 1.
    keep : called with what is known after every row, so that it can be kept.
    """
    n = len(search.costs_m)
    for start in search.left:
        ids, costs, counts = _row(windows, int(start), n)
        search.costs_m[start], search.feet_m[start] = costs[:, 0], costs[:, 1]
        search.between[start], search.lengths[start] = ids[:, :2], ids[:, 2]
        search.counts[start] = counts.sum(axis=0)
        if keep is not None:
            keep(search)
        report(len(search.done) / n)
    return search


def _row(windows: Windows, start: int, n: int) -> tuple[Indices, Floats, Indices]:
    """Search all pairs from one window, on all cores; for what is returned see `search_row`."""
    from unbake.synthesis.transitions.search_kernels import search_row

    ends, ids, costs, counts = np.arange(n), np.empty((n, 3), np.int64), np.empty((n, 2)), np.zeros((n, 4), np.int64)

    def fill(first: int, last: int) -> None:
        part = slice(first, last)
        search_row(windows, start, ends[part], ids[part], costs[part], counts[part])

    in_pieces(fill, 0, n, 1)
    return ids, costs, counts


def search_by(cost: Cost, sources: Sequence[BlendSource], report: Progress = lambda part: None) -> Search:
    """Search all pairs by a cost of one's own: every candidate is blended and judged, none is excluded.

    For few windows: a blend takes ten to twenty milliseconds. `counts` has all candidates as scored; `feet_m` is NaN.

    Parameters
    ----------
    cost : what a blend costs.
    sources : the windows, of one length.
    report : called with the part that is done, 0 to 1.
    """
    n = len(sources)
    search = Search.empty(n)
    chains = [*product(range(n), repeat=0), *product(range(n), repeat=1), *product(range(n), repeat=2)]
    for start, end in product(range(n), repeat=2):
        least = np.inf
        for chain in chains:
            blend = multiway_blend([sources[k] for k in (start, *chain, end)])
            value = cost(blend)
            if value < least:
                least, search.lengths[start, end] = value, blend.motion.n_frames
                search.between[start, end] = [*chain, -1, -1][:2]
        search.costs_m[start, end] = least
        search.counts[start, 2] += len(chains)
        report((start * n + end + 1) / n**2)
    return search
