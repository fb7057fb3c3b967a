"""Error-table rows by a user's function that numba compiles."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numba import njit


@lru_cache(maxsize=16)
def compiled_row(function: Any) -> Any:
    """Return a compiled function (points, i, end, table) that fills table[i, i+1:end] by `function`."""

    @njit
    def row(points, i, end, table):
        for j in range(i + 1, end):
            table[i, j] = function(points[i : j + 1])

    return row
