"""The picture to judge foot labels by: heights and speeds of heels and toes, the labels, and the legs they belong to.

Every row is a stretch of time. A curve is drawn bold where its point is labelled as planted, so that a boundary that
is some frames off shows as a bold piece that already rises, or a thin one that lies still.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpecFromSubplotSpec, SubplotSpec
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, MultipleLocator, NullFormatter, NullLocator

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels, Plant, Planted
from unbake.feet.legs import SIDES, Legs, legs_of
from unbake.ground.arrays import Floats, Indices
from unbake.ground.files.whole_file import whole_file
from unbake.motion.motion import Motion
from unbake.reports.pictures.plant_numbers import number_ends
from unbake.reports.pictures.strip_picture import DPI, INK, LINE, PAPER, QUIET, TONES, WIDE_IN
from unbake.reports.wording import in_picture

POINT_TONES = ("#b5392a", "#2565d0")
"""Heel and toe, of either foot."""
SOURCE_STRENGTHS = {"hand": 1.0, "force-plate": 1.0, "performer": 1.0, "oracle": 0.55, "thresholds": 0.55}

FRAMES_A_ROW, MOST_ROWS = 200, 8
"""By default as many frames a row that a frame is eight pixels wide; of long clips more, for there is no end to them
otherwise."""
LEAST_A_ROW, MOST_PIXELS = 20, 80_000_000
"""Rows of fewer frames show nothing more; larger pictures are opened by no program."""
LEGS_IN, HEIGHTS_IN, SPEEDS_IN, LANES_IN, BETWEEN_IN, HEAD_IN = 1.25, 1.5, 1.15, 0.56, 0.42, 0.45
MARGIN_IN = (0.72, 0.3)
ROW_PX = (WIDE_IN - sum(MARGIN_IN)) * DPI
FIGURE_IN = 0.95
"""Between one pair of legs and the next."""
HIGHEST_CM = 14.0
"""Heights above are cut off: a boundary is a matter of millimetres."""
REST_WITHIN_CM = 5.0
"""Where a foot is planted at other heights, as on stairs, the height at which a point usually rests says nothing."""
SPEEDS_M_S = (0.02, 12.0)
FAR_ABOVE_M = 0.1
"""Of legs that are farther above zero than this the ground is not drawn."""
SPEED_TICKS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SPEED_OVER_S = Fraction(1, 30)
"""The line of a speed is taken over this time, for a capture's noise; its dots from one frame to the next."""
STEPS = tuple(digit * 10**zeros for zeros in range(10) for digit in (1, 2, 5))
"""From one numbered frame to the next."""
FRAME_LINES_PX = 6.0
"""Every frame has a line of its own where lines are this far apart."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """What the rows are drawn from; arrays over the whole clip."""

    motion: Motion
    legs: Legs
    labels: FootLabels
    certainty: Floats | None
    heights_cm: Floats
    speeds_m_s: Floats
    raw_speeds_m_s: Floats
    rests_cm: Floats


def foot_picture_png(
    motion: Motion,
    labels: FootLabels,
    path: Path,
    *,
    certainty: Floats | None = None,
    frame_numbers: tuple[int, int] | None = None,
    frames_a_row: int | None = None,
    title: str = "",
    legs: Legs | None = None,
) -> None:
    """Draw what foot labels are judged by to a PNG, whole or not at all; parameters as `foot_picture`.

    Raises FileError where it cannot be written.
    """
    figure = foot_picture(
        motion,
        labels,
        certainty=certainty,
        frame_numbers=frame_numbers,
        frames_a_row=frames_a_row,
        title=title,
        legs=legs,
    )
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def foot_picture(
    motion: Motion,
    labels: FootLabels,
    *,
    certainty: Floats | None = None,
    frame_numbers: tuple[int, int] | None = None,
    frames_a_row: int | None = None,
    title: str = "",
    legs: Legs | None = None,
) -> Figure:
    """Return the picture that foot labels are judged by.

    Parameters
    ----------
    motion : the whole clip.
    labels : of the whole clip.
    certainty : (F, 4) the oracle's, 0 to 1, shaded behind the labels.
    frame_numbers : the first and last to draw, as the file numbers them; by default all.
    frames_a_row : fewer are wider; by default 200, more in long clips.
    title : what stands above.
    legs : of the motion; found by the joints' names by default.

    Raises
    ------
    MotionError : labels of another motion, a skeleton without legs.
    UsageError : frames outside the clip, too few a row.
    """
    labels.check_of(motion)
    first, last = frame_numbers or (motion.first_frame, motion.last_frame)
    if first > last:
        raise UsageError(f"the range {first}:{last} ends before it starts")
    begin, end = motion.frame_index(first), motion.frame_index(last)
    shown = _shown(motion, labels, certainty, legs or legs_of(motion))
    row_in = LEGS_IN + 2.0 * (HEIGHTS_IN + SPEEDS_IN + LANES_IN) + BETWEEN_IN
    a_row = _frames_a_row(end - begin + 1, frames_a_row, row_in)
    starts = range(begin, end + 1, a_row)
    tall_in = HEAD_IN + len(starts) * row_in
    figure = Figure(figsize=(WIDE_IN, tall_in), dpi=DPI, facecolor=PAPER)
    figure.text(
        MARGIN_IN[0] / WIDE_IN,
        1.0 - 0.22 / tall_in,
        in_picture(title),
        color=INK,
        fontsize=13,
        fontweight="bold",
        va="center",
    )
    _write_legend(figure, 1.0 - 0.22 / tall_in, certainty is not None)
    rows = figure.add_gridspec(
        len(starts),
        1,
        left=MARGIN_IN[0] / WIDE_IN,
        right=1.0 - MARGIN_IN[1] / WIDE_IN,
        top=1.0 - HEAD_IN / tall_in,
        bottom=0.0,
        hspace=0.0,
    )
    for place, start in enumerate(starts):
        _draw_row(figure, rows[place], shown, start, min(start + a_row - 1, end), a_row)
    FigureCanvasAgg(figure)
    return figure


def _shown(motion: Motion, labels: FootLabels, certainty: Floats | None, legs: Legs) -> _Shown:
    points = legs.points_m(motion)
    heights = 100.0 * points[..., 1]
    reach = max(1, round(SPEED_OVER_S * motion.fps / 2))
    raw, speeds = (_speeds_m_s(points, frames, float(motion.fps)) for frames in (1, reach))
    return _Shown(motion, legs, labels, certainty, heights, speeds, raw, _rests_cm(heights, speeds))


def _speeds_m_s(points_m: Floats, reach: int, fps: float) -> Floats:
    """Speeds (F, 4) from `reach` frames before each frame to as many after it; at the ends from what there is."""
    frames = np.arange(len(points_m))
    before, after = np.maximum(frames - reach, 0), np.minimum(frames + reach, len(points_m) - 1)
    way = np.linalg.norm(points_m[after] - points_m[before], axis=-1)
    return np.asarray(way * fps / np.maximum(after - before, 1)[:, None])


def usual_frames_a_row(n_frames: int) -> int:
    """Return how many frames a row has by default: so many that the rows are equally full."""
    return -(-n_frames // min(MOST_ROWS, -(-n_frames // FRAMES_A_ROW)))


def _frames_a_row(n_frames: int, wanted: int | None, row_in: float) -> int:
    if wanted is None:
        return usual_frames_a_row(n_frames)
    least = max(LEAST_A_ROW, -(-n_frames // int(MOST_PIXELS / (DPI * DPI * WIDE_IN * row_in))))
    if wanted < least:
        raise UsageError(f"{wanted} frames a row are too few for a picture of {n_frames:,}; {least} is the least")
    return wanted


def _rests_cm(heights_cm: Floats, speeds_m_s: Floats) -> Floats:
    """Where each point lies when it lies (4,): its usual height among the tenth of the frames that it moves least."""
    slow = np.argsort(speeds_m_s, axis=0, kind="stable")[: max(1, len(speeds_m_s) // 10)]
    return np.asarray(np.median(np.take_along_axis(heights_cm, slow, axis=0), axis=0))


def _write_legend(figure: Figure, level: float, has_certainty: bool) -> None:
    """Which colour is which, at the right end of the title's line."""
    entries = [
        ("heel", POINT_TONES[0]),
        ("toe", POINT_TONES[1]),
        ("bold: labelled as planted", INK),
        ("dotted: where the point usually rests", QUIET),
    ]
    if has_certainty:
        entries.append(("behind the labels: the oracle's certainty", QUIET))
    place = 1.0 - MARGIN_IN[1] / WIDE_IN
    for words, colour in reversed(entries):
        figure.text(place, level, words, color=colour, fontsize=8.5, ha="right", va="center")
        place -= (0.062 * len(words) + 0.22) / WIDE_IN


