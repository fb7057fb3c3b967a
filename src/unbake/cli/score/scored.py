"""What ``unbake score`` says: a row for each clip, or an object for machines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table

from unbake.cli.shared.output import console
from unbake.reports.wording import percent
from unbake.synthesis.naturalness.calibrated import TERMS
from unbake.synthesis.naturalness.scored import Reason, ScoredMotion

Clips = list[tuple[Path, ScoredMotion]]
MOST_REASONS = 3


def worst_first(clips: Clips) -> Clips:
    """Return clips with the most unnatural one first."""
    return sorted(clips, key=lambda clip: -clip[1].verdict.total)


def print_scores(clips: Clips, output: Path | None) -> None:
    """Print the table, the most unnatural clip first."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("clip", "worst second", "at frame", "unnatural", "because"):
        right = name not in ("clip", "because")
        table.add_column(name, justify="right" if right else "left", overflow="fold", no_wrap=name != "because")
    for file, scored in worst_first(clips):
        table.add_row(
            file.name,
            percent(scored.worst_probability),
            str(scored.worst_number),
            percent(scored.unnatural_part),
            ", ".join(_words(reason) for reason in scored.reasons()[:MOST_REASONS]) or "nothing",
        )
    console.print(table)
    if output is not None:
        console.print(f"wrote {output}", soft_wrap=True)


def score_fields(clips: Clips, output: Path | None) -> dict[str, Any]:
    """Return the same for machines, with every frame."""
    written = None if output is None else str(output)
    return {"clips": [_fields(file, scored) for file, scored in clips], "output": written}


def _fields(file: Path, scored: ScoredMotion) -> dict[str, Any]:
    feet, balance = _thesis_m(scored)
    number = scored.motion.first_frame
    first, last = scored.second_around(scored.verdict.worst_frame)
    return {
        "file": str(file),
        "frames": scored.motion.n_frames,
        "first_frame": number,
        "worst_probability": scored.worst_probability,
        "worst_frame": scored.worst_number,
        "worst_second": [first + number, last + number],
        "reasons": [{"term": r.term.name, "amount": r.amount, "unit": r.term.unit, "share": r.share}
                    for r in scored.reasons()],
        "unnatural_part": scored.unnatural_part,
        "foot_plant_error_m": feet,
        "zero_moment_error_m": balance,
        "terms": [_term_fields(scored, row) for row in range(len(TERMS))],
        "probabilities": [round(float(value), 4) for value in scored.probabilities],
        "warnings": list(scored.motion.warnings),
    }  # fmt: skip


def _term_fields(scored: ScoredMotion, row: int) -> dict[str, Any]:
    own = scored.amounts[:, row]
    return {
        "term": TERMS[row].name,
        "unit": TERMS[row].unit,
        "mean": float(own.mean()),
        "largest": float(own.max()),
        "at_frame": int(own.argmax()) + scored.motion.first_frame,
    }


def _thesis_m(scored: ScoredMotion) -> tuple[float, float]:
    """Foot-plant and zero-moment-point error, which add up to the thesis' score."""
    balance = float(scored.thesis.parts["zero moment"].max())
    return scored.thesis.total - balance, balance


def _words(reason: Reason) -> str:
    return f"{reason.term.name} {reason.amount:.2g} {reason.term.unit}"
