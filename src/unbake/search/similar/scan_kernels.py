"""The inner loops over codes: bounds on the distances of whole blocks of windows, then of single windows.

Differences are added up as integers. A kernel that looks at blocks has many of them side by side, so that the compiler
does as many at once. None is parallel by itself: such kernels take seconds to compile, and wait for cores that are
busy.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats32, Indices
from unbake.search.similar.projection import COARSE, FINE, Codes

KEPT, N_CODE, N_FINE = COARSE.kept, COARSE.size, FINE.size
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


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract", "nsz"})
def bound_windows(
    blocks: Indices,
    starts: Booleans,
    codes: Codes,
    scales: Floats32,
    queries: Floats32,
    slacks: Floats32,
    fine_codes: Codes,
    fine_scales: Floats32,
    fine_queries: Floats32,
    fine_slacks: Floats32,
    offsets: Indices,
    limit: float,
    windows: Indices,
    bounds: Floats32,
) -> int:
    """Fill in which windows of blocks begin stretches that may be within a limit, and squared bounds on these: on
    their distance to a query or to its mirror image, whichever is nearer. Return how many there are.

    Parameters
    ----------
    blocks : (B,) the blocks.
    starts : (W,) whether a stretch may begin with each window.
    codes, fine_codes : (W, 32), (W, 64) those of all windows.
    scales, fine_scales : (32,), (64,) leg lengths of a step.
    queries, fine_queries : (M, 2, 32), (M, 2, 64) the numbers of the query's windows, and of their mirror images.
    slacks, fine_slacks : (M,) what rounding may have added to a distance.
    offsets : (M,) from the first window of a stretch to its others; all of them exist.
    limit : of squared distances.
    windows, bounds : (B * BLOCK,) what is filled.
    """
    # Both passes over a window's numbers are written out: a call with so many arrays takes longer than the pass itself.
    n, nothing = 0, np.float32(0.0)
    for b in range(len(blocks)):
        for window in range(blocks[b] * BLOCK, (blocks[b] + 1) * BLOCK):
            if not starts[window]:
                continue
            first = second = nothing
            for part in range(len(offsets)):
                at, one, other = window + offsets[part], nothing, nothing
                for d in range(N_CODE):
                    number = np.float32(codes[at, d]) * scales[d]
                    away, off = number - queries[part, 0, d], number - queries[part, 1, d]
                    one += away * away
                    other += off * off
                first += max(np.sqrt(one) - slacks[part], nothing) ** 2
                second += max(np.sqrt(other) - slacks[part], nothing) ** 2
            if min(first, second) > limit:
                continue
            first = second = nothing
            for part in range(len(offsets)):
                at, one, other = window + offsets[part], nothing, nothing
                for d in range(N_FINE):
                    number = np.float32(fine_codes[at, d]) * fine_scales[d]
                    away, off = number - fine_queries[part, 0, d], number - fine_queries[part, 1, d]
                    one += away * away
                    other += off * off
                first += max(np.sqrt(one) - fine_slacks[part], nothing) ** 2
                second += max(np.sqrt(other) - fine_slacks[part], nothing) ** 2
            bound = min(first, second)
            if bound <= limit:
                windows[n], bounds[n] = window, bound
                n += 1
    return n