def _draw_row(figure: Figure, cell: SubplotSpec, shown: _Shown, first: int, last: int, a_row: int) -> None:
    """Legs, and for each foot heights, speeds and labels of frames `first` to `last` from 0."""
    parts = [LEGS_IN, *(2 * [HEIGHTS_IN, SPEEDS_IN, LANES_IN]), BETWEEN_IN]
    grid = GridSpecFromSubplotSpec(len(parts), 1, subplot_spec=cell, height_ratios=parts, hspace=0.0)
    axes = [figure.add_subplot(grid[place]) for place in range(len(parts) - 1)]
    number = shown.motion.first_frame
    for one in axes:
        one.set_facecolor(PAPER)
        one.set_xlim(first + number - 0.6, first + a_row + number - 0.4)
    _draw_legs(axes[0], shown, first, last, a_row)
    for foot, side in enumerate(SIDES):
        heights, speeds, lanes = axes[1 + 3 * foot : 4 + 3 * foot]
        _dress(heights, f"{side}\ncm", a_row)
        _dress(speeds, "m/s", a_row)
        _dress(lanes, "", a_row, numbered=foot == 1)
        heights.spines["top"].set(visible=True, color=QUIET)
        _draw_curves(heights, speeds, shown, foot, first, last)
        _draw_lanes(lanes, shown, foot, first, last, a_row)


