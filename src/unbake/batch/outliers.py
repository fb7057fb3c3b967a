"""Which clips are worth a look: those that are far from all others in something that was measured.

A value is an outlier where it is more than 3.5 robust standard deviations above the median (Iglewicz and Hoaglin, *How
to Detect and Handle Outliers*, 1993: the deviation is 1.4826 times the median distance from the median). We compare
logarithms, because errors and times are spread by ratios, and take the deviation for no less than a fifth: whatever is
below twice the median is usual, however alike the others are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from unbake.batch.record import Outcome

LIMIT = 3.5
LEAST_DEVIATION = 0.2
FEWEST = 5
"""Of fewer clips nobody can say which is unusual."""


@dataclass(frozen=True)
class Measure:
    """Something that is measured on clips, the less of it the better.

    Parameters
    ----------
    name : of the figure, see `Outcome.figures`; ``pace`` is the time that the work took for a second of the capture.
    title, unit : for people.
    least : values below this are never worth a look.
    """

    name: str
    title: str
    unit: str
    least: float

    def of(self, outcome: Outcome) -> float | None:
        """Return the value of a clip that is done; None where it has none."""
        if outcome.state != "done":
            return None
        if self.name == "pace":
            duration = outcome.figures.get("duration_s")
            return outcome.seconds / max(duration, 1.0) if duration and not outcome.compiled else None
        value = outcome.figures.get(self.name)
        return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


MEASURES = (
    Measure("error_cm", "error", "cm", 0.5),
    Measure("keys_a_second", "keys a second", "", 2.0),
    Measure("drift_mm", "drift of planted feet", "mm", 5.0),
    Measure("unsure", "unsure of the feet", "%", 0.02),
    Measure("pace", "time for a second of capture", "s", 0.5),
)


@dataclass(frozen=True)
class Oddity:
    """A measure by which a clip is an outlier: its value, how many times the median that is, and how far beyond."""

    measure: Measure
    value: float
    times: float
    score: float


@dataclass(frozen=True)
class Odd:
    """A clip that is worth a look, and why, the strongest reason first."""

    outcome: Outcome
    reasons: tuple[Oddity, ...]


def odd_ones(outcomes: Sequence[Outcome]) -> list[Odd]:
    """Return the clips that are outliers by some measure, the farthest first."""
    reasons: dict[str, list[Oddity]] = {}
    for measure in MEASURES:
        values = {one.clip: value for one in outcomes if (value := measure.of(one)) is not None and value > 0.0}
        for clip, oddity in _outliers(measure, values).items():
            reasons.setdefault(clip, []).append(oddity)
    found = [
        Odd(one, tuple(sorted(reasons[one.clip], key=lambda oddity: -oddity.score)))
        for one in outcomes
        if one.clip in reasons
    ]
    return sorted(found, key=lambda odd: (-odd.reasons[0].score, odd.outcome.clip))


def _outliers(measure: Measure, values: dict[str, float]) -> dict[str, Oddity]:
    if len(values) < FEWEST:
        return {}
    logs = {clip: math.log(value) for clip, value in values.items()}
    middle = median(logs.values())
    deviation = max(1.4826 * median(abs(log - middle) for log in logs.values()), LEAST_DEVIATION)
    scores = {clip: (log - middle) / deviation for clip, log in logs.items()}
    return {
        clip: Oddity(measure, values[clip], math.exp(logs[clip] - middle), score)
        for clip, score in scores.items()
        if score > LIMIT and values[clip] >= measure.least
    }
