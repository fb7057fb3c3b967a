"""Grow the trees that find foot plants by default: ``python -m benchmarks.feet.train_detector``.

They see what the packaged oracle sees, all stretches that are labelled by hand and whose clips are present, and the
synthetic performer, some of it shuffling, clean and with the faults of captures. Needs scikit-learn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import unbake.data
from benchmarks.feet.forceplates import Trial, trials
from benchmarks.feet.real_clips import RealClip, labelled_clips
from benchmarks.feet.repertoire import Take, take, takes, varied_takes
from benchmarks.usage import takes_no_arguments
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.detect.guess.traits import RATE_HZ, traits
from unbake.feet.detect.guess.trees_file import PACKAGED, save_trees
from unbake.feet.labels import Planted
from unbake.feet.plates.stance import PLANTED_N
from unbake.ground.arrays import Booleans, Floats, Floats32
from unbake.learning.trees import Trees

SEED = 2007
STATURES_M = ((1.55, 1.75, 1.92), (1.7, 1.85, 1.6))
VARIED = 144
SHUFFLES: dict[str, list[dict[str, Any]]] = {
    "turn": [{"lift_m": 0.004}, {"lift_m": 0.01, "angle_deg": -120.0}, {"lift_m": 0.006, "step_s": 0.4}],
    "walk": [{"speed_m_s": 0.7, "clearance_m": 0.004, "strike_deg": 2.0}, {"speed_m_s": 1.0, "clearance_m": 0.008}],
    "sneak": [{"clearance_m": 0.006}],
}
"""Feet that hardly leave the ground, by action."""
NOISES_DEG = (0.0, 0.3, 1.5)
EVERY = 2
"""Of the performer's sixtieths of a second, one in so many is learned from."""
WEIGHT_BY_HAND = 16.0
"""What a frame of a person counts, where one of the performer counts one."""
WEIGHT_OF_PLATES = 16.0
HEEL_UNTIL, TOE_FROM = 0.35, 0.4
"""Part of a stance in which a walker's heel is planted for certain, and from which the toe is."""
PLATES = "PiG_Motion-FlatFoot-Full"
"""The trial that is learned from; the other one is kept for judging."""
GROWTH = {
    "max_iter": 100,
    "learning_rate": 0.1,
    "max_leaf_nodes": 15,
    "min_samples_leaf": 40,
    "l2_regularization": 1.0,
    "random_state": 7,
}


@dataclass(frozen=True, eq=False)
class Rows:
    """What is learned from: `traits` (N, 4, T), labels (N, 4), and what each of them counts (N, 4)."""

    traits: Floats32
    planted: Planted
    weight: Floats


def library() -> Iterator[Take]:
    """Yield what the performer does."""
    for n, statures in enumerate(STATURES_M):
        yield from takes(SEED + n, statures)
    yield from varied_takes(SEED, VARIED)
    for n, noise in enumerate(NOISES_DEG):
        for action, manners in SHUFFLES.items():
            for manner in manners:
                yield take(action, manner, SEED + n, STATURES_M[0][n], noise)
    yield from takes(SEED + 2, STATURES_M[1], max(NOISES_DEG))


def rows_by_hand(clips: Iterable[RealClip]) -> list[Rows]:
    """Return what people labelled."""
    out = []
    for clip in clips:
        found = traits(foot_paths(clip.motion))
        slower = float(clip.motion.fps) / RATE_HZ
        part = slice(int(np.ceil(clip.first / slower)), int(clip.last / slower) + 1)
        planted = clip.labels.at_rate(Fraction(RATE_HZ), len(found)).planted()
        out.append(Rows(found[part], planted[part], np.full(planted[part].shape, WEIGHT_BY_HAND)))
    return out


def rows_of_takes(made: Iterable[Take]) -> list[Rows]:
    """Return every other frame of the performer's."""
    out = []
    for n, one in enumerate(made):
        found = traits(foot_paths(one.motion))
        planted = one.labels.at_rate(Fraction(RATE_HZ), len(found)).planted()
        kept = slice(n % EVERY, None, EVERY)
        out.append(Rows(found[kept], planted[kept], np.ones(planted[kept].shape)))
    return out


