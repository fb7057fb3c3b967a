"""How much memory a selection needs."""

from __future__ import annotations

from unbake.keyframes.criteria import Criterion, Metric


def table_bytes(frames: int, longest: int, criterion: Criterion, metric: Metric) -> int:
    """Return the bytes of an error table of segments up to `longest` frames, working space included."""
    square = frames * frames
    needs_distances = metric == "pose" and criterion.shape != "own"
    if is_banded(frames, longest):
        window = 4 * longest + 512
        return 4 * frames * (longest + 1) + (4 + 8 * needs_distances) * window * window
    return (4 + 8 * needs_distances) * square


def layers_bytes(frames: int, counts: int) -> int:
    """Return the bytes of the least errors of every count and end frame."""
    return 4 * frames * counts


def is_banded(frames: int, longest: int) -> bool:
    """Whether a table is kept as a band: only where that saves at least three quarters of it."""
    return 4 * (longest + 1) < frames
