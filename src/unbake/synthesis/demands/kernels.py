"""The inner loops of the search: what joins cost, the dynamic program over blocks, and where the body goes."""

from __future__ import annotations

from functools import partial

import numpy as np

from unbake.compiling import njit
from unbake.compiling.threads import in_pieces
from unbake.ground.arrays import Floats, Floats32, Indices


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _apart(features: Floats32, a: int, b: int) -> float:
    """The squared distance of two frames."""
    total = np.float32(0.0)
    one, other = features[a], features[b]
    for k in range(len(one)):
        difference = one[k] - other[k]
        total += difference * difference
    return float(total)


@njit(cache=True, nogil=True)
def join_cost(
    features: Floats32, last: Indices, leave: Floats32, enter: Floats32, join: float, cut: float, f: int, g: int
) -> float:
    """Return what it costs to show frame g after frame f: nothing where it follows in its clip."""
    if g == f + 1 and f != last[f]:
        return 0.0
    following = f if f == last[f] else f + 1
    return join * (_apart(features, following, g) + cut) + leave[f] + enter[g]


def inner_costs(
    blocks: Indices,
    costs: Floats32,
    rows: Indices,
    features: Floats32,
    last: Indices,
    leave: Floats32,
    enter: Floats32,
    join: float,
    cut: float,
) -> Floats:
    """Return what each block (S, P, L) costs in itself (S, P): its frames, and joins inside; behind the end nothing."""
    out = np.zeros(blocks.shape[:2])
    fill = partial(_inner_costs, blocks, costs, rows, features, last, leave, enter, join, cut, out)
    in_pieces(fill, 0, len(blocks), 1)
    return out


@njit(cache=True, nogil=True)
def _inner_costs(
    blocks: Indices,
    costs: Floats32,
    rows: Indices,
    features: Floats32,
    last: Indices,
    leave: Floats32,
    enter: Floats32,
    join: float,
    cut: float,
    out: Floats,
    first: int,
    stop: int,
) -> None:
    _, n_blocks, length = blocks.shape
    for slot in range(first, stop):
        for block in range(n_blocks):
            total = 0.0
            for k in range(length):
                at = slot * length + k
                if at >= len(rows):
                    break
                frame = blocks[slot, block, k]
                total += costs[rows[at], frame]
                if k:
                    total += join_cost(features, last, leave, enter, join, cut, blocks[slot, block, k - 1], frame)
            out[slot, block] = total


def joins_between(
    blocks: Indices, features: Floats32, last: Indices, leave: Floats32, enter: Floats32, join: float, cut: float
) -> Floats32:
    """Return what it costs to show each block of a slot after each of the slot before it, (S − 1, P, P).

    Squared distances come from products of matrices: four times as quick as one pair of frames after the other.
    """
    f, g = np.ascontiguousarray(blocks[:-1, :, -1]), np.ascontiguousarray(blocks[1:, :, 0])
    one, other = features[np.minimum(f + 1, last[f])], features[g]
    out: Floats32 = one @ other.swapaxes(1, 2)
    squares = (np.einsum("spk,spk->sp", one, one), np.einsum("spk,spk->sp", other, other))
    _joined(out, *squares, f, g, last, leave, enter, join, cut)
    return out


@njit(cache=True, nogil=True)
def _joined(
    products: Floats32,
    squares: Floats32,
    other_squares: Floats32,
    f: Indices,
    g: Indices,
    last: Indices,
    leave: Floats32,
    enter: Floats32,
    join: float,
    cut: float,
) -> None:
    """Put what joins cost in the place of the products of their frames."""
    for slot in range(products.shape[0]):
        for p in range(products.shape[1]):
            before = f[slot, p]
            following = before + 1 if before != last[before] else -1
            base = squares[slot, p] + cut
            for q in range(products.shape[2]):
                after = g[slot, q]
                apart = max(base + other_squares[slot, q] - 2.0 * products[slot, p, q], cut)
                products[slot, p, q] = 0.0 if after == following else join * apart + leave[before] + enter[after]


@njit(cache=True, nogil=True)
def cheapest_paths(inner: Floats, joins: Floats32) -> tuple[Floats, Indices]:
    """Return the cost (P,) of the cheapest path to each block of the last slot, and where each came from (S, P)."""
    n_slots, n_blocks = inner.shape
    value = inner[0].copy()
    came = np.zeros((n_slots, n_blocks), np.int64)
    for slot in range(1, n_slots):
        after = np.empty(n_blocks)
        for q in range(n_blocks):
            best, source = np.inf, 0
            for p in range(n_blocks):
                total = value[p] + joins[slot - 1, p, q]
                if total < best:
                    best, source = total, p
            after[q] = best + inner[slot, q]
            came[slot, q] = source
        value = after
    return value, came


@njit(cache=True, nogil=True)
def traced(blocks: Indices, came: Indices, end: int, n_frames: int) -> Indices:
    """Return the frames (n,) of the path that ends in a block."""
    n_slots, _, length = blocks.shape
    out = np.empty(n_slots * length, np.int64)
    block = end
    for slot in range(n_slots - 1, -1, -1):
        for k in range(length):
            out[slot * length + k] = blocks[slot, block, k]
        block = came[slot, block]
    return out[:n_frames]


