"""Sheets to judge transplants by: ``python -m benchmarks.transplants.sheets FOLDER PASS``, PASS is a or b.

Each row is one transplant: poses of the body as its own heading sees it, from ahead and from the left, limbs that come
from elsewhere in red; below them the speed of both wrists against the hips. The order differs from pass to pass, and
neither rules nor sources are shown.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchmarks.transplants.drawn import Drawn, drawn
from benchmarks.usage import command_line
from unbake.ground.arrays import Floats
from unbake.motion.body.body_path import RATE_HZ, ROLES, BodyPath

ROWS, POSES = 5, 15
BONES = (
    ("hips", "spine"), ("spine", "chest"), ("chest", "neck"), ("neck", "head"),
    *((f"{side}-{a}", f"{side}-{b}") for side in ("left", "right")
      for a, b in (("shoulder", "elbow"), ("elbow", "wrist"), ("hip", "knee"), ("knee", "ankle"))),
    *(pair for side in ("left", "right") for pair in (("chest", f"{side}-shoulder"), ("hips", f"{side}-hip"))),
)  # fmt: skip
VIEWS = {"ahead": 20.0, "left": 100.0}
"""Degrees that the camera stands to the left of straight ahead."""


def order_of(which: str, count: int) -> list[int]:
    """Return the order in which a pass shows transplants."""
    return [int(n) for n in np.random.default_rng({"a": 1, "b": 2}[which]).permutation(count)]


def _pose(axes: Axes, pose: Floats, moved: set[str], at: float, azimuth_deg: float, up: float) -> None:
    angle = np.radians(azimuth_deg)
    x = -pose[:, 0] * np.cos(angle) + pose[:, 2] * np.sin(angle)
    place = dict(zip(ROLES, np.stack([at + x, pose[:, 1] + up], axis=1), strict=True))
    for one, other in BONES:
        colour = "#d11" if other in moved else "#246" if "left" in other else "#111"
        axes.plot(*np.stack([place[one], place[other]], axis=1), color=colour, lw=1.6 if "left" not in other else 1.0)
    axes.plot(*place["head"], "o", ms=6, mfc="none", mec="#111")
    axes.plot([at - 0.5, at + 0.5], [up, up], color="#bbb", lw=0.5)


def _row(axes: Axes, below: Axes, one: Drawn) -> None:
    motion, body = one.motion(), one.body()
    skeleton = motion.skeleton
    moved = {
        role
        for role in ROLES
        if role in skeleton.roles
        and any(skeleton.names[skeleton.roles[role]] in graft.joints for graft in one.recipe.grafts)
    }
    frames = np.linspace(0, body.n_instants - 1, POSES).round().astype(np.int64)
    poses = body.seen_from(frames, frames[:, None])[:, 0]
    for view, up in zip(VIEWS, (2.3, 0.0), strict=True):
        for column, pose in enumerate(poses):
            _pose(axes, pose, moved, 1.25 * column, VIEWS[view], up)
    for column, frame in enumerate(frames):
        axes.text(1.25 * column, -0.25, str(frame), ha="center", fontsize=7)
    axes.set_title(f"{one.name}   {body.n_instants} frames", loc="left", fontsize=9, pad=1)
    axes.set_aspect("equal")
    axes.set_xlim(-0.8, 1.25 * POSES - 0.4)
    axes.set_ylim(-0.3, 4.5)
    axes.axis("off")
    _speeds(below, body)


def _speeds(axes: Axes, body: BodyPath) -> None:
    away = (body.positions - body.positions[:, :1]) * body.leg_m
    for role, colour in (("left-wrist", "#246"), ("right-wrist", "#111")):
        speed = np.linalg.norm(np.diff(away[:, ROLES.index(role)], axis=0), axis=1) * RATE_HZ
        axes.plot(speed, color=colour, lw=0.7)
    axes.set_ylim(0, 5)
    axes.set_xlim(0, body.n_instants)
    axes.tick_params(labelsize=5)


def save_sheets(folder: Path, which: str) -> list[Path]:
    """Write all sheets of a pass."""
    chosen = drawn()
    shown = [chosen[number] for number in order_of(which, len(chosen))]
    out = []
    for start in range(0, len(shown), ROWS):
        figure = Figure(figsize=(15, 4.15 * ROWS), dpi=72, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots(2 * ROWS, 1, height_ratios=[8, 1] * ROWS)
        for place, one in enumerate(shown[start : start + ROWS]):
            _row(axes[2 * place], axes[2 * place + 1], one)
        file = folder / f"{which}_{start // ROWS:02}.png"
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
