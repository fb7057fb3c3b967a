"""The inner loop of finding candidates: local minima of a table of distances that are below a limit."""

from __future__ import annotations

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats, Floats32


@njit(cache=True, nogil=True)
def local_minima(table: Floats32, rows: Floats, columns: Floats, out: Booleans) -> None:
    """Write where (F, G) an entry is below both limits and no greater than its eight neighbours; of equals the first.

    Parameters
    ----------
    table : (F, G) distances.
    rows, columns : (F,) and (G,) limits.
    """
    last, end = table.shape
    for i in range(last):
        for j in range(end):
            value = table[i, j]
            out[i, j] = False
            if value > rows[i] or value > columns[j]:
                continue
            is_least = True
            for k in range(max(i - 1, 0), min(i + 2, last)):
                for m in range(max(j - 1, 0), min(j + 2, end)):
                    other = table[k, m]
                    if other < value or (other == value and (k < i or (k == i and m < j))):
                        is_least = False
            out[i, j] = is_least
