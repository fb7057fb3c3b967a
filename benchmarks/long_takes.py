"""Takes of any length: whole spaces of thousands of frames, an hour without a table, pieces against exact answers."""

from __future__ import annotations

import resource
import sys
import time
from typing import Any

import numpy as np

from benchmarks.baselines import Floats
from benchmarks.clips import long_points
from benchmarks.timing import print_table
from unbake.keyframes.bounded import fewest_keys
from unbake.keyframes.error_table import error_table
from unbake.keyframes.pieces import select_in_pieces
from unbake.keyframes.space import select

HOUR = 432_000


def run() -> dict[str, Any]:
    """Measure and print; return the figures."""
    take = long_points(5423)
    return {"spaces": _spaces(take), "hour": _hour(take), "pieces": _pieces(take)}


def _spaces(take: Floats) -> list[dict[str, Any]]:
    figures, rows = [], []
    longer = np.concatenate([take, take[::-1]])
    for points in (take, longer[: min(10_000, len(longer))]):
        started = time.perf_counter()
        table = error_table(points, "line-max", metric="pose")
        middle = time.perf_counter()
        select(table, keys_max=len(points) // 5)
        seconds = (middle - started, time.perf_counter() - middle)
        rows.append((f"{len(points):,} frames", f"{seconds[0]:.2f}", f"{seconds[1]:.2f}", f"{_peak_mb():,.0f}"))
        figures.append(
            {"frames": len(points), "table_s": seconds[0], "selections_s": seconds[1], "peak_mb": _peak_mb()}
        )
        del table
    print_table("Whole spaces, line-max over the pose, counts up to 20 %", ("", "table s", "select s", "peak MB"), rows)
    return figures


def _hour(take: Floats) -> list[dict[str, Any]]:
    points = repeated_and_perturbed(take, HOUR)
    figures, rows = [], []
    for criterion in ("lerp-max", "line-max", "curve-max"):
        started = time.perf_counter()
        found = fewest_keys(points, 0.02, criterion, metric="joint")
        seconds = time.perf_counter() - started
        keys = len(found.selection)
        rows.append(
            (criterion, f"{keys:,}", "yes" if found.is_optimal else "no", f"{seconds:.1f}", f"{_peak_mb():,.0f}")
        )
        figures.append({"criterion": criterion, "keys": keys, "is_optimal": found.is_optimal, "seconds": seconds})
    title = f"An hour at 120 frames a second ({HOUR:,} frames of 17 joints): the fewest keys within 2 cm of every joint"
    print_table(title, ("", "keys", "proven", "s", "peak MB"), rows)
    return figures


def _pieces(take: Floats) -> list[dict[str, Any]]:
    figures, rows = [], []
    for criterion in ("lerp-max", "curve-max"):
        started = time.perf_counter()
        pieces = select_in_pieces(take, criterion, metric="joint", keys_max=len(take) // 5)
        seconds = time.perf_counter() - started
        for part in (0.02, 0.05, 0.1):
            selection = pieces.selection(round(part * len(take)))
            exact = fewest_keys(take, selection.error * (1 + 1e-6), criterion, metric="joint")
            rows.append(
                (criterion, f"{len(selection)}", f"{100 * selection.error:.2f}", f"{exact.least}", f"{seconds:.2f}")
            )
            figures.append({"criterion": criterion, "keys": len(selection), "exact_keys": exact.least})
    header = ("", "keys in pieces", "error cm", "keys without cuts", "s for all counts")
    print_table(f"Cut at slow poses, then selected: the cost, {len(take):,} frames", header, rows)
    return figures


def repeated_and_perturbed(take: Floats, frames: int, seed: int = 0) -> Floats:
    """Return a long take: the real one to and fro, each time turned, resized and with a slow wobble of its own."""
    rng = np.random.default_rng(seed)
    base = take.reshape(len(take), -1, 3)
    parts: list[Floats] = []
    while sum(map(len, parts)) < frames:
        turn = rng.uniform(-np.pi, np.pi)
        cos, sin = np.cos(turn), np.sin(turn)
        rotation = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
        wobble = np.cumsum(rng.normal(size=(len(take) // 40 + 2, base.shape[1], 3)), axis=0) * 0.002
        at = np.linspace(0.0, len(wobble) - 1.001, len(take))
        whole, part = at.astype(int), (at % 1.0)[:, None, None]
        moved = (base if len(parts) % 2 == 0 else base[::-1]) * rng.uniform(0.9, 1.1) @ rotation
        moved = moved + (1.0 - part) * wobble[whole] + part * wobble[whole + 1]
        parts.append(moved.reshape(len(take), -1))
    return np.concatenate(parts)[:frames]


def _peak_mb() -> float:
    # Linux counts in kilobytes, macOS in bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024.0 if sys.platform != "darwin" else 1024.0**2)
