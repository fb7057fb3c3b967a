"""The error table: one number for every pair of frames i < j, the error of a segment between keys at i and j."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, UsageError
from unbake.keyframes.criteria import (
    DEFAULT_CRITERION,
    DEFAULT_METRIC,
    Composition,
    Criterion,
    Metric,
    criterion_named,
)
from unbake.motion.points import Points
from unbake.motion.rotations import Floats

Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done, 0 to 1."""

_CHUNKS = 64


@dataclass(frozen=True, eq=False)
class ErrorTable:
    """Errors of all segments, and which segments are allowed.

    Parameters
    ----------
    values : (F, F) float32; entry [i, j], i < j, is the error of the segment from i to j, infinite where pins or gaps
        forbid it. Entries on and below the diagonal have no meaning.
    criterion, metric, compose : how it was made and how segments add up.
    pins : frames from 0 that every selection keeps.
    """

    values: NDArray[np.float32]
    criterion: Criterion
    metric: Metric
    compose: Composition
    pins: tuple[int, ...] = ()

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.values)


def error_table(
    points: Points | Floats,
    criterion: str | Criterion = DEFAULT_CRITERION,
    *,
    metric: Metric = DEFAULT_METRIC,
    compose: Composition | None = None,
    pins: Sequence[int] = (),
    min_gap: int = 1,
    max_gap: int | None = None,
    progress: Progress | None = None,
) -> ErrorTable:
    """Measure every pair of frames (thesis 3.1 and 4.3; the analysis step of Salient Poses).

    Parameters
    ----------
    points : the points, or a plain array (F, D) of positions x y z (of loose numbers if D is no multiple of 3).
    criterion : a name of `CRITERIA` or a criterion.
    metric : distance of the whole pose, as one point of D dimensions, or of the worst joint.
    compose : ``max`` or ``sum``; by default the one that suits the criterion.
    pins : frames from 0 that are always kept.
    min_gap, max_gap : least and most frames from a key to the next.
    progress : told how far the work is.

    Raises
    ------
    UsageError : a pin outside the clip, gaps that no selection can keep, an unknown criterion.

    Notes
    -----
    Errors are computed in float64 and stored as float32, so a selection is optimal to a relative 1e-7 for maxima
    (1e-6 for sums). Time grows with the cube of the number of frames: 600 frames of 17 joints take 5 ms for the
    criteria of whole poses and 0.3 s for `curve-max` of the worst joint on two cores. Memory: 12 bytes a pair of
    frames for `line` and `lerp` over poses, 4 otherwise.
    """
    chosen = criterion_named(criterion) if isinstance(criterion, str) else criterion
    blocks = _blocks(points)
    frames = blocks.shape[2]
    kept = _checked_pins(pins, frames)
    longest = _checked_gaps(min_gap, max_gap, frames, kept)
    values = np.full((frames, frames), np.inf, dtype=np.float32)
    fill = _row_filler(blocks, _flat(points), chosen, metric, longest, values)
    half = (frames + 1) // 2
    edges = np.unique(np.linspace(0, half, min(_CHUNKS, half) + 1 if progress else 2).astype(int))
    for first, last in pairwise(edges):
        fill(int(first), int(last))
        if progress:
            # Every pair of a short and a long row is the same number of cells, but a long row's cells cost more.
            done = 1.0 - (1.0 - last / half) ** 2 if half else 1.0
            progress(float(done))
    _forbid(values, kept, min_gap)
    return ErrorTable(values, chosen, metric, compose or chosen.compose, kept)


def _flat(points: Points | Floats) -> Floats:
    return points.values if isinstance(points, Points) else np.asarray(points, dtype=np.float64)


