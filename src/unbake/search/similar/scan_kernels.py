"""The inner loops over codes: bounds on the distances of whole blocks of windows, then of single windows.

Differences are added up as integers. A kernel that looks at blocks has many of them side by side, so that the compiler
does as many at once. One core is enough: for 20 hours of motion a second would save a few milliseconds, but kernels for
several take seconds to compile, and wait for cores that are busy.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats32, Indices
from unbake.search.similar.projection import KEPT, N_CODE, Codes

BLOCK = 8
"""Windows in a row that have one summary."""
LANES = 64
"""Blocks that are looked at together."""


@njit(cache=True, nogil=True)
def summarise(codes: Codes, weight_kept: float, weight_negated: float, groups: Codes, radii: Floats32) -> None:
    """Fill the code in the middle of each block, and how far the other codes of the block are from it.

    Parameters
    ----------
    codes : (G * LANES * BLOCK, 32).
    weight_kept, weight_negated : squared leg lengths of a step.
    groups : (G, 32, LANES) the codes in the middle, side by side.
    radii : (G * LANES,) the largest distance from there, in leg lengths.
    """
    for block in range(len(radii)):
        middle = codes[block * BLOCK + BLOCK // 2]
        for d in range(N_CODE):
            groups[block // LANES, d, block % LANES] = middle[d]
        farthest = 0.0
        for w in range(block * BLOCK, (block + 1) * BLOCK):
            kept = negated = 0
            for d in range(KEPT):
                difference = int(middle[d]) - int(codes[w, d])
                kept += difference * difference
            for d in range(KEPT, N_CODE):
                difference = int(middle[d]) - int(codes[w, d])
                negated += difference * difference
            farthest = max(farthest, weight_kept * kept + weight_negated * negated)
        radii[block] = np.sqrt(farthest)


@njit(cache=True, nogil=True)
def bound_blocks(
    groups: Codes, radii: Floats32, code: Codes, weight_kept: float, weight_negated: float, slack: float, out: Floats32
) -> None:
    """Fill squared bounds (2, blocks): on the distances of a block's windows to a query, and to its mirror image.

    Parameters
    ----------
    groups : (G, 32, LANES) the codes in the middle of blocks, side by side.
    radii : (G * LANES,) how far the codes of a block are from the one in the middle, at most.
    code : (32,) the query's.
    weight_kept, weight_negated : squared leg lengths of a step.
    slack : what rounding may have added to a distance.
    """
    w_kept, w_negated, less = np.float32(weight_kept), np.float32(weight_negated), np.float32(slack)
    for g in range(len(groups)):
        kept, same, other = np.zeros(LANES, np.int32), np.zeros(LANES, np.int32), np.zeros(LANES, np.int32)
        for d in range(KEPT):
            q = np.int16(code[d])
            for lane in range(LANES):
                difference = np.int16(q - groups[g, d, lane])
                kept[lane] += np.int32(difference) * np.int32(difference)
        for d in range(KEPT, N_CODE):
            q = np.int16(code[d])
            for lane in range(LANES):
                difference = np.int16(q - groups[g, d, lane])
                sum_ = np.int16(q + groups[g, d, lane])
                same[lane] += np.int32(difference) * np.int32(difference)
                other[lane] += np.int32(sum_) * np.int32(sum_)
        for lane in range(LANES):
            at = g * LANES + lane
            base, reach = w_kept * np.float32(kept[lane]), radii[at] + less
            near = max(np.sqrt(base + w_negated * np.float32(same[lane])) - reach, np.float32(0.0))
            out[0, at] = near * near
            near = max(np.sqrt(base + w_negated * np.float32(other[lane])) - reach, np.float32(0.0))
            out[1, at] = near * near


@njit(cache=True, nogil=True)
def bound_windows(
    codes: Codes,
    windows: Indices,
    offsets: Indices,
    queries: Codes,
    weight_kept: float,
    weight_negated: float,
    slacks: Floats32,
    out: Floats32,
) -> None:
    """Fill squared bounds (N,) on the distances of stretches to a query or to its mirror image, whichever is nearer.

    Parameters
    ----------
    codes : (W, 32) those of all windows.
    windows : (N,) the first window of each stretch.
    offsets : (M,) from there to its others; all of them exist.
    queries : (M, 32) the query's codes.
    weight_kept, weight_negated : squared leg lengths of a step.
    slacks : (M,) what rounding may have added to a distance.
    """
    for n in range(len(windows)):
        first = second = 0.0
        for part in range(len(offsets)):
            w = windows[n] + offsets[part]
            kept = same = other = 0
            for d in range(KEPT):
                difference = int(queries[part, d]) - int(codes[w, d])
                kept += difference * difference
            for d in range(KEPT, N_CODE):
                difference = int(queries[part, d]) - int(codes[w, d])
                sum_ = int(queries[part, d]) + int(codes[w, d])
                same += difference * difference
                other += sum_ * sum_
            base = weight_kept * kept
            near = max(np.sqrt(base + weight_negated * same) - slacks[part], 0.0)
            first += near * near
            near = max(np.sqrt(base + weight_negated * other) - slacks[part], 0.0)
            second += near * near
        out[n] = min(first, second)
