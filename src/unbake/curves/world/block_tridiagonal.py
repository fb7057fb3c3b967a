"""A symmetric positive block tridiagonal matrix, as chains of keys make them: each key meets its two neighbours.

It is solved from both ends at once, a core for each, to the block in the middle, and from there back. Each block's
Cholesky factor takes the coupling to the next block and the right-hand side along. Four rows are taken from two at a
time, which asks little of memory: of blocks of sixty to ninety unknowns LAPACK takes half as long again on one core.

References: G. H. Golub & C. F. Van Loan, Matrix Computations, 4th ed. 2013, 4.2 (outer products), 4.5.3 (block
tridiagonal systems).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.compiling import njit
from unbake.compiling.threads import on_all_cores
from unbake.ground.arrays import Floats, Indices

ROWS = 4
"""Rows that are taken from others at a time: sizes are filled up to whole ones, with unknowns that appear nowhere."""
WORTH_A_THREAD = 30_000
"""Unknowns of all blocks, times those of one: with fewer a thread takes longer to wake."""


@dataclass(frozen=True, eq=False)
class BlockTridiagonal:
    """Blocks for K keys with `counts` (K,) unknowns, in arrays with room for n: zeros fill what a block has not.

    Parameters
    ----------
    diagonal : (K, n, n) symmetric; only the upper triangles are read.
    upper : (K − 1, n, n) how the unknowns of a key (rows) meet those of the next.
    counts : (K,) unknowns of each key, n at most.
    """

    diagonal: Floats
    upper: Floats
    counts: Indices

    def solved(self, right: Floats, damping: float) -> Floats:
        """Return the solution (K, n) of (A + damping · diag(A)) x = right (K, n).

        What appears in no equation becomes 0, and the units of unknowns do not matter.

        Raises
        ------
        numpy.linalg.LinAlgError : the damped matrix is not positive; with damping a sum of squares always is.
        """
        blocks, room = right.shape
        sizes = -(-self.counts // ROWS) * ROWS
        most = int(sizes.max())
        work = np.empty((blocks, most, 2 * most + 1))
        taken = np.zeros((2, most, most + 1))
        solution, middle, failed = np.zeros((blocks, most)), blocks // 2, [-1, -1, -1]
        given = self.diagonal, self.upper, right, self.counts, sizes, damping

        def eliminate(side: int) -> None:
            failed[side] = _eliminated(*given, side, middle, work, taken[side])

        is_large = int(sizes.sum()) * most >= WORTH_A_THREAD
        for _ in on_all_cores(eliminate, 2) if is_large else map(eliminate, range(2)):
            pass
        taken[0] += taken[1]
        failed[2] = _eliminated(*given, 2, middle, work, taken[0])
        for block in failed:
            if block >= 0:
                raise np.linalg.LinAlgError(f"block {block} is not positive")
        _substitute(work, sizes, middle, solution)
        return solution[:, :room]


@njit(cache=True, nogil=True)
def _eliminated(
    diagonal: Floats,
    upper: Floats,
    right: Floats,
    counts: Indices,
    sizes: Indices,
    damping: float,
    side: int,
    middle: int,
    work: Floats,
    taken: Floats,
) -> int:
    """Factor the blocks before the middle (side 0), those after it from the end on (1), or it (2).

    Parameters
    ----------
    diagonal, upper, right, counts, damping : see `BlockTridiagonal`.
    sizes : (K,) counts filled up to whole `ROWS`.
    work : (K, n, 2 n + 1) gets each block's factor, its coupling and its right-hand side, both divided by the factor.
    taken : (n, n + 1) what is added to the first block and, in the column behind it, to its right-hand side; in the end
        what the last one adds to the middle.

    Returns
    -------
    the first block that is not positive, or −1.
    """
    first, count, step = 0, middle, 1
    if side == 1:
        first, count, step = len(counts) - 1, len(counts) - 1 - middle, -1
    elif side == 2:
        first, count, step = middle, 1, 0
    for number in range(count):
        k = first + step * number
        beside = k + step
        own, size, other = counts[k], sizes[k], 0 if step == 0 else sizes[beside]
        rows, last = work[k], size + other
        rows[:size, : last + 1] = 0.0
        for i in range(size):
            rows[i, i] = 1.0
        for i in range(own):
            for j in range(i, own):
                rows[i, j] = diagonal[k, i, j] + taken[i, j]
            whole = diagonal[k, i, i]
            rows[i, i] = (whole + damping * whole if whole > 0.0 else 1.0) + taken[i, i]
            if step == 1:
                for j in range(counts[beside]):
                    rows[i, size + j] = upper[k, i, j]
            elif step == -1:
                for j in range(counts[beside]):
                    rows[i, size + j] = upper[beside, j, i]
            rows[i, last] = right[k, i] + taken[i, size]
        if not _factored(rows, size, last + 1):
            return k
        taken[:other] = 0.0
        for q in range(0, size, ROWS):
            for i in range(0, other, 2):
                _take_from_two(rows, q, size + i, other + 1 - i, taken, i)
    return -1


@njit(cache=True, nogil=True)
def _factored(rows: Floats, size: int, width: int) -> bool:
    """Put the upper Cholesky factor in the place of a block (size, size), and divide the columns beside it by it."""
    for first in range(0, size, ROWS):
        end = first + ROWS
        for j in range(first, end):
            if not rows[j, j] > 0.0:
                return False
            scale = 1.0 / np.sqrt(rows[j, j])
            for c in range(j, width):
                rows[j, c] *= scale
            for i in range(j + 1, end):
                part = rows[j, i]
                for c in range(i, width):
                    rows[i, c] -= part * rows[j, c]
        for i in range(end, size, 2):
            _take_from_two(rows, first, i, width - i, rows, i)
    return True


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _take_from_two(rows: Floats, first: int, begin: int, count: int, others: Floats, row: int) -> None:
    """Take multiples of four rows, from the first one and a column on, from two others, from the column `row` on.

    What they are multiplied by stands at the beginning: each row's first entry for the one, its second for the other.
    """
    # Slices of single rows lie one number behind the other, so that a processor takes several at a time.
    a, b = rows[first, begin : begin + count], rows[first + 1, begin : begin + count]
    c, d = rows[first + 2, begin : begin + count], rows[first + 3, begin : begin + count]
    upper, lower = others[row, row : row + count], others[row + 1, row : row + count]
    a0, b0, c0, d0 = a[0], b[0], c[0], d[0]
    a1, b1, c1, d1 = a[1], b[1], c[1], d[1]
    for k in range(count):
        upper[k] -= a0 * a[k] + b0 * b[k] + c0 * c[k] + d0 * d[k]
        lower[k] -= a1 * a[k] + b1 * b[k] + c1 * c[k] + d1 * d[k]


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _substitute(work: Floats, sizes: Indices, middle: int, solution: Floats) -> None:
    """Fill the solution (K, n), from the middle to both ends."""
    for number in range(len(sizes)):
        k = middle - number if number <= middle else number
        step = 1 if number and number <= middle else -1 if number else 0
        rows, own, size = work[k], solution[k], sizes[k]
        other = sizes[k + step] if step else 0
        for i in range(size - 1, -1, -1):
            total = rows[i, size + other]
            for j in range(other):
                total -= rows[i, size + j] * solution[k + step, j]
            for j in range(i + 1, size):
                total -= rows[i, j] * own[j]
            own[i] = total / rows[i, i]
