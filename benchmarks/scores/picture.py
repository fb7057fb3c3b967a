"""The receiver operating curves of the page on scores, one panel for each kind of corruption."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchmarks.scores.corruptions import KINDS
from benchmarks.scores.examples import Example
from benchmarks.scores.rocs import curve
from unbake.reports.pictures.strip_picture import INK, LINE, PAPER, QUIET

TONES = {
    "thesis": "#b5392a",
    "foot plants": "#e0a79f",
    "HMM ensemble": "#8a8f98",
    "SVM without that kind": "#c98a1b",
    "calibrated without that kind": "#7da3e8",
    "calibrated": "#2565d0",
}


def roc_picture(judged: Any, asked: list[Example], path: Path) -> None:
    """Draw the curves of some scores."""
    figure = Figure(figsize=(14.0, 6.6), dpi=110, facecolor=PAPER)
    FigureCanvasAgg(figure)
    for place, kind in enumerate(KINDS):
        axes = figure.add_subplot(2, 5, place + 1, facecolor=PAPER)
        rows = [row for row, example in enumerate(asked) if example.kind in ("natural", kind)]
        flags = np.array([asked[row].is_unnatural for row in rows])
        axes.plot([0, 1], [0, 1], color=LINE, lw=1.0)
        for name in [name for name in TONES if name in judged]:
            across, up = curve(judged[name](kind)[rows], flags)
            axes.plot(across, up, color=TONES[name], lw=1.8, label=name, drawstyle="steps-post")
        axes.set_title(kind, color=INK, fontsize=11)
        axes.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
        axes.tick_params(colors=QUIET, labelsize=8)
        for spine in axes.spines.values():
            spine.set_color(LINE)
    handles, names = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="lower center", ncol=6, frameon=False, fontsize=9, labelcolor=INK)
    figure.supxlabel("natural excerpts that are rejected", color=QUIET, fontsize=9, y=0.085)
    figure.supylabel("corrupted excerpts that are rejected", color=QUIET, fontsize=9)
    figure.tight_layout(rect=(0.01, 0.09, 1.0, 1.0))
    figure.savefig(path, facecolor=PAPER)
