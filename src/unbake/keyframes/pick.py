"""Which way of selecting suits a take of this length, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.ground.memory import available_bytes, gigabytes
from unbake.keyframes.criteria import Criterion, Metric
from unbake.keyframes.memory import is_banded, layers_bytes, table_bytes

Method = Literal["optimal", "bounded", "pieces"]
"""``optimal``: the whole selection space. ``bounded``: few keys for an error, without a table. ``pieces``: the take is
cut at slow poses and each piece has a space of its own."""

PATIENCE_S = 20.0
"""A whole space that would take longer than this is not the first choice."""
CELLS_A_SECOND = {"poses": 8e9, "curves over poses": 6e8, "joints": 1.5e8}
"""Segment–frame pairs a second on two cores, rounded down from `make bench`."""


@dataclass(frozen=True)
class Pick:
    """A method, and the reason for it in words (empty where it is the usual one)."""

    method: Method
    reason: str = ""


def seconds_for_table(frames: int, longest: int, criterion: Criterion, metric: Metric) -> float:
    """Return roughly how long the error table of segments up to `longest` frames takes on two cores."""
    cells = frames * min(longest, frames) ** 2 / (2.0 if is_banded(frames, longest) else 6.0)
    kind = "joints" if metric == "joint" else "curves over poses" if criterion.shape == "curve" else "poses"
    return cells / CELLS_A_SECOND[kind]


def pick_method(
    frames: int, longest: int, criterion: Criterion, metric: Metric, *, counts: int, for_error: bool
) -> Pick:
    """Return the way to select: the whole space while it is quick and fits into memory, otherwise one that scales.

    Parameters
    ----------
    frames, longest : length of the take, and the largest gap between keys.
    criterion, metric : of the selection.
    counts : how many keys are wanted at most.
    for_error : whether the fewest keys for an error are wanted, not a number of keys.
    """
    if criterion.shape == "own":
        return Pick("optimal")
    needed = table_bytes(frames, longest, criterion, metric) + layers_bytes(frames, counts)
    seconds = seconds_for_table(frames, longest, criterion, metric)
    free = available_bytes()
    if free is not None and needed > 0.5 * free:
        why = f"the whole selection space of {frames:,} frames would need {gigabytes(needed)} of memory"
    elif seconds > PATIENCE_S:
        why = f"the whole selection space of {frames:,} frames would take about {_duration(seconds)}"
    else:
        return Pick("optimal")
    if for_error:
        return Pick("bounded", f"{why}, so keys were added and taken out until the curves keep the error")
    return Pick("pieces", f"{why}, so the take was cut at slow poses and keys selected in each piece")


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"
