"""What is searched for: a stretch of a body path."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats32, Indices
from unbake.motion.body.body_path import RATE_HZ, BodyPath
from unbake.search.similar.windows import HALF, POINTS, SPAN, windows_of

LONGEST_S = 30.0
"""The longest query: each second of it costs as much as a query of one second."""


@dataclass(frozen=True, eq=False)
class Query:
    """A stretch of one second or more, as windows that cover it.

    A stretch that is longer than a second is covered by windows evenly apart, no two by more than their own length.
    Its distance from another stretch is that of all windows together, each seen from its own middle: so small turns on
    the way do not add up to large distances.

    Parameters
    ----------
    path : the body that it is of.
    first, last : its instants, both included. They go beyond the ends of a path that is shorter than a second.
    windows : (M, 31, 17, 3) those that cover it, in leg lengths.
    offsets : (M,) instants from the middle of the first window to that of each.
    """

    path: BodyPath
    first: int
    last: int
    windows: Floats32
    offsets: Indices

    @property
    def n_points(self) -> int:
        """Joints times instants that are compared."""
        return POINTS * len(self.windows)


def query_of(path: BodyPath, first: int | None = None, last: int | None = None) -> Query:
    """Return a stretch of a path as a query.

    Parameters
    ----------
    path : the body.
    first, last : its instants, sixty a second from 0. Without `last`, one second around `first`; without both, one
        second around the middle of the path. What is shorter than a second is made one, around its middle, and moved
        into the path where it would begin or end outside.

    Raises
    ------
    UsageError : instants outside of the path, the last before the first, a stretch of more than `LONGEST_S`.
    """
    end = path.n_instants - 1
    begin = end // 2 if first is None else first
    stop = begin if last is None else last
    if not 0 <= begin <= stop <= end:
        raise UsageError(f"instants {begin} to {stop} are no stretch of a path of instants 0 to {end}")
    if stop - begin > LONGEST_S * RATE_HZ:
        seconds = (stop - begin) / RATE_HZ
        raise UsageError(f"a query may last {LONGEST_S:g} s, not {seconds:.1f} s", code="long-query")
    if stop - begin < SPAN - 1:
        begin = _window_start((begin + stop) // 2, path.n_instants)
        stop = begin + SPAN - 1
    parts = -(-(stop - begin) // (SPAN - 1))
    middles = np.rint(np.linspace(begin + HALF, stop - HALF, parts)).astype(np.int64)
    return Query(path, begin, stop, windows_of(path, middles), middles - middles[0])


def _window_start(middle: int, n_instants: int) -> int:
    """Where a window begins that is as near to a middle as the path allows."""
    if n_instants < SPAN:
        return n_instants // 2 - HALF
    return min(max(middle - HALF, 0), n_instants - SPAN)
