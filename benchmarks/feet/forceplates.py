"""Foot plants of markers against force plates: ``python -m benchmarks.feet.forceplates [--picture FILE]``.

Two trials of walking with Plug-in Gait markers and plates (from the test data of the Biomechanical ToolKit). What is
tuned or trained is tuned or trained on the other trial. Labels are of feet: a foot is said to be planted where its heel
or its toe is. Only frames of which the plates speak count: stances, and a quarter of a second around each.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.clips import DATA
from benchmarks.timing import print_table
from unbake.feet.detect.features import FeatureOptions, LegPaths, features_of_paths
from unbake.feet.detect.thresholds import SPANS_S, best_limit
from unbake.feet.labels import Planted, foot_planted
from unbake.feet.plates.markers import foot_points_of_markers, leg_paths_of_markers
from unbake.feet.plates.stance import PlateLabels, Stance, labels_of_plates
from unbake.formats.c3d.format import load_forces
from unbake.formats.registry import load
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.learning.smoothing import hysteresis
from unbake.motion.markers.forces import ForcePlates
from unbake.motion.points import Points

FOLDER = DATA / "forceplates"
THRESHOLDS_N = (10.0, 20.0, 50.0)
K = 10


@dataclass(frozen=True, eq=False)
class Trial:
    """One recording: legs and feet (F, 4, 3) of the markers, and the forces."""

    name: str
    paths: LegPaths
    feet_m: Floats
    forces: ForcePlates

    def labels(self, threshold_n: float) -> PlateLabels:
        """Return what the plates say."""
        return labels_of_plates(self.forces, self.feet_m, threshold_n)


def trials() -> list[Trial]:
    """Return the trials that are present."""
    out = []
    for file in sorted(FOLDER.glob("*.c3d")):
        points = load(file)
        assert isinstance(points, Points)
        feet = foot_points_of_markers(points)
        out.append(Trial(file.stem, leg_paths_of_markers(points), feet, load_forces(file)))
    return out


Method = Callable[[Trial, Trial, float], Planted]
"""(trial, the other trial, threshold in newtons) → planted feet (F, 2) of the first."""


Measure = Callable[[Trial], Floats]
"""What is thresholded: (F, 2), low while a foot is planted."""


def lowness(trial: Trial) -> Floats:
    """Height (F, 2) of the lower of heel and toe, in leg lengths, each above its usual lowest: markers sit on shoes."""
    heights = trial.feet_m[..., 1] - np.percentile(trial.feet_m[..., 1], 5, axis=0)
    return np.asarray(heights.reshape(-1, 2, 2).min(axis=2) / trial.paths.leg_length_m)


def slowness(span_s: float) -> Measure:
    """Return the speed (F, 2) of the slower of heel and toe, in leg lengths a second, over some time."""

    def measure(trial: Trial) -> Floats:
        frames, half = np.arange(len(trial.feet_m)), max(1, round(0.5 * span_s * float(trial.paths.fps)))
        before, after = np.maximum(frames - half, 0), np.minimum(frames + half, frames[-1])
        away = np.linalg.norm(trial.feet_m[after] - trial.feet_m[before], axis=2).reshape(-1, 2, 2).min(axis=2)
        seconds = (after - before)[:, None] / float(trial.paths.fps)
        return np.asarray(away / seconds / trial.paths.leg_length_m)

    return measure


def thresholded(measures: Sequence[Measure]) -> Method:
    """Return the method that takes for planted what is below a limit: measure and limit are the best on the other."""

    def method(trial: Trial, other: Trial, threshold_n: float) -> Planted:
        labels = other.labels(threshold_n)
        found = [best_limit(m(other)[labels.known], labels.planted[labels.known]) for m in measures]
        best = int(np.argmax([right for right, _ in found]))
        return np.asarray(measures[best](trial) < found[best][1])

    return method


def neighbours(trial: Trial, other: Trial, threshold_n: float) -> Planted:
    """The thesis's method, foot by foot: the k nearest of the other trial's known frames, each also mirrored."""
    options, labels = FeatureOptions(), other.labels(threshold_n)
    straight, mirrored = (features_of_paths(paths, options) for paths in (other.paths, other.paths.mirrored()))
    # Seen as a left foot, a right one is that of the mirrored motion.
    examples = np.concatenate([straight[labels.known[:, 0]], mirrored[labels.known[:, 1]]])
    known = np.concatenate([labels.planted[labels.known[:, n], n] for n in (0, 1)])
    certainty = []
    for asked in (features_of_paths(trial.paths, options), features_of_paths(trial.paths.mirrored(), options)):
        away = (asked**2).sum(axis=1)[:, None] + (examples**2).sum(axis=1) - 2.0 * asked @ examples.T
        certainty.append(known[np.argsort(away, axis=1, kind="stable")[:, :K]].mean(axis=1))
    return hysteresis(np.stack(certainty, axis=1))


def packaged(trial: Trial, other: Trial, threshold_n: float) -> Planted:
    """The oracle that comes with the package, as it is."""
    from unbake.feet.detect.oracle_file import packaged_oracle

    return foot_planted(hysteresis(packaged_oracle().certainty_of_paths(trial.paths)))


METHODS: dict[str, Method] = {
    "height": thresholded([lowness]),
    "speed": thresholded([slowness(span_s) for span_s in SPANS_S]),
    "neighbours": neighbours,
    "packaged oracle": packaged,
}


def frame_scores(planted: Planted, labels: PlateLabels) -> tuple[float, float]:
    """Return accuracy and F1 over the frames and feet that the plates know."""
    said, true = planted[labels.known], labels.planted[labels.known]
    hits = int((said & true).sum())
    return float((said == true).mean()), 2.0 * hits / max(int(said.sum()) + int(true.sum()), 1)


@dataclass
class Boundaries:
    """Signed errors in milliseconds of onsets and offsets, stances that were missed, intervals that were none."""

    onsets_ms: list[float]
    offsets_ms: list[float]
    missed: int = 0
    extra: int = 0


def boundaries(planted: Planted, labels: PlateLabels) -> Boundaries:
    """Return how far the intervals of `planted` begin and end from the stances that they overlap most."""
    out = Boundaries([], [])
    for foot in (0, 1):
        found = list(intervals(planted[:, foot] & labels.known[:, foot]))
        out.extra += len(found)
        for stance in labels.stances:
            if stance.foot == foot:
                out.extra -= _match(stance, found, float(labels.fps), out)
    return out


def _match(stance: Stance, found: list[tuple[int, int]], fps: float, out: Boundaries) -> int:
    """Note the errors of the interval that overlaps a stance most; return how many intervals that accounts for."""
    first, last = stance.onset_s * fps, stance.offset_s * fps
    overlaps = [min(end, last) - max(begin, first) for begin, end in found]
    if not overlaps or max(overlaps) < 0.0:
        out.missed += 1
        return 0
    begin, end = found[int(np.argmax(overlaps))]
    # A change between two frames is taken to be half-way.
    out.onsets_ms.append(1000.0 * (begin - 0.5 - first) / fps)
    out.offsets_ms.append(1000.0 * (end + 0.5 - last) / fps)
    return 1


def row(name: str, method: Method, of: list[Trial], threshold_n: float) -> list[str]:
    """Return the figures of a method over all trials, each with the others to learn from."""
    scores, onsets, offsets, missed, extra, frames = [], [], [], 0, 0, []
    for trial in of:
        other = next(t for t in of if t is not trial)
        labels = trial.labels(threshold_n)
        planted = method(trial, other, threshold_n)
        scores.append(frame_scores(planted, labels))
        frames.append(int(labels.known.sum()))
        found = boundaries(planted, labels)
        onsets += found.onsets_ms
        offsets += found.offsets_ms
        missed, extra = missed + found.missed, extra + found.extra
    accuracy, f1 = np.average(scores, axis=0, weights=frames)
    return [name, f"{accuracy:.3f}", f"{f1:.3f}", *_spread(onsets), *_spread(offsets), str(missed), str(extra)]


def _spread(errors_ms: list[float]) -> list[str]:
    """Median of the sizes, and the signed extremes."""
    if not errors_ms:
        return ["–", "–"]
    return [f"{np.median(np.abs(errors_ms)):.0f}", f"{min(errors_ms):+.0f} {max(errors_ms):+.0f}"]


def main() -> None:
    """Print a table for each threshold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--picture", type=Path, help="also draw forces, heights and labels")
    asked = parser.parse_args()
    found = trials()
    if len(found) < 2:
        print(f"needs the force-plate trials in {FOLDER} (set UNBAKE_DATA to another folder)")
        return
    for threshold_n in THRESHOLDS_N:
        labels = [trial.labels(threshold_n) for trial in found]
        count, frames = sum(len(each.stances) for each in labels), sum(int(each.known.sum()) for each in labels)
        header = ["", "accuracy", "F1", "onset ms", "from to", "offset ms", "from to", "missed", "extra"]
        rows = [row(name, method, found, threshold_n) for name, method in METHODS.items()]
        print_table(f"planted above {threshold_n:g} N: {count} stances, {frames} known frames of a foot", header, rows)
    if asked.picture:
        from benchmarks.feet.forceplate_picture import draw

        draw(found, METHODS, asked.picture)


if __name__ == "__main__":
    main()
