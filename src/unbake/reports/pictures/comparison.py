"""A comparison of methods as a still picture: error against compression, and the time of a selection.

After Roberts, Converting Motion Capture Into Editable Keyframe Animation, 2018: figures 3.6 and 3.7 (errors), 3.8 and
3.9 (times).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from unbake.ground.files.whole_file import whole_file
from unbake.keyframes.criteria import criterion_named
from unbake.keyframes.rivals.comparison import Comparison, Objective, RivalResult
from unbake.reports.pictures.space_plot import INK, LINE, PAPER, QUIET
from unbake.reports.wording import in_picture, short

MOST_LINES = 6
"""Methods in one panel; as many as there are colours that can be told apart."""
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""After Okabe and Ito, Color universal design, 2008: distinct to colour-blind readers too."""
PLAIN, RANDOM = COLOURS[1], COLOURS[0]
"""Bars of methods without chance and with it."""
LEGEND_COLUMNS = 3
LEAST_PART = 1e-5
"""Errors below this part of the largest distance between two poses are left out: a logarithm would show little else."""


@dataclass(frozen=True)
class Panel:
    """The methods of one family or more that are judged by the same objective."""

    objective: Objective
    results: tuple[RivalResult, ...]

    @property
    def title(self) -> str:
        """The families and what they are judged by."""
        families = list(dict.fromkeys(result.rival.family for result in self.results))
        pose = "worst joint" if self.objective.metric == "joint" else "whole pose"
        return f"{', '.join(families)}\n{self.objective.criterion}, {pose}, composed by {self.objective.compose}"


def panels_of(comparison: Comparison) -> list[Panel]:
    """Return the methods of each objective in panels of `MOST_LINES` at most; a family stays together if it can."""
    panels = []
    for objective in comparison.optima:
        own = [result for result in comparison.results if result.objective == objective]
        families = [result.rival.family for result in own]
        own.sort(key=lambda result: families.index(result.rival.family))
        rows: list[list[RivalResult]] = [[]]
        for _, group in groupby(own, key=lambda result: result.rival.family):
            family = list(group)
            if len(rows[-1]) + len(family) > MOST_LINES and rows[-1]:
                rows.append([])
            for result in family:
                if len(rows[-1]) == MOST_LINES:
                    rows.append([])
                rows[-1].append(result)
        panels += [Panel(objective, tuple(row)) for row in rows]
    return panels


def comparison_plot_png(comparison: Comparison, path: Path, title: str = "") -> None:
    """Draw the errors of all methods and of the optimum against compression, and the time that a selection takes.

    Parameters
    ----------
    comparison : what to draw.
    path : the PNG to write, whole or not at all.
    title : what stands above everything.

    Raises
    ------
    FileError : the file cannot be written.
    """
    figure = comparison_figure(comparison, title)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def comparison_figure(comparison: Comparison, title: str = "") -> Figure:
    """Return the picture of `comparison_plot_png` as a figure that is not saved yet."""
    panels = panels_of(comparison)
    columns = min(2, len(panels))
    rows = ceil(len(panels) / columns)
    bars = len(comparison.results) + len(comparison.optima)
    height = max(4.6 * rows, 1.6 + 0.32 * bars)
    layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
    figure = Figure(figsize=(5.2 * columns + 5.4, height), dpi=120, facecolor=PAPER, layout=layout)
    grid = figure.add_gridspec(rows, columns + 1, width_ratios=[*[5.2] * columns, 4.6])
    legend_rows = max(ceil((len(panel.results) + 1) / LEGEND_COLUMNS) for panel in panels)
    for number, panel in enumerate(panels):
        axes = figure.add_subplot(grid[number // columns, number % columns])
        _draw_errors(axes, comparison, panel, legend_rows)
    _draw_times(figure.add_subplot(grid[:, columns]), comparison)
    figure.suptitle(in_picture(title), x=0.012, ha="left", color=INK, fontsize=14, fontweight="bold")
    FigureCanvasAgg(figure)
    return figure


def _draw_errors(axes: Axes, comparison: Comparison, panel: Panel, legend_rows: int) -> None:
    """One line a method, the optimum in black below them; points where there are few counts."""
    is_sum = criterion_named(panel.objective.criterion).unit == "m²"
    _dress(axes, panel.title, legend_rows)
    axes.set_xlabel("compression (%)", color=QUIET)
    axes.set_ylabel(f"{'root mean square' if is_sum else 'largest'} error (% of pose range)", color=QUIET)
    best = _shown(comparison, panel.objective, comparison.optima[panel.objective].errors)
    axes.plot(*shown_xy(comparison, best), color=INK, lw=3.2, label="optimum")
    drawn = bool(best)
    for result, colour in zip(panel.results, COLOURS, strict=False):
        shown = _shown(comparison, panel.objective, result.errors)
        marker = "o" if result.rival.is_random or len(shown) < 20 else ""
        axes.plot(*shown_xy(comparison, shown), color=colour, lw=1.5, marker=marker, ms=3.4, label=result.rival.name)
        drawn = drawn or bool(shown)
    axes.legend(
        loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncol=LEGEND_COLUMNS, frameon=False, fontsize=8.5, labelcolor=INK,
        handlelength=1.6, columnspacing=1.4, borderaxespad=0.2,
    )  # fmt: skip
    if drawn:
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        _number(axes, high / low)
        axes.invert_xaxis()
        axes.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10]))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    else:
        axes.text(0.5, 0.5, "no selection has any error", color=QUIET, ha="center", transform=axes.transAxes)
        axes.set_yticks([])


