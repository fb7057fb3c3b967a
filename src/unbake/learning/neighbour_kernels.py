"""The inner loop of `neighbours`: exact nearest neighbours among examples and their mirror images."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Floats32

LANES = 16
"""Examples in a row that are looked at together, or boxes around as many examples each."""
STRIDE = 8
"""Dimensions added between two looks at whether an example is already too far."""
SLACK = 1.0 + 1e-5
"""The same distance added up in another order differs by less."""


@njit(cache=True, nogil=True, fastmath={"contract", "reassoc", "nsz"})
def _rest_of_distance(q: Floats32, e: Floats32, sign: float, start: int, so_far: float, limit: float) -> float:
    """`so_far` and the squared distance of the dimensions from `start`; beyond `limit` it may stop early."""
    total = np.float32(so_far)
    rest = start + (len(q) - start) // STRIDE * STRIDE
    for begin in range(start, rest, STRIDE):
        part = np.float32(0.0)
        # A count known beforehand: the compiler adds them up side by side.
        for d in range(STRIDE):
            difference = np.float32(sign) * q[begin + d] - e[begin + d]
            part += difference * difference
        total += part
        if total > limit:
            return float(total)
    for d in range(rest, len(q)):
        difference = np.float32(sign) * q[d] - e[d]
        total += difference * difference
    return float(total)


@njit(cache=True, nogil=True)
def _full_distance(qs: Floats32, qa: Floats32, es: Floats32, ea: Floats32, sign: float) -> float:
    same = _rest_of_distance(qs, es, 1.0, 0, 0.0, np.inf)
    return _rest_of_distance(qa, ea, sign, 0, same, np.inf)


@njit(cache=True, nogil=True)
def _insert(distances: Floats32, indices: NDArray[np.int64], distance: float, index: int) -> None:
    """Put a neighbour into rising lists, the last one falling out; of equal distances the first comer stays ahead."""
    place = len(distances) - 1
    while place > 0 and distances[place - 1] > distance:
        distances[place] = distances[place - 1]
        indices[place] = indices[place - 1]
        place -= 1
    distances[place] = distance
    indices[place] = index


@njit(cache=True, nogil=True, fastmath={"contract", "nsz"})
def _block_bounds(qs: Floats32, qa: Floats32, head_s: Floats32, head_a: Floats32, bounds: Floats32) -> None:
    """Set bounds (2, LANES) to the squared distances of the first dimensions: as they are, and mirrored."""
    bounds[:] = 0.0
    for d in range(head_s.shape[0]):
        for lane in range(LANES):
            difference = qs[d] - head_s[d, lane]
            bounds[0, lane] += difference * difference
    for lane in range(LANES):
        bounds[1, lane] = bounds[0, lane]
    for d in range(head_a.shape[0]):
        for lane in range(LANES):
            difference = qa[d] - head_a[d, lane]
            sum_ = qa[d] + head_a[d, lane]
            bounds[0, lane] += difference * difference
            bounds[1, lane] += sum_ * sum_


@njit(cache=True, nogil=True, fastmath={"contract", "nsz"})
def _box_bounds(qs: Floats32, qa: Floats32, boxes_s: Floats32, boxes_a: Floats32, bounds: Floats32) -> None:
    """Set bounds (2, LANES) to the squared distances to boxes around examples, and around their mirror images."""
    inside = np.float32(0.0)
    bounds[:] = 0.0
    for d in range(boxes_s.shape[1]):
        for lane in range(LANES):
            outside = max(boxes_s[0, d, lane] - qs[d], qs[d] - boxes_s[1, d, lane], inside)
            bounds[0, lane] += outside * outside
    for lane in range(LANES):
        bounds[1, lane] = bounds[0, lane]
    for d in range(boxes_a.shape[1]):
        for lane in range(LANES):
            outside = max(boxes_a[0, d, lane] - qa[d], qa[d] - boxes_a[1, d, lane], inside)
            mirrored = max(boxes_a[0, d, lane] + qa[d], -qa[d] - boxes_a[1, d, lane], inside)
            bounds[0, lane] += outside * outside
            bounds[1, lane] += mirrored * mirrored


@njit(cache=True, nogil=True)
def _search(
    qs: Floats32,
    qa: Floats32,
    es: Floats32,
    ea: Floats32,
    heads_s: Floats32,
    heads_a: Floats32,
    boxes_s: Floats32,
    boxes_a: Floats32,
    limit: float,
    box_bounds: Floats32,
    bounds: Floats32,
    distances: Floats32,
    indices: NDArray[np.int64],
) -> None:
    count, k = len(es), len(distances)
    first_s, first_a = heads_s.shape[1], heads_a.shape[1]
    distances[:] = np.inf
    for block in range(len(heads_s)):
        group, box = divmod(block, LANES)
        if box == 0:
            _box_bounds(qs, qa, boxes_s[group], boxes_a[group], box_bounds)
        if min(box_bounds[0, box], box_bounds[1, box]) > limit * SLACK:
            continue
        _block_bounds(qs, qa, heads_s[block], heads_a[block], bounds)
        for lane in range(min(LANES, count - block * LANES)):
            e = block * LANES + lane
            for mirrored in range(2):
                bound = bounds[mirrored, lane]
                if bound > limit:
                    continue
                same = _rest_of_distance(qs, es[e], 1.0, first_s, bound, limit)
                if same > limit:
                    continue
                whole = _rest_of_distance(qa, ea[e], 1.0 - 2.0 * mirrored, first_a, same, limit)
                if whole < distances[k - 1] and whole <= limit:
                    _insert(distances, indices, whole, e + mirrored * count)
                    limit = min(limit, distances[k - 1])


@njit(cache=True, nogil=True)
def nearest(
    queries_s: Floats32,
    queries_a: Floats32,
    es: Floats32,
    ea: Floats32,
    heads_s: Floats32,
    heads_a: Floats32,
    boxes_s: Floats32,
    boxes_a: Floats32,
    squared: Floats32,
    indices: NDArray[np.int64],
) -> None:
    """Find the k nearest of E examples and their E mirror images.

    A query starts from the neighbours of the query before it: they bound how far the neighbours can be. Examples in a
    row are frames of one motion and near each other, so most blocks of them are left after a look at the box around the
    block, and most examples of the other blocks after the few dimensions in which the examples differ most.

    Parameters
    ----------
    queries_s, queries_a : (Q, S), (Q, A) the parts that mirroring keeps, and that it negates.
    es, ea : (E, S), (E, A) those of the examples.
    heads_s, heads_a : (blocks, few, LANES) the first dimensions of `es` and `ea`, example beside example; what fills
        the last block is not looked at.
    boxes_s, boxes_a : (groups, 2, few, LANES) the least and the greatest of each block of `heads_s` and `heads_a`.
    squared : (Q, k) squared distances, rising; filled in place. k ≤ 2 E.
    indices : (Q, k) the example, or E more for its mirror image; filled in place.
    """
    count, k = len(es), squared.shape[1]
    bounds = np.empty((2, LANES), np.float32)
    box_bounds = np.empty((2, LANES), np.float32)
    for q in range(len(queries_s)):
        limit = np.inf
        if q:
            limit = 0.0
            for n in range(k):
                near = indices[q - 1, n]
                sign = 1.0 if near < count else -1.0
                e = near % count
                limit = max(limit, _full_distance(queries_s[q], queries_a[q], es[e], ea[e], sign) * SLACK)
        _search(
            queries_s[q],
            queries_a[q],
            es,
            ea,
            heads_s,
            heads_a,
            boxes_s,
            boxes_a,
            limit,
            box_bounds,
            bounds,
            squared[q],
            indices[q],
        )
