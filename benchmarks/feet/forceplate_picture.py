"""Vertical force, heights of heel and toe, and labels over time: a picture to judge labels by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from unbake.feet.labels import Planted
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals

if TYPE_CHECKING:
    from benchmarks.feet.forceplates import Method, Trial

COLOURS = ("#1f77b4", "#d62728")


def draw(trials: list[Trial], methods: dict[str, Method], file: Path, threshold_n: float = 20.0) -> None:
    """Write a picture, a column a trial: forces above, heights below, then a lane a method and foot."""
    figure, axes = plt.subplots(3, len(trials), figsize=(8 * len(trials), 9), sharex="col", squeeze=False)
    for column, trial in enumerate(trials):
        other = next(t for t in trials if t is not trial)
        labels = trial.labels(threshold_n)
        times = np.arange(trial.paths.n_frames) / float(trial.paths.fps)
        force, height, lanes = axes[:, column]
        for number, plate in enumerate(trial.forces.plates):
            feet = [stance.foot for stance in labels.stances if stance.plate == number]
            colour = COLOURS[feet[0]] if feet and feet[0] is not None else "grey"
            samples = np.arange(len(plate.vertical_n)) / float(trial.forces.rate)
            force.plot(samples, plate.vertical_n, color=colour, label=plate.name)
        force.axhline(threshold_n, color="black", lw=0.5)
        force.set_title(trial.name)
        force.set_ylabel("vertical force (N)")
        force.legend(fontsize=8)
        for foot, side in enumerate(("left", "right")):
            heel, toe = 100.0 * trial.feet_m[:, 2 * foot : 2 * foot + 2, 1].T
            height.plot(times, heel, color=COLOURS[foot], label=f"{side} heel")
            height.plot(times, toe, color=COLOURS[foot], ls="--", label=f"{side} toe")
            for first, last in intervals(labels.planted[:, foot]):
                height.axvspan(times[first], times[last], color=COLOURS[foot], alpha=0.12, lw=0)
        height.set_ylabel("height of the marker (cm)")
        height.legend(fontsize=8, ncol=2)
        _lanes(lanes, times, [("plates", labels.planted, labels.known)])
        for n, (name, method) in enumerate(methods.items(), start=1):
            _lanes(lanes, times, [(name, method(trial, other, threshold_n), None)], n)
        lanes.set_ylim(len(methods) + 1, -0.2)
        lanes.set_yticks(np.arange(len(methods) + 1) + 0.4, ["plates", *methods])
        lanes.set_xlabel("seconds from the first frame")
    figure.tight_layout()
    figure.savefig(file, dpi=80)
    plt.close(figure)


def _lanes(axes: Any, times: Floats, rows: list[tuple[str, Planted, Planted | None]], start: int = 0) -> None:
    """Draw a bar a plant, left foot above right; what is unknown is hatched."""
    step = times[1] - times[0]
    for number, (_, planted, known) in enumerate(rows, start=start):
        for foot in (0, 1):
            place = (number + 0.4 * foot, 0.36)
            bars = [(times[a] - step / 2, (b - a + 1) * step) for a, b in intervals(planted[:, foot])]
            axes.broken_barh(bars, place, color=COLOURS[foot])
            if known is not None:
                bars = [(times[a] - step / 2, (b - a + 1) * step) for a, b in intervals(~known[:, foot])]
                axes.broken_barh(bars, place, facecolor="none", edgecolor="lightgrey", hatch="////", lw=0)