def _shown(comparison: Comparison, objective: Objective, errors: Mapping[int, float]) -> dict[int, float]:
    """Return count → percent, without those that a logarithm cannot show."""
    normalised = comparison.normalised(objective, errors)
    return {count: 100.0 * error for count, error in normalised.items() if error > LEAST_PART}


def shown_xy(comparison: Comparison, shown: Mapping[int, float]) -> tuple[list[float], list[float]]:
    """Return compressions in percent, and what is shown above them."""
    return [100.0 * (1.0 - count / comparison.n_frames) for count in shown], list(shown.values())


def _draw_times(axes: Axes, comparison: Comparison) -> None:
    """One bar a method and optimum, the quickest on top, with its number."""
    times = [
        (f"optimum, {objective.criterion}", 1000.0 * optimum.seconds / len(optimum.errors), INK)
        for objective, optimum in comparison.optima.items()
    ]
    times += [
        (result.rival.name, result.milliseconds_each, RANDOM if result.rival.is_random else PLAIN)
        for result in comparison.results
        if result.frames
    ]
    times.sort(key=lambda bar: bar[1])
    names, milliseconds, colours = zip(*times, strict=True)
    _dress(axes, "time for each selection\ntime for all of a method's selections by their number", 1)
    kinds = {INK: "optimum", PLAIN: "method", RANDOM: "random method, all runs"}
    patches = [Patch(color=colour, label=label) for colour, label in kinds.items() if colour in colours]
    axes.legend(
        handles=patches, loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncol=len(patches), frameon=False, fontsize=8.5,
        labelcolor=INK, handlelength=1.0, handleheight=0.9, columnspacing=1.4, borderaxespad=0.2,
    )  # fmt: skip
    axes.set_xscale("log")
    axes.grid(False, axis="y")
    least = _decade_below([value for value in milliseconds if value > 0.0])
    axes.barh(names, [max(value - least, 0.0) for value in milliseconds], left=least, height=0.62, color=colours)
    for row, value in enumerate(milliseconds):
        axes.annotate(
            short(value), (max(value, least), row), (4, 0), textcoords="offset points", va="center", fontsize=8.5,
            color=INK,
        )  # fmt: skip
    axes.invert_yaxis()
    axes.set_xlim(least, max(milliseconds) * 6.0 if max(milliseconds) > least else 10.0 * least)
    axes.set_xlabel("milliseconds", color=QUIET)
    axes.xaxis.set_major_locator(LogLocator(10, numticks=12))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.tick_params(axis="y", labelsize=9, labelcolor=INK)


def _decade_below(values: Sequence[float]) -> float:
    least = 1.0
    while values and least > min(values) and least > 1e-6:
        least /= 10.0
    return least


def _dress(axes: Axes, title: str, legend_rows: int) -> None:
    """A title and a quiet line below it, above as many rows of a legend."""
    first, _, second = title.partition("\n")
    room = 8.0 + 14.0 * legend_rows
    axes.set_facecolor(PAPER)
    axes.set_title(first, loc="left", color=INK, fontsize=11.5, fontweight="bold", pad=room + 16.0)
    axes.annotate(
        second, (0.0, 1.0), (0.0, room), xycoords="axes fraction", textcoords="offset points", color=QUIET, fontsize=9
    )
    axes.tick_params(colors=QUIET, length=0)
    axes.grid(axis="both", color=LINE)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)


def _number(axes: Axes, ratio: float) -> None:
    """Ticks at 1, or at 1, 2 and 5, of each decade, written as people write them."""
    axes.yaxis.set_major_locator(LogLocator(10, subs=(1.0,) if ratio > 1000.0 else (1.0, 2.0, 5.0), numticks=20))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
