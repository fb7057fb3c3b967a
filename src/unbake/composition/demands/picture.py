"""Several actors in one picture, as in figure 4.5 of the thesis: where they are at some moments, and their ways."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from unbake.composition.demands.actors import places_m
from unbake.composition.demands.floor_plan import TONES
from unbake.ground.arrays import Floats
from unbake.ground.files.whole_file import whole_file
from unbake.motion.body.body_path import RATE_HZ
from unbake.motion.motion import Motion
from unbake.reports.pictures.strip_picture import INK, LINE, PAPER, QUIET
from unbake.reports.stick_figure import stick_figure

PANELS, COLUMNS, WIDE_IN, DPI = 6, 2, 13.0, 110
TILT = np.radians(28.0)
TURN = np.radians(-32.0)
WIDTHS = {"trunk": 2.6, "leg": 2.0, "arm": 1.5, "bone": 1.6}


def actors_png(motions: Sequence[tuple[str, Motion]], path: Path, n_panels: int = PANELS) -> None:
    """Draw several motions of one length at moments evenly over it, seen from above at a slant.

    Parameters
    ----------
    motions : name and motion of each.
    path : the PNG, written whole or not at all.
    n_panels : how many moments.
    """
    moments = np.unique(np.linspace(0, motions[0][1].n_frames - 1, n_panels).astype(int))
    ways = [_seen(np.insert(places_m(motion), 1, 0.0, axis=1)) for _, motion in motions]
    every = np.concatenate(ways)
    low, high = every.min(axis=0) - np.array([0.8, 0.4]), every.max(axis=0) + np.array([0.8, 1.9])
    rows = -(-len(moments) // COLUMNS)
    tall = WIDE_IN / COLUMNS * float((high - low)[1] / (high - low)[0]) * rows
    figure = Figure(figsize=(WIDE_IN, tall), dpi=DPI, facecolor=PAPER)
    FigureCanvasAgg(figure)
    for place, moment in enumerate(moments):
        axes = figure.add_axes(
            ((place % COLUMNS) / COLUMNS, 1.0 - (place // COLUMNS + 1) / rows, 1.0 / COLUMNS, 1.0 / rows)
        )
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
        axes.set_axis_off()
        _floor(axes)
        order = sorted(range(len(motions)), key=lambda n: -float(ways[n][moment, 1]))
        for n in order:
            axes.plot(*ways[n].T, color=TONES[n % len(TONES)], lw=0.9, alpha=0.45, zorder=1)
        for depth, n in enumerate(order):
            _draw(axes, motions[n], int(moment), TONES[n % len(TONES)], 2 + depth)
        axes.text(low[0] + 0.2, high[1] - 0.35, f"{moment / RATE_HZ:.1f} s", color=INK, fontsize=11)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def _seen(points_m: Floats) -> Floats:
    """Points (…, 3) as (…, 2): to the right and up in the picture."""
    x = np.cos(TURN) * points_m[..., 0] + np.sin(TURN) * points_m[..., 2]
    z = np.cos(TURN) * points_m[..., 2] - np.sin(TURN) * points_m[..., 0]
    return np.stack([x, np.cos(TILT) * points_m[..., 1] + np.sin(TILT) * z], axis=-1)


def _draw(axes: Axes, named: tuple[str, Motion], frame: int, colour: str, order: int) -> None:
    name, motion = named
    figure, pose = stick_figure(motion), motion.positions()[frame]
    flat = _seen(pose)
    shadow = _seen(pose * (1.0, 0.0, 1.0))
    for chain in figure.chains:
        joints = list(chain.joints)
        axes.plot(*shadow[joints].T, color=LINE, lw=2.0, zorder=1.5, solid_capstyle="round")
        shade = INK if chain.tone == "right" else colour
        axes.plot(*flat[joints].T, color=PAPER, lw=WIDTHS[chain.part] + 1.6, zorder=order, solid_capstyle="round")
        axes.plot(*flat[joints].T, color=shade, lw=WIDTHS[chain.part], zorder=order + 0.5, solid_capstyle="round")
    if figure.head is not None:
        centre, _ = figure.head.circle(pose, motion.height_m())
        axes.plot(*_seen(centre), "o", color=colour, ms=6.0, zorder=order + 0.6)
    x, y = shadow.mean(axis=0)
    axes.text(float(x), float(y) - 0.28, name, color=QUIET, fontsize=8, ha="center", zorder=order)


def _floor(axes: Axes) -> None:
    """A grid of a metre."""
    span = np.arange(-30.0, 31.0)
    for at in span:
        for ends in ([[at, 0.0, -30.0], [at, 0.0, 30.0]], [[-30.0, 0.0, at], [30.0, 0.0, at]]):
            axes.plot(*_seen(np.array(ends)).T, color=LINE, lw=0.4, alpha=0.6, zorder=0)
