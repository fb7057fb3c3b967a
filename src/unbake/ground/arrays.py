"""The kinds of arrays that go from one function to the next; shapes are in the docstrings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from unbake.errors import UnbakeError, UsageError, without_middle

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Booleans = NDArray[np.bool_]
Indices = NDArray[np.int64]

AT_ONCE = 1 << 18
"""Rows times columns, as frames times joints, that are worked on together: what is needed on the way then takes some
tens of megabytes, on an hour of capture as on a minute."""


def sealed(numbers: Floats) -> Floats:
    """Return the numbers contiguous and read-only, without a copy where they lie so: a kernel is compiled once more for
    arrays that lie in another way, or may be written to."""
    view = np.ascontiguousarray(numbers).view()
    view.flags.writeable = False
    return view


def as_floats(numbers: ArrayLike, what: str, error: type[UnbakeError] = UsageError) -> Floats:
    """Return numbers that were given as an array of float64, without a copy where they are one.

    Masked numbers become NaN, for they have no value.

    Raises `error`, which calls them `what`, for rows of different lengths, complex numbers, and what is no number.
    """
    if isinstance(numbers, np.ma.MaskedArray):
        numbers = np.ma.filled(numbers.astype(np.float64), np.nan)
    try:
        if not np.iscomplexobj(numbers):
            return np.asarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        pass
    raise error(f"{what} must be an array of real numbers, not {without_middle(repr(numbers), 60)}")


def shaped(numbers: ArrayLike, shape: tuple[int, ...], what: str) -> Floats:
    """Return numbers that were given as an array; UsageError, which calls them `what`, where it has another shape."""
    array = as_floats(numbers, what)
    if array.shape != shape:
        raise UsageError(f"{what} have shape {array.shape}, expected {shape}")
    return array


def few_at_once(columns: Sequence[int], rows: int) -> Iterator[list[int]]:
    """Yield columns in groups, the fewer the more rows each has."""
    count = max(1, AT_ONCE // max(rows, 1))
    for start in range(0, len(columns), count):
        yield list(columns[start : start + count])


def rows_at_once(rows: int, columns: int) -> Iterator[slice]:
    """Yield slices of rows, the shorter the more columns there are; one slice where there are no rows."""
    count = max(1, AT_ONCE // max(columns, 1))
    for start in range(0, max(rows, 1), count):
        yield slice(start, min(start + count, rows))
