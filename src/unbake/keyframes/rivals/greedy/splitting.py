"""Curve simplification from above: the recursive splitting that several methods share.

Ramer, An iterative procedure for the polygonal approximation of plane curves, 1972; Lowe, Three-dimensional object
recognition from single two-dimensional images, 1987.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from unbake.ground.arrays import Floats


def farthest_from_line(curve: Floats, start: int, end: int) -> tuple[int, float]:
    """Return the frame between two others that is farthest from the line through them, and its distance.

    Parameters
    ----------
    curve : (F, C), one point a frame.
    start, end : start + 2 ≤ end. Where both points are equal, the distance is the one from that point.

    Returns
    -------
    The first of equally far frames; the middle one where all lie on the line exactly.
    """
    away = curve[start + 1 : end] - curve[start]
    span = curve[end] - curve[start]
    length = float(np.sqrt(np.einsum("c,c->", span, span)))
    if length > 0.0:
        direction = span / length
        away = away - np.einsum("fc,c->f", away, direction)[:, None] * direction
    squared = np.einsum("fc,fc->f", away, away)
    farthest = int(squared.argmax())
    if squared[farthest] == 0.0:
        return (start + end) // 2, 0.0
    return start + 1 + farthest, float(np.sqrt(squared[farthest]))


def split_order(curves: Sequence[Floats], keys: Sequence[int], most: int, *, by_ratio: bool = False) -> list[int]:
    """Return `keys` and after them the frames at which segments are split, in the order of their importance.

    Parameters
    ----------
    curves : curves (F, C) over the same frames. Each is split by itself, starting from `keys`; the frames are pooled.
    keys : keys to start from, the first and last frame among them.
    most : stop at this many frames.
    by_ratio : a split matters by its distance divided by the length of the line between its two keys (Lowe), and no
        more than the split that made its segment; otherwise by the distance.

    Notes
    -----
    Of equally important splits, the one with the larger distance comes first, then the longer segment, then the earlier
    one. A curve that is straight all over is split in the middle, so that every number of keys is reached.
    """
    heap: list[tuple[float, float, int, int, int, int]] = []

    def push(number: int, start: int, end: int, above: float) -> None:
        if end - start < 2:
            return
        frame, distance = farthest_from_line(curves[number], start, end)
        weight = distance
        if by_ratio and distance > 0.0:
            length = float(np.linalg.norm(curves[number][end] - curves[number][start]))
            weight = min(above, distance / length if length > 0.0 else np.inf)
        heappush(heap, (-weight, -distance, start - end, number, start, frame))

    fixed = sorted(set(keys))
    for number in range(len(curves)):
        for start, end in pairwise(fixed):
            push(number, start, end, np.inf)
    order, seen = list(dict.fromkeys(keys)), set(keys)
    while heap and len(order) < most:
        weight, _, negative_length, number, start, frame = heappop(heap)
        if frame not in seen:
            seen.add(frame)
            order.append(frame)
        push(number, start, frame, -weight)
        push(number, frame, start - negative_length, -weight)
    return order


def ends_first(frames: int) -> list[int]:
    """Return the first and last frame of a clip of two frames or more."""
    return [0, frames - 1]
