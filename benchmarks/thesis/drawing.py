"""The pictures' common dress: paper, quiet axes, colours that can be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator
from PIL import Image

from unbake.keyframes.selection import Selection
from unbake.reports.pictures.comparison import COLOURS
from unbake.reports.pictures.space_plot import INK, LINE, PAPER, QUIET

__all__ = ["BREAKDOWN", "COLOURS", "FOURTH", "INK", "KEYPOSE", "LINE", "QUIET"]

KEYPOSE, BREAKDOWN, FOURTH = "#c8402e", "#37924a", "#b8bcc2"
DPI = 100
Place = Literal["upper left", "upper right", "lower left", "lower right"]
COLOUR_COUNT = 96


def sheet(rows: int, columns: int, wide_in: float, high_in: float, title: str) -> tuple[Figure, list[Axes]]:
    """Return a picture with a title and its panels, row by row."""
    figure = Figure(figsize=(wide_in, high_in), dpi=DPI, facecolor=PAPER, layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", color=INK, fontsize=13, fontweight="bold")
    panels = figure.subplots(rows, columns, squeeze=False)
    return figure, [axes for row in panels for axes in row]


def dress(axes: Axes, title: str, across: str = "", up: str = "") -> None:
    """Give a panel its title, labels and quiet axes."""
    axes.set_facecolor(PAPER)
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    axes.set_xlabel(across, color=QUIET)
    axes.set_ylabel(up, color=QUIET)
    axes.tick_params(colors=QUIET, length=0)
    axes.grid(color=LINE)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)


def logarithmic(axes: Axes, subs: Sequence[float] = (1.0,)) -> None:
    """Give the upright axis a logarithmic scale with plain numbers."""
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(10, subs=tuple(subs), numticks=12))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def legend(axes: Axes, place: Place = "upper right", size: float = 9.0, columns: int = 1) -> None:
    """Name the lines of a panel, on paper so that no helping line runs through; `place` must be free of data."""
    axes.legend(
        loc=place, fontsize=size, labelcolor=INK, ncols=columns, facecolor=PAPER, edgecolor="none", framealpha=1.0,
        borderaxespad=0.1, borderpad=0.2,
    )  # fmt: skip


@dataclass(frozen=True)
class KeyRow:
    """A selection by its name, whether its keys are classed, and further frames that are marked quietly."""

    name: str
    selection: Selection
    is_classed: bool = True
    further: Sequence[int] = ()


def key_rows(axes: Axes, rows: Sequence[KeyRow], first_frame: int, last: int) -> None:
    """Draw one line of time a selection, the first on top.

    Parameters
    ----------
    axes : the panel.
    rows : the selections, their frames from 0.
    first_frame : number of frame 0.
    last : the clip's last frame from 0.
    """
    for place, row in enumerate(rows):
        selection, keypose = row.selection, KEYPOSE if row.is_classed else INK
        axes.plot([first_frame, first_frame + last], [place, place], color=LINE, lw=1.4, zorder=1)
        axes.vlines(np.array(row.further) + first_frame, place - 0.17, place + 0.17, color=FOURTH, lw=1.0, zorder=2)
        for frames, colour, half in ((selection.breakdowns, BREAKDOWN, 0.25), (selection.keyposes, keypose, 0.36)):
            axes.vlines(np.array(frames) + first_frame, place - half, place + half, color=colour, lw=2.4, zorder=3)
    axes.set_yticks(range(len(rows)), [row.name for row in rows])
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", labelcolor=INK)


def keep(figure: Figure, path: Path) -> None:
    """Write a picture as PNG of few colours, a third of its size otherwise."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels = np.asarray(canvas.buffer_rgba())[..., :3]  # type: ignore[no-untyped-call]
    Image.fromarray(pixels).quantize(COLOUR_COUNT).save(path, optimize=True)
