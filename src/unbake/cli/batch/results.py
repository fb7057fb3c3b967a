"""The results of a run over an archive: as JSON, or as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from unbake.batch.outliers import Odd
from unbake.batch.page.columns import columns_of
from unbake.batch.page.wording import duration, headline, reason_text, sentence
from unbake.batch.summary import Summary
from unbake.cli.shared.output import console, facts_table, print_note

SHOWN = 12
"""Clips of a kind that the terminal lists; files have the others."""
TITLES = ("Length", "Keys", "Error, cm", "Unsure", "Drift, mm")
"""Columns that a terminal has room for."""


def summary_fields(summary: Summary, n_kept: int, seconds: float, files: Sequence[Path]) -> dict[str, Any]:
    """Return everything for programs."""
    return {
        "command": summary.command,
        "clips": len(summary.outcomes),
        "done": len(summary.done),
        "done_before": n_kept,
        "failed": [{"clip": one.clip, "code": one.code, "reason": one.reason} for one in summary.failed],
        "worth_a_look": [
            {"clip": odd.outcome.clip, "reasons": list(map(reason_text, odd.reasons))} for odd in summary.odd
        ],
        "capture_s": summary.total("duration_s"),
        "seconds": seconds,
        "summary": [str(file) for file in files],
        "results": [
            {name: value for name, value in asdict(one).items() if name not in ("picture", "key")}
            for one in summary.outcomes
        ],
    }


def print_summary(summary: Summary, n_kept: int, seconds: float, files: Sequence[Path]) -> None:
    """Print what all clips came to, those that are worth a look, and those that failed."""
    before, after = headline(summary)
    kept = f"; {n_kept:,} were done before" if n_kept else ""
    rows = [("clips", f"{before} → {after}"), ("", f"{sentence(summary)}"), ("time", f"{duration(seconds)}{kept}")]
    rows += [("written" if n == 0 else "", str(file)) for n, file in enumerate(files)]
    console.print(facts_table(rows))
    if summary.odd:
        console.print(_odd_table(summary))
    for one in summary.failed[:SHOWN]:
        print_note(Text.assemble(("failed: ", "red"), f"{one.clip}: {one.reason}"))
    if len(summary.failed) > SHOWN:
        print_note(f"… and {len(summary.failed) - SHOWN:,} more; {files[1].name} has them all")


def _odd_table(summary: Summary) -> Table:
    columns = [column for column in columns_of(summary) if column.title in TITLES]
    table = Table(box=None, padding=(0, 2, 0, 0), title="Worth a look", title_justify="left", title_style="bold")
    table.add_column("Clip", overflow="fold")
    for column in columns:
        table.add_column(column.title, justify="right", no_wrap=True)
    table.add_column("Why", overflow="fold")
    for odd in summary.odd[:SHOWN]:
        table.add_row(*map(Text, _cells(odd, columns)))
    return table


def _cells(odd: Odd, columns: Sequence[Any]) -> list[str]:
    why = "; ".join(f"{one.measure.title} {one.times:.1f} ×" for one in odd.reasons)
    return [odd.outcome.clip, *(column.text(odd.outcome) for column in columns), why]
