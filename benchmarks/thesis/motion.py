"""What makes selection hard (thesis 4.1 and 4.2), drawn on a jump: figures 4.1 to 4.4."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from scipy.signal import find_peaks

from benchmarks.thesis.clips import ThesisClip
from benchmarks.thesis.drawing import COLOURS, INK, KeyRow, dress, keep, key_rows, legend, sheet
from unbake.ground.arrays import Floats, Indices
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select
from unbake.motion.points import points_of

COUNTS = (5, 8, 10)
"""Of figure 4.3."""
PARTS = 6
LEAST_RISE_M = 0.02
"""An extreme stands out by so much."""


def run(clip: ThesisClip, pictures: Path) -> dict[str, Any]:
    """Draw; return the keys of figure 4.3, the change of pose in each sixth of the clip, and the extremes."""
    points = clip.points()
    frames = points.first_frame + np.arange(points.n_frames)
    space = select(error_table(points, "line-max", metric="pose"), keys_max=max(COUNTS))
    figure, (foot, change, keys, heights) = sheet(4, 1, 11.0, 9.6, f"{clip.name}: what makes selection hard")
    ankle = points_of(clip.motion, ["right-ankle"]).values
    dress(foot, "figure 4.1: the right ankle; how often it turns changes with time", up="m from the mean")
    for column, (name, colour) in enumerate(zip("xyz", COLOURS, strict=False)):
        foot.plot(frames, ankle[:, column] - ankle[:, column].mean(), color=colour, lw=1.8, label=name)
    legend(foot, "upper left")
    sixths = [_range_m(part) for part in np.array_split(points.values, PARTS)]
    edges = np.linspace(frames[0], frames[-1], PARTS + 1)
    dress(change, "figure 4.2: largest distance between two poses of each sixth", up="m")
    change.bar(edges[:-1], sixths, width=0.97 * np.diff(edges), align="edge", color=COLOURS[1])
    dress(keys, "figure 4.3: keys by the largest distance from the line (4.1) crowd where the motion is large")
    rows = [KeyRow(f"{count} keys", space.selection(count), is_classed=False) for count in COUNTS]
    key_rows(keys, rows, points.first_frame, points.n_frames - 1)
    change.set_xlim(foot.get_xlim())
    keys.set_xlim(foot.get_xlim())
    extremes = _draw_heights(heights, clip, frames)
    keep(figure, pictures / "thesis-4.1-difficulties.png")
    return {
        "clip": clip.name,
        "keys": {count: [frame + points.first_frame for frame in space.frames(count)] for count in COUNTS},
        "pose_range_m_by_sixth": sixths,
        "extremes": extremes,
    }


def _range_m(values: Floats) -> float:
    return float(max(np.linalg.norm(values - pose, axis=1).max() for pose in values))


def _draw_heights(axes: Axes, clip: ThesisClip, frames: Indices) -> dict[str, list[int]]:
    """The heights of left hand, head and hips with their extremes; returns the extremes' frames."""
    dress(axes, "figure 4.4: heights; the extremes of the parts lie some frames apart", "frame", "m")
    found = {}
    for role, colour in zip(("left-wrist", "head", "hips"), COLOURS, strict=False):
        height = points_of(clip.motion, [role]).values[:, 1]
        extremes = np.sort(np.concatenate([find_peaks(sign * height, prominence=LEAST_RISE_M)[0] for sign in (1, -1)]))
        axes.plot(frames, height, color=colour, lw=1.8, label=role)
        axes.plot(frames[extremes], height[extremes], "o", color=colour, mec=INK, mew=0.7, ms=6)
        found[role] = [int(frame) for frame in frames[extremes]]
    legend(axes, "upper right", columns=3)
    return found
