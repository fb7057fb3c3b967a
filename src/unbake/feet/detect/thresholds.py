"""The usual way to find foot plants, to compare with: a point is planted while it is low enough, or slow enough.

Limits are tuned on labels, one for heels and one for toes, in leg lengths, so that they carry over to other statures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels, Planted, foot_planted
from unbake.feet.legs import Legs, legs_of
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

Kind = Literal["height", "speed", "both"]
Per = Literal["point", "foot"]
KINDS: tuple[Kind, ...] = ("height", "speed", "both")

SPANS_S = (1 / 60, 1 / 30, 1 / 15, 1 / 10)
"""Times over which a speed is measured, to choose from: a longer one is less troubled by noise."""
TRIED = 60
"""Limits tried of each kind where both count."""


@dataclass(frozen=True)
class Thresholds:
    """A point is planted while it is lower than one limit, slower than another, or both.

    Parameters
    ----------
    kind : ``"height"``, ``"speed"`` or ``"both"``.
    heights : limit above y = 0 of heels and toes, in leg lengths.
    speeds : limit of heels and toes, in leg lengths a second.
    span_s : time over which the speed is measured, half of it before and half after.
    per : ``"point"``, or ``"foot"``: both points of a foot are planted while either is.
    """

    kind: Kind
    heights: tuple[float, float] = (np.inf, np.inf)
    speeds: tuple[float, float] = (np.inf, np.inf)
    span_s: float = SPANS_S[0]
    per: Per = "point"

    def planted(self, motion: Motion, legs: Legs | None = None) -> Planted:
        """Return which points are planted (F, 4)."""
        heights, speeds = foot_measures(motion, legs or legs_of(motion), self.span_s)
        low = (heights < np.tile(self.heights, 2)) & (speeds < np.tile(self.speeds, 2))
        return np.repeat(foot_planted(low), 2, axis=1) if self.per == "foot" else low

    def label(self, motion: Motion) -> FootLabels:
        """Return the foot plants of a motion."""
        planted = self.planted(motion, legs_of(motion))
        return FootLabels.from_frames(planted, motion.fps, motion.first_frame, source="thresholds")


def foot_measures(motion: Motion, legs: Legs, span_s: float) -> tuple[Floats, Floats]:
    """Return heights and speeds (F, 4) of the `FOOT_POINTS`, in leg lengths (a second)."""
    points = legs.points_m(motion) / legs.leg_length_m()
    half = max(1, round(0.5 * span_s * float(motion.fps)))
    frames = np.arange(len(points))
    before, after = np.maximum(frames - half, 0), np.minimum(frames + half, len(points) - 1)
    way = np.linalg.norm(points[after] - points[before], axis=2)
    return points[..., 1], np.asarray(way * float(motion.fps) / np.maximum(after - before, 1)[:, None])


def tuned_thresholds(training: Sequence[tuple[Motion, FootLabels]], kind: Kind, per: Per = "point") -> Thresholds:
    """Return the limits with which most training labels are right.

    Parameters
    ----------
    training : motions and their labels; long ones count for more.
    kind : what is looked at; for ``"both"`` a grid of `TRIED` limits of each is searched, otherwise all are.
    per : ``"foot"`` where only feet are labelled: a limit for the lower, or slower, of heel and toe.

    Raises
    ------
    UsageError : no training, an unknown kind.
    """
    if not training or kind not in KINDS or per not in ("point", "foot"):
        raise UsageError(f"thresholds need labelled motions and a kind out of {', '.join(KINDS)}, not '{kind}'")
    best: tuple[float, Thresholds] | None = None
    feet = [(motion, legs_of(motion), labels.planted()) for motion, labels in training]
    for span_s in SPANS_S if kind != "height" else SPANS_S[:1]:
        measured = [foot_measures(motion, legs, span_s) for motion, legs, _ in feet]
        heights, speeds = (np.concatenate([pair[n] for pair in measured]) for n in (0, 1))
        truth = np.concatenate([planted for *_, planted in feet])
        right, limits = _tuned(kind, per, heights, speeds, truth)
        found = Thresholds(kind, (limits[0][0], limits[1][0]), (limits[0][1], limits[1][1]), span_s, per)
        if best is None or right > best[0]:
            best = right, found
    assert best is not None
    return best[1]


def _tuned(
    kind: Kind, per: Per, heights: Floats, speeds: Floats, truth: Planted
) -> tuple[float, list[tuple[float, float]]]:
    """Labels that are right, and (height, speed) limits of heels and of toes."""
    if per == "foot":
        lower, slower = (values.reshape(-1, 2).min(axis=1) for values in (heights, speeds))
        right, limit = _best_limits(kind, lower, slower, foot_planted(truth).reshape(-1))
        return right, [limit, limit]
    found = []
    for columns in ([0, 2], [1, 3]):
        high, fast = heights[:, columns].reshape(-1), speeds[:, columns].reshape(-1)
        found.append(_best_limits(kind, high, fast, truth[:, columns]))
    return sum(right for right, _ in found), [limit for _, limit in found]


def _best_limits(kind: Kind, heights: Floats, speeds: Floats, truth: Planted) -> tuple[float, tuple[float, float]]:
    truth = truth.reshape(-1)
    if kind == "height":
        right, limit = best_limit(heights, truth)
        return right, (limit, np.inf)
    if kind == "speed":
        right, limit = best_limit(speeds, truth)
        return right, (np.inf, limit)
    best = (-1.0, (np.inf, np.inf))
    for height in [*np.quantile(heights, np.linspace(0.0, 1.0, TRIED)), np.inf]:
        low = heights < height
        right, limit = best_limit(speeds[low], truth[low])
        right += float(np.sum(~truth[~low]))
        if right > best[0]:
            best = right, (float(height), limit)
    return best


def best_limit(values: Floats, truth: Planted) -> tuple[float, float]:
    """Return how many labels are right with the best limit (planted: below it), and that limit."""
    order = np.argsort(values, kind="stable")
    ordered, planted = values[order], truth[order]
    # With the first n values below the limit: planted ones among them, and the others among the rest, are right.
    right = np.concatenate([[0], np.cumsum(planted)]) + np.concatenate([np.cumsum(~planted[::-1])[::-1], [0]])
    cut = np.concatenate([[True], np.diff(ordered) > 0.0, [True]]) if len(ordered) else np.array([True])
    n = int(np.where(cut, right, -1).argmax())
    if n == 0:
        return float(right[0]), float(ordered[0]) if len(ordered) else np.inf
    return float(right[n]), np.inf if n == len(ordered) else float(0.5 * (ordered[n - 1] + ordered[n]))
