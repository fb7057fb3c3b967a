"""How natural a clip is over time: the score, a lane for each kind of fault, and the poses around the worst moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from unbake.ground.files.whole_file import whole_file
from unbake.keyframes.selection import Selection
from unbake.reports.pictures.strip_picture import DPI, INK, LINE, PAPER, QUIET, WIDE_IN, draw_pose
from unbake.reports.pose_strip import pose_strip
from unbake.reports.wording import in_picture, percent
from unbake.synthesis.naturalness.calibrated import TERMS
from unbake.synthesis.naturalness.scored import ScoredMotion

WORST, CALM = "#b5392a", "#2565d0"
TITLE_IN, POSES_IN, NUMBERS_IN, CURVE_IN, LANE_IN, FOOT_IN = 0.5, 1.6, 0.22, 0.9, 0.19, 0.5
MARGIN_IN = (1.15, 0.35)
POSES, POSES_S = 11, 1.0
"""Poses around the worst moment, and the time from the first to the last."""
STRONG = 3.0
"""Log odds that one kind of fault adds, at which its lane is as dark as it gets."""
SHADES = LinearSegmentedColormap.from_list("faults", [PAPER, "#eeb9a8", WORST])


def score_picture_png(clips: list[tuple[str, ScoredMotion]], path: Path) -> None:
    """Draw the scores of clips below each other to a PNG, whole or not at all; FileError where it cannot be written."""
    figure = score_picture(clips)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def score_picture(clips: list[tuple[str, ScoredMotion]]) -> Figure:
    """Return the picture of the scores of clips, each with its name."""
    own_in = TITLE_IN + POSES_IN + CURVE_IN + LANE_IN * len(TERMS) + FOOT_IN
    tall_in = own_in * len(clips)
    figure = Figure(figsize=(WIDE_IN, tall_in), dpi=DPI, facecolor=PAPER)
    FigureCanvasAgg(figure)
    for place, (name, scored) in enumerate(clips):
        top = tall_in - place * own_in
        figure.text(
            MARGIN_IN[0] / WIDE_IN, (top - 0.28) / tall_in, in_picture(headline(name, scored)), color=INK, fontsize=12
        )
        rows: list[tuple[Axes, float]] = []
        for height in (POSES_IN, CURVE_IN, LANE_IN * len(TERMS)):
            top_in = top - TITLE_IN - sum(h for _, h in rows)
            rows.append((figure.add_axes(_box(top_in - height, height, tall_in)), height))
        poses, curve, lanes = (axes for axes, _ in rows)
        _draw_poses(poses, scored)
        _draw_curve(curve, scored)
        _draw_lanes(lanes, scored)
    return figure


def headline(name: str, scored: ScoredMotion) -> str:
    """Return the name of a clip, its worst moment and what is wrong there."""
    why = ", ".join(f"{reason.term.name} {reason.amount:.2g} {reason.term.unit}" for reason in scored.reasons()[:3])
    said = f"worst at frame {scored.worst_number}, {percent(scored.worst_probability)} likely unnatural"
    return f"{name}: {said}" + (f" ({why})" if why else "")


def _box(bottom_in: float, height_in: float, tall_in: float) -> tuple[float, float, float, float]:
    width = (WIDE_IN - sum(MARGIN_IN)) / WIDE_IN
    return (MARGIN_IN[0] / WIDE_IN, bottom_in / tall_in, width, height_in / tall_in)


def _draw_poses(axes: Axes, scored: ScoredMotion) -> None:
    """The poses around the worst frame, that one in the middle as far as the clip goes."""
    reach = 0.5 * POSES_S * float(scored.motion.fps)
    around = scored.verdict.worst_frame + np.linspace(-reach, reach, POSES).round().astype(int)
    frames = sorted({int(frame) for frame in around if 0 <= frame < scored.motion.n_frames})
    strip = pose_strip(scored.motion, Selection(tuple(frames)))
    width = max(
        2.1 * strip.half_width_cm, 1.12 * strip.top_cm * (WIDE_IN - sum(MARGIN_IN)) / POSES / (POSES_IN - NUMBERS_IN)
    )
    inch = POSES * width / (WIDE_IN - sum(MARGIN_IN))
    axes.set(xlim=(0.0, POSES * width), ylim=(-NUMBERS_IN * inch, (POSES_IN - NUMBERS_IN) * inch))
    axes.set_axis_off()
    axes.axhline(0.0, color=LINE, lw=1.2, zorder=0)
    first = 0.5 * (POSES - len(strip.poses))
    for place, pose in enumerate(strip.poses):
        x = (first + place + 0.5) * width
        draw_pose(axes, pose, x, min(0.8, 0.6 * strip.stature_cm / inch))
        is_worst = pose.number == scored.worst_number
        style: dict[str, Any] = {"color": WORST if is_worst else QUIET, "fontweight": "bold" if is_worst else "normal"}
        axes.text(x, -0.14 * inch, str(pose.number), ha="center", va="center", fontsize=9, **style)


def _draw_curve(axes: Axes, scored: ScoredMotion) -> None:
    frames, values = _numbers(scored), scored.probabilities
    _dress(axes, scored)
    axes.set(ylim=(0.0, 1.0))
    axes.set_yticks([0.0, 0.5, 1.0], ["natural", "", "unnatural"])
    # In the middle of its line, "natural" would lie on the name of the first lane.
    axes.get_yticklabels()[0].set_verticalalignment("bottom")
    axes.get_yticklabels()[-1].set_verticalalignment("top")
    axes.tick_params(labelbottom=False)
    axes.fill_between(frames, 0.0, values, where=values > 0.5, color=WORST, alpha=0.25, lw=0.0)
    axes.plot(frames, values, color=CALM, lw=1.4, marker="o" if len(frames) == 1 else "")
    axes.axhline(0.5, color=LINE, lw=0.9, zorder=0)


def _draw_lanes(axes: Axes, scored: ScoredMotion) -> None:
    _dress(axes, scored)
    lanes = np.stack([scored.verdict.parts[term.name] for term in TERMS])
    first, last = scored.motion.first_frame, scored.motion.last_frame
    edges = (first - 0.5, last + 0.5, len(TERMS), 0.0)
    axes.imshow(lanes, aspect="auto", cmap=SHADES, vmin=0.0, vmax=STRONG, extent=edges, interpolation="nearest")
    axes.set_yticks(np.arange(len(TERMS)) + 0.5, [term.name for term in TERMS])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    for row in range(1, len(TERMS)):
        axes.axhline(row, color=PAPER, lw=1.5)


def _dress(axes: Axes, scored: ScoredMotion) -> None:
    axes.set_facecolor(PAPER)
    axes.set_xlim(scored.motion.first_frame - 0.5, scored.motion.last_frame + 0.5)
    axes.axvline(scored.worst_number, color=WORST, lw=1.2, zorder=4)
    axes.tick_params(colors=QUIET, length=0, labelsize=8)
    for spine in axes.spines.values():
        spine.set_color(LINE)


def _numbers(scored: ScoredMotion) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.arange(scored.motion.first_frame, scored.motion.last_frame + 1)
