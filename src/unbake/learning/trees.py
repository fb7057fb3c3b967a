"""Gradient-boosted decision trees as plain arrays: how they are kept, and what they say.

scikit-learn grows them (``python -m benchmarks.feet.train_detector``); asking them needs none of it.

References: Friedman, Greedy function approximation: a gradient boosting machine, 2001.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32


@dataclass(frozen=True, eq=False)
class Trees:
    """An ensemble whose leaves add up to the logarithm of the odds.

    Parameters
    ----------
    column : (N,) which number a node looks at; −1 in a leaf.
    limit : (N,) float64; a row goes left where its number is no larger.
    left, right : (N,) nodes that follow.
    value : (N,) what a leaf adds.
    roots : (T,) the first node of each tree.
    start : what all leaves are added to.
    n_columns : how many numbers a row has.

    Raises
    ------
    UsageError : arrays of different lengths, nodes that lead out of them or back, columns that no row has.
    """

    column: NDArray[np.int16]
    limit: Floats
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Floats
    roots: NDArray[np.int32]
    start: float
    n_columns: int

    def __post_init__(self) -> None:
        nodes = np.arange(len(self.column))
        arrays = (self.limit, self.left, self.right, self.value)
        if any(array.shape != nodes.shape for array in arrays) or self.column.max(initial=0) >= self.n_columns:
            raise UsageError("the arrays of these trees do not belong together")
        inner = self.column >= 0
        for after in (self.left[inner], self.right[inner]):
            if (after <= nodes[inner]).any() or (after >= len(nodes)).any():
                raise UsageError("the nodes of these trees lead in circles, or nowhere")
        if ((self.roots < 0) | (self.roots >= len(nodes))).any():
            raise UsageError("these trees have no roots")

    def probability(self, rows: Floats32) -> Floats:
        """Return the probability (F,) of rows (F, n_columns), 0 to 1.

        Raises
        ------
        UsageError : rows of another width.
        """
        if rows.ndim != 2 or rows.shape[1] != self.n_columns:
            raise UsageError(f"the rows have shape {rows.shape}, expected (rows, {self.n_columns})")
        own = (self.column, self.limit, self.left, self.right, self.value, self.roots)
        return 1.0 / (1.0 + np.exp(-(self.start + _leaf_sums(np.ascontiguousarray(rows), *own))))


@njit(cache=True, nogil=True)
def _leaf_sums(
    rows: Floats32,
    column: NDArray[np.int16],
    limit: Floats,
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    value: Floats,
    roots: NDArray[np.int32],
) -> Floats:
    """What the leaves that each row ends in add up to."""
    out = np.zeros(len(rows))
    for root in roots:
        for row in range(len(rows)):
            node = root
            while column[node] >= 0:
                node = left[node] if rows[row, column[node]] <= limit[node] else right[node]
            out[row] += value[node]
    return out
