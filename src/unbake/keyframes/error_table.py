"""The error table: one number for every pair of frames i < j, the error of a segment between keys at i and j."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats, as_floats
from unbake.ground.choices import check_whole, whole_numbers
from unbake.ground.memory import check_memory
from unbake.ground.progress import Progress, check_progress
from unbake.keyframes.criteria import (
    DEFAULT_CRITERION,
    DEFAULT_METRIC,
    Composition,
    Criterion,
    Metric,
    check_objective,
    criterion_named,
)
from unbake.keyframes.fillers import filler_for
from unbake.keyframes.memory import is_banded, table_bytes
from unbake.motion.motion import Motion
from unbake.motion.points import Points

_CHUNKS = 64
_SHORT = 800
"""A table of so few frames is filled in one go: it takes half a second at most, and every chunk waits for all cores."""


@dataclass(frozen=True, eq=False)
class ErrorTable:
    """Errors of all segments, and which segments are allowed.

    Parameters
    ----------
    values : float32; infinite where pins or gaps forbid a segment. As a square (F, F), entry [i, j], i < j, is the
        error of the segment from i to j, and entries on and below the diagonal have no meaning. As a band (F, W+1),
        for a largest gap W much below the number of frames, entry [i, g] is the error of the segment from i to i+g.
    criterion, metric, compose : how it was made and how segments add up.
    pinned : frames from 0 that every selection keeps.
    is_band : which of the two.
    """

    values: NDArray[np.float32]
    criterion: Criterion
    metric: Metric
    compose: Composition
    pinned: tuple[int, ...] = ()
    is_band: bool = False

    def ending_at(self, j: int) -> tuple[int, NDArray[np.float32]]:
        """Return the first start and the errors of the segments from it and each later start to frame `j`."""
        if not self.is_band:
            return 0, self.values[:j, j]
        starts = np.arange(max(0, j - self.values.shape[1] + 1), j)
        return int(starts[0]) if len(starts) else 0, self.values[starts, j - starts]

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.values)

    def excerpt(self, first: int, last: int) -> ErrorTable:
        """Return the table of the frames `first` to `last`, both from 0 and included, without measuring again.

        Raises UsageError outside the clip.
        """
        if not 0 <= first <= last < self.n_frames:
            raise UsageError(f"frames {first}–{last} are not inside the table's 0–{self.n_frames - 1}")
        rows = slice(first, last + 1)
        values = self.values[rows].copy() if self.is_band else np.ascontiguousarray(self.values[rows, rows])
        if self.is_band:
            for row in range(max(0, last + 2 - first - values.shape[1]), len(values)):
                values[row, last - first - row + 1 :] = np.inf
        pinned = tuple(pin - first for pin in self.pinned if first <= pin <= last)
        return replace(self, values=values, pinned=pinned)


def error_table(
    points: Points | Floats,
    criterion: str | Criterion = DEFAULT_CRITERION,
    *,
    metric: Metric = DEFAULT_METRIC,
    compose: Composition | None = None,
    pinned: Sequence[int] = (),
    min_gap: int = 1,
    max_gap: int | None = None,
    exact_up_to: float = np.inf,
    progress: Progress | None = None,
) -> ErrorTable:
    """Measure every pair of frames (thesis 3.1 and 4.3; the analysis step of Salient Poses).

    Parameters
    ----------
    points : the points, or a plain array (F, D) of positions x y z (of loose numbers if D is no multiple of 3).
    criterion : a name of `CRITERIA` or a criterion.
    metric : distance of the whole pose, as one point of D dimensions, or of the worst joint.
    compose : ``max`` or ``sum``; by default the one that suits the criterion.
    pinned : frames from 0 that are always kept.
    min_gap, max_gap : least and most frames from a key to the next.
    exact_up_to : errors above it need not be exact, which takes less time: for the worst joint they may come out as any
        number above it, but for segments from the first frame or to the last one.
    progress : callback that receives the progress.

    Raises
    ------
    UsageError : a pin outside the clip, gaps that no selection can keep, an unknown criterion, metric or composition.
    MemoryLimitError : more memory needed than there is.

    Notes
    -----
    Errors are computed in float64 and stored as float32, so a selection is optimal to a relative 1e-7 for maxima
    (1e-6 for sums); `curve` over whole poses is exact to 0.1 mm besides (`kernels.curve_rows`). Time grows by the cube
    of the number of frames: 600 frames of 17 joints take 4 ms for lines over whole poses, 0.04 s for cubics over them,
    and 0.1 to 0.2 s for the worst joint, on two cores. Memory: 12 bytes for each two frames for whole poses, 4 for
    joints; with a largest gap W, 4 (W+1) bytes a frame.
    """
    chosen = criterion if isinstance(criterion, Criterion) else criterion_named(criterion)
    check_objective(metric, compose)
    check_progress(progress)
    blocks = point_blocks(points)
    frames = blocks.shape[2]
    first = first_number(points)
    kept = checked_pins(pinned, frames, first)
    longest = checked_gaps(min_gap, max_gap, frames, kept, first)
    advice = "a largest gap between keys, a shorter range, or a given error would need less"
    check_memory(table_bytes(frames, longest, chosen, metric), f"the error table of {frames:,} frames", advice)
    flat, band = _flat(points), is_banded(frames, longest)
    if band:
        values = _band(blocks, flat, chosen, metric, longest, progress)
        _forbid_in_band(values, kept, min_gap)
    else:
        values = _square(blocks, flat, chosen, metric, longest, progress, exact_up_to)
        _forbid(values, kept, min_gap)
    return ErrorTable(values, chosen, metric, compose or chosen.compose, kept, band)


def _square(
    blocks: Floats,
    flat: Floats,
    criterion: Criterion,
    metric: Metric,
    longest: int,
    progress: Progress | None,
    limit: float = np.inf,
) -> NDArray[np.float32]:
    frames = len(flat)
    values = np.full((frames, frames), np.inf, dtype=np.float32)
    filler = filler_for(blocks, flat, criterion, metric, longest, limit)
    chunks = min(_CHUNKS, filler.units) if progress and frames > _SHORT else 1
    edges = np.unique(np.linspace(0, filler.units, chunks + 1).astype(int))
    for first, last in pairwise(edges):
        filler.fill(int(first), int(last), values)
        if progress:
            # A row of n columns costs n²; the first units pair the longest rows with the shortest.
            part = 0.5 * float(last) / filler.units
            progress(min(1.0, 1.0 - (1.0 - part) ** 3 + part**3))
    return values


def _band(
    blocks: Floats, flat: Floats, criterion: Criterion, metric: Metric, longest: int, progress: Progress | None
) -> NDArray[np.float32]:
    """Fill a band from squares over windows of the clip; each window overlaps the next by the longest segment."""
    frames = len(flat)
    values = np.full((frames, longest + 1), np.inf, dtype=np.float32)
    rows = 3 * longest + 512
    for start in range(0, frames, rows):
        stop = min(frames, start + rows + longest)
        window = np.ascontiguousarray(blocks[:, :, start:stop])
        square = _square(window, flat[start:stop], criterion, metric, longest, None)
        for i in range(min(rows, frames - start)):
            reach = min(longest, stop - start - 1 - i)
            values[start + i, 1 : reach + 1] = square[i, i + 1 : i + 1 + reach]
        if progress:
            progress(min(1.0, (start + rows) / frames))
    return values


def _flat(points: Points | Floats) -> Floats:
    return points.values if isinstance(points, Points) else as_floats(points, "points", MotionError)


def point_blocks(points: Points | Floats) -> Floats:
    """Return points (F, D) as (P, 3, F) about their mean, loose numbers with zeros beside them."""
    if isinstance(points, Motion):
        raise UsageError("an error table is made of points, not of a motion: points_of(motion) returns its joints'")
    values = _flat(points)
    if values.ndim != 2 or not values.size:
        raise MotionError(f"points have shape {values.shape}, expected (frames, columns)")
    if not np.isfinite(values).all():
        frame = int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
        raise MotionError(f"points at frame {frame + first_number(points)} are not finite", frame_index=frame)
    size = points.size if isinstance(points, Points) else (3 if values.shape[1] % 3 == 0 else 1)
    if size not in (1, 3):
        raise MotionError(f"points of {size} numbers are not supported; expected 1 or 3")
    centred = values - values.mean(axis=0)
    blocks = np.zeros((values.shape[1] // size, 3, len(values)))
    blocks[:, :size] = centred.T.reshape(-1, size, len(values))
    return blocks


def first_number(points: Points | Floats) -> int:
    """Return the number of the first frame as people count: the file's, or 0 for a plain array."""
    return points.first_frame if isinstance(points, Points) else 0


