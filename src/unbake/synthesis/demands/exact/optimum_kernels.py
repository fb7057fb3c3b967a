"""The inner loops of the exact search."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats, Floats32, Indices

LEADING = 6
"""Axes whose distance is looked at first: the distance along some axes is never more than along all."""


@njit(cache=True, nogil=True)
def least_rest(costs: Floats32, rows: Indices, fixed: Indices, last: Indices, cut: float, rest: Floats32) -> None:
    """Write into `rest` (n, N) what the motion costs at least from each moment on if it shows each frame there.

    Joins are taken to cost `cut`, which is the least that they do.
    """
    n, count = rest.shape
    for t in range(n - 1, -1, -1):
        best = np.float32(np.inf)
        if t + 1 < n:
            best = rest[t + 1].min() + np.float32(cut)
        for g in range(count):
            if fixed[t] >= 0 and fixed[t] != g:
                rest[t, g] = np.inf
                continue
            after = np.float32(0.0)
            if t + 1 < n:
                after = best
                if g != last[g] and rest[t + 1, g + 1] < after:
                    after = rest[t + 1, g + 1]
            rest[t, g] = costs[rows[t], g] + after


@njit(cache=True, nogil=True)
def least_total(costs: Floats32, rows: Indices, fixed: Indices, last: Indices, cut: float) -> float:
    """Return what the motion costs at least, as `least_rest` has it, in the memory of one moment."""
    n, count = len(rows), costs.shape[1]
    after = np.zeros(count, np.float32)
    for t in range(n - 1, -1, -1):
        best = after.min() + np.float32(cut) if t + 1 < n else np.float32(0.0)
        now = np.empty(count, np.float32)
        for g in range(count):
            if fixed[t] >= 0 and fixed[t] != g:
                now[g] = np.inf
                continue
            value = best
            if t + 1 < n and g != last[g] and after[g + 1] < value:
                value = after[g + 1]
            now[g] = costs[rows[t], g] + value
        after = now
    return float(after.min())


@njit(cache=True, nogil=True)
def one_on(
    value: Floats,
    order: Indices,
    allowed: Floats,
    features: Floats32,
    first: Indices,
    last: Indices,
    leave: Floats32,
    enter: Floats32,
    join: float,
    cut: float,
    after: Floats,
    came: Indices,
    begin: int,
    end: int,
) -> None:
    """Write the least cost (N,) of showing each frame next, before what it costs itself, and the frame before it.

    Parameters
    ----------
    value : (N,) least cost so far of ending in each frame; infinite where nothing good can come of it.
    order : frames that are worth leaving, by value + leave.
    allowed : (N,) what it may cost to arrive; frames that would cost more stay infinite.
    begin, end : the frames that are written.
    """
    axes = features.shape[1]
    for g in range(begin, end):
        best, source = np.inf, -1
        if g != first[g]:
            best, source = value[g - 1], g - 1
        limit = min(best, allowed[g])
        for k in range(len(order)):
            f = order[k]
            total = value[f] + leave[f] + join * cut + enter[g]
            if total >= limit:
                break
            following = f if f == last[f] else f + 1
            if g == following and f != last[f]:
                continue
            for axis in range(axes):
                difference = features[following, axis] - features[g, axis]
                total += join * difference * difference
                if axis == LEADING and total >= limit:
                    break
            if total < limit:
                best, source, limit = total, f, total
        after[g] = best if best <= allowed[g] else np.inf
        came[g] = source


@njit(cache=True, nogil=True)
def worth_leaving(value: Floats, rest: Floats32, own: Floats32, most: float) -> Booleans:
    """Return the frames (N,) from which the motion can still cost less than `most`."""
    return value + rest - own <= most
