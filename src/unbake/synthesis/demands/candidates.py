"""Blocks that the search chooses from in each slot: what is shown now, what is near it, and samples of the pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.demands.kernels import inner_costs, joins_around
from unbake.synthesis.demands.problem import Problem

SHARPNESS = 10.0
"""A block whose flags are wrong throughout is e to the power of so many times rarer than one whose are right."""
OFFERED, ANY = 6, 2
"""How many sampled blocks, and how many with any flags, are looked at for each that is kept because it fits well: it
may cost less to show what is wrong than to join what is right."""
EXTENDED = (12, 48, 10_000)
"""Frames by which stretches of clips go on over the joins at their ends, so that a join can be moved or left out."""
MOST_EXTENDED = 8
"""Longer blocks are not offered such stretches."""

Towards = Callable[[Indices], Floats]
"""From blocks (S, P, L) to what each changes of the distance from all targets (S, P)."""


class Sampler:
    """Samples blocks of a pool with probability exp(−cost / τ)."""

    def __init__(self, problem: Problem, rng: np.random.Generator) -> None:
        self._pool, self.rng = problem.pool, rng
        sums = np.cumsum(problem.costs, axis=1, dtype=np.float64)
        self._sums = np.concatenate([np.zeros((len(sums), 1)), sums], axis=1)
        self._tables: dict[tuple[tuple[int, int], ...], Floats] = {}

    def starts(self, rows: Indices, length: int, count: int) -> Indices:
        """Return the first frames (S, count) of sampled blocks for every slot of a motion that asks for rows (n,)."""
        slots: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for slot, at in enumerate(range(0, len(rows), length)):
            slots.setdefault(self._signature(rows[at : at + length], length), []).append(slot)
        chances = self.rng.random((-(-len(rows) // length), count))
        out = np.empty(chances.shape, dtype=np.int64)
        for signature, own in slots.items():
            table = self._table(signature, length)
            found = np.searchsorted(table, chances[own] * table[-1], side="right")
            out[own] = np.minimum(found, len(table) - 1)
        return out

    def _signature(self, rows: Indices, length: int) -> tuple[tuple[int, int], ...]:
        """What is asked for in a slot: rows, and for how many frames each."""
        if length <= 4:
            return ((int(rows[len(rows) // 2]), length),)
        cuts = np.flatnonzero(np.diff(rows)) + 1
        parts = np.split(rows, cuts)
        return tuple((int(part[0]), len(part)) for part in parts)

    def _table(self, signature: tuple[tuple[int, int], ...], length: int) -> Floats:
        """Running sums (N,) of the probabilities of all blocks."""
        if signature not in self._tables:
            pool = self._pool
            at = np.arange(pool.n_frames)
            cost, gone = np.zeros(pool.n_frames), 0
            for row, count in signature:
                cost += self._sums[row, np.minimum(at + gone + count, pool.last + 1)]
                cost -= self._sums[row, np.minimum(at + gone, pool.last + 1)]
                gone += count
            fits = at + min(gone, length) - 1 <= pool.last
            if fits.any():
                cost[~fits] = np.inf
            weights = np.exp(-SHARPNESS / max(gone, 1) * (cost - cost.min()))
            self._tables[signature] = np.cumsum(weights)
        return self._tables[signature]


def blocks_at(problem: Problem, starts: Indices, length: int) -> Indices:
    """Return the frames (…, L) of blocks that begin at some frames; the end of a clip is held."""
    return np.minimum(starts[..., None] + np.arange(length), problem.pool.last[starts][..., None])


def candidates(
    problem: Problem,
    sampler: Sampler,
    length: int,
    count: int,
    shown: Sequence[Indices],
    towards: Towards | None = None,
) -> Indices:
    """Return blocks (S, P, L) for every slot.

    Parameters
    ----------
    length : of a block, L.
    count : how many samples a slot has.
    shown : motions (n,) that are known: what they show comes first, in order, so that a path along each exists. Then
        come, for each, what follows the slot before, what leads to the slot behind, and two shifts in time.
    towards : what leads to the targets, if there are any.
    """
    n_slots = -(-problem.n_frames // length)
    parts: list[Indices] = []
    known = [_padded(problem, frames, n_slots * length) for frames in shown]
    parts += [frames.reshape(n_slots, 1, length) for frames in known]
    if length <= MOST_EXTENDED:
        longer = [way for frames in shown for way in extended(problem, frames, int(sampler.rng.choice(EXTENDED)))]
        parts += [_padded(problem, way, n_slots * length).reshape(n_slots, 1, length) for way in longer]
    near = [_near(problem, sampler, frames, n_slots, length) for frames in known]
    sampled = sampler.starts(problem.rows, length, count)
    parts += [_held_to(problem, sampler, blocks_at(problem, starts, length)) for starts in (*near, sampled)]
    for frames in known[:1]:
        parts.append(_held_to(problem, sampler, _fitting(problem, sampler, frames, length, count, towards)))
    return np.concatenate(parts, axis=1)


def _fitting(
    problem: Problem, sampler: Sampler, frames: Indices, length: int, count: int, towards: Towards | None
) -> Indices:
    """Those of many samples that join best to what is shown around them, and that lead where the body should be."""
    pool = problem.pool
    n_slots = len(frames) // length
    offered = sampler.starts(problem.rows, length, OFFERED * count)
    offered = np.concatenate([offered, sampler.rng.integers(0, pool.n_frames, (n_slots, ANY * count))], axis=1)
    cost = problem.weights.join * joins_around(offered, length, frames, pool.features, pool.last)
    blocks = blocks_at(problem, offered, length)
    weights = problem.weights
    about_joins = (pool.features, pool.last, *problem.leave_enter, weights.join, weights.cut)
    cost += inner_costs(blocks, problem.costs, problem.rows, *about_joins)
    if towards is not None:
        cost += towards(blocks)
    best = np.argpartition(cost, count, axis=1)[:, :count]
    return np.take_along_axis(blocks, best[..., None], axis=1)


def extended(problem: Problem, frames: Indices, reach: int) -> tuple[Indices, Indices]:
    """Return a motion whose clips go on for some frames over the joins behind them, up to the next, and one whose
    clips begin before their joins."""
    pool = problem.pool
    goes_on = (np.diff(frames) == 1) & (frames[:-1] != pool.last[frames[:-1]])
    cuts = np.flatnonzero(~goes_on) + 1
    later, earlier = frames.copy(), frames.copy()
    for n, cut in enumerate(cuts):
        stop = min(cut + reach, cuts[n + 1] if n + 1 < len(cuts) else len(frames))
        begin = max(cut - reach, cuts[n - 1] if n else 0)
        before, after = frames[cut - 1], frames[cut]
        later[cut:stop] = np.minimum(before + 1 + np.arange(stop - cut), pool.last[before])
        earlier[begin:cut] = np.maximum(after - np.arange(cut - begin, 0, -1), pool.first[after])
    is_free = problem.fixed < 0
    return np.where(is_free, later, frames), np.where(is_free, earlier, frames)


def _padded(problem: Problem, frames: Indices, size: int) -> Indices:
    """The frames of a motion up to a whole number of blocks; what comes behind counts nothing."""
    more = np.arange(1, size - len(frames) + 1)
    return np.concatenate([frames, np.minimum(frames[-1] + more, problem.pool.last[frames[-1]])])


def _near(problem: Problem, sampler: Sampler, frames: Indices, n_slots: int, length: int) -> Indices:
    """Starts (S, 4) of blocks that follow, lead on, or are shifted in time."""
    pool, slots = problem.pool, frames.reshape(n_slots, length)
    before, after = np.roll(slots[:, -1], 1), np.roll(slots[:, 0], -1)
    before[0], after[-1] = slots[0, 0], slots[-1, 0]
    follows = np.minimum(before + 1, pool.last[before])
    leads = np.maximum(after - length, pool.first[after])
    begin = slots[:, :1]
    shifted = begin + sampler.rng.integers(-length, length + 1, (n_slots, 2))
    shifted = np.clip(shifted, pool.first[begin], pool.last[begin])
    return np.concatenate([follows[:, None], leads[:, None], shifted], axis=1)


def _held_to(problem: Problem, sampler: Sampler, blocks: Indices) -> Indices:
    """The blocks with fixed frames in place, and what is around these in their clips for a random while."""
    length = blocks.shape[2]
    for at in np.flatnonzero(problem.fixed >= 0):
        slot, place = divmod(int(at), length)
        frame = int(problem.fixed[at])
        reach = sampler.rng.integers(0, 2 * length, blocks.shape[1])
        near = np.abs(np.arange(length) - place) <= reach[:, None]
        others = np.flatnonzero(problem.fixed[slot * length : (slot + 1) * length] >= 0)
        near &= (np.abs(others[:, None] - np.arange(length)).min(axis=0) >= np.abs(np.arange(length) - place))[None]
        there = np.clip(frame + np.arange(length) - place, problem.pool.first[frame], problem.pool.last[frame])
        blocks[slot] = np.where(near, there, blocks[slot])
    return blocks
