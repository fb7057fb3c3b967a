"""What ``unbake compare`` says of its result: as JSON, or as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from unbake.cli.shared.output import console
from unbake.ground.wording import counted
from unbake.keyframes.criteria import CRITERIA

if TYPE_CHECKING:
    from unbake.keyframes.rivals.comparison import Comparison, Objective, RivalResult
    from unbake.motion.points import Points

SHOWN_COUNTS = 4
"""Counts in the printed table, fewer where it would be wider than the terminal; machines get all of them."""
MUCH_ROOM = 10_000
"""Columns enough for any table: how wide one would like to be."""
LARGEST_RATIO = 1000.0
"""Ratios above it are not spelt out: the least error is as good as zero."""


def comparison_fields(
    file: Path, points: Points, lead: Sequence[str], seed: int, repeats: int, comparison: Comparison
) -> dict[str, Any]:
    """Return what machines get: frames as the file numbers them, errors in the objectives' own units."""
    first = points.first_frame
    return {
        "file": str(file),
        "first_frame": first,
        "last_frame": points.last_frame,
        "lead": list(lead),
        "pose_range_m": comparison.pose_range_m,
        "counts": list(comparison.counts),
        "seed": seed,
        "repeats": repeats,
        "optima": [
            _objective_fields(comparison, objective)
            | {"seconds": optimum.seconds}
            | {
                "selections": [
                    {"keys": count, "error": error, "frames": [f + first for f in optimum.space.frames(count)]}
                    for count, error in optimum.errors.items()
                ]
            }
            for objective, optimum in comparison.optima.items()
        ],
        "methods": [
            {"name": result.rival.name, "title": result.rival.title, "family": result.rival.family}
            | _objective_fields(comparison, result.objective)
            | {"random": result.rival.is_random, "seconds": result.seconds}
            | {
                "selections": [
                    {"keys": count, "error": result.errors[count], "ratio": comparison.ratio(result, count)}
                    | {"frames": [f + first for f in chosen]}
                    for count, chosen in result.frames.items()
                ]
            }
            for result in comparison.results
        ],
    }


def _objective_fields(comparison: Comparison, objective: Objective) -> dict[str, str | None]:
    named = {"criterion": objective.criterion, "metric": objective.metric, "compose": objective.compose}
    return named | {"unit": comparison.unit(objective) or None}


def print_comparison(comparison: Comparison) -> None:
    """Print one table an objective: the best errors, and below them each method's with how many times they are."""
    room = console.options.update(max_width=MUCH_ROOM)
    for most in range(SHOWN_COUNTS, 0, -1):
        tables = {objective: _table(comparison, objective, most) for objective in comparison.optima}
        if all(console.measure(table, options=room).maximum <= console.width for table in tables.values()):
            break
    for objective, table in tables.items():
        console.print(Text(_title(comparison, objective), style="bold"))
        console.print(table)
        console.print()
    shown = set(_shown_counts(comparison.counts, most))
    if any(shown - set(result.errors) for result in comparison.results):
        console.print("–: the method has no selection of so many keys")
    console.print("ms / counts: time for all of a method's selections, and how many those are")


def _title(comparison: Comparison, objective: Objective) -> str:
    """Return what is measured, and in what unit."""
    pose = "worst joint" if objective.metric == "joint" else "whole pose"
    measure = ["cm"] if comparison.unit(objective) else []
    measure += ["root mean square"] if CRITERIA[objective.criterion].unit == "m²" else []
    title = f"{objective.criterion}, {pose}, composed by {objective.compose}"
    return f"{title}; {', '.join(measure)}" if measure else title


def _table(comparison: Comparison, objective: Objective, most_counts: int) -> Table:
    """Return the rows of one objective, the optimum first, with at most so many counts beside each other."""
    shown = _shown_counts(comparison.counts, most_counts)
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True)
    for count in shown:
        table.add_column(counted(count, "key"), justify="right", no_wrap=True)
    table.add_column("ms / counts", justify="right", no_wrap=True)
    scale = comparison.pose_range_m if CRITERIA[objective.criterion].unit and comparison.pose_range_m > 0.0 else 1.0
    scale *= 100.0 if comparison.unit(objective) else 1.0
    optimum = comparison.optima[objective]
    best = _without_rounding(comparison, objective, optimum.errors)
    cells = [f"{_digits(scale * best[count])} ×1.00" for count in shown]
    table.add_row("optimum", *cells, _time(optimum.seconds, len(best)), style="bold")
    for result in comparison.results:
        if result.objective == objective:
            cells = _cells(comparison, result, shown, scale)
            table.add_row(result.rival.name, *cells, _time(result.seconds, len(result.frames)))
    return table


def _shown_counts(counts: tuple[int, ...], most: int) -> list[int]:
    """Return the largest count and a few evenly before it, at most so many."""
    picked = {round(n * (len(counts) - 1) / most) for n in range(1, most + 1)}
    return [counts[n] for n in sorted(picked)]


def _cells(comparison: Comparison, result: RivalResult, shown: list[int], scale: float) -> list[str]:
    errors = _without_rounding(comparison, result.objective, result.errors)
    return [
        f"{_digits(scale * errors[count])} ×{_ratio(comparison.ratio(result, count))}" if count in errors else "–"
        for count in shown
    ]


def _without_rounding(comparison: Comparison, objective: Objective, errors: Mapping[int, float]) -> dict[int, float]:
    """Return errors as parts of the pose range, 0 where they are negligible; a user's own criterion as it is."""
    from unbake.keyframes.rivals.comparison import NEGLIGIBLE

    least = NEGLIGIBLE if CRITERIA[objective.criterion].unit else 0.0
    return {k: e if e > least else 0.0 for k, e in comparison.normalised(objective, errors).items()}


def _digits(value: float) -> str:
    """Return a number with three digits that count and never an exponent."""
    return f"{value:,.{max(0, 2 - floor(log10(value)))}f}" if value > 0.0 else "0"


def _ratio(ratio: float) -> str:
    if ratio > LARGEST_RATIO:
        return f">{LARGEST_RATIO:.0f}"
    return f"{ratio:.2f}" if ratio < 100.0 else f"{ratio:.0f}"


def _time(seconds: float, selections: int) -> str:
    """Return milliseconds with two digits, down to microseconds."""
    ms = 1000.0 * seconds
    shown = f"{ms:,.0f}" if ms >= 10.0 else f"{ms:.2g}" if ms >= 0.001 else "0"
    return f"{shown} / {selections}" if selections else "–"
