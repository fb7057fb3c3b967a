"""The inner loops of motion graphs: where frames may be joined, and the cheapest way."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats, Floats32, Indices


@njit(cache=True, nogil=True)
def near_minima(table: Floats32, most: float, out: Booleans) -> None:
    """Write where (R, C) an entry is below `most` and no greater than its eight neighbours; of equals the first.

    The first and the last row are only neighbours.
    """
    height, width = table.shape
    for i in range(1, height - 1):
        for j in range(width):
            value = table[i, j]
            out[i, j] = False
            if value >= most:
                continue
            is_least = True
            for k in range(i - 1, i + 2):
                for m in range(max(j - 1, 0), min(j + 2, width)):
                    other = table[k, m]
                    if other < value or (other == value and (k < i or (k == i and m < j))):
                        is_least = False
            out[i, j] = is_least


@njit(cache=True, nogil=True)
def cheapest_way(
    costs: Floats32, rows: Indices, fixed: Indices, first: Indices, begins: Indices, sources: Indices, price: Floats
) -> Indices:
    """Return the frames (n,) of the cheapest way; where none leads to all fixed frames, −1 throughout.

    Parameters
    ----------
    costs, rows, fixed : see `Problem`.
    first : (N,) first frame of each frame's clip.
    begins : (N + 1,) where the transitions into each frame begin.
    sources, price : (E,) frame before each transition, and what it costs.
    """
    n, count = len(rows), costs.shape[1]
    came = np.empty((n, count), np.int32)
    value = np.empty(count)
    after = np.empty(count)
    for g in range(count):
        value[g] = costs[rows[0], g] if fixed[0] < 0 or fixed[0] == g else np.inf
    for t in range(1, n):
        for g in range(count):
            best, source = np.inf, -1
            if fixed[t] < 0 or fixed[t] == g:
                if g != first[g]:
                    best, source = value[g - 1], g - 1
                for e in range(begins[g], begins[g + 1]):
                    total = value[sources[e]] + price[e]
                    if total < best:
                        best, source = total, sources[e]
                best += costs[rows[t], g]
            after[g], came[t, g] = best, source
        value, after = after, value
    shown = np.full(n, -1, np.int64)
    at = int(value.argmin())
    if np.isfinite(value[at]):
        shown[n - 1] = at
        for t in range(n - 1, 0, -1):
            at = came[t, at]
            shown[t - 1] = at
    return shown
