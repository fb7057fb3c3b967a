"""The Hermite fit (`hermite`) at all frames at once, for a search that asks hundreds of times.

All channels of a frame lie side by side, so several go in one instruction.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.curves.fits.hermite import RIDGE, SOLVES, slopes_at
from unbake.ground.arrays import Floats, Indices


def hermite_values(keys: Indices, values: Floats) -> Floats:
    """Return the values (F, C) of the curves of `fit_hermite` at all frames.

    Parameters
    ----------
    keys : (K,) frame indices from 0, rising, the first and last frame included.
    values : (F, C) the channels, finite.
    """
    values, slopes = np.ascontiguousarray(values), slopes_at(keys, values)
    out = np.empty_like(values)
    _fill(keys, values, slopes, np.empty_like(slopes), np.empty((2, len(keys))), out)
    return out


@njit(cache=True, nogil=True)
def _fill(keys: Indices, values: Floats, slopes: Floats, sides: Floats, bands: Floats, out: Floats) -> None:
    """Solve for the slopes, in place, and evaluate.

    Parameters
    ----------
    sides : (K, C) room for right-hand sides.
    bands : (2, K) room for the matrix: its diagonal, and what is beside it.
    """
    count, channels = len(keys), values.shape[1]
    for k in range(count):
        bands[0, k], bands[1, k] = RIDGE, 0.0
        for c in range(channels):
            sides[k, c] = 0.0
    for k in range(count - 1):
        start, length = keys[k], keys[k + 1] - keys[k]
        for frame in range(start + 1, start + length):
            out_part, in_part, ease = _parts((frame - start) / length, length)
            bands[0, k] += out_part**2
            bands[1, k] += out_part * in_part
            bands[0, k + 1] += in_part**2
            _add_rest(values, start, start + length, frame, out_part, in_part, ease, sides[k], sides[k + 1])
    # From here on bands[1] holds what each row takes of the one before it.
    for k in range(count - 1):
        beside = bands[1, k]
        bands[1, k] = beside / bands[0, k]
        bands[0, k + 1] -= bands[1, k] * beside
    for _ in range(SOLVES):
        for k in range(count):
            share = bands[1, k - 1] if k else 0.0
            for c in range(channels):
                slopes[k, c] = sides[k, c] + RIDGE * slopes[k, c] - share * slopes[max(k - 1, 0), c]
        for k in range(count - 1, -1, -1):
            pivot, share = bands[0, k], bands[1, k]
            for c in range(channels):
                after = share * slopes[k + 1, c] if k < count - 1 else 0.0
                slopes[k, c] = slopes[k, c] / pivot - after
    for k in range(count - 1):
        start, length = keys[k], keys[k + 1] - keys[k]
        for frame in range(start, start + length):
            out_part, in_part, ease = _parts((frame - start) / length, length)
            for c in range(channels):
                rise = values[start + length, c] - values[start, c]
                bent = out_part * slopes[k, c] + in_part * slopes[k + 1, c]
                out[frame, c] = values[start, c] + ease * rise + bent
    for c in range(channels):
        out[keys[-1], c] = values[keys[-1], c]


@njit(cache=True, nogil=True)
def _parts(t: float, length: int) -> tuple[float, float, float]:
    """Return what a unit of the slope at either key adds at `t`, 0 to 1, and what part of the rise is done by then."""
    return length * t * (1.0 - t) ** 2, length * t**2 * (t - 1.0), t**2 * (3.0 - 2.0 * t)


@njit(cache=True, nogil=True)
def _add_rest(
    values: Floats,
    start: int,
    stop: int,
    frame: int,
    out_part: float,
    in_part: float,
    ease: float,
    out_side: Floats,
    in_side: Floats,
) -> None:
    """Add to the right-hand sides of two keys what a frame is off where both slopes are zero: nothing where still."""
    for c in range(values.shape[1]):
        rest = values[frame, c] - values[start, c] - ease * (values[stop, c] - values[start, c])
        out_side[c] += out_part * rest
        in_side[c] += in_part * rest
