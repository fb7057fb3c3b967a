"""Inner keys as vectors of integers, which the random searches change: repair and measure."""

# mypy: allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Indices


@njit(cache=True, nogil=True)
def make_distinct(keys: Indices, last: int) -> None:
    """Sort inner keys (m,), m ≤ last − 1, and move those that coincide or leave the clip to near frames 1 … last−1."""
    keys.sort()
    least = 1
    for n in range(len(keys)):
        keys[n] = max(keys[n], least)
        least = keys[n] + 1
    most = last - 1
    for n in range(len(keys) - 1, -1, -1):
        keys[n] = min(keys[n], most)
        most = keys[n] - 1


@njit(cache=True, nogil=True)
def summed_error(table: NDArray[np.float32], keys: Indices) -> float:
    """Return the sum of a table's errors (F, F) over the segments between frame 0, the inner keys, and the last."""
    total: float = 0.0
    before = 0
    for n in range(len(keys)):
        total += table[before, keys[n]]
        before = keys[n]
    total += table[before, table.shape[0] - 1]
    return total
