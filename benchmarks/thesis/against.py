"""The optimum against the four techniques that the thesis compares with (section 3.2.1, figures 3.6 and 3.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.thesis.clips import ThesisClip
from benchmarks.thesis.drawing import COLOURS, INK, dress, keep, legend, logarithmic, sheet
from benchmarks.timing import print_table
from unbake.keyframes.error_table import error_table
from unbake.keyframes.rivals import rivals_named
from unbake.keyframes.rivals.comparison import MOST_PART, Comparison, compare_rivals
from unbake.keyframes.rivals.rival import selection_error
from unbake.keyframes.space import select

APPROXIMATION = ("greedy-adding", "greedy-removing")
SEARCHED = ("genetic", "k-means")
SEARCHED_COUNTS = 24
"""Counts at which the random methods search, ten runs each; the thesis searched all."""
FIRST_COUNTS = range(2, 13)
SHOWN = {
    "greedy-adding": "Lim & Thalmann", "greedy-removing": "Togawa & Okuda", "genetic": "genetic, after Liu et al.",
    "k-means": "k-means, after Park & Shin",
}  # fmt: skip


def searched_counts(frames: int) -> tuple[int, ...]:
    """Return the counts from 3 to a fifth of the frames, evenly spread by their logarithm."""
    return tuple(sorted({round(c) for c in np.geomspace(3, max(3, int(MOST_PART * frames)), SEARCHED_COUNTS)}))


def run(clips: Sequence[ThesisClip], pictures: Path) -> dict[str, Any]:
    """Compare on every clip, print, draw; return the figures."""
    nearer = {clip.name: compare_rivals(clip.points(), rivals_named(APPROXIMATION)) for clip in clips}
    searched = {
        clip.name: compare_rivals(clip.points(), rivals_named(SEARCHED), searched_counts(clip.motion.n_frames))
        for clip in clips
    }
    summed = {clip.name: summed_maxima(clip) for clip in clips}
    rows, figures = [], []
    for clip in clips:
        by_rival = _by_rival(nearer[clip.name]) | _by_rival(searched[clip.name])
        greedy = {k: max(r.errors[k] for r in nearer[clip.name].results) for k in summed[clip.name]}
        worse = sum(error > greedy[k] for k, error in summed[clip.name].items())
        rows.append((clip.name, str(clip.motion.n_frames), *(_shown(by_rival[n]) for n in SHOWN), f"{worse}"))
        figures.append(
            {"clip": clip.name, "frames": clip.motion.n_frames, "rivals": by_rival,
             "summed_maxima_worse_than_both": worse, "counts": len(greedy)}
        )  # fmt: skip
    print_table(
        "Error as a multiple of the optimum: median, and largest (figures 3.6 and 3.7)",
        ("", "frames", *SHOWN.values(), "summed maxima worse than both greedy ones"),
        rows,
    )
    least = {clip.name: _least_percent(nearer[clip.name]) for clip in clips}
    print_table(
        "Least of the largest distances, % of the pose range, by number of keys (figure 3.6)",
        ("", *map(str, FIRST_COUNTS)),
        [
            (name, *(f"{percent[k]:.2f}" if k in percent else "" for k in FIRST_COUNTS))
            for name, percent in least.items()
        ],
    )
    _draw(clips, nearer, pictures / "thesis-3.6-approximation.png", summed)
    _draw(clips, searched, pictures / "thesis-3.7-optimisation.png", {})
    return {"clips": figures, "least_percent": least}


def summed_maxima(clip: ThesisClip) -> dict[int, float]:
    """Return count → largest distance, where the maxima of the segments were added up to select.

    Section 3.1.1 says so ("the length of a traversal is the sum of the lengths of the directed edges"); the figures
    show the largest distance, which this does not make least.
    """
    points = clip.points()
    most = max(3, int(MOST_PART * points.n_frames))
    space = select(error_table(points, "line-max", metric="pose", compose="sum"), keys_max=most)
    judge = error_table(points, "line-max", metric="pose")
    return {count: selection_error(judge, space.frames(count)) for count in space.counts() if count >= 3}


def _least_percent(comparison: Comparison) -> dict[int, float]:
    objective = comparison.results[0].objective
    shown = comparison.normalised(objective, comparison.optima[objective].errors)
    return {count: 100.0 * error for count, error in shown.items() if count in FIRST_COUNTS}


def _by_rival(comparison: Comparison) -> dict[str, dict[str, float]]:
    figures = {}
    for result in comparison.results:
        counts = [count for count in result.errors if count >= 3]
        ratios = np.array([comparison.ratio(result, count) for count in counts])
        figures[result.rival.name] = {
            "median": float(np.median(ratios)),
            "largest": float(ratios.max()),
            "least": float(ratios.min()),
            "optimal": int((ratios <= 1.0 + 1e-6).sum()),
            "counts": len(counts),
            "seconds": result.seconds,
        }
    return figures


def _shown(figures: Mapping[str, float]) -> str:
    return f"{figures['median']:.3f}, {figures['largest']:.2f}"


def _draw(
    clips: Sequence[ThesisClip], comparisons: Mapping[str, Comparison], path: Path,
    summed: Mapping[str, Mapping[int, float]],
) -> None:  # fmt: skip
    what = "largest perpendicular distance" if summed else "root mean square distance"
    columns = min(3, len(clips))
    rows = -(-len(clips) // columns)
    figure, panels = sheet(rows, columns, 12.5, 3.5 * rows + 0.5, f"{what.capitalize()}, % of the clip's pose range")
    for place, (axes, clip) in enumerate(zip(panels, clips, strict=False)):
        comparison = comparisons[clip.name]
        objective = comparison.results[0].objective
        dress(axes, clip.name, "compression (%)", "error (%)" if place % columns == 0 else "")
        lines: list[tuple[str, Mapping[int, float], str, float, str]] = [
            ("optimum", comparison.optima[objective].errors, INK, 2.6, "-")
        ]
        lines += [
            (SHOWN[r.rival.name], r.errors, colour, 1.5, "-")
            for r, colour in zip(comparison.results, COLOURS, strict=False)
        ]
        if clip.name in summed:
            lines.append(("summed maxima", summed[clip.name], COLOURS[2], 1.1, ":"))
        for name, errors, colour, width, style in lines:
            shown = comparison.normalised(objective, {k: e for k, e in errors.items() if k >= 3})
            x = [100.0 * (1.0 - k / comparison.n_frames) for k in shown]
            axes.plot(x, [100.0 * e for e in shown.values()], color=colour, lw=width, ls=style, label=name)
        logarithmic(axes, (1.0, 3.0))
        axes.invert_xaxis()
    legend(panels[0], "upper right", 8.5)
    for axes in panels[len(clips) :]:
        axes.remove()
    keep(figure, path)