def _blocks(points: Points | Floats) -> Floats:
    """Return the points as (P, 3, F), loose numbers with zeros beside them."""
    values = _flat(points)
    if values.ndim != 2 or not values.size:
        raise MotionError(f"points have shape {values.shape}, expected (frames, columns)")
    if not np.isfinite(values).all():
        frame = int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
        raise MotionError(f"points at frame {frame} (counted from 0) are not finite", frame=frame)
    size = points.size if isinstance(points, Points) else (3 if values.shape[1] % 3 == 0 else 1)
    if size not in (1, 3):
        raise MotionError(f"points of {size} numbers are not supported; expected 1 or 3")
    centred = values - values.mean(axis=0)
    blocks = np.zeros((values.shape[1] // size, 3, len(values)))
    blocks[:, :size] = centred.T.reshape(-1, size, len(values))
    return blocks


def _checked_pins(pins: Sequence[int], frames: int) -> tuple[int, ...]:
    for pin in pins:
        if not 0 <= pin < frames:
            raise UsageError(f"pin {pin} (counted from 0) is outside the clip of {frames} frames")
    return tuple(sorted(set(pins)))


def _checked_gaps(min_gap: int, max_gap: int | None, frames: int, pins: tuple[int, ...]) -> int:
    longest = frames if max_gap is None else max_gap
    if min_gap < 1 or longest < min_gap:
        raise UsageError(f"gaps must satisfy 1 ≤ minimum ({min_gap}) ≤ maximum ({longest})")
    fixed = sorted({0, frames - 1, *pins})
    for before, after in pairwise(fixed):
        gap = after - before
        # A stretch can be cut into m segments of allowed length if m·min ≤ gap ≤ m·max for a whole m.
        if gap // min_gap < -(-gap // longest):
            raise UsageError(
                f"no selection keeps every gap between {min_gap} and {longest} frames on the {gap} frames "
                f"between the fixed keys {before} and {after} (counted from 0)"
            )
    return min(longest, frames)


def _forbid(values: NDArray[np.float32], pins: tuple[int, ...], min_gap: int) -> None:
    frames = len(values)
    for pin in pins:
        values[:pin, pin + 1 :] = np.inf
    for gap in range(1, min(min_gap, frames)):
        np.fill_diagonal(values[:, gap:], np.inf)


def _row_filler(
    blocks: Floats, flat: Floats, criterion: Criterion, metric: Metric, longest: int, values: NDArray[np.float32]
) -> Callable[[int, int], None]:
    """Return the function that fills rows first … last−1 and their mirror rows of the table."""
    is_sum = criterion.total == "sum"
    if criterion.shape == "own":
        return _own_filler(flat, criterion, longest, values)
    if metric == "pose" and criterion.shape in ("line", "lerp"):
        from unbake.keyframes.kernels.gram_rows import fill_gram_rows, squared_distances

        distances = squared_distances(flat)
        is_lerp = criterion.shape == "lerp"
        return lambda first, last: fill_gram_rows(distances, first, last, longest, is_lerp, is_sum, values)
    from unbake.keyframes.kernels.joint_rows import cubic_normal_inverses, fill_joint_rows

    rows = np.ascontiguousarray(blocks.reshape(-1, blocks.shape[2]).T)
    shape = {"line": 0, "lerp": 1, "curve": 2}[criterion.shape]
    inverses = cubic_normal_inverses(longest)
    is_joint = metric == "joint"
    return lambda first, last: fill_joint_rows(
        blocks, rows, inverses, first, last, longest, shape, is_joint, is_sum, values
    )


def _own_filler(
    flat: Floats, criterion: Criterion, longest: int, values: NDArray[np.float32]
) -> Callable[[int, int], None]:
    function: Any = criterion.function
    frames = len(flat)

    def fill_row(i: int) -> None:
        for j in range(i + 1, min(frames, i + longest + 1)):
            values[i, j] = function(flat[i : j + 1])

    if hasattr(function, "py_func"):
        from unbake.keyframes.kernels.own_rows import compiled_row

        row = compiled_row(function)

        def fill_row(i: int) -> None:
            row(flat, i, min(frames, i + longest + 1), values)

    def fill(first: int, last: int) -> None:
        for i in range(first, last):
            fill_row(i)
            if frames - 1 - i != i:
                fill_row(frames - 1 - i)
        if np.isnan(values).any() or (values < 0).any():
            raise UsageError(f"criterion '{criterion.name}' returned a number that is negative or not a number")

    return fill
