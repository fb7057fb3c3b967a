"""How feet are guessed by default, beside what it replaces: ``python -m benchmarks.feet.detection``.

Three kinds of judges: force plates; what no label is needed for, on clips of people that nothing was ever taught or
tuned on (how fast planted points are, and whether still, low ones are planted); and the synthetic performer. With
``--grow``, labels by hand as well, by trees grown without the person that is judged, which takes minutes.

The figures are kept in ``benchmarks/results/VERSION-detection.json``, and their tables written into the page on feet.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

import unbake
from benchmarks.clips import DATA
from benchmarks.feet.detection_tables import FILE, tables
from benchmarks.feet.forceplates import Trial, boundaries, frame_scores, slowness, thresholded, trials
from benchmarks.feet.methods import trained_trees
from benchmarks.feet.metrics import Tally, print_scores
from benchmarks.feet.page import write_table
from benchmarks.feet.performer import NOISES_DEG, judged_takes
from benchmarks.feet.real_clips import RealClip, labelled_clips
from benchmarks.feet.train_detector import (
    PLATES,
    Rows,
    grown,
    grown_without,
    library,
    rows_by_hand,
    rows_of_plates,
    rows_of_takes,
)
from benchmarks.timing import print_table
from unbake.feet.detect.features import features_of_paths
from unbake.feet.detect.guess.bounds import is_too_fast
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.detect.guess.guess import guess_of_paths, guess_of_trees, tree_certainty
from unbake.feet.detect.guess.trees_file import packaged_trees
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.detect.thresholds import Thresholds, tuned_thresholds
from unbake.feet.labels import Planted, foot_planted
from unbake.feet.plates.stance import PLANTED_N
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals
from unbake.learning.smoothing import hysteresis
from unbake.learning.trees import Trees

KINDS: dict[str, tuple[str, ...]] = {
    "walks of five others": ("06_01", "10_04", "32_01", "32_02", "38_01", "38_02", "55_04"),
    "02_06 bend and lift": ("02_06",),
    "02_07 swordplay": ("02_07",),
    "02_08 swordplay": ("02_08",),
    "02_09 swordplay": ("02_09",),
}
"""Clips that nothing is taught or tuned on, by what they show."""
FAST_M_S = 0.6
"""No foot that stands is faster."""
STILL_M_S, STILL_S, LOW_M = 0.05, 0.1, 0.02
"""Still is what moves less over such a time; low, what is that near the height at which the point stands."""
SHORT_S = 0.1
"""Plants, and gaps between plants, that are shorter than a step."""

Method = Callable[[FootPaths], Planted]


@dataclass
class Conduct:
    """What plants are like, with no label needed.

    Parameters
    ----------
    fastest_m_s : of planted points.
    fast, still, still_planted, frames : counts of points and frames.
    short, plants : plants and gaps shorter than `SHORT_S`; plants.
    """

    fastest_m_s: float = 0.0
    fast: int = 0
    planted: int = 0
    still: int = 0
    still_planted: int = 0
    short: int = 0
    plants: int = 0
    frames: int = 0

    def add(self, paths: FootPaths, planted: Planted) -> None:
        """Count one clip."""
        speeds = speeds_over(paths, 2.0 / paths.fps)[planted]
        still = is_still_and_low(paths)
        self.fastest_m_s = max(self.fastest_m_s, float(speeds.max(initial=0.0)))
        self.fast += int((speeds > FAST_M_S).sum())
        self.planted += int(planted.sum())
        self.still += int(still.sum())
        self.still_planted += int((still & planted).sum())
        self.frames += planted.size
        for column in planted.T:
            runs = list(intervals(column))
            self.plants += len(runs)
            lasts = [b - a + 1 for a, b in runs if a > 0 and b < len(column) - 1]
            gaps = [d - b - 1 for (_, b), (d, _) in pairwise(runs)]
            self.short += sum(frames < SHORT_S * paths.fps for frames in (*lasts, *gaps))

    def scores(self) -> dict[str, float]:
        """Return all figures; parts from 0 to 1."""
        return {
            "fastest_m_s": self.fastest_m_s,
            "fast": self.fast / max(self.planted, 1),
            "still_planted": self.still_planted / self.still if self.still else float("nan"),
            "short": self.short / max(self.plants, 1),
            "plants": self.plants,
            "planted": self.planted / max(self.frames, 1),
        }


def speeds_over(paths: FootPaths, span_s: float) -> Floats:
    """Return how fast (F, 4) points are over some time, half of it before and half after, in m/s."""
    half, frames = max(1, round(0.5 * span_s * paths.fps)), np.arange(paths.n_frames)
    before, after = np.maximum(frames - half, 0), np.minimum(frames + half, paths.n_frames - 1)
    ways = np.linalg.norm(paths.points_m[after] - paths.points_m[before], axis=2)
    return np.asarray(ways * paths.fps / np.maximum(after - before, 1)[:, None])


def is_still_and_low(paths: FootPaths) -> Booleans:
    """Return where points (F, 4) hardly move near the height at which they usually stand."""
    still, out = speeds_over(paths, STILL_S) < STILL_M_S, np.zeros((paths.n_frames, 4), dtype=np.bool_)
    for point in range(4):
        height = paths.points_m[:, point, 1]
        if still[:, point].any():
            rests = height[still[:, point]]
            stands = np.median(rests[rests <= np.quantile(rests, 0.05) + 0.05])
            out[:, point] = still[:, point] & (np.abs(height - stands) < LOW_M)
    return out


def oracle_alone(paths: FootPaths) -> Planted:
    """The packaged oracle by the method of the thesis."""
    return hysteresis(packaged_oracle().certainty_of_paths(paths.legs))


def by_default(paths: FootPaths) -> Planted:
    """What feet are guessed by."""
    return guess_of_paths(paths)[1]


def limited(limits: Thresholds) -> Method:
    """Return thresholds on height and speed as a method."""

    def method(paths: FootPaths) -> Planted:
        heights = paths.points_m[..., 1] / paths.legs.leg_length_m
        speeds = speeds_over(paths, limits.span_s) / paths.legs.leg_length_m
        return np.asarray((heights < np.tile(limits.heights, 2)) & (speeds < np.tile(limits.speeds, 2)))

    return method


def windowed(oracle: Oracle) -> Method | None:
    """Return trees on an oracle's own windows and examples as a method; None without scikit-learn."""
    trees = trained_trees(oracle)
    if trees is None:
        return None
    return lambda paths: _at_frames(trees.of_features(features_of_paths(paths.legs.at_rate(60.0))), paths)


