"""What each rule yields: draws from the clips for tuning, counted as in the thesis, section 4.2.4."""

from __future__ import annotations

from typing import Any

from benchmarks.transplants.drawn import pool
from unbake.composition.enrichment.judge import MeasuresJudge
from unbake.composition.enrichment.trial import trial_of
from unbake.composition.enrichment.yields import counted, possibilities
from unbake.synthesis.transplants.rule import DEFAULT_RULES
from unbake.synthesis.transplants.scores.strangeness import RealArms

DRAWS, SEED = 300, 1


def yields() -> dict[str, Any]:
    """Return for each rule how often it applied, what it made, and how much of that is judged human."""
    own = pool(reported=False)
    judge = MeasuresJudge(RealArms(donor.body for donor in own.donors))
    rules = (*DEFAULT_RULES, "legs")
    progress = counted(trial_of(own, rules, SEED, number, judge) for number in range(DRAWS))
    out: dict[str, Any] = {"clips": len(own.donors), "draws": DRAWS}
    for name, one in progress.rules.items():
        count = possibilities(name, len(own.donors))
        out[name] = vars(one) | {
            "possibilities": count,
            "human_part": one.human_part,
            "extrapolated": one.extrapolated(count),
        }
    return out