def rows_of_plates(trial: Trial) -> Rows:
    """Return what force plates tell of heels and toes.

    They know of feet alone: in a step the heel comes down first and the toe leaves last, so that a foot's stance begins
    as its heel's and ends as its toe's; where heels leave and toes come down counts for nothing.
    """
    found = traits(FootPaths(trial.paths, trial.feet_m))
    labels = trial.labels(PLANTED_N)
    at = np.minimum(np.arange(len(found)) * (float(labels.fps) / RATE_HZ) + 0.5, len(labels.known) - 1).astype(int)
    weight = np.repeat(WEIGHT_OF_PLATES * labels.known[at], 2, axis=1)
    for stance in labels.stances:
        if stance.foot is not None:
            part = (at / float(labels.fps) - stance.onset_s) / (stance.offset_s - stance.onset_s)
            weight[(part > HEEL_UNTIL) & (part < 1.0), 2 * stance.foot] = 0.0
            weight[(part > 0.0) & (part < TOE_FROM), 2 * stance.foot + 1] = 0.0
    return Rows(found, np.repeat(labels.planted[at], 2, axis=1), weight)


def grown(rows: list[Rows]) -> tuple[Trees, Trees]:
    """Return trees of heels and of toes; a left foot is a right one in the mirror."""
    heel, toe = (trees_of(classifier(rows, (point, point + 2)), rows[0].traits.shape[2]) for point in (0, 1))
    return heel, toe


def grown_without(clips: list[RealClip], performed: list[Rows]) -> dict[str, tuple[Trees, Trees]]:
    """Return by subject the trees that know all clips but those of this subject."""
    also = performed + [rows_of_plates(trial) for trial in trials() if trial.name == PLATES]
    out = {}
    for subject in sorted({clip.name.split("_")[0] for clip in clips}):
        others = [clip for clip in clips if not clip.name.startswith(f"{subject}_")]
        out[subject] = grown([*rows_by_hand(others), *also])
    return out


def classifier(rows: list[Rows], points: tuple[int, int]) -> Any:
    """Return scikit-learn's trees of two of the `FOOT_POINTS`."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    seen: Floats32 = np.concatenate([r.traits[:, point] for r in rows for point in points])
    planted: Booleans = np.concatenate([r.planted[:, point] for r in rows for point in points])
    weight: Floats = np.concatenate([r.weight[:, point] for r in rows for point in points])
    counts = weight > 0.0
    return HistGradientBoostingClassifier(**GROWTH).fit(seen[counts], planted[counts], sample_weight=weight[counts])


def trees_of(fitted: Any, n_columns: int) -> Trees:
    """Return what a `HistGradientBoostingClassifier` of two classes has grown, as plain arrays."""
    parts: list[NDArray[Any]] = [tree.nodes for (tree,) in fitted._predictors]
    roots = np.cumsum([0, *(len(part) for part in parts[:-1])])
    nodes, shift = np.concatenate(parts), np.repeat(roots, [len(part) for part in parts])
    leaf = nodes["is_leaf"].astype(np.bool_)
    return Trees(
        np.where(leaf, -1, nodes["feature_idx"]).astype(np.int16),
        np.where(leaf, 0.0, nodes["num_threshold"]),
        np.where(leaf, 0, nodes["left"] + shift).astype(np.int32),
        np.where(leaf, 0, nodes["right"] + shift).astype(np.int32),
        np.where(leaf, nodes["value"], 0.0),
        roots.astype(np.int32),
        float(np.ravel(fitted._baseline_prediction)[0]),
        n_columns,
    )


def main() -> None:
    """Write the trees and say what they have seen."""
    rows = rows_by_hand(labelled_clips())
    by_hand = len(rows)
    rows += [rows_of_plates(trial) for trial in trials() if trial.name == PLATES]
    rows += rows_of_takes(library())
    target = Path(unbake.data.__file__).parent / PACKAGED
    save_trees(grown(rows), target)
    frames = [sum(len(r.planted) for r in part) for part in (rows[:by_hand], rows[by_hand:])]
    said = f"{frames[0]:,} frames by hand, {frames[1]:,} of the performer and plates, {target.stat().st_size:,} bytes"
    print(f"{target}: {said}", file=sys.stderr)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
