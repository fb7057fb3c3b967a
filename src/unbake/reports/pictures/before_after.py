"""Stretches of motion below each other as rows of figures, and how sure somebody is of them, for looking at edits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.ground.files.whole_file import whole_file
from unbake.motion.body.body_frame import heading
from unbake.motion.motion import Motion
from unbake.reports.pictures.strip_picture import INK, LINE, PAPER, QUIET, TONES
from unbake.reports.stick_figure import sides
from unbake.reports.wording import in_picture

SURE, UNSURE = "#37924a", "#c8402e"
WIDE_IN, DPI, FIGURES = 15.0, 110, 14
NUMBERS_IN = 0.3
"""What the numbers of frames below the confidence take."""


def before_after_png(
    rows: Sequence[tuple[str, Motion]],
    path: Path,
    *,
    instants_s: Floats | None = None,
    shown: Sequence[Floats] = (),
    confidence: Floats | None = None,
    highlighted: tuple[float, float] | None = None,
) -> None:
    """Draw motions as rows of figures, every joint, seen from the side of where each of them heads.

    Parameters
    ----------
    rows : name and motion of each row.
    path : the PNG to write, whole or not at all.
    instants_s : (N,) seconds of the first motion at which figures are drawn; evenly over the clip by default.
    shown : for each row the seconds (N,) at which it is at these instants; the instants themselves by default.
    confidence : (F,) 0 to 1 for each frame of the last row, drawn as a line below.
    highlighted : seconds from and to which something is to be marked.
    """
    first = rows[0][1]
    at = np.linspace(0.0, first.duration_s, FIGURES) if instants_s is None else instants_s
    times = list(shown) or [at] * len(rows)
    stature = max(first.height_m(), 1e-3)
    room = 0.75 * stature
    count = len(rows) + (confidence is not None) * 0.35
    tall_in = 1.95 * count + 0.2
    figure = Figure(figsize=(WIDE_IN, tall_in), dpi=DPI, facecolor=PAPER)
    for place, ((name, motion), seconds) in enumerate(zip(rows, times, strict=True)):
        axes = figure.add_axes((0.0, 1.0 - (place + 1) / count, 1.0, 1.0 / count))
        axes.set_axis_off()
        axes.set(xlim=(-0.7 * room, (len(at) - 0.3) * room), ylim=(-0.15 * stature, 1.25 * stature), aspect="equal")
        axes.text(-0.65 * room, 1.16 * stature, in_picture(name), color=INK, fontsize=11, ha="left")
        frames = np.clip(np.round(seconds * float(motion.fps)), 0, motion.n_frames - 1).astype(np.int64)
        marks = np.zeros(len(at), dtype=np.bool_)
        if highlighted is not None:
            marks = (at >= highlighted[0]) & (at <= highlighted[1])
        _draw_row(axes, motion, frames, room, marks)
    if confidence is not None:
        axes = figure.add_axes((0.035, NUMBERS_IN / tall_in, 0.94, 0.22 / count))
        _draw_confidence(axes, confidence, rows[-1][1])
    FigureCanvasAgg(figure)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def _draw_row(axes: Axes, motion: Motion, frames: Indices, room: float, marks: Booleans) -> None:
    places = seen_from_the_side(motion, frames)
    ground = float(np.quantile(motion.positions()[..., 1].min(axis=1), 0.1))
    tones, parents = sides(motion.skeleton), motion.skeleton.parents
    axes.plot(axes.get_xlim(), (0.0, 0.0), color=LINE, lw=1.2, zorder=0)
    for column, pose in enumerate(places):
        x, y = column * room + pose[:, 0], pose[:, 1] - ground
        if marks[column]:
            axes.axvspan((column - 0.5) * room, (column + 0.5) * room, color="#f2ead8", zorder=-1)
        for joint, parent in enumerate(parents):
            if parent >= 0:
                line = axes.plot(x[[parent, joint]], y[[parent, joint]], color=TONES[tones[joint]], lw=1.5)[0]
                line.set_solid_capstyle("round")
        number = str(frames[column] + motion.first_frame)
        axes.text(column * room, -0.04, number, color=QUIET, fontsize=8, ha="center", va="top")


def seen_from_the_side(motion: Motion, frames: Indices) -> Floats:
    """Return the joints (N, J, 2) at frames (N,): ahead and a little aside to the right, and up."""
    places = motion.positions()[frames]
    roles = motion.skeleton.roles
    hips = [roles.get("left-hip", 0), roles.get("right-hip", 0)]
    sine, cosine = heading(places[:, hips])
    away = places - places[:, hips].mean(axis=1, keepdims=True) * [1.0, 0.0, 1.0]
    ahead = sine[:, None] * away[..., 0] + cosine[:, None] * away[..., 2]
    left = cosine[:, None] * away[..., 0] - sine[:, None] * away[..., 2]
    return np.stack([0.82 * ahead - 0.57 * left, places[..., 1]], axis=-1)


def _draw_confidence(axes: Axes, confidence: Floats, motion: Motion) -> None:
    frames = np.arange(len(confidence)) + motion.first_frame
    axes.set_facecolor(PAPER)
    axes.fill_between(frames, confidence, color=SURE, alpha=0.35, lw=0)
    axes.fill_between(frames, confidence, 1.0, color=UNSURE, alpha=0.2, lw=0)
    axes.plot(frames, confidence, color=INK, lw=0.9)
    axes.set(xlim=(frames[0], max(frames[-1], frames[0] + 1)), ylim=(0.0, 1.0), yticks=(0.0, 1.0))
    axes.set_ylabel("sure", fontsize=8)
    axes.tick_params(labelsize=8, colors=QUIET)
    for spine in axes.spines.values():
        spine.set_visible(False)
