"""Detection first, then selection in each piece (thesis 6.2): near-optimal selections of every count on long takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC, Composition, Criterion, Metric
from unbake.keyframes.error_table import ErrorTable, checked_pins, error_table, point_blocks
from unbake.keyframes.long.joining import Shares, joined
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import select
from unbake.motion.points import Points

PIECE = 600
"""Frames of a piece at most: tables of so many take a fifth of a second."""


@dataclass(frozen=True, eq=False)
class PiecewiseSpace:
    """Selections of every count that keep the cuts between the pieces; optimal among those.

    Parameters
    ----------
    cuts : the frames, from 0, where the clip was cut, its ends included; every selection has a key there.
    pieces : the error table of each piece. Its selection space takes milliseconds and is made again when it is needed;
        those of all pieces would take as much memory as the tables.
    total : least error for each number of keys, infinite where there is none.
    shares : for the first piece, the first two, … and each number of keys: how many of them the last piece takes.
    """

    cuts: tuple[int, ...]
    pieces: tuple[ErrorTable, ...]
    total: Floats
    shares: tuple[Shares, ...]

    def counts(self) -> list[int]:
        """Return the counts that a selection can have."""
        return [int(k) for k in np.flatnonzero(np.isfinite(self.total))]

    def error(self, count: int) -> float:
        """Return the error of the best selection of `count` keyframes that keeps the cuts."""
        self._check(count)
        return float(self.total[count])

    def selection(self, count: int) -> Selection:
        """Return the best selection of `count` keyframes that keeps the cuts; UsageError where there is none."""
        self._check(count)
        frames: set[int] = {self.cuts[-1]}
        left = count
        for number in range(len(self.pieces) - 1, -1, -1):
            share = int(self.shares[number][left])
            start = self.cuts[number]
            space = select(self.pieces[number], keys_max=share)
            frames.update(start + frame for frame in space.frames(share))
            left -= share - 1
        return Selection(tuple(sorted(frames)), self.error(count))

    def fewest(self, error: float) -> Selection:
        """Return the selection with the fewest keyframes whose error is at most `error`; UsageError if none is."""
        enough = np.flatnonzero(self.total <= error)
        if not len(enough):
            raise UsageError(f"no selection of this space has an error of {error:g} or less")
        return self.selection(int(enough[0]))

    def _check(self, count: int) -> None:
        if not 0 <= count < len(self.total) or not np.isfinite(self.total[count]):
            counts = self.counts()
            raise UsageError(f"no selection of {count} keyframes keeps the cuts; there are {counts[0]} to {counts[-1]}")


def detect_cuts(points: Points | Floats, longest: int = PIECE, pinned: Sequence[int] = ()) -> tuple[int, ...]:
    """Return frames to cut at, the clip's ends and the pins included, at most `longest` frames apart.

    A cut forces a key, so it is put where one is wanted anyway and costs least: each piece ends where the pose moves
    slowest within its second half (detection by low speed, thesis 2.2.1).
    """
    if longest < 2:
        raise UsageError(f"pieces have 2 frames or more, not {longest}")
    blocks = point_blocks(points)
    frames = blocks.shape[2]
    speed = np.sqrt(np.sum(np.gradient(blocks, axis=2) ** 2, axis=(0, 1))) if frames > 1 else np.zeros(frames)
    fixed = sorted({0, frames - 1, *checked_pins(pinned, frames)})
    cuts = [0]
    for end in fixed[1:]:
        while end - cuts[-1] > longest:
            first = cuts[-1] + longest // 2
            last = min(cuts[-1] + longest, end - 2)
            cuts.append(first + int(np.argmin(speed[first : last + 1])))
        cuts.append(end)
    return tuple(cuts)


def select_in_pieces(
    points: Points | Floats,
    criterion: str | Criterion = DEFAULT_CRITERION,
    *,
    metric: Metric = DEFAULT_METRIC,
    compose: Composition | None = None,
    pinned: Sequence[int] = (),
    min_gap: int = 1,
    max_gap: int | None = None,
    longest: int = PIECE,
    keys_max: int | None = None,
    progress: Progress | None = None,
) -> PiecewiseSpace:
    """Cut a take at slow poses, select in each piece, and share the keys out optimally among the pieces.

    Parameters
    ----------
    points, criterion, metric, compose, pinned, min_gap, max_gap : as for `error_table`.
    longest : most frames of a piece.
    keys_max : stop at this many keyframes for the whole take.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : as `error_table`, and where a cut cannot keep the gaps.
    """
    cuts = detect_cuts(points, longest, pinned)
    values = points.values if isinstance(points, Points) else np.asarray(points, dtype=np.float64)
    part: Points | Floats
    tables: list[ErrorTable] = []
    total: Floats | None = None
    shares: list[Shares] = []
    for number, (first, last) in enumerate(pairwise(cuts)):
        part = values[first : last + 1]
        if isinstance(points, Points):
            part = replace(points, values=part, first_frame=points.first_frame + first)
        table = error_table(part, criterion, metric=metric, compose=compose, min_gap=min_gap, max_gap=max_gap)
        tables.append(table)
        errors = np.full(last - first + 2, np.inf)
        for count, error in select(table, keys_max=keys_max).errors().items():
            errors[count] = error
        if total is None:
            total, share = errors, np.arange(len(errors), dtype=np.int32)
        else:
            total, share = joined(total, errors, table.compose, keys_max)
        shares.append(share)
        if progress:
            progress((number + 1) / (len(cuts) - 1))
    if total is None:
        table = error_table(values, criterion, metric=metric)
        return PiecewiseSpace((0, 0), (table,), np.array([np.inf, 0.0]), (np.array([0, 1], dtype=np.int32),))
    if not np.isfinite(total).any():
        raise UsageError(f"the cuts alone take {len(cuts)} keys; ask for more keys, or for longer pieces")
    return PiecewiseSpace(cuts, tuple(tables), total, tuple(shares))
