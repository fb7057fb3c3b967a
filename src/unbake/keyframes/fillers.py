"""How each criterion fills the error table: by distances of poses, from the points, or by a user's function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.keyframes.criteria import Criterion, Metric
from unbake.motion.rotations import Floats

Table = NDArray[np.float32]


@dataclass(frozen=True)
class Filler:
    """Fills a table (F, F) in units of work; unit u holds rows from the top and their mirror rows from the bottom."""

    units: int
    fill: Callable[[int, int, Table], None]


def filler_for(blocks: Floats, flat: Floats, criterion: Criterion, metric: Metric, longest: int) -> Filler:
    """Return a criterion's filler for points given as (P, 3, F) and (F, D), segments of `longest` frames at most."""
    if criterion.shape == "own":
        return _by_function(flat, criterion, longest)
    if metric == "pose" and criterion.shape in ("line", "lerp"):
        return _by_distances(flat, criterion, longest)
    return _by_points(blocks, criterion, metric, longest)


def _by_distances(flat: Floats, criterion: Criterion, longest: int) -> Filler:
    from unbake.keyframes.kernels.gram_rows import ROWS, GramTable

    gram = GramTable(flat, criterion.shape == "lerp", criterion.total == "sum", longest)
    blocks = -(-len(flat) // ROWS)
    return Filler((blocks + 1) // 2, gram.fill)


def _by_points(blocks: Floats, criterion: Criterion, metric: Metric, longest: int) -> Filler:
    from unbake.keyframes.kernels.joint_rows import cubic_normal_inverses, fill_joint_rows

    frames = blocks.shape[2]
    rows = np.ascontiguousarray(blocks.reshape(-1, frames).T)
    shape = {"line": 0, "lerp": 1, "curve": 2}[criterion.shape]
    is_joint, is_sum = metric == "joint", criterion.total == "sum"
    inverses = cubic_normal_inverses(longest)

    def fill(first: int, last: int, table: Table) -> None:
        fill_joint_rows(blocks, rows, inverses, first, last, longest, shape, is_joint, is_sum, table)

    return Filler((frames + 1) // 2, fill)


def _by_function(flat: Floats, criterion: Criterion, longest: int) -> Filler:
    function: Any = criterion.function
    frames = len(flat)

    def fill_row(i: int, end: int, table: Table) -> None:
        for j in range(i + 1, end):
            table[i, j] = function(flat[i : j + 1])

    if hasattr(function, "py_func"):
        from unbake.keyframes.kernels.own_rows import compiled_row

        compiled = compiled_row(function)

        def fill_row(i: int, end: int, table: Table) -> None:
            compiled(flat, i, end, table)

    def fill(first: int, last: int, table: Table) -> None:
        for unit in range(first, last):
            for i in {unit, frames - 1 - unit}:
                end = min(frames, i + longest + 1)
                fill_row(i, end, table)
                if not (table[i, i + 1 : end] >= 0.0).all():
                    raise UsageError(f"criterion '{criterion.name}' returned a negative number or no number")

    return Filler((frames + 1) // 2, fill)
