"""The inner loop of motion matching: the nearest allowed frame, exactly, most of them ruled out by boxes."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats32


@njit(cache=True, nogil=True)
def nearest_frame(
    values: Floats32,
    low: Floats32,
    high: Floats32,
    block: int,
    query: Floats32,
    weights: Floats32,
    allowed: Booleans,
    within: float,
) -> tuple[int, float]:
    """Return the first of the nearest frames and its cost; −1 where no allowed frame is nearer than a cost.

    Parameters
    ----------
    values : (N, D); low, high : (B, D) the boxes around each `block` frames.
    query, weights : (D,); allowed : (N,).
    """
    best, least = -1, within
    size = values.shape[1]
    for box in range(len(low)):
        bound = np.float32(0.0)
        for d in range(size):
            out = max(low[box, d] - query[d], query[d] - high[box, d], np.float32(0.0))
            bound += weights[d] * out * out
        if bound >= least:
            continue
        for row in range(box * block, min((box + 1) * block, len(values))):
            if not allowed[row]:
                continue
            cost = np.float32(0.0)
            for d in range(size):
                away = values[row, d] - query[d]
                cost += weights[d] * away * away
                if cost >= least:
                    break
            if cost < least:
                best, least = row, float(cost)
    return best, least