def checked_pins(pinned: Sequence[int], frames: int, first: int = 0) -> tuple[int, ...]:
    """Return pinned frames sorted; UsageError for one outside the clip, whose first frame people number `first`."""
    pinned = whole_numbers(pinned, "pins")
    for pin in pinned:
        if not 0 <= pin < frames:
            raise UsageError(f"pin {pin + first} is outside the clip's {first}–{first + frames - 1}")
    return tuple(sorted(set(pinned)))


def checked_gaps(min_gap: int, max_gap: int | None, frames: int, pinned: tuple[int, ...], first: int = 0) -> int:
    """Return the largest gap; UsageError where no selection keeps both gaps between the pins."""
    check_whole(min_gap, "the smallest gap between keys")
    longest = frames if max_gap is None else max_gap
    check_whole(longest, "the largest gap between keys")
    if min_gap < 1 or longest < min_gap:
        most = f"the clip's {frames} frames" if max_gap is None else f"the largest gap of {max_gap}"
        raise UsageError(f"the smallest gap between keys must be from 1 to {most}, not {min_gap}")
    fixed = sorted({0, frames - 1, *pinned})
    for before, after in pairwise(fixed):
        gap = after - before
        # A stretch can be cut into m segments of allowed length if m·min ≤ gap ≤ m·max for a whole m.
        if gap // min_gap < -(-gap // longest):
            raise UsageError(
                f"no selection keeps every gap between {min_gap} and {longest} frames on the {gap} frames "
                f"between the fixed keys {before + first} and {after + first}"
            )
    return min(longest, frames)


def _forbid_in_band(values: NDArray[np.float32], pinned: tuple[int, ...], min_gap: int) -> None:
    values[:, :min_gap] = np.inf
    for pin in pinned:
        for i in range(max(0, pin - values.shape[1] + 1), pin):
            values[i, pin - i + 1 :] = np.inf


def _forbid(values: NDArray[np.float32], pinned: tuple[int, ...], min_gap: int) -> None:
    frames = len(values)
    for pin in pinned:
        values[:pin, pin + 1 :] = np.inf
    for gap in range(1, min(min_gap, frames)):
        np.fill_diagonal(values[:, gap:], np.inf)