def _dress(axes: Axes, label: str, a_row: int, numbered: bool = False) -> None:
    pixels = ROW_PX / a_row
    every = next(step for step in STEPS if step * pixels >= 42.0)
    axes.set_ylabel(label, color=QUIET, fontsize=9)
    axes.tick_params(colors=QUIET, length=0, labelsize=8, labelbottom=numbered)
    axes.xaxis.set_major_locator(MultipleLocator(every))
    axes.grid(axis="x", color=LINE, lw=0.9)
    if pixels >= FRAME_LINES_PX:
        axes.xaxis.set_minor_locator(MultipleLocator(1))
        axes.grid(axis="x", which="minor", color=LINE, lw=0.35)
        axes.tick_params(which="minor", length=0)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set(color=LINE, visible=False)


def _draw_curves(heights: Axes, speeds: Axes, shown: _Shown, foot: int, first: int, last: int) -> None:
    """Heel and toe of a foot: thin lines, bold and dotted at every frame where they are planted."""
    rows = slice(first, last + 1)
    frames = np.arange(first, last + 1) + shown.motion.first_frame
    planted = shown.labels.planted()[rows]
    both = slice(2 * foot, 2 * foot + 2)
    stands_cm = shown.heights_cm[rows, both][planted[:, both]]
    for part, tone in enumerate(POINT_TONES):
        point = 2 * foot + part
        if not stands_cm.size or np.abs(stands_cm - shown.rests_cm[point]).min() <= REST_WITHIN_CM:
            heights.axhline(shown.rests_cm[point], color=tone, lw=0.8, ls=(0, (1, 3)), zorder=1)
        _draw_curve(
            heights, frames, shown.heights_cm[rows, point], shown.heights_cm[rows, point], planted[:, point], tone
        )
        slow, raw = (
            np.maximum(all_points[rows, point], SPEEDS_M_S[0])
            for all_points in (shown.speeds_m_s, shown.raw_speeds_m_s)
        )
        _draw_curve(speeds, frames, slow, raw, planted[:, point], tone)
    heights.set_ylim(*_limits_cm(shown.heights_cm[rows, both], stands_cm))
    heights.yaxis.set_major_locator(MaxNLocator(7, integer=True))
    heights.grid(axis="y", color=LINE, lw=0.6)
    speeds.set(yscale="log", ylim=SPEEDS_M_S)
    speeds.yaxis.set_major_locator(FixedLocator(SPEED_TICKS))
    speeds.yaxis.set_minor_locator(NullLocator())
    speeds.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    speeds.yaxis.set_minor_formatter(NullFormatter())
    speeds.grid(axis="y", color=LINE, lw=0.6)


def _limits_cm(heights_cm: Floats, stands_cm: Floats) -> tuple[float, float]:
    """From a foot's lowest height in a row to well above the highest at which it stands."""
    low = float(heights_cm.min())
    return low - 0.8, max(low + HIGHEST_CM, float(stands_cm.max(initial=low)) + 5.0)


def _draw_curve(axes: Axes, frames: Indices, values: Floats, dots: Floats, planted: Planted, tone: str) -> None:
    axes.plot(frames, dots, "o", color=tone, ms=2.0, mew=0, zorder=2)
    axes.plot(frames, values, color=tone, lw=0.8, zorder=2)
    bold = np.where(planted, values, np.nan)
    axes.plot(frames, bold, color=tone, lw=2.8, marker="o", ms=3.6, mew=0, alpha=0.7, zorder=3)


