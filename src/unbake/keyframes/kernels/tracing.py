"""Which key came before: the frames of a selection, found again from the least errors.

The errors of the dynamic program are exact copies of sums or maxima of others, so the key before frame j is one of the
frames whose segment to j has an error of at most the error of the whole. Those are near: `farther_errors` holds, for
every end frame and every `STRIDE` frames of length, the least error of all segments that are at least so long, and the
search ends where that is too much.

All selections up to 2,000 keys of 10,000 frames are traced in a hundredth of the time that looking at all frames before
each key would take (`python -m benchmarks` measures both).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.threads import in_pieces

STRIDE = 16
"""Lengths that share one bound: the bounds take a sixteenth of the table. With 32 the search takes twice as
long; 8 gains nothing."""
TILE = 256
"""End frames whose bounds are filled together: what they need stays in the first-level caches."""


@njit(cache=True, nogil=True)
def _lower_to(table, i, first, last, bound, errors):
    """Lower bounds[j], first ≤ j < last, to the errors of the segments from i to j of a square table."""
    for j in range(first, last):
        errors[bound, j] = min(errors[bound, j], table[i, j])


@njit(cache=True, nogil=True)
def _lower_in_band(table, i, first, last, bound, errors):
    for j in range(first, last):
        errors[bound, j] = min(errors[bound, j], table[i, j - i])


@njit(cache=True, nogil=True)
def _fill_tile(table, is_band, first, last, errors):
    """Set errors[:, first:last] to the least error of the segments of each stride, then of each and all longer ones."""
    longest = table.shape[1] - 1
    for i in range(max(0, first - longest), last - 1):
        end = min(last, i + longest + 1)
        bound = max(0, first - i - 1) // STRIDE
        start = max(first, i + 1)
        while start < end:
            stop = min(end, i + 1 + (bound + 1) * STRIDE)
            if is_band:
                _lower_in_band(table, i, start, stop, bound, errors)
            else:
                _lower_to(table, i, start, stop, bound, errors)
            start, bound = stop, bound + 1
    for bound in range(errors.shape[0] - 2, -1, -1):
        for j in range(first, last):
            errors[bound, j] = min(errors[bound, j], errors[bound + 1, j])


def farther_errors(table: NDArray[np.float32], is_band: bool) -> NDArray[np.float32]:
    """Return (C, F) float32: entry [c, j] is the least error of the segments to j of more than c · `STRIDE` frames.

    Parameters
    ----------
    table : float32 error table, square or band.
    is_band : which of the two.
    """
    longest = table.shape[1] - 1
    errors = np.full((-(-longest // STRIDE) + 1, len(table)), np.inf, dtype=np.float32)
    frames = len(table)

    def fill(first: int, last: int) -> None:
        for start in range(first * TILE, min(last * TILE, frames), TILE):
            _fill_tile(table, is_band, start, min(frames, start + TILE), errors)

    in_pieces(fill, 0, -(-frames // TILE), 1)
    return errors


@njit(cache=True, nogil=True)
def _before(table, best, farther, j, k, is_sum, is_band):
    """Return the key before frame j in the best selection of k+1 keys up to it."""
    error = best[j, k]
    chosen, least = -1, np.float32(np.inf)
    for bound in range(farther.shape[0]):
        # No segment's error is above that of the whole, so from here on none is left.
        if farther[bound, j] > error:
            break
        last = j - 1 - bound * STRIDE
        for i in range(last, max(last - STRIDE, k - 2, j - table.shape[1]), -1):
            before = best[i, k - 1]
            if before > error:
                continue
            segment = table[i, j - i] if is_band else table[i, j]
            both = before + segment
            total = both if is_sum else max(before, segment)
            # Backwards, so that of equal ones the earliest is left.
            if total == error and both <= least:
                chosen, least = i, both
    return chosen


@njit(cache=True, nogil=True)
def trace(table, best, farther, end, is_sum, is_band, keys):
    """Set keys (k,) to the frames of the best selection of k keys up to frame `end`.

    Of equal ones, from the end backwards, the key with the least sum of the error before it and of its segment; of
    those, the earliest.

    Parameters
    ----------
    table, best, is_sum, is_band : as `layers.fill_block` left them.
    farther : `farther_errors` of the table.
    end : last key, which `best` has k keys for.
    keys : int64, filled in place.
    """
    j = end
    keys[-1] = j
    for k in range(len(keys) - 1, 0, -1):
        j = _before(table, best, farther, j, k, is_sum, is_band)
        keys[k - 1] = j
