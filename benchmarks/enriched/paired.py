"""Pairs of outcomes: the same demand, strategy and seed from two libraries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import wilcoxon

from benchmarks.enriched.comparing import Outcome

DRAWS = 10_000
"""Of the bootstrap."""


@dataclass(frozen=True, kw_only=True)
class Paired:
    """How an enriched library compares.

    Parameters
    ----------
    count : pairs.
    before, after : mean costs of the original library and of the other.
    less, equal, more : in how many pairs the other costs less, the same, or more.
    change : mean difference; negative where the other costs less.
    interval : of it, 95 %, by a bootstrap of pairs.
    p : of the Wilcoxon signed-rank test, two-sided; 1 where no pair differs.
    """

    count: int
    before: float
    after: float
    less: int
    equal: int
    more: int
    change: float
    interval: tuple[float, float]
    p: float


def paired(outcomes: Sequence[Outcome], strategy: str, library: str, sweeps: int) -> Paired | None:
    """Compare a library with the original by the demands that both have met; None without any."""
    own = {(one.library, one.stream): one.cost for one in outcomes if (one.strategy, one.sweeps) == (strategy, sweeps)}
    both = [stream for name, stream in own if name == "original" and (library, stream) in own]
    if not both:
        return None
    before = np.array([own["original", stream] for stream in both])
    after = np.array([own[library, stream] for stream in both])
    change = after - before
    means = np.random.default_rng(0).choice(change, (DRAWS, len(change))).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Paired(
        count=len(both),
        before=float(before.mean()),
        after=float(after.mean()),
        less=int((change < 0.0).sum()),
        equal=int((change == 0.0).sum()),
        more=int((change > 0.0).sum()),
        change=float(change.mean()),
        interval=(float(low), float(high)),
        p=float(wilcoxon(change).pvalue) if change.any() else 1.0,
    )
