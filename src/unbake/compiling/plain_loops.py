"""What NumPy does as well, for kernels: numba compiles these loops one or two seconds sooner than NumPy's own ways."""

# mypy: allow-untyped-decorators

from __future__ import annotations

import numpy as np

from unbake.compiling.kernel import njit
from unbake.ground.arrays import Floats, Indices


@njit(cache=True, nogil=True)
def copy(target: Floats, source: Floats) -> None:
    """Do what `target[:] = source` does with numbers (N,); most of what numba compiles there is an error message."""
    for n in range(len(target)):
        target[n] = source[n]


@njit(cache=True, nogil=True)
def copy_rows(target: Floats, source: Floats) -> None:
    """Do the same with tables (N, M)."""
    for row in range(len(target)):
        for column in range(target.shape[1]):
            target[row, column] = source[row, column]


@njit(cache=True, nogil=True)
def cross(a: Floats, b: Floats, out: Floats) -> None:
    """Write the cross product (3,) of two vectors."""
    out[0], out[1], out[2] = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@njit(cache=True, nogil=True)
def rising(values: Floats, n: int) -> Indices:
    """Return the order (n,) in which the first few of some values rise; equal ones stay as they are. For dozens."""
    order = np.empty(n, np.int64)
    for k in range(n):
        at = k
        while at > 0 and values[order[at - 1]] > values[k]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
    return order
