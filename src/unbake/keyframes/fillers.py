"""How each criterion fills the error table: by distances of poses, from the points, or by a user's function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.compiling.threads import in_pieces
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.keyframes.criteria import SHAPES, Criterion, Metric

Table = NDArray[np.float32]

CLOSED_FORM_LOSS = 7e-6
"""Largest error of `kernels.curve_rows` as a part of the extent of the points, measured on segments of 60 to 2,000
frames against higher precision."""


WORTH_A_THREAD = 1e6
"""Points on segments, of which a core measures a thousand a microsecond or so, that are worth a thread."""


@dataclass(frozen=True)
class Filler:
    """Fills a table (F, F) in units of work; unit u holds rows from the top and their mirror rows from the bottom."""

    units: int
    fill: Callable[[int, int, Table], None]


def filler_for(
    blocks: Floats, flat: Floats, criterion: Criterion, metric: Metric, longest: int, limit: float = np.inf
) -> Filler:
    """Return a criterion's filler for points given as (P, 3, F) and (F, D), segments of `longest` frames at most.

    Largest distances beyond the limit need not be exact, see `error_table`.
    """
    if criterion.shape == "own":
        return _by_function(flat, criterion, longest)
    if metric == "pose" and criterion.shape in ("line", "lerp"):
        return _by_distances(flat, criterion, longest)
    if metric == "pose" and _is_small(smooth := without_trend(flat)):
        return _curves_by_distances(smooth, criterion, longest)
    return _by_points(blocks, criterion, metric, longest, limit)


def _by_distances(flat: Floats, criterion: Criterion, longest: int) -> Filler:
    from unbake.keyframes.kernels.gram_rows import GramTable

    gram = GramTable(flat, criterion.shape == "lerp", criterion.total == "sum", longest)
    return Filler(gram.units, gram.fill)


def without_trend(flat: Floats) -> Floats:
    """Return points (F, D) without the cubic of time that is nearest to the whole clip.

    A cubic through two frames fits cubics of time exactly, so the errors of `curve` stay what they are, but the numbers
    become small: a path of a hundred metres would cost the closed form its digits.
    """
    # From the first pose on, so that what does not move stays at exactly zero. By Gram and Schmidt, not by a solver:
    # the threads of the linear algebra library would still be busy waiting when the kernels start.
    rest = flat - flat[0]
    time = np.linspace(-1.0, 1.0, len(flat))
    basis: list[Floats] = []
    for power in range(min(4, len(flat))):
        direction = time**power
        for other in basis:
            direction = direction - np.sum(direction * other) * other
        basis.append(direction / np.sqrt(np.sum(direction**2)))
        rest = rest - basis[-1][:, None] * np.einsum("f,fd->d", basis[-1], rest)
    return np.asarray(rest)


def _is_small(flat: Floats) -> bool:
    """Whether the closed form loses no more than a tenth of a millimetre on these points."""
    return float(np.linalg.norm(np.ptp(flat, axis=0))) * CLOSED_FORM_LOSS <= 1e-4


def _curves_by_distances(flat: Floats, criterion: Criterion, longest: int) -> Filler:
    from unbake.keyframes.kernels.cubic import cubic_constants
    from unbake.keyframes.kernels.curve_rows import curve_scratch, fill_curve_rows
    from unbake.keyframes.kernels.gram_rows import fill_squared_distances

    frames = len(flat)
    distances = np.empty((frames, frames))
    fill_squared_distances(np.ascontiguousarray(flat.T), 0.0, distances)
    _mirror(distances)
    constants = cubic_constants(min(longest, frames))
    is_sum = criterion.total == "sum"

    def fill(first: int, last: int, table: Table) -> None:
        def part(begin: int, end: int) -> None:
            fill_curve_rows(distances, begin, end, longest, is_sum, constants, curve_scratch(frames), table)

        in_pieces(part, first, last, 1)

    return Filler((frames + 1) // 2, fill)


def _mirror(upper: Floats, size: int = 1024) -> None:
    """Copy the upper triangle of a square to the lower one, block by block, without a second square."""
    for start in range(0, len(upper), size):
        end = start + size
        upper[end:, start:end] = upper[start:end, end:].T
        diagonal = upper[start:end, start:end]
        diagonal += diagonal.T.copy()


def _by_points(blocks: Floats, criterion: Criterion, metric: Metric, longest: int, limit: float) -> Filler:
    from unbake.keyframes.kernels.cubic import cubic_constants
    from unbake.keyframes.kernels.joint_rows import fill_joint_rows

    frames = blocks.shape[2]
    rows = np.ascontiguousarray(blocks.reshape(-1, frames).T)
    shape, is_sum = SHAPES[criterion.shape], criterion.total == "sum"
    constants = cubic_constants(longest)
    is_joint = metric == "joint"
    beyond = float(np.inf if is_sum or criterion.shape == "line" else limit)

    # Two rows of a unit have about as many pairs of frames as the longest.
    least = max(1, int(WORTH_A_THREAD / (blocks.shape[0] * min(longest, frames) ** 2)))

    def fill(first: int, last: int, table: Table) -> None:
        def part(begin: int, end: int) -> None:
            fill_joint_rows(blocks, rows, constants, begin, end, longest, shape, is_joint, is_sum, beyond, table)

        in_pieces(part, first, last, least)

    return Filler((frames + 1) // 2, fill)


def _by_function(flat: Floats, criterion: Criterion, longest: int) -> Filler:
    function: Any = criterion.function
    frames = len(flat)
    flat = flat.view()
    flat.setflags(write=False)  # a function must not change what its caller passed in

    def fill_row(i: int, end: int, table: Table) -> None:
        for j in range(i + 1, end):
            error = function(flat[i : j + 1])
            try:
                table[i, j] = error
            except (TypeError, ValueError):
                what = f"an array of shape {np.shape(error)}" if np.ndim(error) else repr(error)
                message = f"criterion '{criterion.name}' returned {what}, expected one number of at least 0"
                raise UsageError(message) from None

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
