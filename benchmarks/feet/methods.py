"""The ways to find foot plants that are compared, all taught from the same labelled motions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.feet.repertoire import Take
from unbake.feet.detect.active import ActiveTraining
from unbake.feet.detect.features import FeatureOptions, foot_features, mirror_columns
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.thresholds import tuned_thresholds
from unbake.feet.labels import MIRRORED, Planted
from unbake.feet.legs import legs_of
from unbake.ground.arrays import Floats
from unbake.learning.smoothing import hysteresis, viterbi
from unbake.motion.motion import Motion

Method = Callable[[Motion], Planted]
SEED = 7


def trained_oracle(training: Sequence[Take], sequences: int, options: FeatureOptions, k: int = 10) -> Oracle:
    """Return an oracle taught so many sequences of 200 frames, chosen as the active loop does."""
    labels = {take.name: take.labels for take in training}
    active = ActiveTraining({take.name: take.motion for take in training}, Oracle((), options, k), seed=SEED)
    for _ in range(min(sequences, len(active.sequences))):
        sequence, _, _ = active.farthest()
        active.accept(sequence, labels[sequence.clip].excerpt(sequence.first, sequence.last))
    return active.oracle


@dataclass(frozen=True)
class Trees:
    """Gradient-boosted trees, one ensemble for heels and one for toes; a left foot's are a right one's in the mirror.

    References: Friedman, Greedy function approximation: a gradient boosting machine, 2001.
    """

    options: FeatureOptions
    ensembles: tuple[object, object]

    def certainty(self, motion: Motion) -> Floats:
        """Return probabilities (F, 4)."""
        rows = foot_features(motion, legs_of(motion), self.options)
        return self.of_features(rows)

    def of_features(self, rows: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Floats:
        """Return probabilities (F, 4) of feature vectors (F, D)."""
        column, sign = mirror_columns(self.options)
        other = rows[:, column] * sign.astype(np.float32)
        found = [model.predict_proba(side)[:, 1] for side in (rows, other) for model in self.ensembles]  # type: ignore[attr-defined]
        return np.stack(found, axis=1)


def trained_trees(oracle: Oracle) -> Trees | None:
    """Return trees taught the examples that an oracle knows; None where scikit-learn is not installed."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError:
        return None
    rows = np.concatenate([example.features(oracle.options) for example in oracle.examples])
    planted = np.concatenate([example.planted for example in oracle.examples])
    column, sign = mirror_columns(oracle.options)
    rows = np.concatenate([rows, rows[:, column] * sign.astype(np.float32)])
    planted = np.concatenate([planted, planted[:, list(MIRRORED)]])
    heel, toe = (
        HistGradientBoostingClassifier(max_iter=300, learning_rate=0.1, random_state=SEED).fit(rows, planted[:, point])
        for point in (0, 1)
    )
    return Trees(oracle.options, (heel, toe))


def baselines(training: Sequence[Take]) -> dict[str, Method]:
    """Return height, speed and both, tuned on whole motions."""
    labelled = [(take.motion, take.labels) for take in training]
    return {kind: tuned_thresholds(labelled, kind).planted for kind in ("height", "speed", "both")}


def methods_of(oracle: Oracle, training: Sequence[Take], with_trees: bool = True) -> dict[str, Method]:
    """Return everything that is compared."""
    found: dict[str, Method] = baselines(training)
    found["oracle"] = lambda motion: hysteresis(oracle.certainty(motion))
    found["oracle, Viterbi"] = lambda motion: viterbi(oracle.certainty(motion), float(motion.fps))
    trees = trained_trees(oracle) if with_trees else None
    if trees is not None:
        found["boosted trees"] = lambda motion: hysteresis(trees.certainty(motion))
        found["boosted trees, Viterbi"] = lambda motion: viterbi(trees.certainty(motion), float(motion.fps))
    return found