def _draw_lanes(axes: Axes, shown: _Shown, foot: int, first: int, last: int, a_row: int) -> None:
    """Two lanes, heel above toe: the oracle's certainty, and over it the plants with the frames where they end."""
    number = shown.motion.first_frame
    axes.set_ylim(0.0, 2.0)
    axes.set_yticks([1.5, 0.5], ["heel", "toe"])
    axes.axhline(1.0, color=LINE, lw=0.9)
    for part, tone in enumerate(POINT_TONES):
        point, base = 2 * foot + part, 1.0 - part
        if shown.certainty is not None:
            sure = np.repeat(shown.certainty[first : last + 1, point], 2)
            edges = np.repeat(np.arange(first, last + 2) + number - 0.5, 2)[1:-1]
            axes.fill_between(edges, base, base + 0.96 * sure, color=QUIET, alpha=0.28, lw=0.0, zorder=1)
        plants = [p for p in shown.labels.of_point(point) if p.first <= last and p.last >= first]
        for plant in plants:
            _draw_plant(axes, plant, base + 0.48, tone, (first, last), number)
        number_ends(axes, plants, base + 0.48, (first, last), number, a_row / ROW_PX)


def _draw_plant(axes: Axes, plant: Plant, level: float, tone: str, row: tuple[int, int], number: int) -> None:
    begin, end = max(plant.first, row[0]), min(plant.last, row[1])
    axes.barh(
        level, end - begin + 1, 0.42, left=begin + number - 0.5, color=tone, lw=0.0, zorder=3,
        alpha=SOURCE_STRENGTHS[plant.source],
    )  # fmt: skip


def _draw_legs(axes: Axes, shown: _Shown, first: int, last: int, a_row: int) -> None:
    """The legs at regular instants, seen from the side of the way they face, over the frame they are of."""
    frames_an_inch = a_row / (WIDE_IN - sum(MARGIN_IN))
    every = max(1, round(FIGURE_IN * frames_an_inch))
    at = np.arange(first + every // 2, last + 1, every) if last - first >= every // 2 else np.array([first])
    lines, points = _side_view(shown, at)
    lowest = float(min(lines[..., 1].min(), points[..., 1].min()))
    ground = lowest if lowest > FAR_ABOVE_M else min(lowest, 0.0)
    tall = max(1.02, 1.04 * (float(lines[..., 1].max()) - ground))
    inch = LEGS_IN / tall / 1.05
    axes.set_ylim(ground - 0.05 * tall, ground + tall)
    axes.axhline(0.0, color=QUIET, lw=0.8, zorder=1)
    planted = shown.labels.planted()[at]
    for row, frame in enumerate(at + shown.motion.first_frame):
        for foot in (1, 0):
            across, up = lines[row, foot].T
            tone = TONES[SIDES[foot]]
            axes.plot(frame + across * inch * frames_an_inch, up, color=tone, lw=2.2, solid_joinstyle="round", zorder=2)
            _mark_points(axes, points[row, foot], planted[row, 2 * foot : 2 * foot + 2], frame, inch * frames_an_inch)
    axes.tick_params(length=0, labelbottom=False, labelleft=False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _mark_points(axes: Axes, places: Floats, planted: Planted, frame: int, scale: float) -> None:
    for place, is_planted, tone in zip(places, planted, POINT_TONES, strict=True):
        face = tone if is_planted else PAPER
        axes.plot([frame + place[0] * scale], [place[1]], "o", mfc=face, mec=tone, mew=0.8, ms=4.6, zorder=4)


def _side_view(shown: _Shown, at: Indices) -> tuple[Floats, Floats]:
    """Lines (n, 2, 6, 2) hip, knee, ankle, heel, toe, ankle, and points (n, 2, 2, 2), in metres ahead and up."""
    positions = shown.motion.positions()[at]
    points = shown.legs.points_m(shown.motion)[at].reshape(len(at), 2, 2, 3)
    hips = np.stack([positions[:, leg.hip] for leg in shown.legs.both], axis=1)
    ahead = np.cross(hips[:, 0] - hips[:, 1], (0.0, 1.0, 0.0))
    ahead /= np.maximum(np.linalg.norm(ahead, axis=-1, keepdims=True), 1e-9)
    joints = [
        np.stack([positions[:, joint] for joint in (leg.hip, leg.knee, leg.ankle)], axis=1) for leg in shown.legs.both
    ]
    lines = np.concatenate([np.stack(joints, axis=1), points, np.stack(joints, axis=1)[:, :, 2:]], axis=2)
    centre = hips.mean(axis=1)

    def flat(places: Floats) -> Floats:
        across = np.einsum("n...i,ni->n...", places - centre.reshape(-1, 1, 1, 3), ahead)
        return np.stack([across, places[..., 1]], axis=-1)

    return flat(lines), flat(points)
