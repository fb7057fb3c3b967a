"""Time of an iteration, and time by length (thesis section 3.2.2, figures 3.8 and 3.9).

The thesis selects iteration by iteration. Unbake fills all counts of a block of end frames together, so it has no
iterations; what can be timed is the space up to a count. Beside it runs the thesis' order of work, one iteration at a
time in one thread, whose times can be set against figure 3.8.
"""

# mypy: allow-untyped-decorators

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from benchmarks.clips import long_points
from benchmarks.thesis import published
from benchmarks.thesis.clips import ThesisClip
from benchmarks.thesis.drawing import COLOURS, INK, QUIET, dress, keep, legend, logarithmic, sheet
from benchmarks.timing import milliseconds, print_table
from unbake.ground.arrays import Floats
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select

LENGTHS = range(25, 601, 25)
REPEATS = 10
"""Runs of each, as in section 3.2.2."""


@njit(cache=True)
def one_iteration(ending: Floats, shortest: Floats, count: int) -> Floats:
    """Return the least errors (F,) of `count` keys to every end frame, from those of one key less; composed by max.

    `ending` (F, F) is the error table with the end frame first, so that a row is read in order.
    """
    frames = len(shortest)
    longer = np.full(frames, np.inf)
    for j in range(count - 1, frames):
        least = np.inf
        for i in range(count - 2, j):
            length = max(shortest[i], ending[j, i])
            if length < least:
                least = length
        longer[j] = least
    return longer


def run(clips: Sequence[ThesisClip], pictures: Path) -> dict[str, Any]:
    """Time, print, draw; return the figures."""
    iterations = {clip.name: _iterations_s(clip) for clip in clips}
    rows = [
        (clip.name, str(clip.motion.n_frames), f"{1000 * its[0]:.3f}", f"{1000 * its[len(its) // 2]:.3f}",
         milliseconds(sum(its)), milliseconds(_space_s(clip)))
        for clip, its in ((clip, iterations[clip.name]) for clip in clips)
    ]  # fmt: skip
    print_table(
        "Time of an iteration and of the whole space (figure 3.8), ms",
        ("", "frames", "first iteration", "middle one", "all, one by one", "Unbake, all"),
        rows,
    )
    lengths = _by_length()
    last = lengths[-1]
    print_table(
        "The whole space, and 80 to 100 % compression, by length (figure 3.9), ms",
        ("", "Unbake, whole", "Unbake, to 80 %", "one by one, whole", "one by one, to 80 %"),
        [(f"{each['frames']} frames", *(f"{1000 * each[name]:.2f}" for name in NAMES)) for each in lengths[3::4]],
    )
    _draw_iterations(clips, iterations, pictures / "thesis-3.8-iterations.png")
    _draw_lengths(lengths, pictures / "thesis-3.9-lengths.png")
    return {
        "iterations": [{"clip": row[0], "frames": int(row[1]), "first_ms": float(row[2]), "middle_ms": float(row[3]),
                        "all_s": sum(iterations[row[0]]), "unbake_s": float(row[5].replace(",", "")) / 1000}
                       for row in rows],
        "lengths": lengths,
        "thesis_over_ours_at_600": published.SPACE_S_AT_600 / float(last["whole_s"]),
        "thesis_over_ours_at_600_to_80": published.USEFUL_SPACE_S_AT_600 / float(last["useful_s"]),
    }  # fmt: skip


NAMES = ("whole_s", "useful_s", "plain_whole_s", "plain_useful_s")


def _iterations_s(clip: ThesisClip) -> list[float]:
    """Seconds of each iteration, from 3 keys to all frames: the least of three runs, checked against ours."""
    table = error_table(clip.points(), "line-max", metric="pose")
    runs = [_one_by_one(table.values, clip.motion.n_frames) for _ in range(3)]
    ours = select(table).best[-1]
    assert np.allclose(ours[2:], runs[0][1], rtol=1e-6), "the baseline must find the same errors"
    return [min(each) for each in zip(*(seconds for seconds, _ in runs), strict=True)]


