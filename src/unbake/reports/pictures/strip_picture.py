"""The strip of key poses as a still picture, for a page of documentation or a talk."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from unbake.ground.arrays import Floats
from unbake.ground.files.whole_file import whole_file
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.reports.pose_strip import Limb, Pose, PoseStrip, pose_strip
from unbake.reports.strip_svg import balanced_columns

PAPER, INK, QUIET, LINE = "#fcfcfa", "#22262b", "#6a7078", "#d9d9d3"
TONES = {"left": "#4f7f9b", "right": "#b0763a", "middle": INK}
CLASSES = {"keypose": "#c8402e", "breakdown": "#37924a", "hold": "#7656b8"}
WIDTHS = {"trunk": 4.2, "leg": 2.9, "arm": 1.9, "bone": 2.2}
BREAKDOWN_STRENGTH = 0.55

WIDE_IN, DPI = 15.0, 120
MOST_A_ROW = 16
LEAST_FIGURE_IN, TALLEST_IN = 1.25, 2.4
"""Height of a standing figure at least, and of a row's tallest pose at most."""
USUAL_FIGURE_IN = 1.7
"""The figure for which `WIDTHS` are points; others are drawn in proportion."""
TIMELINE_IN, NUMBER_IN, KNEES_IN, LEVEL_IN, GAP_IN = 0.86, 0.15, (0.26, 0.36), 0.56, 0.7
"""Below the ground: all room for the timeline, and in it the numbers, the bends of the leaders, the line, the gaps."""
HEAD_ROOM_IN = 0.12


def keyframe_strip_png(motion: Motion, selection: Selection, path: Path) -> None:
    """Draw the key poses side by side over a timeline that shows when each of them is.

    Parameters
    ----------
    motion : the clip.
    selection : its keyframes, from 0.
    path : the PNG to write, whole or not at all; 1,800 pixels wide, on a light ground.

    Raises
    ------
    FileError : the file cannot be written.
    """
    strip = pose_strip(motion, selection)
    columns = balanced_columns(len(strip.poses), _most(strip))
    rows = [strip.poses[start : start + columns] for start in range(0, len(strip.poses), columns)]
    width = max(2.1 * strip.half_width_cm, strip.top_cm * WIDE_IN / columns / TALLEST_IN)
    inch = columns * width / WIDE_IN
    foot, top = TIMELINE_IN * inch, strip.top_cm + HEAD_ROOM_IN * inch
    figure = Figure(figsize=(WIDE_IN, (foot + top) / inch * len(rows)), dpi=DPI, facecolor=PAPER)
    for place, row in enumerate(rows):
        axes = figure.add_axes((0.0, 1.0 - (place + 1) / len(rows), 1.0, 1.0 / len(rows)))
        axes.set_axis_off()
        axes.set(xlim=(0.0, columns * width), ylim=(-foot, top))
        _draw_row(axes, row, width, inch, strip.stature_cm / inch / USUAL_FIGURE_IN)
    FigureCanvasAgg(figure)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def _most(strip: PoseStrip) -> int:
    """Poses that fit into a row: figures must not get so small that the limbs of one cannot be told apart."""
    cell_in = 2.1 * strip.half_width_cm / strip.stature_cm * LEAST_FIGURE_IN
    return max(1, min(MOST_A_ROW, int(WIDE_IN / cell_in)))


def _draw_row(axes: Axes, poses: tuple[Pose, ...], width: float, inch: float, weight: float) -> None:
    """One row of poses, the ground they stand on, and their own stretch of time; lengths in data units."""
    wide = len(poses) * width
    centres = width * (np.arange(len(poses), dtype=np.float64) + 0.5)
    axes.plot([0.0, wide], [0.0, 0.0], color=LINE, lw=1.4, zorder=1)
    hips = np.concatenate([pose.hips_cm * (width, 1.0) + (x, 0.0) for pose, x in zip(poses, centres, strict=True)])
    axes.plot(*hips.T, color="#2565d0", lw=1.1, ls=(0, (0.1, 3.2)), dash_capstyle="round", alpha=0.8, zorder=1)
    for pose, x in zip(poses, centres, strict=True):
        draw_pose(axes, pose, float(x), weight)
    _draw_timeline(axes, poses, centres, inch)


def draw_pose(axes: Axes, pose: Pose, x: float, weight: float) -> None:
    """Draw a pose that stands at x, in centimetres; lines are as wide as `WIDTHS` times `weight`, in points."""
    strength = BREAKDOWN_STRENGTH if pose.key_class == "breakdown" else 1.0
    weight *= strength**0.5
    for place, limb in enumerate(pose.limbs):
        _draw_limb(axes, limb, x, strength, weight, 2.0 + place + (place >= pose.limbs_behind))
    if pose.head is not None:
        centre, radius = pose.head
        head = Circle((centre[0] + x, centre[1]), radius, zorder=2.0 + pose.limbs_behind)
        head.set(facecolor=PAPER, edgecolor=_faded(INK, strength), linewidth=2.2 * weight)
        axes.add_patch(head)


def _draw_limb(axes: Axes, limb: Limb, x: float, strength: float, weight: float, order: float) -> None:
    width = WIDTHS[limb.part] * weight
    colour = _faded(TONES[limb.tone], strength)
    for line, shade, points in ((limb.free_cm, PAPER, width + 2.0 * weight), (limb.line_cm, colour, width)):
        x_cm, y_cm = line[:, 0] + x, line[:, 1]
        axes.plot(x_cm, y_cm, color=shade, lw=points, zorder=order, solid_capstyle="round", solid_joinstyle="round")


def _draw_timeline(axes: Axes, poses: tuple[Pose, ...], centres: Floats, inch: float) -> None:
    """A line on which the keys stand at their true times, each led up to its pose; between them, the frames apart."""
    numbers = np.array([pose.number for pose in poses], dtype=np.float64)
    span = max(float(np.ptp(numbers)), 1.0)
    places = centres[0] + (numbers - numbers[0]) / span * (centres[-1] - centres[0])
    level, (upper, lower) = -LEVEL_IN * inch, (-knee * inch for knee in KNEES_IN)
    axes.plot([places[0], places[-1]], [level, level], color=LINE, lw=1.4, zorder=1)
    for pose, x, place in zip(poses, centres, places, strict=True):
        colour = CLASSES[pose.key_class]
        axes.plot([x, x, place], [upper, lower, level], color=colour, lw=0.9, alpha=0.5, zorder=1)
        axes.plot([place], [level], marker="D", ms=6.5, mfc=colour, mec=PAPER, mew=0.8, zorder=3)
        axes.text(x, -NUMBER_IN * inch, str(pose.number), color=INK, fontsize=10.5, ha="center", va="center")
    for (a, at), (b, to) in pairwise(zip(numbers, places, strict=True)):
        if to - at > 0.4 * inch:
            middle = (at + to) / 2.0
            axes.text(middle, -GAP_IN * inch, f"{b - a:.0f}", color=QUIET, fontsize=8.5, ha="center", va="center")


def _faded(colour: str, strength: float) -> tuple[float, float, float]:
    """Mix a colour with the paper; plain transparency would show the joints of overlapping lines."""
    parts = [(int(colour[i : i + 2], 16), int(PAPER[i : i + 2], 16)) for i in (1, 3, 5)]
    red, green, blue = ((strength * c + (1.0 - strength) * p) / 255.0 for c, p in parts)
    return red, green, blue