@njit(cache=True, nogil=True)
def sequence_cost(
    frames: Indices,
    costs: Floats32,
    rows: Indices,
    features: Floats32,
    last: Indices,
    leave: Floats32,
    enter: Floats32,
    join: float,
    cut: float,
) -> tuple[float, float]:
    """Return what the frames of a motion cost: by their flags, and by their joins."""
    flags, joins = 0.0, 0.0
    for t in range(len(frames)):
        flags += costs[rows[t], frames[t]]
        if t:
            joins += join_cost(features, last, leave, enter, join, cut, frames[t - 1], frames[t])
    return flags, joins


@njit(cache=True, nogil=True)
def walked(frames: Indices, steps: Floats, start: Floats, heading: float, leg_m: float) -> Floats:
    """Return where the body is in each frame of a motion: x, z and heading (n, 3), in metres and radians."""
    out = np.empty((len(frames), 3))
    x, z, angle = start[0], start[1], heading
    for t in range(len(frames)):
        out[t, 0], out[t, 1], out[t, 2] = x, z, angle
        step = steps[frames[t]]
        s, c = np.sin(angle), np.cos(angle)
        x += leg_m * (c * step[0] + s * step[1])
        z += leg_m * (c * step[1] - s * step[0])
        angle += step[2]
    return out


def target_costs(
    blocks: Indices,
    now: Indices,
    way: Floats,
    steps: Floats,
    leg_m: float,
    at: Indices,
    off: Floats,
    weights: Floats,
    damping: float,
) -> Floats:
    """Return what each block (S, P) would change of how far the motion is from its targets.

    A block in place of what is shown now moves and turns all that comes after it. To first order such changes add up;
    their squares, `damping` times, keep the sum from overshooting.

    Parameters
    ----------
    now : (S · L,) frames that are shown now.
    way : (n, 3) where they lead, see `walked`.
    at, off, weights : (m,) frame, (m, 3) what x, z and heading are off by there, (m, 3) what a square of it costs.
    """
    out = np.zeros(blocks.shape[:2])
    in_pieces(partial(_target_costs, blocks, now, way, steps, leg_m, at, off, weights, damping, out), 0, len(blocks), 1)
    return out


@njit(cache=True, nogil=True)
def _target_costs(
    blocks: Indices,
    now: Indices,
    way: Floats,
    steps: Floats,
    leg_m: float,
    at: Indices,
    off: Floats,
    weights: Floats,
    damping: float,
    out: Floats,
    first: int,
    stop: int,
) -> None:
    _, n_blocks, length = blocks.shape
    for slot in range(first, stop):
        begin = slot * length
        if begin >= len(way):
            continue
        end = min(begin + length, len(way) - 1)
        s, c = np.sin(way[begin, 2]), np.cos(way[begin, 2])
        mine_x, mine_z, mine_turn = _moved(now[begin : begin + length], steps, leg_m)
        for block in range(n_blocks):
            x, z, turn = _moved(blocks[slot, block], steps, leg_m)
            dx, dz, turn = x - mine_x, z - mine_z, turn - mine_turn
            east, north = c * dx + s * dz, c * dz - s * dx
            ts, tc = np.sin(turn), np.cos(turn)
            total = 0.0
            for j in range(len(at)):
                part = min(max((at[j] - begin) / length, 0.0), 1.0)
                if part == 0.0:
                    continue
                if part == 1.0:
                    x, z = way[at[j], 0] - way[end, 0], way[at[j], 1] - way[end, 1]
                    u, v, w = east + tc * x + ts * z - x, north + tc * z - ts * x - z, turn
                else:
                    u, v, w = part * east, part * north, part * turn
                total += weights[j, 0] * u * (2.0 * off[j, 0] + damping * u)
                total += weights[j, 1] * v * (2.0 * off[j, 1] + damping * v)
                total += weights[j, 2] * w * (2.0 * off[j, 2] + damping * w)
            out[slot, block] = total


@njit(cache=True, nogil=True)
def _moved(frames: Indices, steps: Floats, leg_m: float) -> tuple[float, float, float]:
    """Where a body is after some frames, from where it was: x, z and heading."""
    x, z, angle = 0.0, 0.0, 0.0
    for frame in frames:
        s, c = np.sin(angle), np.cos(angle)
        x += leg_m * (c * steps[frame, 0] + s * steps[frame, 1])
        z += leg_m * (c * steps[frame, 1] - s * steps[frame, 0])
        angle += steps[frame, 2]
    return x, z, angle


def joins_around(offered: Indices, length: int, frames: Indices, features: Floats32, last: Indices) -> Floats:
    """Return how far blocks that begin at some frames (S, R) are from what is shown before and after them."""
    away = np.zeros(offered.shape)
    in_pieces(partial(_joins_around, offered, length, frames, features, last, away), 0, len(offered), 1)
    return away


@njit(cache=True, nogil=True)
def _joins_around(
    offered: Indices,
    length: int,
    frames: Indices,
    features: Floats32,
    last: Indices,
    away: Floats,
    first: int,
    stop: int,
) -> None:
    n_offered = offered.shape[1]
    for slot in range(first, stop):
        begin, end = slot * length, (slot + 1) * length
        for n in range(n_offered):
            start = offered[slot, n]
            if begin > 0:
                f = frames[begin - 1]
                away[slot, n] += _apart(features, min(f + 1, last[f]), start)
            if end < len(frames):
                away[slot, n] += _apart(features, min(start + length, last[start]), frames[end])
