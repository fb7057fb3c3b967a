"""The selection space: for every count of keyframes the best selection and its error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.choices import check_kind, check_whole
from unbake.ground.memory import check_memory
from unbake.ground.progress import Progress, check_progress
from unbake.ground.wording import counted
from unbake.keyframes.error_table import ErrorTable
from unbake.keyframes.kernels.layers import BLOCK, empty_layers, fill_block
from unbake.keyframes.kernels.tracing import farther_errors, trace
from unbake.keyframes.memory import layers_bytes
from unbake.keyframes.selection import Selection


@dataclass(frozen=True, eq=False)
class SelectionSpace:
    """Optimal selections of every count, for the whole clip and for every earlier end frame.

    Methods look at the clip up to the frame `end`, from 0; by default the last.

    Parameters
    ----------
    table : the error table it was made from.
    best : (F, K) float32; best[j, k−1] is the least error of k keyframes from frame 0 to frame j.

    Notes
    -----
    The counts are exact: under some criteria k keys can be worse than fewer. `fewest` takes that into account.
    Which key came before is found again from the table when frames are asked for; nothing but errors is stored.
    """

    table: ErrorTable
    best: NDArray[np.float32]

    @property
    def n_frames(self) -> int:
        """Number of frames of the clip."""
        return len(self.best)

    def counts(self, end: int | None = None) -> list[int]:
        """Return the counts that a selection can have, pins and gaps kept."""
        return [int(k) + 1 for k in np.flatnonzero(np.isfinite(self.best[self._end(end)]))]

    def error(self, count: int, end: int | None = None) -> float:
        """Return the error of the best selection of `count` keyframes; UsageError where there is none."""
        self._check(count, end)
        return float(self.best[self._end(end), count - 1])

    def errors(self, end: int | None = None) -> dict[int, float]:
        """Return count → error for all counts."""
        return {k: float(self.best[self._end(end), k - 1]) for k in self.counts(end)}

    def frames(self, count: int, end: int | None = None) -> tuple[int, ...]:
        """Return the frames, from 0, of the best selection of `count` keyframes.

        Of equally good selections it takes, from the end backwards, the key with the least sum of the error before it
        and the error of its segment; of those, the earliest.
        """
        self._check(count, end)
        table = self.table
        keys = np.empty(count, dtype=np.int64)
        trace(table.values, self.best, self._farther, self._end(end), table.compose == "sum", table.is_band, keys)
        return tuple(keys.tolist())

    @cached_property
    def _farther(self) -> NDArray[np.float32]:
        return farther_errors(self.table.values, self.table.is_band)

    def selection(self, count: int, end: int | None = None) -> Selection:
        """Return the best selection of `count` keyframes; UsageError where there is none."""
        return Selection(self.frames(count, end), self.error(count, end))

    def selections(self) -> Iterator[Selection]:
        """Yield the best selection of every count, fewest keys first."""
        for count in self.counts():
            yield self.selection(count)

    def fewest(self, error: float, end: int | None = None) -> Selection:
        """Return the selection with the fewest keyframes whose error is at most `error`; UsageError if none is."""
        for count, found in self.errors(end).items():
            if found <= error:
                return self.selection(count, end)
        raise UsageError(f"no selection of this space has an error of {error:g} or less")

    def _end(self, end: int | None) -> int:
        check_whole(self.n_frames - 1 if end is None else end, "an end frame")
        last = self.n_frames - 1 if end is None else int(end)
        if not 0 <= last < self.n_frames:
            raise UsageError(f"end frame {last}, counted from 0, is outside the clip of {self.n_frames} frames")
        return last

    def _check(self, count: int, end: int | None) -> None:
        check_whole(count, "a number of keyframes")
        last = self._end(end)
        if count > last + 1:
            raise UsageError(f"{count} keyframes asked for, but the clip has only {counted(last + 1, 'frame')}")
        if count < 1 or count > self.best.shape[1] or not np.isfinite(self.best[last, count - 1]):
            counts = self.counts(end)
            known = f"{counts[0]} to {counts[-1]}" if counts else "none"
            raise UsageError(f"this selection space has no selection of {count} keyframes; it has {known}")


def select(table: ErrorTable, *, keys_max: int | None = None, progress: Progress | None = None) -> SelectionSpace:
    """Compose the optimal selection for every count by dynamic programming (thesis 3.1.3; notes, algorithm 1).

    Parameters
    ----------
    table : the error table.
    keys_max : stop at this many keyframes; by default all counts up to the number of frames.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : `keys_max` below 1 or too small for the pins and gaps.
    MemoryLimitError : more memory needed than there is.

    Notes
    -----
    F²·K/2 steps at most: 600 frames and all counts take about 2 ms. Memory: 4 bytes for each count and
    end frame.
    """
    check_kind(table, ErrorTable, "the table", "error_table(points) makes one")
    check_progress(progress)
    if keys_max is not None:
        check_whole(keys_max, "the largest number of keyframes")
    frames = table.n_frames
    counts = frames if keys_max is None else min(keys_max, frames)
    if counts < 1:
        raise UsageError(f"at most {keys_max} keyframes makes no selection")
    advice = f"fewer counts than {counts:,}, a shorter range, or a given error would need less"
    check_memory(layers_bytes(frames, counts), f"the selections of {frames:,} frames", advice)
    best = empty_layers(frames, counts)
    is_sum = table.compose == "sum"
    for start in range(0, frames, BLOCK):
        fill_block(table.values, best, start, min(start + BLOCK, frames), is_sum, table.is_band)
        if progress:
            progress(min(1.0, ((start + BLOCK) / frames) ** 2))
    space = SelectionSpace(table, best)
    if not space.counts():
        own = f" and has a finite error by '{table.criterion.name}'" if table.criterion.shape == "own" else ""
        raise UsageError(f"no selection of {counts} keyframes or fewer keeps all pins and gaps{own}")
    return space
