"""An oracle of one performer on others, without training: ``python -m benchmarks.feet.other_skeletons``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from benchmarks.feet.methods import trained_oracle
from benchmarks.feet.metrics import Tally, print_scores
from benchmarks.feet.performer import SEQUENCES
from benchmarks.feet.repertoire import Take, takes
from benchmarks.usage import takes_no_arguments
from unbake.feet.detect.features import FeatureOptions
from unbake.ground.arrays import Floats
from unbake.learning.smoothing import hysteresis
from unbake.motion.motion import Motion

TAUGHT_M = 1.75
STATURES_M = (1.1, 1.45, 1.6, 1.75, 1.95)
NOISE_DEG = 0.3


def main() -> None:
    """Print a table: statures by scaling."""
    training = [*takes(21, (TAUGHT_M,)), *takes(22, (TAUGHT_M,))]
    oracle = trained_oracle(training, SEQUENCES, FeatureOptions())
    rows = {}
    scalings: tuple[Literal["leg", "none"], ...] = ("leg", "none")
    for stature in STATURES_M:
        judged = list(takes(87, (stature,), NOISE_DEG))
        for scaling in scalings:
            asked = replace(oracle, options=FeatureOptions(scaling=scaling))
            rows[f"{stature:g} m, {scaling}"] = _scores(asked.certainty, judged)
    print_scores(f"taught on {TAUGHT_M:g} m", rows)


def _scores(certainty: Callable[[Motion], Floats], judged: list[Take]) -> dict[str, float]:
    tally = Tally()
    for take in judged:
        tally.add(hysteresis(certainty(take.motion)), take.labels.planted(), float(take.motion.fps))
    return tally.scores()


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
