"""Peaks of a series: the same that SciPy's `find_peaks` finds, without its package for signals.

To import that takes as long as all the rest of a reduction's imports together, half a second of every command.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from unbake.ground.arrays import Floats, Indices


class Peaks(NamedTuple):
    """The peaks (P,) of a series, in the order of time.

    Parameters
    ----------
    at : their places; the middle of those with a flat top, rounded down.
    first, last : where their flat tops begin and end; `at` itself for all others.
    prominences : how far one has to descend from each before it goes up to a higher one.
    """

    at: Indices
    first: Indices
    last: Indices
    prominences: Floats


def peaks(values: Floats, prominence: float) -> Peaks:
    """Return the peaks of a series (F,) that stand out at least so far; its ends are none."""
    first, last = _tops(values)
    at = (first + last) // 2
    found = _prominences(values, at)
    keeps = found >= prominence
    return Peaks(at[keeps], first[keeps], last[keeps], found[keeps])


def peaks_apart(values: Floats, height: float, distance: int) -> Indices:
    """Return the peaks of a series (F,) of at least a height, at least so many places apart: the highest stay."""
    first, last = _tops(values)
    at = (first + last) // 2
    at = at[values[at] >= height]
    keeps = np.ones(len(at), dtype=np.bool_)
    for peak in np.argsort(values[at])[::-1]:
        if keeps[peak]:
            keeps[np.searchsorted(at, at[peak] - distance, "right") : peak] = False
            keeps[peak + 1 : np.searchsorted(at, at[peak] + distance)] = False
    return at[keeps]


def _tops(values: Floats) -> tuple[Indices, Indices]:
    """Begin and end of each run of equal values that is higher than what is beside it."""
    if len(values) < 3:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    changes = np.flatnonzero(values[1:] != values[:-1])
    first, last = np.concatenate([[0], changes + 1]), np.concatenate([changes, [len(values) - 1]])
    heights = values[first]
    inner = np.flatnonzero((heights[1:-1] > heights[:-2]) & (heights[1:-1] > heights[2:])) + 1
    return first[inner], last[inner]


def _prominences(values: Floats, at: Indices) -> Floats:
    """How far each peak stands out: above the higher of the lows on both sides, up to the next that is higher."""
    if not len(at):
        return np.empty(0)
    lows = np.minimum.reduceat(values, np.concatenate([[0], at]))
    heights = values[at]
    before, after = _lows_before(heights, lows[:-1]), _lows_before(heights[::-1], lows[:0:-1])[::-1]
    return np.asarray(heights - np.maximum(before, after))


def _lows_before(heights: Floats, lows: Floats) -> Floats:
    """The low before each peak, back to the last that is higher; `lows` are those between one peak and the next."""
    higher: list[tuple[float, float]] = []
    found = np.empty(len(heights))
    for place, (height, low) in enumerate(zip(heights.tolist(), lows.tolist(), strict=True)):
        least = low
        while higher and higher[-1][0] <= height:
            least = min(least, higher.pop()[1])
        higher.append((height, least))
        found[place] = least
    return found