def _one_by_one(values: np.ndarray[Any, np.dtype[np.float32]], most: int) -> tuple[list[float], list[float]]:
    """Seconds and least error of each iteration, from 3 keys to `most`."""
    ending = np.ascontiguousarray(values.T, dtype=np.float64)
    shortest = ending[:, 0].copy()
    shortest[0] = np.inf  # two keys do not end on the first frame
    one_iteration(ending, shortest, 3)
    seconds, errors = [], []
    for count in range(3, most + 1):
        started = time.perf_counter()
        shortest = one_iteration(ending, shortest, count)
        seconds.append(time.perf_counter() - started)
        errors.append(float(shortest[-1]))
    return seconds, errors


def _space_s(clip: ThesisClip) -> float:
    table = error_table(clip.points(), "line-max", metric="pose")
    return _least_s(partial(select, table))


def _least_s(function: Callable[[], object]) -> float:
    """The least of several runs: other work on the machine only ever adds time."""
    function()
    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def _by_length() -> list[dict[str, float]]:
    take = long_points(LENGTHS[-1])
    figures = []
    for frames in LENGTHS:
        table = error_table(take[:frames], "line-max", metric="pose")
        useful = max(3, frames // 5)
        iterations = [min(each) for each in zip(*(_one_by_one(table.values, frames)[0] for _ in range(2)), strict=True)]
        figures.append(
            {"frames": frames, "whole_s": _least_s(partial(select, table)),
             "useful_s": _least_s(partial(select, table, keys_max=useful)),
             "plain_whole_s": sum(iterations), "plain_useful_s": sum(iterations[: useful - 2])}
        )  # fmt: skip
    return figures


def _draw_iterations(clips: Sequence[ThesisClip], iterations: dict[str, list[float]], path: Path) -> None:
    columns = min(3, len(clips))
    rows = -(-len(clips) // columns)
    figure, panels = sheet(rows, columns, 12.0, 3.0 * rows + 0.5, "Time of each iteration, one by one in one thread")
    for place, (axes, clip) in enumerate(zip(panels, clips, strict=False)):
        seconds = 1000.0 * np.array(iterations[clip.name])
        counts = np.arange(3, 3 + len(seconds))
        n = clip.motion.n_frames
        visits = (n - counts + 1) * (n - counts + 2) / 2
        dress(axes, f"{clip.name}, {n} frames", "keyframes", "ms" if place % columns == 0 else "")
        axes.plot(counts, seconds, ".", color=COLOURS[1], ms=3, label="measured")
        scale = float(np.median(seconds[: n // 2] / visits[: n // 2]))
        axes.plot(counts, scale * visits, color=INK, lw=1.4, label="in proportion to the visits")
        axes.set_ylim(0.0, 1.4 * float(np.quantile(seconds, 0.99)))
    legend(panels[0], "upper right")
    for axes in panels[len(clips) :]:
        axes.remove()
    keep(figure, path)


def _draw_lengths(lengths: Sequence[dict[str, float]], path: Path) -> None:
    figure, (axes,) = sheet(1, 1, 9.0, 4.8, "Time of the selections by the length of the clip")
    dress(axes, "without the error table; the thesis on its own machine", "frames", "ms")
    x = [each["frames"] for each in lengths]
    for name, label, colour, style in (
        ("plain_whole_s", "one iteration after the other, whole space", COLOURS[0], "-"),
        ("plain_useful_s", "the same, 80 to 100 % compression", COLOURS[0], "--"),
        ("whole_s", "Unbake, whole space", COLOURS[1], "-"),
        ("useful_s", "Unbake, 80 to 100 % compression", COLOURS[1], "--"),
    ):
        axes.plot(x, [1000.0 * each[name] for each in lengths], color=colour, ls=style, lw=2, label=label)
    for seconds, text in (
        (published.SPACE_S_AT_600, "thesis, whole space"), (published.USEFUL_SPACE_S_AT_600, "thesis, 80 to 100 %"),
    ):  # fmt: skip
        axes.plot([600], [1000.0 * seconds], "D", color=INK, ms=7)
        axes.annotate(text, (600, 1000.0 * seconds), (-10, -4), textcoords="offset points", ha="right", color=INK)
    logarithmic(axes)
    axes.yaxis.label.set_color(QUIET)
    legend(axes, "upper left")
    keep(figure, path)
