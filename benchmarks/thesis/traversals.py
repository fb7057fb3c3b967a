"""How many traversals Salient Poses visits (thesis 3.1.3 and 3.1.4): tables 3.1–3.5, figures 3.1 and 3.3.

Nothing here is taken from a formula unless it says so: the algorithm is run as the thesis writes it and each traversal
that it looks at is counted. The formulas stand beside it and must agree.
"""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.thesis import published
from benchmarks.thesis.drawing import COLOURS, INK, dress, keep, legend, logarithmic, sheet
from benchmarks.timing import print_table
from unbake.ground.arrays import Floats

MOST_FRAMES = 12
"""Of tables 3.3 and 3.4."""
FIGURE_FRAMES, FIGURE_KEYS = 120, 12
"""Of figures 3.1 and 3.3."""

Visits = dict[tuple[int, int], int]
"""(iteration's number of keys, frames of the partial graph) → traversals looked at."""


def run_and_count(table: Floats, keys: int) -> tuple[float, Visits]:
    """Select `keys` keyframes as thesis 3.1.3 says and count what is visited.

    Every iteration but the last finds the shortest traversals of all partial graphs; the last looks at the full graph
    only. Edge lengths (F, F) add up. Returns the least length and the visits.
    """
    frames = len(table)
    visits: Visits = {}
    shortest = {j: float(table[0, j]) for j in range(1, frames)}  # of two keys: the one edge
    for count in range(3, keys + 1):
        graphs = range(count - 1, frames) if count < keys else [frames - 1]
        longer = {}
        for j in graphs:
            lengths = [shortest[i] + float(table[i, j]) for i in range(count - 2, j)]
            visits[count, j + 1] = len(lengths)
            longer[j] = min(lengths)
        shortest = longer
    return shortest[frames - 1], visits


def in_iteration(frames: int, keys: int) -> int:
    """Return the visits of one iteration over all partial graphs, by the formula of section 3.1.4."""
    return sum(i - keys + 1 for i in range(keys, frames + 1))


def in_all_iterations(frames: int, keys: int) -> int:
    """Return the visits of all iterations, by the formula of section 3.1.4: each of them over all partial graphs."""
    return sum(in_iteration(frames, n) for n in range(3, keys + 1))


def until_selected(frames: int, keys: int) -> int:
    """Return the visits until so many keys are selected: the last iteration looks at the full graph only."""
    return in_all_iterations(frames, keys - 1) + frames - keys + 1


def possible(frames: int, keys: int) -> int:
    """Return how many traversals there are: the first and the last frame are always keys."""
    return comb(frames - 2, keys - 2)


def abstracted(frames: int, keys: int) -> list[str]:
    """Return the traversals of tables 3.1 and 3.2 for one partial graph: only the last choice is open."""
    known = ["1", *"xyz"[: keys - 3]]
    return ["{" + ", ".join([*known, str(i), str(frames)]) + "}" for i in range(keys - 1, frames)]


def run(pictures: Path) -> dict[str, Any]:
    """Count, compare with what is printed, and draw; return the figures."""
    rng = np.random.default_rng(0)
    counted = {
        (frames, keys): sum(run_and_count(rng.random((frames, frames)), keys)[1].values())
        for frames in range(3, MOST_FRAMES + 1)
        for keys in range(3, frames + 1)
    }
    per_iteration = _per_iteration(rng)
    print_table(
        f"Traversals visited in an iteration, {MOST_FRAMES} frames (table 3.3)",
        ("keys", *map(str, per_iteration)),
        [("counted", *map(str, per_iteration.values())),
         ("thesis", *map(str, published.TRAVERSALS_IN_ITERATION.values()))],
    )  # fmt: skip
    rows = [
        (f"{frames} frames", *(str(counted[frames, keys]) for keys in range(3, frames + 1)))
        for frames in range(3, MOST_FRAMES + 1)
    ]
    rows = [(*row, *[""] * (MOST_FRAMES - 1 - len(row))) for row in rows]
    print_table("Traversals visited until selected (table 3.4)", ("keys", *map(str, range(3, MOST_FRAMES + 1))), rows)
    wrong = [cell for cell, number in counted.items() if number != _printed(*cell)]
    print(f"  cells that differ from the thesis: {len(wrong)} of {len(counted)}")
    _draw(pictures / "thesis-3.3-traversals.png")
    most = FIGURE_FRAMES
    return {
        "table_3_3": per_iteration,
        "table_3_3_agrees": per_iteration == published.TRAVERSALS_IN_ITERATION,
        "table_3_4": {
            frames: [counted[frames, keys] for keys in range(3, frames + 1)] for frames in range(3, MOST_FRAMES + 1)
        },
        "table_3_4_differs": wrong,
        "formula_differs_from_table_3_4": sum(in_all_iterations(*cell) != number for cell, number in counted.items()),
        "twelve_of_120": {
            "any_frames": comb(most, FIGURE_KEYS),
            "ends_kept": possible(most, FIGURE_KEYS),
            "visited": until_selected(most, FIGURE_KEYS),
        },
        "whole_space_of_120": in_all_iterations(most, most),
    }


def _per_iteration(rng: np.random.Generator) -> dict[int, int]:
    """Visits of each iteration over all partial graphs; that of 12 keys has one graph only."""
    visits = run_and_count(rng.random((MOST_FRAMES, MOST_FRAMES)), MOST_FRAMES)[1]
    return {
        keys: sum(number for (count, _), number in visits.items() if count == keys)
        for keys in range(3, MOST_FRAMES + 1)
    }


def _printed(frames: int, keys: int) -> int:
    return published.TRAVERSALS_IN_ALL[frames][keys - 3]


def _draw(path: Path) -> None:
    figure, (left, right) = sheet(1, 2, 11.0, 4.4, "Traversals: how many there are and how many are visited")
    by_frames = range(FIGURE_KEYS, FIGURE_FRAMES + 1)
    by_keys = range(3, FIGURE_FRAMES + 1)
    for axes, title, across, cells in (
        (left, f"{FIGURE_KEYS} keyframes (figures 3.1a, 3.3c)", "frames", [(f, FIGURE_KEYS) for f in by_frames]),
        (right, f"{FIGURE_FRAMES} frames (figures 3.1b, 3.3d)", "keyframes", [(FIGURE_FRAMES, k) for k in by_keys]),
    ):
        dress(axes, title, across, "traversals")
        x = list(by_frames) if axes is left else list(by_keys)
        axes.plot(x, [float(comb(*c)) for c in cells], color=INK, lw=2, label="any frames (as the thesis counts)")
        axes.plot(x, [float(possible(*c)) for c in cells], color=INK, lw=1.6, ls="--", label="first and last kept")
        axes.plot(x, [until_selected(*c) for c in cells], color=COLOURS[0], lw=2, label="visited")
        logarithmic(axes)
        axes.yaxis.set_major_formatter(lambda value, _: f"$10^{{{np.log10(value):.0f}}}$")
    legend(left, "upper left")
    keep(figure, path)
