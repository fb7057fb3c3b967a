"""The summary as CSV: a row a clip."""

from __future__ import annotations

import csv
from pathlib import Path

from unbake.batch.record import Outcome
from unbake.batch.summary import Summary
from unbake.ground.files.whole_file import whole_file

FIGURES = (
    "frames",
    "fps",
    "duration_s",
    "keys",
    "keys_a_second",
    "error_cm",
    "mean_cm",
    "tips_cm",
    "joint",
    "frame",
    "plants",
    "unsure",
    "drift_before_mm",
    "drift_mm",
)
COLUMNS = ("clip", "state", "worth_a_look", "reason", *FIGURES, "work_s", "peak_mb", "outputs", "notes")


def write_csv(summary: Summary, file: Path) -> None:
    """Write the table in UTF-8: failures first, then what is worth a look, then the others, each by name."""
    with whole_file(file) as temporary, temporary.open("w", encoding="utf-8", errors="replace", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        reasons = {odd.outcome.clip: "; ".join(one.measure.title for one in odd.reasons) for odd in summary.odd}
        for outcome in summary.outcomes:
            writer.writerow(_row(outcome, reasons.get(outcome.clip, "")))


def _row(outcome: Outcome, odd: str) -> list[object]:
    figures = [_plain(outcome.figures.get(name)) for name in FIGURES]
    work = [round(outcome.seconds, 3), round(outcome.peak_bytes / 1e6) or ""]
    files = [" ".join(outcome.outputs), " | ".join(outcome.notes)]
    return [outcome.clip, outcome.state, odd, outcome.reason, *figures, *work, *files]


def _plain(value: object) -> object:
    return "" if value is None else round(value, 5) if isinstance(value, float) else value
