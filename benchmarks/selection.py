"""Selection against plain C++ and plain NumPy, and the criteria against each other."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.baselines import Floats, PlainCpp, numpy_selections, numpy_table
from benchmarks.clips import long_points
from benchmarks.timing import medians_s, milliseconds, print_table
from unbake.keyframes.error_table import ErrorTable, error_table
from unbake.keyframes.space import select


def run() -> dict[str, Any]:
    """Measure and print; return the figures."""
    return {"against_plain": [_against_plain(frames) for frames in (600, 1000)], "criteria": _criteria(600)}


def _against_plain(frames: int) -> dict[str, Any]:
    points = long_points(frames)
    table = error_table(points, "line-max", metric="pose")
    ours = medians_s(
        {
            "table": lambda: error_table(points, "line-max", metric="pose"),
            "selections": lambda: select(table),
        },
        repeats=15,
    )
    rows = [("Unbake", milliseconds(ours["table"]), milliseconds(ours["selections"]), "", "")]
    figures: dict[str, Any] = {"frames": frames, "unbake_s": ours}
    try:
        plain = PlainCpp()
        expected = plain.table(points)
        cpp = medians_s(
            {"table": lambda: plain.table(points), "selections": lambda: plain.selections(expected, frames)}, repeats=3
        )
        _check_equal(table, expected, plain.selections(expected, frames))
        rows.append(_row("plain C++, one thread", cpp, ours))
        figures["plain_cpp_s"] = cpp
    except FileNotFoundError as error:
        print(f"  ({error}: plain C++ is left out)")
    if frames <= 600:
        numpy = medians_s(
            {
                "table": lambda: numpy_table(points),
                "selections": lambda: numpy_selections(table.values.astype(np.float64), frames),
            },
            repeats=1,
        )
        rows.append(_row("plain NumPy", numpy, ours))
        figures["plain_numpy_s"] = numpy
    print_table(
        f"{frames} frames of 17 joints, line-max over the pose, all {frames} counts (ms)",
        ("", "table", "selections", "table ×", "selections ×"),
        rows,
    )
    return figures


def _row(name: str, theirs: dict[str, float], ours: dict[str, float]) -> tuple[str, str, str, str, str]:
    ratios = [f"{theirs[step] / ours[step]:.1f}" for step in ("table", "selections")]
    return (name, milliseconds(theirs["table"]), milliseconds(theirs["selections"]), *ratios)  # type: ignore[return-value]


def _check_equal(table: ErrorTable, expected: Floats, best: Floats) -> None:
    """A baseline that computes something else would prove nothing."""
    upper = np.triu_indices(len(expected), 1)
    assert np.allclose(table.values[upper], expected[upper], rtol=1e-5, atol=2e-6)
    ours = select(table).best[-1, 1:]
    assert np.allclose(ours, best[1:, -1], rtol=1e-5, atol=2e-6)


def _criteria(frames: int) -> list[dict[str, Any]]:
    points = long_points(frames)
    figures, rows = [], []
    for name in ("line-max", "line-sum", "lerp-max", "lerp-sum", "curve-max", "curve-sum"):
        seconds = medians_s(
            {
                metric: lambda name=name, metric=metric: error_table(points, name, metric=metric)  # type: ignore[misc]
                for metric in ("pose", "joint")
            },
            repeats=5,
        )
        rows.append((name, milliseconds(seconds["pose"]), milliseconds(seconds["joint"])))
        figures.append({"criterion": name, "frames": frames, "seconds": seconds})
    print_table(f"Error tables of {frames} frames of 17 joints (ms)", ("", "whole pose", "worst joint"), rows)
    return figures
