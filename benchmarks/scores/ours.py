"""Our score on examples: rows that any weights can be tried on, and weights fitted to them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.scores.examples import Example
from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.calibrated import ScoreWeights, felt_seconds, measured_terms
from unbake.synthesis.naturalness.calibration import fitted_weights

SAMPLED = (0.35, 0.5, 0.65)
"""Where in an excerpt the seconds lie that weights are fitted to."""


def rows_of(example: Example) -> Floats:
    """Return how much each term counts in the second around each frame (F, 8)."""
    return felt_seconds(measured_terms(example.judged), example.judged.fps)


def fitted(examples: Sequence[Example], rows: Sequence[Floats], without: str = "") -> ScoreWeights:
    """Return weights fitted to examples, both natural and unnatural ones counting a half, and all kinds alike.

    Parameters
    ----------
    examples : what they are fitted to.
    rows : of each, see `rows_of`.
    without : a kind of corruption that is left out.
    """
    some = [place for place, example in enumerate(examples) if example.kind != without]
    taken, kinds = [], []
    for place in some:
        at = [round(part * (len(rows[place]) - 1)) for part in SAMPLED]
        taken.append(rows[place][at])
        kinds += [examples[place].kind] * len(at)
    names, counts = np.unique(kinds, return_counts=True)
    size = dict(zip(names, counts, strict=True))
    share = {kind: 1.0 if kind == "natural" else 1.0 / (len(names) - 1) for kind in names}
    weight = np.array([share[kind] / size[kind] for kind in kinds])
    return fitted_weights(np.concatenate(taken), np.array(kinds) != "natural", weight)


def totals(weights: ScoreWeights, rows: Sequence[Floats]) -> Floats:
    """Return the log odds of the worst second of each example (N,)."""
    return np.array([float((own @ weights.each).max()) + weights.offset for own in rows])
