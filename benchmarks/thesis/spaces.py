"""What a selection space is (thesis figures 3.4 and 3.5), on one clip."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from scipy.signal import find_peaks

from benchmarks.thesis.clips import ThesisClip
from benchmarks.thesis.drawing import COLOURS, INK, QUIET, dress, keep, legend, logarithmic, sheet
from unbake.ground.arrays import Floats
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import SelectionSpace, select
from unbake.motion.points import Points

SHOWN_KEYS = 12
PEAKS = 4
CHAINS = ((0, 1, 2, 3, 4), (3, 5, 6, 7), (3, 8, 9, 10), (0, 11, 12, 13), (0, 14, 15, 16))
"""Lines between the 17 points of a humanoid, as `POINT_ROLES` orders them."""


def interpolated(values: Floats, keys: tuple[int, ...]) -> Floats:
    """Return the poses (F, D) on straight lines between the keys' poses, even in time."""
    frames = np.arange(len(values))
    return np.stack([np.interp(frames, keys, channel[list(keys)]) for channel in values.T], axis=1)


def joint_distances(points: Points, keys: tuple[int, ...]) -> Floats:
    """Return the mean distance (F,) of the joints from the interpolation of the keys, in metres."""
    away = (points.values - interpolated(points.values, keys)).reshape(points.n_frames, -1, 3)
    return np.asarray(np.linalg.norm(away, axis=2).mean(axis=1))


def run(clip: ThesisClip, pictures: Path) -> dict[str, Any]:
    """Draw the distance over time of one selection, some poses, and the space; return the figures."""
    points = clip.points()
    space = select(error_table(points, "lerp-sum", metric="pose"), keys_max=points.n_frames // 5)
    keys = space.frames(SHOWN_KEYS)
    distances = joint_distances(points, keys)
    found, _ = find_peaks(distances)
    peaks = sorted(found[np.argsort(distances[found])[-PEAKS:]])
    figure, (whole,) = sheet(1, 1, 12.0, 6.4, f"{clip.name}: a selection of {SHOWN_KEYS} keys, and the selection space")
    whole.remove()
    grid = figure.add_gridspec(2, 8, height_ratios=(1.0, 1.15))
    _draw_distances(figure.add_subplot(grid[0, :5]), points, keys, distances, peaks)
    _draw_space(figure.add_subplot(grid[0, 5:]), space)
    for place, frame in enumerate(peaks):
        axes = figure.add_subplot(grid[1, 2 * place : 2 * place + 2])
        _draw_poses(axes, points, interpolated(points.values, keys)[frame], int(frame))
        if place == 0:
            legend(axes, "upper left", 8.5)
    keep(figure, pictures / "thesis-3.4-selection-space.png")
    return {
        "clip": clip.name,
        "keys": list(keys),
        "mean_cm": 100.0 * float(distances.mean()),
        "largest_cm": 100.0 * float(distances.max()),
        "gaps": [b - a for a, b in pairwise(keys)],
    }


def _draw_distances(axes: Axes, points: Points, keys: tuple[int, ...], distances: Floats, peaks: list[int]) -> None:
    dress(axes, "figure 3.4a: from the interpolation, by frame", "frame", "mean of the joints (cm)")
    axes.plot(points.first_frame + np.arange(points.n_frames), 100.0 * distances, color=INK, lw=1.6)
    axes.plot(points.first_frame + np.array(keys), np.zeros(len(keys)), "D", color=COLOURS[1], ms=5, label="keys")
    for frame in peaks:
        axes.axvline(frame + points.first_frame, color=QUIET, lw=0.9, ls="--")
    legend(axes, "upper left")


def _draw_space(axes: Axes, space: SelectionSpace) -> None:
    dress(axes, "figure 3.5: the selection space", "compression (%)", "root mean square (cm)")
    counts = [count for count in space.counts() if count >= 3]
    errors = [100.0 * np.sqrt(space.error(count) / space.n_frames) for count in counts]
    axes.plot([100.0 * (1.0 - c / space.n_frames) for c in counts], errors, ".", color=COLOURS[1], ms=5)
    logarithmic(axes, (1.0, 3.0))
    axes.invert_xaxis()


def _draw_poses(axes: Axes, points: Points, between: Floats, frame: int) -> None:
    """The captured pose and the interpolated one, seen across the clip's way."""
    way = points.positions()[-1, 0] - points.positions()[0, 0]
    angle = float(np.arctan2(way[2], way[0]))
    reach: list[float] = []
    for pose, colour, name in ((points.values[frame], INK, "captured"), (between, COLOURS[0], "interpolated")):
        joints = pose.reshape(-1, 3)
        across = np.cos(angle) * joints[:, 0] + np.sin(angle) * joints[:, 2]
        reach += [float(across.min()), float(across.max())]
        for n, chain in enumerate(CHAINS):
            axes.plot(
                across[list(chain)], joints[list(chain), 1], color=colour, lw=2.2, label=name if n == 0 else None,
                solid_capstyle="round",
            )  # fmt: skip
    dress(axes, f"frame {frame + points.first_frame}")
    axes.set_aspect("equal", adjustable="box")
    axes.set(xticks=[], yticks=[])
    middle = 0.5 * (max(reach) + min(reach))
    axes.set(xlim=(middle - 1.05, middle + 1.05), ylim=(-0.05, 1.95))
