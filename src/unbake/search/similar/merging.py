"""Stretches that overlap, merged to the best of them."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats, Floats32, Indices


def best_apart(clips: Indices, starts: Indices, distances: Floats | Floats32, length: int, count: int) -> Indices:
    """Return at most `count` stretches, best first, each the best of what overlaps no better one.

    Parameters
    ----------
    clips, starts : (N,) the clip of each stretch and where it begins.
    distances : (N,) how good each is; of equals the first comes first.
    length : of every stretch: those of a clip that begin less than this apart overlap.
    """
    order = np.argsort(distances, kind="stable")
    clips, starts = clips[order], starts[order]
    left = np.ones(len(order), dtype=np.bool_)
    best: list[int] = []
    while len(best) < count and left.any():
        at = int(left.argmax())
        best.append(int(order[at]))
        left &= (clips != clips[at]) | (np.abs(starts - starts[at]) >= length)
    return np.array(best, dtype=np.int64)
