"""The fewest keyframes for a given error on takes of any length, without an error table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.compiling.threads import in_pieces
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC, SHAPES, Criterion, Metric, criterion_named
from unbake.keyframes.error_table import checked_gaps, checked_pins, first_number, point_blocks
from unbake.keyframes.kernels.bounded_rows import (
    UNREACHED,
    fill_allowed,
    lower_counts,
    relax_block,
)
from unbake.keyframes.kernels.cubic import cubic_constants
from unbake.keyframes.kernels.reach import CURVE, reach_limits
from unbake.keyframes.selection import Selection
from unbake.motion.points import Points

MOST_ROWS = 256
"""Start frames in a block. Fewer: what the block before found is known sooner and saves work; more: less overhead."""
MOST_WORK = 1 << 23
"""Start–end–frame triples in a block, roughly: where segments reach far, in a capture that stands still, a start takes
long, and mostly spares those behind it all the work."""
MOST_CELLS, FEW_CELLS = 1 << 26, 1 << 14
"""Largest number of start–end pairs in a block, a byte each; few where there is a time to keep."""
CELLS_WORTH_A_THREAD = 512
"""Start–end pairs: with far ends, a single start takes milliseconds."""


@dataclass(frozen=True)
class BoundedSelection:
    """A selection whose every segment keeps the bound, and what is proven about its count.

    Parameters
    ----------
    selection : the keyframes; `error` is the bound that was asked for.
    least : no selection with fewer keyframes than this keeps the bound.
    """

    selection: Selection
    least: int

    @property
    def is_optimal(self) -> bool:
        """Whether the count is proven to be the fewest."""
        return len(self.selection) == self.least


def fewest_keys(
    points: Points | Floats,
    error: float,
    criterion: str | Criterion = DEFAULT_CRITERION,
    *,
    metric: Metric = DEFAULT_METRIC,
    pinned: Sequence[int] = (),
    min_gap: int = 1,
    max_gap: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> BoundedSelection:
    """Return the fewest keyframes whose error by the criterion, composed by maximum, is at most `error`.

    The count is the one that the whole selection space gives (`select(...).fewest(error)`), but for the rounding of the
    space's errors to float32, in memory that grows with
    the number of frames alone. Starts are taken in turn; for each, the ends that keep the bound are found by witnesses,
    within what a few frames prove to be the farthest possible (`kernels.reach`).

    Parameters
    ----------
    points : the points, or a plain array (F, D).
    error : the bound in metres.
    criterion : ``line-max``, ``lerp-max`` or ``curve-max``; sums have no bound for each segment.
    metric : whole pose or worst joint.
    pinned : frames from 0 that are always kept.
    min_gap, max_gap : least and most frames from a key to the next.
    seconds : stop so long after the first frames: the rest of the clip is then done greedily, and `least` says what is
        proven.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : a criterion without a bound, an error that is negative, pins or gaps that cannot be kept.
    """
    chosen = criterion_named(criterion) if isinstance(criterion, str) else criterion
    if chosen.shape == "own" or chosen.total != "max":
        raise UsageError(f"a bound on the error suits line-max, lerp-max and curve-max, not {chosen.name}")
    if not error >= 0.0:
        raise UsageError("the error must not be negative")
    search = _Search(points, error, SHAPES[chosen.shape], metric == "joint", pinned, min_gap, max_gap)
    done = search.run(seconds, progress)
    return search.result(done)


class _Search:
    """Least counts of all frames, block by block, and how each was reached."""

    def __init__(
        self,
        points: Points | Floats,
        error: float,
        shape: int,
        is_joint: bool,
        pinned: Sequence[int],
        min_gap: int,
        max_gap: int | None,
    ) -> None:
        blocks = point_blocks(points)
        frames = blocks.shape[2]
        self.flat = np.ascontiguousarray(blocks.reshape(-1, frames).T)
        self.error, self.shape, self.is_joint, self.min_gap = error, shape, is_joint, min_gap
        first = first_number(points)
        self.pinned = checked_pins(pinned, frames, first)
        longest = checked_gaps(min_gap, max_gap, frames, self.pinned, first)
        self.reach = reach_limits(self.flat, error, shape, is_joint, longest)
        _stop_at_pins(self.reach, self.pinned)
        self.counts = np.full(frames, UNREACHED, dtype=np.int64)
        self.counts[0] = 1
        self.before = np.full(frames, -1, dtype=np.int64)
        self.longest = longest
        self.is_timed = False
        widest = int((self.reach - np.arange(frames)).max(initial=1))
        self.constants = cubic_constants(widest if shape == CURVE else 4)

    def run(self, seconds: float | None, progress: Progress | None) -> int:
        """Relax all starts; return the first frame that was not treated (the number of frames when all were)."""
        self.is_timed = seconds is not None
        deadline = None
        frames = len(self.flat)
        start = 0
        while start < frames - 1:
            if deadline is not None and time.monotonic() > deadline:
                return start
            start = self._block(start)
            if seconds is not None and deadline is None:  # before that, kernels may have been compiled
                deadline = time.monotonic() + seconds
            if progress:
                progress(start / max(frames - 1, 1))
        return frames

    def _block(self, start: int) -> int:
        frames = len(self.flat)
        rows = min(MOST_ROWS, frames - 1 - start)
        width = int((self.reach[start : start + rows] - np.arange(start, start + rows)).max())
        most_cells = FEW_CELLS if self.is_timed else MOST_CELLS
        rows = max(1, min(rows, most_cells // max(width, 1), MOST_WORK // max(width, 1) ** 2))
        stop = start + rows
        first = int(np.searchsorted(self.reach[:start], start))
        lower = np.empty(rows, dtype=np.int64)
        lower_counts(self.counts, self.reach, start, stop, first, lower)
        allowed = np.zeros((rows, max(width, 1)), dtype=np.uint8)

        def fill(begin: int, end: int) -> None:
            rows = slice(begin - start, end - start)
            fill_allowed(
                self.flat, begin, end, self.reach, lower[rows], self.counts, self.error, self.shape, self.is_joint,
                self.constants, allowed[rows],
            )  # fmt: skip

        in_pieces(fill, start, stop, max(1, CELLS_WORTH_A_THREAD // max(width, 1)))
        allowed[:, : self.min_gap - 1] = 0
        relax_block(self.counts, self.before, start, stop, allowed)
        return stop

    def result(self, done: int) -> BoundedSelection:
        """Return the selection, its rest made greedily from where the search stopped."""
        frames = len(self.flat)
        last = frames - 1
        if done < frames:
            least = self._least_from(done)
            self._finish_greedily(done)
        else:
            least = int(self.counts[last])
        if self.counts[last] >= UNREACHED:
            raise UsageError("no selection keeps the error, the pins and the gaps; a smaller minimum gap may")
        keys = [last]
        while keys[-1] > 0:
            keys.append(int(self.before[keys[-1]]))
        return BoundedSelection(Selection(tuple(reversed(keys)), self.error), least)

    def _least_from(self, done: int) -> int:
        """Lower bound for the whole clip: exact counts before `done`, the farthest reach that is possible after it."""
        last = len(self.flat) - 1
        first = int(np.searchsorted(self.reach[:done], done))
        best = int(self.counts[first:done].min()) if done else 0
        frontier = int(self.reach[done - 1]) if done else 0
        count = best + 1
        while frontier < last:
            frontier = int(self.reach[frontier])
            count += 1
        return count

    def _finish_greedily(self, done: int) -> None:
        """From the frames that are known, go on by long segments that keep the bound and the gaps, to the end."""
        last = len(self.flat) - 1
        known = [int(x) for x in np.flatnonzero(self.counts < UNREACHED) if self._can_go_on(int(x))]
        ahead = [x for x in known if x >= done] or known
        at = max(ahead, key=lambda x: (x - done) / max(int(self.counts[x]), 1))
        while at < last:
            ends = [at + int(g) for g in self._allowed_ends(at) if self._can_go_on(at + int(g))]
            if not ends:
                raise UsageError("the time ended before a selection that keeps the error and the gaps was found")
            if self.counts[at] + 1 < self.counts[ends[-1]]:
                self.counts[ends[-1]] = self.counts[at] + 1
                self.before[ends[-1]] = at
            at = ends[-1]

    def _can_go_on(self, at: int) -> bool:
        """Whether the stretch from a frame to the next pin, or the end, can be cut into segments of allowed length."""
        last = len(self.flat) - 1
        gap = next((pin for pin in self.pinned if pin >= at), last) - at
        return gap == 0 or gap // self.min_gap >= -(-gap // self.longest)

    def _allowed_ends(self, at: int) -> NDArray[np.int64]:
        """Return allowed gaps from a frame, near ones first: a window of ends that grows while its last is allowed."""
        farthest = max(int(self.reach[at]) - at, 1)
        width = min(64, farthest)
        unknown = np.full(len(self.flat), UNREACHED)
        while True:
            reach = np.minimum(self.reach, at + width)
            allowed = np.zeros((1, width), dtype=np.uint8)
            fill_allowed(
                self.flat, at, at + 1, reach, np.zeros(1, dtype=np.int64), unknown, self.error, self.shape,
                self.is_joint, self.constants, allowed,
            )  # fmt: skip
            if width == farthest or not allowed[0, -1]:
                break
            width = min(4 * width, farthest)
        allowed[:, : self.min_gap - 1] = 0
        return np.asarray(np.flatnonzero(allowed[0]) + 1)


def _stop_at_pins(reach: NDArray[np.int64], pinned: Sequence[int]) -> None:
    """No segment passes over a pin."""
    for pin in pinned:
        reach[:pin] = np.minimum(reach[:pin], pin)