def _at_frames(certainty: Floats, paths: FootPaths) -> Planted:
    """What certainties, sixty a second, make of each frame."""
    at, known = np.arange(paths.n_frames) * (60.0 / paths.fps), np.arange(len(certainty))
    return hysteresis(np.stack([np.interp(at, known, column) for column in certainty.T], axis=1))


def methods_taught(clips: list[RealClip]) -> dict[str, Method]:
    """Return what is compared, taught or tuned on clips labelled by hand; the packaged oracle knows more."""
    found: dict[str, Method] = {
        "thresholds": limited(tuned_thresholds([clip.part for clip in clips], "both")),
    }
    trees = windowed(Oracle().with_pieces([clip.example() for clip in clips]))
    return found | ({"trees on the oracle's windows": trees} if trees is not None else {})


def of_plates(methods: dict[str, Method]) -> dict[str, dict[str, float]]:
    """Return what plates say, of the trial that nothing was taught."""
    both = {trial.name: trial for trial in trials()}
    if len(both) < 2:
        return {}
    judged = next(trial for name, trial in both.items() if name != PLATES)
    paths = FootPaths(judged.paths, judged.feet_m)
    found = {name: foot_planted(method(paths)) for name, method in methods.items() if name != "thresholds"}
    found["speed, tuned on the other trial"] = _speed(judged, both[PLATES])
    found["default without a limit of speed"] = foot_planted(_unlimited(paths, packaged_trees()))
    found["the plates themselves, within the limit"] = _limited_truth(paths, judged)
    return {name: _plate_scores(planted, judged) for name, planted in found.items()}


