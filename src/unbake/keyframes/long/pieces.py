"""Detection first, then selection in each piece (thesis 6.2): near-optimal selections of every count on long takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC, Composition, Criterion, Metric
from unbake.keyframes.error_table import ErrorTable, Progress, checked_pins, error_table, point_blocks
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
    totals : for the first piece, the first two, …: least error for each number of keys, infinite where there is none.
    shares : for each of these and each number of keys, how many of them the last of its pieces takes.
    """

    cuts: tuple[int, ...]
    pieces: tuple[ErrorTable, ...]
    totals: tuple[Floats, ...]
    shares: tuple[NDArray[np.int64], ...]

    def counts(self) -> list[int]:
        """Return the counts that a selection can have."""
        return [int(k) for k in np.flatnonzero(np.isfinite(self.totals[-1]))]

    def error(self, count: int) -> float:
        """Return the error of the best selection of `count` keyframes that keeps the cuts."""
        self._check(count)
        return float(self.totals[-1][count])

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
        enough = np.flatnonzero(self.totals[-1] <= error)
        if not len(enough):
            raise UsageError(f"no selection of this space has an error of {error:g} or less")
        return self.selection(int(enough[0]))

    def _check(self, count: int) -> None:
        if not 0 <= count < len(self.totals[-1]) or not np.isfinite(self.totals[-1][count]):
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
    totals: list[Floats] = []
    shares: list[NDArray[np.int64]] = []
    for number, (first, last) in enumerate(pairwise(cuts)):
        part = values[first : last + 1]
        if isinstance(points, Points):
            part = replace(points, values=part, first_frame=points.first_frame + first)
        table = error_table(part, criterion, metric=metric, compose=compose, min_gap=min_gap, max_gap=max_gap)
        tables.append(table)
        errors = np.full(last - first + 2, np.inf)
        for count, error in select(table, keys_max=keys_max).errors().items():
            errors[count] = error
        total, share = _joined(totals[-1] if totals else None, errors, table.compose, keys_max)
        totals.append(total)
        shares.append(share)
        if progress:
            progress((number + 1) / (len(cuts) - 1))
    if len(cuts) == 1:
        table = error_table(values, criterion, metric=metric)
        return PiecewiseSpace((0, 0), (table,), (np.array([np.inf, 0.0]),), (np.array([0, 1]),))
    if not np.isfinite(totals[-1]).any():
        raise UsageError(f"the cuts alone take {len(cuts)} keys; ask for more keys, or for longer pieces")
    return PiecewiseSpace(cuts, tuple(tables), tuple(totals), tuple(shares))


def _joined(
    before: Floats | None, errors: Floats, compose: Composition, keys_max: int | None
) -> tuple[Floats, NDArray[np.int64]]:
    """Join the best errors of the pieces so far with those of one more; neighbours share the key at the cut."""
    if before is None:
        return errors, np.arange(len(errors))
    size = len(before) + len(errors) - 2
    size = size if keys_max is None else min(size, keys_max + 1)
    total, share = np.full(size, np.inf), np.zeros(size, dtype=np.int64)
    for count in np.flatnonzero(np.isfinite(errors)):
        room = min(len(before), size - int(count) + 1)
        if room <= 0:
            continue
        both = np.maximum(before[:room], errors[count]) if compose == "max" else before[:room] + errors[count]
        places = np.arange(room) + int(count) - 1
        inside = places >= 0
        better = both[inside] < total[places[inside]]
        total[places[inside][better]] = both[inside][better]
        share[places[inside][better]] = int(count)
    return total, share
