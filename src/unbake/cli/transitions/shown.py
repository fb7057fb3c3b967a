"""Transition tables as people and programs get them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from unbake.composition.material import LibraryMaterial
    from unbake.synthesis.transitions.table import TransitionTable

OVER = ("none", "one", "two")


def table_fields(table: TransitionTable, found: LibraryMaterial) -> dict[str, Any]:
    """Return a table as programs get it."""
    search = table.search
    feet, balance, full, refused = (int(count) for count in search.counts.sum(axis=0))
    return {
        "recipe": table.recipe,
        "windows": table.n_windows,
        "medoids": [
            {"clip": clip, "first_frame": number}
            for clip, number in (found.frame_number(*place) for place in _places(table))
        ],
        "candidates": feet + balance + full + refused,
        "excluded_by_feet": feet,
        "excluded_by_balance": balance,
        "scored": full,
        "refused_as_too_long": refused,
        "over": dict(zip(OVER, _over(table), strict=True)),
        "cost_m": {f"{q}%": float(np.percentile(search.costs_m, q)) for q in (5, 25, 50, 75, 95)},
        "processor_s": table.processor_s,
        "bytes": len(table.to_bytes()),
    }


def table_rows(table: TransitionTable) -> list[tuple[str, str]]:
    """Return a table as people get it."""
    search = table.search
    feet, balance, full, refused = (int(count) for count in search.counts.sum(axis=0))
    total = max(feet + balance + full + refused, 1)
    low, middle, high = (100.0 * float(np.percentile(search.costs_m, q)) for q in (5, 50, 95))
    over = ", ".join(f"{count:,} over {name}" for name, count in zip(OVER, _over(table), strict=True))
    return [
        ("length", f"{table.n_frames / 60.0:g} s"),
        ("medoids", f"{len(table)} of {table.n_windows:,} windows"),
        ("candidates", f"{total:,}"),
        ("excluded", f"{feet / total:.1%} by their feet, {balance / total:.1%} by feet and some frames' balance"),
        ("scored", f"{full / total:.1%}" + (f"; {refused:,} would be too long" if refused else "")),
        ("best", over),
        ("cost", f"{middle:.1f} cm; from {low:.1f} to {high:.1f} cm for nine in ten pairs"),
        ("took", f"{table.processor_s:.0f} s of processor, {1e6 * table.processor_s / total:.0f} µs a candidate"),
    ]


def _places(table: TransitionTable) -> list[tuple[int, int]]:
    return [(int(clip), int(first)) for clip, first in zip(table.clips, table.firsts, strict=True)]


def _over(table: TransitionTable) -> list[int]:
    """How many pairs are best over none, one and two intermediaries."""
    count = (table.search.between >= 0).sum(axis=-1).ravel()
    return [int((count == k).sum()) for k in range(3)]
