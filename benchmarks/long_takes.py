"""Takes of any length: whole spaces of thousands of frames, an hour without a table, pieces against exact answers."""

from __future__ import annotations

import resource
import sys
import time
from typing import Any

import numpy as np

from benchmarks.baselines import Floats, plain_frames
from benchmarks.clips import long_points
from benchmarks.timing import print_table
from unbake.keyframes.error_table import error_table
from unbake.keyframes.long.bounded import fewest_keys
from unbake.keyframes.long.pieces import select_in_pieces
from unbake.keyframes.space import SelectionSpace, select

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
        space = select(table, keys_max=len(points) // 5)
        seconds = (middle - started, time.perf_counter() - middle)
        traced, searched = _traced_s(space)
        rows.append(
            (
                f"{len(points):,} frames",
                *(f"{part:.2f}" for part in (*seconds, traced)),
                f"{searched:.0f} ({searched / traced:.0f}×)",
                f"{_peak_mb():,.0f}",
            )
        )
        figures.append(
            {
                "frames": len(points),
                "table_s": seconds[0],
                "selections_s": seconds[1],
                "frames_of_all_s": traced,
                "frames_of_all_by_search_s": searched,
                "peak_mb": _peak_mb(),
            }
        )
        del table, space
    header = ("", "table s", "select s", "frames of all s", "the same by plain search s", "peak MB")
    print_table("Whole spaces, line-max over the pose, counts up to 20 %", header, rows)
    return figures


SAMPLED = 50
"""One selection in so many is traced by plain search, which takes minutes for all of them."""


def _traced_s(space: SelectionSpace) -> tuple[float, float]:
    """Return the seconds of tracing all selections of a space, and of doing so by looking at all frames before."""
    space.selection(2)
    vars(space).pop("_farther")  # compiled now, and to be measured
    started = time.perf_counter()
    ours = [selection.frames for selection in space.selections()]
    seconds = time.perf_counter() - started
    sampled = range(SAMPLED // 2, len(ours), SAMPLED)
    plain_frames(space.table.values[:9, :9], space.best[:9, :9], 2)
    started = time.perf_counter()
    plain = [plain_frames(space.table.values, space.best, len(ours[n])) for n in sampled]
    searched = (time.perf_counter() - started) * len(ours) / len(plain)
    assert plain == [ours[n] for n in sampled]  # a baseline that finds something else would prove nothing
    return seconds, searched


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