def of_plates_exchanged(performed: list[Rows], clips: list[RealClip]) -> dict[str, dict[str, float]]:
    """Return the same for the other trial, by trees that were grown with this one in its place."""
    both = {trial.name: trial for trial in trials()}
    if len(both) < 2:
        return {}
    judged, other = both[PLATES], next(trial for name, trial in both.items() if name != PLATES)
    trees, paths = (
        grown([*rows_by_hand(clips), rows_of_plates(other), *performed]),
        FootPaths(judged.paths, judged.feet_m),
    )
    found = {
        "packaged oracle": foot_planted(oracle_alone(paths)),
        "default": foot_planted(guess_of_trees(paths, trees)[1]),
        "speed, tuned on the other trial": _speed(judged, other),
        "default without a limit of speed": foot_planted(_unlimited(paths, trees)),
        "the plates themselves, within the limit": _limited_truth(paths, judged),
    }
    return {name: _plate_scores(planted, judged) for name, planted in found.items()}


def _unlimited(paths: FootPaths, trees: tuple[Trees, Trees]) -> Planted:
    """What the trees alone say."""
    return hysteresis(tree_certainty(paths, trees))


def _limited_truth(paths: FootPaths, trial: Trial) -> Planted:
    """What plates say, but for frames in which heel and toe are both too fast to stand: no guess can do better."""
    is_slow = foot_planted(~is_too_fast(paths))
    return np.asarray(trial.labels(PLANTED_N).planted & is_slow)


def _plate_scores(planted: Planted, trial: Trial) -> dict[str, float]:
    labels = trial.labels(PLANTED_N)
    accuracy, f1 = frame_scores(planted, labels)
    ends = boundaries(planted, labels)
    sizes = [float(np.median(np.abs(e))) if e else float("nan") for e in (ends.onsets_ms, ends.offsets_ms)]
    out = {"accuracy": accuracy, "f1": f1, "onset_ms": sizes[0], "offset_ms": sizes[1]}
    return out | {"missed": ends.missed, "extra": ends.extra}


def _speed(trial: Trial, other: Trial) -> Planted:
    return thresholded([slowness(span_s) for span_s in (1 / 60, 1 / 30, 1 / 15, 1 / 10)])(trial, other, PLANTED_N)


def of_kinds(methods: dict[str, Method]) -> dict[str, dict[str, dict[str, float]]]:
    """Return how plants are in clips of each kind."""
    out = {}
    for kind, names in KINDS.items():
        files = [DATA / "cmu" / name.split("_")[0] / f"{name}.amc" for name in names]
        found = [foot_paths(load_motion(file)) for file in files if file.exists()]
        if found:
            out[kind] = {name: _conduct(method, found) for name, method in methods.items()}
    return out


def _conduct(method: Method, clips: Iterable[FootPaths]) -> dict[str, float]:
    counted = Conduct()
    for paths in clips:
        counted.add(paths, method(paths))
    return counted.scores()


def of_performer(methods: dict[str, Method]) -> dict[str, dict[str, dict[str, float]]]:
    """Return scores against exact contacts, by noise."""
    out = {}
    for noise in NOISES_DEG:
        tallies = {name: Tally() for name in methods}
        for take in judged_takes(noise):
            paths = foot_paths(take.motion)
            for name, method in methods.items():
                tallies[name].add(method(paths), take.labels.planted(), paths.fps)
        out[f"noise of {noise:g}°"] = {name: tally.scores() for name, tally in tallies.items()}
    return out


