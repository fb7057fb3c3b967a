"""Repeated timing, and tables of what it gave."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def medians_s(functions: Mapping[str, Callable[[], Any]], repeats: int = 7) -> dict[str, float]:
    """Return the median seconds of each function, run in turn after one warm-up of each."""
    times: dict[str, list[float]] = {name: [] for name in functions}
    for function in functions.values():
        function()
    for _ in range(repeats):
        for name, function in functions.items():
            started = time.perf_counter()
            function()
            times[name].append(time.perf_counter() - started)
    return {name: statistics.median(seconds) for name, seconds in times.items()}


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a plain table with a title; the first column is text, the others are numbers."""
    widths = [max(len(str(row[c])) for row in (header, *rows)) for c in range(len(header))]
    print(f"\n{title}")
    for row in (header, *rows):
        cells = [
            str(c).ljust(w) if n == 0 else str(c).rjust(w) for n, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "   ".join(cells))


def milliseconds(seconds: float) -> str:
    """Return a time as text in milliseconds."""
    return f"{1000 * seconds:,.1f}" if seconds < 1 else f"{1000 * seconds:,.0f}"
