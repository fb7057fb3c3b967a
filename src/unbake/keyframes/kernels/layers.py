"""The dynamic program: for every end frame and every count of keyframes the least error of a selection.

One layer is a matrix product in the (min, max) or (min, +) algebra: best[j, k] = min over i < j of
compose(best[i, k−1], table[i, j]). The counts k of one end frame lie side by side and are the vector that the innermost
loop runs along: they do not depend on each other, so nothing but the order of the end frames is sequential. Blocks of
end frames share one pass over the rows before them, eight rows at a time; what lies inside a block comes after.

All counts of 600 frames take 1.9 ms on one core, 0.7 on two. Two layouts that were left: end frames side by side
(4.7 ms: the triangle inside a block is a multitude of short rows), and the innermost loops as functions of slices
(5 ms: each slice counts its references, and the cores fight for the counter).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from unbake.compiling import njit
from unbake.compiling.threads import in_pieces
from unbake.ground.arrays import Floats32

BLOCK = 32
"""End frames in a block: each group of `GROUP` goes to one core, the rest of the block waits for all of them."""
GROUP = 16
SHARED_FROM = 1 << 30
"""Frames × width of the table × counts from which on the cores share the work."""


@njit(cache=True, nogil=True)
def _error(table, i, j, is_band):
    if not is_band:
        return table[i, j]
    return table[i, j - i] if j - i < table.shape[1] else np.float32(np.inf)


@njit(cache=True, nogil=True)
def _relax_max(table, best, i, j, counts, is_band):
    error = _error(table, i, j, is_band)
    for k in range(counts):
        best[j, k + 1] = min(max(best[i, k], error), best[j, k + 1])


@njit(cache=True, nogil=True)
def _relax_sum(table, best, i, j, counts, is_band):
    error = _error(table, i, j, is_band)
    for k in range(counts):
        best[j, k + 1] = min(best[i, k] + error, best[j, k + 1])


@njit(cache=True, nogil=True)
def _relax_max_eight(table, best, i, j, counts, is_band):
    """Bring to best[j, 1 : counts+1] the selections whose last key but one is one of the frames i … i+7."""
    e0, e1 = _error(table, i, j, is_band), _error(table, i + 1, j, is_band)
    e2, e3 = _error(table, i + 2, j, is_band), _error(table, i + 3, j, is_band)
    e4, e5 = _error(table, i + 4, j, is_band), _error(table, i + 5, j, is_band)
    e6, e7 = _error(table, i + 6, j, is_band), _error(table, i + 7, j, is_band)
    for k in range(counts):
        t0, t1 = max(best[i, k], e0), max(best[i + 1, k], e1)
        t2, t3 = max(best[i + 2, k], e2), max(best[i + 3, k], e3)
        t4, t5 = max(best[i + 4, k], e4), max(best[i + 5, k], e5)
        t6, t7 = max(best[i + 6, k], e6), max(best[i + 7, k], e7)
        least = min(min(min(t0, t1), min(t2, t3)), min(min(t4, t5), min(t6, t7)))
        best[j, k + 1] = min(least, best[j, k + 1])


@njit(cache=True, nogil=True)
def _relax_sum_eight(table, best, i, j, counts, is_band):
    e0, e1 = _error(table, i, j, is_band), _error(table, i + 1, j, is_band)
    e2, e3 = _error(table, i + 2, j, is_band), _error(table, i + 3, j, is_band)
    e4, e5 = _error(table, i + 4, j, is_band), _error(table, i + 5, j, is_band)
    e6, e7 = _error(table, i + 6, j, is_band), _error(table, i + 7, j, is_band)
    for k in range(counts):
        t0, t1, t2, t3 = best[i, k] + e0, best[i + 1, k] + e1, best[i + 2, k] + e2, best[i + 3, k] + e3
        t4, t5, t6, t7 = best[i + 4, k] + e4, best[i + 5, k] + e5, best[i + 6, k] + e6, best[i + 7, k] + e7
        least = min(min(min(t0, t1), min(t2, t3)), min(min(t4, t5), min(t6, t7)))
        best[j, k + 1] = min(least, best[j, k + 1])


@njit(cache=True, nogil=True, forceinline=True)
def _relax_rows(table, best, i, end, j, is_sum, is_band):
    """Bring to best[j] the selections whose last key but one is one of the frames i … end−1."""
    # Frame i can be reached with at most i+1 keys; the errors of more are infinite.
    most = best.shape[1] - 1
    while i + 8 <= end:
        if is_sum:
            _relax_sum_eight(table, best, i, j, min(most, i + 8), is_band)
        else:
            _relax_max_eight(table, best, i, j, min(most, i + 8), is_band)
        i += 8
    while i < end:
        if is_sum:
            _relax_sum(table, best, i, j, min(most, i + 1), is_band)
        else:
            _relax_max(table, best, i, j, min(most, i + 1), is_band)
        i += 1


@njit(cache=True, nogil=True)
def _relax_group(table, best, is_sum, is_band, start, first, last):
    """Bring to best[first:last] all selections whose last key but one lies before the block's start."""
    earliest = max(0, first - table.shape[1] + 1) // 8 * 8 if is_band else 0
    for i in range(earliest, start, 8):
        for j in range(first, last):
            _relax_rows(table, best, i, min(start, i + 8), j, is_sum, is_band)


@njit(cache=True, nogil=True)
def _relax_inside(table, best, start, end, is_sum, is_band):
    """Bring to best[start:end], in order, all selections whose last key but one lies in the block."""
    for j in range(start + 1, end):
        _relax_rows(table, best, start, j, j, is_sum, is_band)


def fill_block(table: Floats32, best: Floats32, start: int, end: int, is_sum: bool, is_band: bool) -> None:
    """Make best[start:end] final, given that best[:start] is.

    Parameters
    ----------
    table : float32 error table, square or band, infinite where a pair of keys is not allowed.
    best : (F, K) float32; best[j, k−1] is for k keys from frame 0 to frame j. At first as `empty_layers` makes it.
    start, end : the block of end frames.
    is_sum : composition by sum instead of maximum.
    is_band : the layout of the table.
    """
    # Sharing a small job among cores costs more than it saves, above all on a machine that is busy with other work.
    is_shared = len(table) * table.shape[1] * best.shape[1] > SHARED_FROM
    in_pieces(
        partial(_relax_group, table, best, is_sum, is_band, start), start, end, GROUP if is_shared else end - start
    )
    _relax_inside(table, best, start, end, is_sum, is_band)


def empty_layers(frames: int, counts: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Return the start state (frames, counts) for `fill_block`."""
    best = np.full((frames, counts), np.inf, dtype=np.float32)
    best[0, 0] = 0.0
    return best
