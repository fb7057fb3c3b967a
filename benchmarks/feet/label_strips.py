"""Pictures to label feet by, without any guess: ``python -m benchmarks.feet.label_strips CLIP FIRST LAST FILE``.

Both legs every tenth frame, drawn large, then speeds and heights of heel and toe, one panel a foot and measure. Speeds
are over a thirtieth of a second, heights over the lowest that the point gets in the stretch. Nothing that the project
guesses or certainties are drawn, so that labels made by these pictures owe nothing to it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.clips import DATA
from benchmarks.feet.detection import speeds_over
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.floor import sole_points_m
from unbake.feet.legs import Legs, legs_of
from unbake.formats.registry import load_motion
from unbake.motion.motion import Motion

SPAN_S = 1.0 / 30.0
POSE_EVERY = 10
COLOURS = ("#c8372d", "#2d6cc8")
"""Of heels, and of toes."""
SPEEDS_M_S, HEIGHTS_MM = (0.15, 0.45, 0.7), (7.0, 30.0)
"""Lines to read the curves by; what they mean is in ``labels/README.md``."""
MOST_M_S, MOST_MM = 1.2, 60.0


def draw(motion: Motion, first: int, last: int, file: Path, title: str) -> None:
    """Write the picture of frames `first` to `last`, as the file numbers them."""
    legs, numbers = legs_of(motion), np.arange(first, last + 1)
    rows = numbers - motion.first_frame
    figure = Figure(figsize=(15.6, 10.4), layout="constrained")
    panels = figure.subplots(5, 1, sharex=True, height_ratios=[1.15, 1.0, 0.8, 1.0, 0.8])
    panels[0].set_title(f"{title}: left leg above, right leg below", loc="left", fontsize=9)
    _draw_poses(panels[0], motion, legs, numbers)
    paths = foot_paths(motion, legs)
    for foot, side in enumerate(("left", "right")):
        _draw_curves(panels[2 * foot + 1], panels[2 * foot + 2], paths, foot, rows, numbers)
        panels[2 * foot + 1].set_ylabel(f"{side}: m/s")
        panels[2 * foot + 2].set_ylabel(f"{side}: mm")
    figure.savefig(file, dpi=100)


def _draw_poses(axes: Axes, motion: Motion, legs: Legs, numbers: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    positions, soles = motion.positions(), sole_points_m(motion, legs)
    per_metre = 0.9 * POSE_EVERY / 0.5
    for number in numbers[::POSE_EVERY]:
        frame = number - motion.first_frame
        for foot, leg in enumerate(legs.both):
            toe = soles[frame, 3 * foot + 2] - soles[frame, 3 * foot]
            ahead = toe * [1.0, 0.0, 1.0] / max(float(np.hypot(toe[0], toe[2])), 1e-6)
            limb = np.concatenate([positions[frame, [leg.knee, leg.ankle]], soles[frame, 3 * foot : 3 * foot + 3]])
            limb = limb[[0, 1, 2, 3, 4, 3, 1]]
            along = (limb - positions[frame, leg.ankle]) @ ahead
            axes.plot(number + per_metre * along, limb[:, 1] + 0.75 * (1 - foot), color="#333333", linewidth=1.2)
    for level in (0.0, 0.75):
        axes.axhline(soles[numbers - motion.first_frame, :, 1].min() + level, color="#999999", linewidth=0.6)
    axes.set_yticks([])


def _draw_curves(fast: Axes, high: Axes, paths: FootPaths, foot: int, rows: np.ndarray, numbers: np.ndarray) -> None:
    speeds, heights = speeds_over(paths, SPAN_S)[rows], 1000.0 * paths.points_m[rows, :, 1]
    for part, name in enumerate(("heel", "toe")):
        point = 2 * foot + part
        fast.plot(numbers, speeds[:, point], ".-", color=COLOURS[part], linewidth=1, markersize=3, label=name)
        height = heights[:, point] - heights[:, point].min()
        high.plot(numbers, height, ".-", color=COLOURS[part], linewidth=1, markersize=3)
    for axes, lines, most in ((fast, SPEEDS_M_S, MOST_M_S), (high, HEIGHTS_MM, MOST_MM)):
        for line in lines:
            axes.axhline(line, color="#999999", linewidth=0.6)
        axes.set_ylim(0.0, most)
        axes.set_xlim(numbers[0] - 1, numbers[-1] + 1)
        axes.set_xticks(np.arange(10 * int(np.ceil(numbers[0] / 10)), numbers[-1] + 1, 10))
        axes.set_xticks(numbers, minor=True)
        axes.tick_params(labelbottom=True, labelsize=8)
        axes.grid(axis="x", which="minor", color="#eeeeee", linewidth=0.5)
        axes.grid(axis="x", which="major", color="#bbbbbb", linewidth=0.8)
    fast.legend(fontsize=8, frameon=False, loc="upper right", ncols=2)


def main() -> None:
    """Draw one stretch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clip")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("file", type=Path)
    wanted = parser.parse_args()
    motion = load_motion(DATA / "cmu" / wanted.clip[:2] / f"{wanted.clip}.amc")
    draw(motion, wanted.first, wanted.last, wanted.file, f"{wanted.clip} {wanted.first}–{wanted.last}")


if __name__ == "__main__":
    main()