def of_hands(performed: list[Rows], clips: list[RealClip]) -> dict[str, dict[str, dict[str, float]]]:
    """Return scores against labels by hand, by subject, of what was taught without that subject."""
    out: dict[str, dict[str, dict[str, float]]] = {}
    whole: dict[str, Tally] = {}
    for subject, trees in grown_without(clips, performed).items():
        own = [clip for clip in clips if clip.name.startswith(f"{subject}_")]
        others = [clip for clip in clips if clip not in own]
        methods = {"oracle": _by_oracle(Oracle().with_pieces([clip.example() for clip in others]))}
        methods |= methods_taught(others) | {"default": _by_trees(trees)}
        tallies = {name: Tally() for name in methods}
        for clip in own:
            paths, part = foot_paths(clip.motion), slice(clip.first, clip.last + 1)
            for name, method in methods.items():
                for tally in (tallies[name], whole.setdefault(name, Tally())):
                    tally.add(method(paths)[part], clip.labels.planted()[part], paths.fps)
        out[f"subject {subject}"] = {name: tally.scores() for name, tally in tallies.items()}
    return out | {"all subjects": {name: tally.scores() for name, tally in whole.items()}}


def _by_oracle(oracle: Oracle) -> Method:
    return lambda paths: hysteresis(oracle.certainty_of_paths(paths.legs))


def _by_trees(trees: tuple[Trees, Trees]) -> Method:
    return lambda paths: guess_of_trees(paths, trees)[1]


CONDUCT = (
    ("fastest_m_s", "fastest, m/s", 1.0, 2),
    ("fast", "above 0.6 m/s, %", 100.0, 1),
    ("still_planted", "still and low: planted, %", 100.0, 1),
    ("short", "short plants and gaps, %", 100.0, 1),
    ("plants", "plants", 1.0, 0),
    ("planted", "planted, %", 100.0, 0),
)
OF_PLATES = (
    ("accuracy", "%", 100.0, 1),
    ("f1", "F1", 1.0, 3),
    ("onset_ms", "onset ms", 1.0, 0),
    ("offset_ms", "offset ms", 1.0, 0),
    ("missed", "missed", 1.0, 0),
    ("extra", "extra", 1.0, 0),
)


def _print(title: str, rows: dict[str, dict[str, float]], columns: Iterable[tuple[str, str, float, int]]) -> None:
    shown = [[name, *(f"{row[key] * by:.{digits}f}" for key, _, by, digits in columns)] for name, row in rows.items()]
    print_table(title, ["", *(name for _, name, *_ in columns)], shown)


def main() -> None:
    """Print the tables and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grow", action="store_true", help="judge labels by hand, too: trees grown subject by subject")
    asked = parser.parse_args()
    clips = labelled_clips()
    methods: dict[str, Method] = {"packaged oracle": oracle_alone}
    methods |= (methods_taught(clips) if clips else {}) | {"default": by_default}
    figures: dict[str, object] = {"version": unbake.__version__}
    figures["plates"] = plates = of_plates(methods)
    _print("the force plates that nothing was taught", plates, OF_PLATES)
    figures["kinds"] = kinds = of_kinds(methods)
    for kind, rows in kinds.items():
        _print(kind, rows, CONDUCT)
    figures["performer"] = performed = of_performer(methods)
    for noise, rows in performed.items():
        print_scores(noise, rows)
    if asked.grow and clips:
        performed_rows = rows_of_takes(library())
        figures["plates_exchanged"] = exchanged = of_plates_exchanged(performed_rows, clips)
        _print("the other force plates, by trees grown with these", exchanged, OF_PLATES)
        figures["hands"] = hands = of_hands(performed_rows, clips)
        for subject, rows in hands.items():
            print_scores(subject, rows)
    elif FILE.exists():
        kept = json.loads(FILE.read_text())
        figures |= {name: kept[name] for name in ("plates_exchanged", "hands") if name in kept}
    FILE.write_text(json.dumps(figures, indent=1) + "\n")
    for table in tables(figures):
        write_table(*table)


if __name__ == "__main__":
    main()
