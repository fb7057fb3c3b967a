"""A motion graph as a picture: clips one after the other, what of them is in the graph, and transitions as arcs."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from unbake.ground.files.whole_file import whole_file
from unbake.ground.intervals import intervals
from unbake.synthesis.graphs.graph import MotionGraph

PAPER, INK, QUIET, LINE, ACCENT = "#fcfcfa", "#22262b", "#6a7078", "#d9d9d2", "#2565d0"
MOST_ARCS = 3000
"""Of more transitions, the nearest are drawn."""
MOST_NAMES = 40


def graph_png(graph: MotionGraph, path: Path) -> None:
    """Draw a graph into a PNG, whole or not at all; FileError where it cannot be written.

    Transitions within a clip are arcs below the line of clips, those between clips above it.
    """
    figure = Figure(figsize=(12.0, 6.0), dpi=140, facecolor=PAPER, layout="constrained")
    axes = figure.add_subplot()
    _draw_clips(axes, graph)
    _draw_arcs(axes, graph)
    axes.set_xlim(-0.01 * graph.material.n_frames, 1.01 * graph.material.n_frames)
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    count = len(graph.transitions)
    shown = f"{count:,} transitions" if count <= MOST_ARCS else f"the nearest {MOST_ARCS:,} of {count:,} transitions"
    part = graph.inside.mean()
    axes.set_title(f"{shown}; {part:.0%} of the frames are in the graph (blue)", loc="left", color=INK, fontsize=11)
    FigureCanvasAgg(figure)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def _draw_clips(axes: Axes, graph: MotionGraph) -> None:
    starts = graph.material.starts
    for first, end in pairwise(starts.tolist()):
        axes.plot([first, end - 1], [0.0, 0.0], color=LINE, lw=6.0, solid_capstyle="butt")
    for first, last in intervals(graph.inside):
        axes.plot([first, last], [0.0, 0.0], color=ACCENT, lw=6.0, solid_capstyle="butt")
    axes.vlines(starts, -0.01, 0.01, color=PAPER, lw=1.0, zorder=3)
    names = graph.material.names
    step = -(-len(names) // MOST_NAMES)
    axes.set_xticks(0.5 * (starts[:-1] + starts[1:])[::step], names[::step], rotation=90, fontsize=7, color=QUIET)
    axes.tick_params(axis="x", length=0)


def _draw_arcs(axes: Axes, graph: MotionGraph) -> None:
    chosen = np.argsort(graph.transitions.distances_m, kind="stable")[:MOST_ARCS]
    part = graph.transitions.where(np.sort(chosen))
    first, second = part.sources.astype(np.float64), part.targets.astype(np.float64)
    same = graph.material.clip_of[part.sources] == graph.material.clip_of[part.targets]
    angles = np.linspace(0.0, np.pi, 25)
    middle, half = 0.5 * (first + second), 0.5 * np.abs(first - second)
    height = np.sqrt(half / graph.material.n_frames) * np.where(same, -1.0, 1.0)
    x = middle[:, None] + half[:, None] * np.cos(angles)
    y = height[:, None] * np.sin(angles)
    axes.add_collection(LineCollection(list(np.stack([x, y], axis=-1)), colors=INK, linewidths=0.4, alpha=0.12))
    axes.set_ylim(min(-0.05, 1.1 * float(height.min(initial=0.0))), max(0.05, 1.1 * float(height.max(initial=0.0))))
