"""Sheets to judge random blends by: ``python -m benchmarks.scores.blend_sheets FOLDER PASS``, PASS is a or b.

Sixteen strips a sheet, each with ten poses from the side at even times, the heights of both balls of the feet and the
frames in which heels and toes are planted below them, and all of it from above on the right: the way of the hips, a dot
a frame, and the ways of both balls, thick while they are planted. The order differs from pass to pass, and no score is
shown.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from benchmarks.scores.random_blends import ITEMS, Item, item
from benchmarks.usage import command_line
from unbake.ground.arrays import Floats
from unbake.reports.camera import side_camera
from unbake.reports.stick_figure import stick_figure

COLUMNS, ROWS, POSES = 2, 8, 10
INCHES, DPI = 16.0, 100
APART_M = 0.95
TONES = {"left": "#2565d0", "right": "#c8702e", "middle": "#22262b"}
WIDTHS = {"trunk": 2.2, "leg": 1.7, "arm": 1.0, "bone": 1.0}
BALLS = {"left": 1, "right": 4}
"""Among the six points of both soles."""
POINTS = ("left", "left", "right", "right")
BAR_M, TRACK_M = 0.09, 0.3
"""Heights of a row of plants, and of the room for the feet's heights above them."""


def order_of(which: str) -> list[int]:
    """Return the order in which a pass shows items."""
    return [int(n) for n in np.random.default_rng({"a": 1, "b": 2}[which]).permutation(ITEMS)]


def _draw_poses(axes: Axes, one: Item) -> None:
    motion, level = one.judged.motion, one.judged.floor.level_m
    figure, camera = stick_figure(motion), side_camera(motion)
    frames = np.linspace(0, motion.n_frames - 1, POSES).round().astype(np.int64)
    lines, colours, widths = [], [], []
    for column, places in enumerate(motion.positions()[frames]):
        flat = camera.picture(places)
        flat = flat - (flat[figure.hips, 0] - APART_M * column, level)
        for chain in figure.chains:
            lines.append(flat[list(chain.joints)])
            colours.append(TONES[chain.tone])
            widths.append(WIDTHS[chain.part])
        if figure.head is not None:
            centre, radius = figure.head.circle(places, motion.height_m())
            angle = np.linspace(0.0, 2.0 * np.pi, 16)
            middle = camera.picture(centre) - (camera.picture(places[figure.hips])[0] - APART_M * column, level)
            lines.append(middle + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1))
            colours.append(TONES["middle"])
            widths.append(1.0)
        axes.text(APART_M * column, -0.09, str(frames[column]), ha="center", va="center", fontsize=5, color="#777")
    axes.axhline(0.0, color="#bbb", lw=0.6)
    axes.add_collection(LineCollection(lines, colors=colours, linewidths=widths))


def _draw_feet(axes: Axes, one: Item) -> None:
    """Heights of both balls, and the frames in which each point of both feet is planted."""
    count = one.judged.n_frames
    across = APART_M * (POSES - 1) * np.arange(count) / (count - 1)
    bottom = -0.2 - TRACK_M
    for side, point in BALLS.items():
        height = np.clip(one.judged.heights_m[:, point], -0.1, 0.3)
        axes.plot(across, bottom + height, color=TONES[side], lw=0.9)
    axes.axhline(bottom, color="#ddd", lw=0.5)
    for row, side in enumerate(POINTS):
        planted = one.judged.labels.planted()[:, row]
        level = bottom - 0.1 - BAR_M * (row + 1)
        axes.scatter(across[planted], np.full(int(planted.sum()), level), s=2.2, marker="s", color=TONES[side], lw=0)


def _seen_from_above(axes: Axes, one: Item) -> None:
    right = side_camera(one.judged.motion).right
    turn = np.array([[right[0], right[2]], [right[2], -right[0]]]).T
    hips: Floats = one.judged.joints_m["hips"][:, [0, 2]] @ turn
    ways = {side: one.judged.soles_m[:, point][:, [0, 2]] @ turn for side, point in BALLS.items()}
    axes.plot(*hips.T, color="#999", lw=0.6)
    axes.scatter(hips[:, 0], hips[:, 1], s=1.5, color=TONES["middle"], lw=0)
    axes.plot(*hips[0], "o", ms=4, mfc="none", mec=TONES["middle"], mew=0.8)
    for side, way in ways.items():
        axes.plot(*way.T, color=TONES[side], lw=0.6)
        rows = [row for row, name in enumerate(POINTS) if name == side]
        stands = one.judged.labels.planted()[:, rows].any(axis=1)
        axes.scatter(way[stands, 0], way[stands, 1], s=14, color=TONES[side], alpha=0.45, lw=0)
    points = np.concatenate([hips, *ways.values()])
    middle, half = 0.5 * (points.min(axis=0) + points.max(axis=0)), max(0.55 * np.ptp(points, axis=0).max(), 0.5)
    axes.set(xlim=(middle[0] - half, middle[0] + half), ylim=(middle[1] - half, middle[1] + half), aspect="equal")
    left, low = middle - 0.96 * half
    axes.plot([left, left + 0.5], [low, low], color="#111", lw=1.5)
    axes.set(xticks=[], yticks=[])


def _draw_strip(figure: Figure, column: int, row: int, one: Item) -> None:
    left, bottom, wide, tall = column / COLUMNS, 1.0 - (row + 1) / ROWS, 1.0 / COLUMNS, 1.0 / ROWS
    axes = figure.add_axes((left + 0.002, bottom, 0.77 * wide, tall))
    axes.set(xlim=(-0.6, APART_M * (POSES - 1) + 0.6), ylim=(-1.05, 2.05))
    axes.axis("off")
    _draw_poses(axes, one)
    _draw_feet(axes, one)
    axes.text(-0.55, 1.85, f"#{one.number}", fontsize=9, weight="bold")
    axes.text(-0.55, -0.75, f"{one.judged.n_frames} fr", fontsize=5, color="#777")
    above = figure.add_axes((left + 0.78 * wide, bottom + 0.03 * tall, 0.215 * wide, 0.92 * tall))
    _seen_from_above(above, one)


def save_sheets(folder: Path, which: str) -> list[Path]:
    """Write all sheets of a pass."""
    order, each, out = order_of(which), COLUMNS * ROWS, []
    for start in range(0, len(order), each):
        figure = Figure(figsize=(INCHES, INCHES), dpi=DPI, facecolor="white")
        FigureCanvasAgg(figure)
        for place, number in enumerate(order[start : start + each]):
            _draw_strip(figure, place % COLUMNS, place // COLUMNS, item(number))
        file = folder / f"{which}_{start // each:02}.png"
        figure.savefig(file)
        out.append(file)
    return out


if __name__ == "__main__":
    parser = command_line(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("judging", metavar="pass", choices=["a", "b"])
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    save_sheets(given.folder, given.judging)
