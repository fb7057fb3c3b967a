"""Receiver operating curves, the area under them, and how sure both are, clips drawn with repetition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from unbake.ground.arrays import Booleans, Floats

RESAMPLES = 1000


@dataclass(frozen=True)
class Area:
    """The area under a curve, and the bounds that 95 percent of resamples are within."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f}–{self.high:.2f})"


def area(scores: Floats, is_unnatural: Booleans) -> float:
    """Return how often an unnatural motion scores more than a natural one; ties count half."""
    ranks = rankdata(scores)
    bad, good = int(is_unnatural.sum()), int((~is_unnatural).sum())
    if not bad or not good:
        return float("nan")
    return float((ranks[is_unnatural].sum() - 0.5 * bad * (bad + 1)) / (bad * good))


def curve(scores: Floats, is_unnatural: Booleans) -> tuple[Floats, Floats]:
    """Return the part of natural motions (N,) that a threshold rejects, and that of unnatural ones."""
    order = np.argsort(-scores, kind="stable")
    hits, alarms = np.cumsum(is_unnatural[order]), np.cumsum(~is_unnatural[order])
    ends = np.append(np.flatnonzero(np.diff(scores[order])), len(order) - 1)
    return np.append(0.0, alarms[ends] / max(alarms[-1], 1)), np.append(0.0, hits[ends] / max(hits[-1], 1))


def area_by_clip(scores: Floats, is_unnatural: Booleans, clips: list[str], seed: int = 0) -> Area:
    """Return the area with bounds from drawing clips, with all that was made of them, with repetition."""
    rng = np.random.default_rng(seed)
    names = sorted(set(clips))
    rows = [np.flatnonzero([clip == name for clip in clips]) for name in names]
    found = []
    for _ in range(RESAMPLES):
        drawn = np.concatenate([rows[k] for k in rng.integers(len(names), size=len(names))])
        found.append(area(scores[drawn], is_unnatural[drawn]))
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return Area(area(scores, is_unnatural), float(low), float(high))
