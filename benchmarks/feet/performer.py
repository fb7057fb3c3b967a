"""Foot plants of the synthetic performer, whose contacts are exact: ``python -m benchmarks.feet.performer``.

Training and test have no motion in common: other seeds, other statures. In the last tables the test's action is not
among the training at all. The packaged oracle has been taught more, of people and of performers of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.feet.methods import Method, methods_of, trained_oracle
from benchmarks.feet.metrics import Tally, print_scores
from benchmarks.feet.repertoire import MOTIONS, Take, takes
from benchmarks.usage import takes_no_arguments
from unbake.feet.detect.features import FeatureOptions
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.learning.smoothing import hysteresis

SEQUENCES = 47
"""Of 200 frames, as many as the thesis's 9,410 examples make."""
NOISES_DEG = (0.0, 0.3, 0.8, 1.5)


def training_takes() -> list[Take]:
    """Return what is learned from."""
    return [*takes(11, (1.55, 1.75, 1.92)), *takes(12, (1.7, 1.85, 1.6))]


def judged_takes(noise_deg: float, fps: int = 60) -> list[Take]:
    """Return what is judged on."""
    return list(takes(77, (1.66, 1.8), noise_deg, fps))


def scores_of(methods: dict[str, Method], judged: Iterable[Take]) -> dict[str, dict[str, float]]:
    """Return every method's scores."""
    tallies = {name: Tally() for name in methods}
    for take in judged:
        for name, method in methods.items():
            tallies[name].add(method(take.motion), take.labels.planted(), float(take.motion.fps))
    return {name: tally.scores() for name, tally in tallies.items()}


def main() -> None:
    """Print the tables."""
    training = training_takes()
    oracle = trained_oracle(training, SEQUENCES, FeatureOptions())
    print(f"{oracle.n_examples:,} examples of {sum(t.motion.n_frames for t in training):,} frames")
    methods = methods_of(oracle, training)
    packaged = packaged_oracle()
    methods["packaged oracle"] = lambda motion: hysteresis(packaged.certainty(motion))
    for noise in NOISES_DEG:
        print_scores(f"noise {noise:g}°", scores_of(methods, judged_takes(noise)))
    judged = [take for noise in NOISES_DEG[:3] for take in judged_takes(noise)]
    for action in MOTIONS:
        print_scores(action, scores_of(methods, [take for take in judged if take.action == action]))
    for action in MOTIONS:
        without = [take for take in training if take.action != action]
        untaught = methods_of(trained_oracle(without, SEQUENCES, FeatureOptions()), without)
        print_scores(f"{action}, not taught", scores_of(untaught, [take for take in judged if take.action == action]))


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
