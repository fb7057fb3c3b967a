"""How far found foot plants are from the true ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import FOOT_POINTS, Planted
from unbake.ground.intervals import intervals

LEAST_OVERLAP = 0.5
"""Intersection over union from which an interval counts as found."""
BOUNDARY_FRAMES = 5
"""Frames at 60 a second around each true boundary that are left out of `accuracy_inside`."""


@dataclass
class Tally:
    """Counts over many clips; `scores` makes figures of them.

    Parameters
    ----------
    right, labels : labels that are right, and all; `inside` those farther from true boundaries.
    hits, false, missed : (columns,) planted frames found, wrongly found and missed, by column.
    found, found_right, true, true_found : intervals.
    onset_ms, offset_ms : signed errors of the intervals that were found, above 0 too late.
    flickers : found intervals that lie within a true plant or a true gap and need not be there.
    """

    columns: int = len(FOOT_POINTS)
    right: int = 0
    labels: int = 0
    inside_right: int = 0
    inside: int = 0
    hits: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    false: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    missed: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    found: int = 0
    found_right: int = 0
    true: int = 0
    true_found: int = 0
    flickers: int = 0
    onset_ms: list[float] = field(default_factory=list)
    offset_ms: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hits, self.false, self.missed = (np.zeros(self.columns, dtype=np.int64) for _ in range(3))

    def add(self, found: Planted, truth: Planted, fps: float) -> None:
        """Count one clip: (F, columns) of both."""
        same = found == truth
        inside = away_from_boundaries(truth, max(1, round(BOUNDARY_FRAMES * fps / 60.0)))
        self.right, self.labels = self.right + int(same.sum()), self.labels + same.size
        self.inside_right += int(same[inside].sum())
        self.inside += int(inside.sum())
        self.hits += (found & truth).sum(axis=0)
        self.false += (found & ~truth).sum(axis=0)
        self.missed += (~found & truth).sum(axis=0)
        for column in range(truth.shape[1]):
            self._add_intervals(list(intervals(found[:, column])), list(intervals(truth[:, column])), len(truth), fps)

    def _add_intervals(
        self, found: list[tuple[int, int]], true: list[tuple[int, int]], n_frames: int, fps: float
    ) -> None:
        pairs = matched(found, true)
        self.found, self.true = self.found + len(found), self.true + len(true)
        self.found_right, self.true_found = self.found_right + len(pairs), self.true_found + len(pairs)
        # Changes beyond those that the true course has: each flicker is one interval, or one gap, too many.
        self.flickers += max(0, len(found) - len(true))
        for a, b in pairs:
            # A boundary at the end of the clip is no boundary of the foot's.
            if b[0] > 0:
                self.onset_ms.append(1000.0 * (a[0] - b[0]) / fps)
            if b[1] < n_frames - 1:
                self.offset_ms.append(1000.0 * (a[1] - b[1]) / fps)

    def scores(self) -> dict[str, float]:
        """Return all figures; times in milliseconds, NaN where there is nothing to count."""
        f1 = 2.0 * self.hits / np.maximum(2 * self.hits + self.false + self.missed, 1)
        onset, offset = np.array(self.onset_ms), np.array(self.offset_ms)
        return {
            "accuracy": _ratio(self.right, self.labels),
            "accuracy_inside": _ratio(self.inside_right, self.inside),
            **{f"f1_{n}": float(value) for n, value in enumerate(f1)},
            "f1": float(f1.mean()),
            "precision": _ratio(self.found_right, self.found),
            "recall": _ratio(self.true_found, self.true),
            "onset_ms": _mean(onset),
            "onset_abs_ms": _mean(np.abs(onset)),
            "offset_ms": _mean(offset),
            "offset_abs_ms": _mean(np.abs(offset)),
            "flickers": _ratio(self.flickers, self.true),
        }


def matched(
    found: Sequence[tuple[int, int]], true: Sequence[tuple[int, int]]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return pairs of found and true intervals that overlap by half of their union or more; each occurs once."""
    pairs, left = [], list(found)
    for b in true:
        for a in left:
            common = min(a[1], b[1]) - max(a[0], b[0]) + 1
            if common > 0 and common / (a[1] - a[0] + b[1] - b[0] + 2 - common) >= LEAST_OVERLAP:
                pairs.append((a, b))
                left.remove(a)
                break
    return pairs


def away_from_boundaries(truth: Planted, margin: int) -> Planted:
    """Return which labels (F, columns) are more than `margin` frames away from a change of their column."""
    near = np.zeros(truth.shape, dtype=np.bool_)
    for frame, column in np.argwhere(truth[1:] != truth[:-1]):
        near[max(0, frame + 1 - margin) : frame + 1 + margin, column] = True
    return ~near


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def _mean(values: NDArray[np.float64]) -> float:
    return float(values.mean()) if len(values) else float("nan")


def print_scores(title: str, rows: dict[str, dict[str, float]]) -> None:
    """Print scores of several methods, one a row."""
    columns = (
        ("accuracy", "%", 100.0, 1),
        ("accuracy_inside", "inside %", 100.0, 1),
        ("f1", "F1", 1.0, 3),
        ("precision", "precision", 1.0, 3),
        ("recall", "recall", 1.0, 3),
        ("onset_ms", "onset ms", 1.0, 1),
        ("onset_abs_ms", "size ms", 1.0, 1),
        ("offset_ms", "offset ms", 1.0, 1),
        ("offset_abs_ms", "size ms", 1.0, 1),
        ("flickers", "flickers", 1.0, 3),
    )
    print(f"\n| {title} | " + " | ".join(name for _, name, *_ in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for name, scores in rows.items():
        print(f"| {name} | " + " | ".join(f"{scores[key] * by:.{digits}f}" for key, _, by, digits in columns) + " |")
