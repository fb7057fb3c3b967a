"""What the oracle's parameters change, as in table 3.1 of Ikemoto's thesis: ``python -m benchmarks.feet.sweep``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.feet.methods import trained_oracle
from benchmarks.feet.metrics import Tally, print_scores
from benchmarks.feet.performer import SEQUENCES, judged_takes, training_takes
from benchmarks.feet.repertoire import Take
from benchmarks.usage import takes_no_arguments
from unbake.feet.detect.features import FeatureOptions, LegPaths, features_of_paths, leg_paths
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import Planted
from unbake.feet.legs import legs_of
from unbake.learning.smoothing import hysteresis

NOISES_DEG = (0.0, 0.3, 0.8)
KS = (1, 5, 10, 15, 20, 30, 40)
WINDOWS = (3, 11, 21, 31, 41, 61, 121)


def main() -> None:
    """Print the tables: the same examples throughout, chosen with the default options."""
    judged = [take for noise in NOISES_DEG for take in judged_takes(noise)]
    oracle = trained_oracle(training_takes(), SEQUENCES, FeatureOptions())
    paths = [leg_paths(take.motion, legs_of(take.motion)) for take in judged]
    print_scores("neighbours", dict(_by_k(oracle, judged, paths)))
    sweeps: dict[str, list[FeatureOptions]] = {
        "window": [FeatureOptions(window=window) for window in WINDOWS],
        "joints": [FeatureOptions(with_root=True), FeatureOptions(joints=("ankle", "toe"))],
        "ground and scaling": [
            FeatureOptions(ground="zero"),
            FeatureOptions(scaling="none"),
            FeatureOptions(ground="zero", scaling="none"),
        ],
    }
    for name, all_options in sweeps.items():
        print_scores(name, {_described(o): _scores(replace(oracle, options=o), judged, paths) for o in all_options})


def _described(options: FeatureOptions) -> str:
    root = " + root" if options.with_root else ""
    return f"{options.window}, {' '.join(options.joints)}{root}, {options.ground}, {options.scaling}"


def _by_k(oracle: Oracle, judged: list[Take], paths: list[LegPaths]) -> Iterator[tuple[str, dict[str, float]]]:
    """One search for the largest k serves all."""
    rows = [features_of_paths(path, oracle.options) for path in paths]
    labels = [oracle.neighbour_labels(row, max(KS)) for row in rows]
    for k in KS:
        found = [hysteresis(label[:, :k].mean(axis=1)) for label in labels]
        yield f"k = {k}", _tallied(judged, found)


def _scores(oracle: Oracle, judged: list[Take], paths: list[LegPaths]) -> dict[str, float]:
    return _tallied(judged, [hysteresis(np.asarray(oracle.certainty_of_paths(path))) for path in paths])


def _tallied(judged: list[Take], found: list[Planted]) -> dict[str, float]:
    tally = Tally()
    for take, planted in zip(judged, found, strict=True):
        tally.add(planted, take.labels.planted(), float(take.motion.fps))
    return tally.scores()


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
