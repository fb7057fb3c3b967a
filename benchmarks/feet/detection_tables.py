"""The tables of how feet are found, from the figures that `benchmarks.feet.detection` keeps.

``python -m benchmarks.feet.detection_tables`` writes them into the page on feet again, without measuring.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import unbake
from benchmarks.feet.page import with_table, write_table
from benchmarks.usage import takes_no_arguments

FILE = Path(__file__).parents[1] / "results" / f"{unbake.__version__}-detection.json"
METHODS = {
    "packaged oracle": "packaged oracle",
    "thresholds": "thresholds",
    "trees on windows": "trees on the oracle's windows",
    "default": "default",
}
"""Columns of most tables, and what the figures call them."""
OF_HANDS = {
    "oracle of the others": "oracle",
    "thresholds": "thresholds",
    "trees on windows": "trees on the oracle's windows",
    "default": "default",
}
OF_PLATES = {
    "packaged oracle": "packaged oracle",
    "speed, tuned on the other trial": "speed, tuned on the other trial",
    "trees on windows": "trees on the oracle's windows",
    "default": "default",
    "its trees without a limit of speed": "default without a limit of speed",
    "the plates themselves, within the limit": "the plates themselves, within the limit",
}

Figures = dict[str, Any]
Rows = list[list[str]]


def tables(figures: Figures) -> Iterator[tuple[str, Sequence[str], Rows]]:
    """Yield name, header and rows of each table that figures are known of."""
    yield "plants of clips without labels", ["", *METHODS], conduct_rows(figures["kinds"])
    trials = {"Motion3_FF": figures["plates"], "FlatFoot": figures.get("plates_exchanged", {})}
    yield "detection by plates", ["", *OF_PLATES], [_row(name, one, OF_PLATES, _plates) for name, one in trials.items()]
    if hands := figures.get("hands"):
        rows = [_row(name.removeprefix("subject "), one, OF_HANDS, _hands) for name, one in hands.items()]
        yield "detection by hand", ["subject", *OF_HANDS], rows
    performed = [_row(name, one, METHODS, _performed) for name, one in figures["performer"].items()]
    yield "detection of the performer", ["", *METHODS], performed


def conduct_rows(kinds: Figures) -> Rows:
    """Return two rows for each kind of clip: how fast planted points are, and what part of still ones is planted."""
    rows = []
    for kind, one in kinds.items():
        rows.append(_row(f"{kind}: fastest, m/s / above 0.6, %", one, METHODS, _speeds))
        rows.append(_row("still and low: planted, % / short, %", one, METHODS, _stills))
    return rows


def _row(name: str, figures: Figures, columns: dict[str, str], cell: Any) -> list[str]:
    return [name, *(cell(figures[key]) if key in figures else "" for key in columns.values())]


def _speeds(one: Figures) -> str:
    return f"{one['fastest_m_s']:.2f} / {100.0 * one['fast']:.1f}"


def _stills(one: Figures) -> str:
    return f"{100.0 * one['still_planted']:.1f} / {100.0 * one['short']:.1f}"


def _plates(one: Figures) -> str:
    return f"{100.0 * one['accuracy']:.1f} / {one['onset_ms']:.0f}, {one['offset_ms']:.0f}"


def _hands(one: Figures) -> str:
    return f"{100.0 * one['accuracy']:.1f} / {one['f1']:.3f} / {one['flickers']:.3f}"


def _performed(one: Figures) -> str:
    return f"{100.0 * one['accuracy']:.1f} / {one['flickers']:.3f}"


def on_page(page: str, figures: Figures) -> str:
    """Return a page with all these tables replaced."""
    for table in tables(figures):
        page = with_table(page, *table)
    return page


def main() -> None:
    """Write the tables."""
    for table in tables(json.loads(FILE.read_text())):
        write_table(*table)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
