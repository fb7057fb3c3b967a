"""What commands about feet say of labels and oracles, as small tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unbake.cli.shared.output import console, facts_table
from unbake.ground.wording import frame_range, listed

BY = {
    "hand": "hand",
    "oracle": "the oracle",
    "force-plate": "force plates",
    "performer": "the performer",
    "thresholds": "thresholds",
}
"""Who stands for labels, as people say it."""


def print_oracle(file: Path, facts: Mapping[str, Any]) -> None:
    """Print what an oracle has learnt from, as a small table."""
    pieces = facts["pieces"]
    rows = [
        ("oracle", str(file)),
        ("learnt from", f"{facts['examples']:,} frames, {facts['seconds']:.0f} s, and their mirror images"),
        ("decides by", f"{facts['k']} nearest of them; {facts['window']} instants, {facts['rate_hz']:g} a second"),
    ]
    shown = pieces if len(pieces) <= 24 else pieces[:22]
    rows += [("clips" if n == 0 else "", _piece_text(piece)) for n, piece in enumerate(shown)]
    if len(shown) < len(pieces):
        rows.append(("", f"… {len(pieces) - len(shown):,} more"))
    console.print(facts_table(rows))


def _piece_text(piece: Mapping[str, Any]) -> str:
    return f"{piece['name']} ({piece['frames']} frames, {piece['source']})"


def print_labels(fields: Mapping[str, Any]) -> None:
    """Print where each point is planted, as a small table."""
    first, last = fields["frames"]
    rows = [("labels", fields["labels"]), ("frames", f"{first}–{last}"), ("labelled", _labelled_text(fields))]
    for point, plants in fields["plants"].items():
        rows.append((point, ", ".join(frame_range(a, b) for a, b in _joined(plants)) or "never planted"))
    if fields["picture"]:
        rows.append(("picture", str(fields["picture"])))
    console.print(facts_table(rows))


def _joined(plants: Sequence[tuple[int, int, str]]) -> list[tuple[int, int]]:
    """Frames of plants; those that touch are one, whoever they are by, as they are when feet are held."""
    out: list[tuple[int, int]] = []
    for first, last, _ in plants:
        begin = out.pop()[0] if out and out[-1][1] == first - 1 else first
        out.append((begin, last))
    return out


def _labelled_text(fields: Mapping[str, Any]) -> str:
    """Which frames are labelled by whom, those of one first; and that others are not."""
    by: dict[str, list[str]] = {}
    for first, last, source in fields["labelled"]:
        by.setdefault(BY[source], []).append(frame_range(first, last))
    said = [f"{listed(ranges)} by {source}" for source, ranges in by.items()]
    n_frames = sum(last - first + 1 for first, last, _ in fields["labelled"])
    left = fields["frames"][1] - fields["frames"][0] + 1 - n_frames
    return "; ".join([*said, *([f"the other {left:,} frames by nobody"] if left else [])]) or "no frame"


def ranges_text(places: Sequence[Mapping[str, Any]]) -> str:
    """Return where labels are unsure, the first few."""
    shown = [f"{frame_range(place['first'], place['last'])} ({place['point']})" for place in places[:5]]
    return ", ".join(shown)
