"""A selection space as a still picture: error against the number of keyframes."""

from __future__ import annotations

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

from unbake.errors import UsageError
from unbake.ground.files.whole_file import whole_file
from unbake.ground.wording import counted
from unbake.keyframes.space import SelectionSpace
from unbake.reports.page.chart_data import error_lengths
from unbake.reports.wording import in_picture, short

PAPER, INK, QUIET, LINE, ACCENT, KEYPOSE = "#fcfcfa", "#22262b", "#6a7078", "#e3e3de", "#2565d0", "#c8402e"
MOST_DOTS = 80
LEAST_DECADES = 1e-3
"""Errors below this part of the largest are left out: the last few counts fall off a cliff that flattens the rest."""


def space_plot_png(space: SelectionSpace, path: Path, chosen: int | None = None, title: str = "") -> None:
    """Draw the least error of every number of keyframes, on a logarithmic scale.

    Parameters
    ----------
    space : the selection space of a motion or of bare points; its lengths are shown in centimetres.
    path : the PNG to write, whole or not at all.
    chosen : a number of keyframes to mark.
    title : what stands above the plot.

    Raises
    ------
    UsageError : the space has no selection of `chosen` keyframes.
    FileError : the file cannot be written.
    """
    errors, unit = error_lengths(space)
    if chosen is not None and chosen not in errors:
        raise UsageError(f"the selection space has no selection of {chosen} keyframes to mark")
    figure = Figure(figsize=(9.0, 4.8), dpi=140, facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    _dress(
        axes,
        title,
        f"keyframes, of {counted(space.n_frames, 'frame')}",
        f"least error ({unit})" if unit else "least error",
    )
    shown = _shown(errors, chosen)
    if shown:
        marker = "o" if len(shown) <= MOST_DOTS else ""
        axes.plot(list(shown), list(shown.values()), color=ACCENT, lw=1.8, marker=marker, ms=3.6, mfc=PAPER, mew=1.2)
        axes.set(yscale="log", xlim=(min(shown) - 1.0, None))
        _number_errors(axes, max(shown.values()) / min(shown.values()))
    else:
        axes.text(
            0.5, 0.5, "no selection of this clip has any error", color=QUIET, ha="center", transform=axes.transAxes
        )
        axes.set_yticks([])
    if chosen in shown:
        _mark(axes, chosen, shown[chosen], unit)
    FigureCanvasAgg(figure)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def _shown(errors: dict[int, float], chosen: int | None) -> dict[int, float]:
    """The errors that a logarithm can show and that do not flatten the rest."""
    least = LEAST_DECADES * max(errors.values())
    return {k: e for k, e in errors.items() if e > 0.0 and (e >= least or k == chosen)}


def _dress(axes: Axes, title: str, across: str, up: str) -> None:
    axes.set_facecolor(PAPER)
    axes.set_title(in_picture(title), loc="left", color=INK, fontsize=13, fontweight="bold", pad=14)
    axes.set_xlabel(across, color=QUIET)
    axes.set_ylabel(up, color=QUIET)
    axes.tick_params(colors=QUIET, length=0)
    axes.grid(axis="y", color=LINE)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)


def _number_errors(axes: Axes, ratio: float) -> None:
    """Ticks at 1, or at 1, 2 and 5, of each decade, written as people write them."""
    axes.yaxis.set_major_locator(LogLocator(10, subs=(1.0,) if ratio > 40.0 else (1.0, 2.0, 5.0), numticks=20))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _mark(axes: Axes, count: int, error: float, unit: str) -> None:
    """A diamond on the chosen count, led to both axes."""
    low, left = axes.get_ylim()[0], axes.get_xlim()[0]
    axes.plot([count, count, left], [low, error, error], color=KEYPOSE, lw=1.0, ls=(0, (3, 3)), alpha=0.5)
    axes.set(xlim=(left, None), ylim=(low, None))
    axes.plot([count], [error], marker="D", ms=9, mfc=KEYPOSE, mec=PAPER, mew=1.5, zorder=5)
    text = f"{count} keys, {short(error)} {unit.split(',')[0]}".rstrip()
    axes.annotate(
        text, (count, error), (10, 9), textcoords="offset points", color=KEYPOSE, fontweight="bold", fontsize=10.5
    )
