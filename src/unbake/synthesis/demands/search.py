"""The search of Arikan et al.: dynamic programming over sampled blocks, from coarse to fine, again and again.

A sweep samples blocks of 32 frames for every slot, finds the cheapest path through them, halves the blocks, adds what
is near to them and new samples, and so on down to single frames. Every fourth sweep makes a whole motion in this way.
The others make a part of one that is known anew, with its ends fixed, and then merge all that is known: its blocks of
few frames are candidates together, so paths cross over from one motion to another. What is known always takes part, so
the cost never increases. Whole motions alone needed ten times as many sweeps; blocks of 32 frames beside a motion that
is finished to the frame never win.

Reference: O. Arikan, D. A. Forsyth and J. F. O'Brien, Motion synthesis from annotations, 2003, section 5; how blocks
are sampled, how places take part (`target_costs`) and the way over the motion graph are ours.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.synthesis.demands.candidates import Sampler, candidates
from unbake.synthesis.demands.costs import Costs, costs_of, eased_weights, residuals, way_of
from unbake.synthesis.demands.exact.motion_graph import graph_way
from unbake.synthesis.demands.exact.optimum import optimum
from unbake.synthesis.demands.kernels import cheapest_paths, inner_costs, joins_between, target_costs, traced
from unbake.synthesis.demands.problem import Problem, Targets

SAMPLES = {32: 50, 16: 40, 8: 30, 4: 20, 2: 12, 1: 8}
"""Samples of each kind in a slot, by the length of its blocks."""
POOL = 4
"""Motions that are kept to be merged."""
FRESH_EVERY = 4
MERGED_BY = (8, 2, 1)
"""Lengths of blocks by which motions that are known are merged."""
FEW_FRAMES = 1500
"""Of a pool, up to which parts, now and then the whole, are made anew exactly: that takes no longer there, and samples
alone stay up to 8 % above the optimum."""
LEAST_PART = 40
"""Frames of a part that is made anew."""
DAMPINGS = (1.0, 3.0, 10.0, 30.0)
EAGERNESS = (0.3, 1.0, 1.0)
"""How much places count in a step; where they count less, joins get better."""


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How long to search.

    Parameters
    ----------
    sweeps : at most so many; the thesis lets the search iterate 300 times.
    seconds : begin nothing new after so long; None takes all sweeps.
    seed : of everything that is random.
    by_graph : whether the best way over the motion graph takes part from the first sweep on (`motion_graph`), where no
        places are asked for, of which it knows nothing, and the pool is not too large for it. Without it the search is
        that of Arikan et al. alone.
    """

    sweeps: int = 300
    seconds: float | None = None
    seed: int = 0
    by_graph: bool = True

    def __post_init__(self) -> None:
        if self.sweeps < 1 or not (self.seconds is None or self.seconds > 0.0) or self.seed < 0:
            raise UsageError("a search needs at least one sweep, a positive time, and a seed of 0 or more")


@dataclass(frozen=True, eq=False)
class SearchResult:
    """A motion that the search has found.

    Parameters
    ----------
    frames : (n,) frames of the pool.
    costs : what they cost.
    sweep : in which sweep, from 0, it was found, or until which nothing better was.
    length : of the blocks by which it was found.
    after_s : how long after the search began that was.
    """

    frames: Indices
    costs: Costs
    sweep: int
    length: int
    after_s: float


def search(
    problem: Problem, options: SearchOptions | None = None, start: Sequence[Indices] = ()
) -> Iterator[SearchResult]:
    """Yield the best motion so far, again after each sweep, and whenever it is better.

    Each costs at most as much as the one before. With the same seed and without `seconds` the same ones come.

    Parameters
    ----------
    problem : a demand over a pool of frames.
    options : how long to search.
    start : motions (n,) that are known already; they keep to the fixed frames.
    """
    options = options or SearchOptions()
    began = time.perf_counter()
    rng = np.random.default_rng(options.seed)
    sampler = Sampler(problem, rng)
    best: SearchResult | None = None
    known = _kept([SearchResult(frames, costs_of(problem, frames), 0, 1, 0.0) for frames in start])
    if known:
        best = known[0]
        yield best
    for sweep in range(options.sweeps):
        # Motions that are made from nothing are compared at every length of blocks: the first result comes early.
        steps = (
            _fresh(problem, sampler)
            if sweep % FRESH_EVERY == 0 and not (start and sweep == 0)
            else _renewed(problem, sampler, known)
        )
        if sweep == 0 and options.by_graph and problem.targets.is_open:
            steps = itertools.chain(steps, _from_graph(problem))
        for length, frames in steps:
            after = time.perf_counter() - began
            one = SearchResult(frames, costs_of(problem, frames), sweep, length, after)
            known = _kept([*known, one])
            if best is None or one.costs.total < best.costs.total:
                best = one
                yield best
            if options.seconds and after > options.seconds:
                return
        if best is not None:
            yield replace(best, sweep=sweep, after_s=time.perf_counter() - began)


def _from_graph(problem: Problem) -> Iterator[tuple[int, Indices]]:
    """Find the best way over a motion graph: it comes after the first motion, which is there sooner."""
    way = graph_way(problem)
    if way is not None:
        yield 1, way


def _fresh(problem: Problem, sampler: Sampler) -> Iterator[tuple[int, Indices]]:
    """Make a motion from nothing: yield it at every length of blocks."""
    own: list[Indices] = []
    for length in SAMPLES:
        own = _improved(problem, sampler, length, own)
        yield length, own[0]


def _renewed(problem: Problem, sampler: Sampler, known: list[SearchResult]) -> Iterator[tuple[int, Indices]]:
    """Make a part of a motion that is known anew, and merge the result with all that is known."""
    rng, n = sampler.rng, problem.n_frames
    base = known[0 if rng.random() < 0.6 else int(rng.integers(len(known)))].frames
    size = int(rng.integers(min(LEAST_PART, n), max(n // 2, min(LEAST_PART, n)) + 1))
    if _is_quick(problem) and rng.random() < 0.25:
        size = n
    begin = int(rng.integers(0, n - size + 1))
    part = slice(begin, begin + size)
    whole = base.copy()
    whole[part] = _made_anew(part_of(problem, base, part, is_pulled=bool(rng.random() < 0.5)), base[part], sampler)
    own = [whole, *(found.frames for found in known)]
    for length in MERGED_BY:
        own = _improved(problem, sampler, length, own[: POOL + 1])
        yield length, own[0]


def _made_anew(problem: Problem, known: Indices, sampler: Sampler) -> Indices:
    """The frames of a part: the best of all where there are few frames to choose from, else a sampled motion."""
    if _is_quick(problem):
        best = optimum(problem, known).frames
        return known if best is None else best
    return list(_fresh(problem, sampler))[-1][1]


def _is_quick(problem: Problem) -> bool:
    """Whether parts are made exactly."""
    return problem.targets.is_open and problem.pool.n_frames <= FEW_FRAMES


def part_of(problem: Problem, frames: Indices, part: slice, *, is_pulled: bool) -> Problem:
    """Return the demand of a part of a motion, whose ends stay as they are.

    Parameters
    ----------
    frames : (n,) what is known.
    part : the frames that are made anew.
    is_pulled : whether it is to end where the whole would come nearer to its next target, or where it ends now.
    """
    fixed = problem.fixed[part].copy()
    if part.start > 0:
        fixed[0] = frames[part.start]
    if part.stop < problem.n_frames:
        fixed[-1] = frames[part.stop - 1]
    targets = problem.targets
    if not targets.is_open:
        targets = _targets_of_part(problem, frames, part, is_pulled=is_pulled)
    return replace(problem, rows=problem.rows[part], fixed=fixed, targets=targets)


def _targets_of_part(problem: Problem, frames: Indices, part: slice, *, is_pulled: bool) -> Targets:
    """The targets inside, and its end."""
    targets, way = problem.targets, way_of(problem, frames)
    at, off, each = residuals(problem, way)
    last, end = part.stop - 1, way[part.stop - 1].copy()
    behind = np.flatnonzero((at >= last) & (each[:, 0] > 0.0))
    if is_pulled and len(behind):
        end[:2] -= off[behind[at[behind].argmin()], :2]
    inside = (targets.frames > part.start) & (targets.frames < last)
    on_path = (targets.path_frames > part.start) & (targets.path_frames < last)
    is_end = not len(behind) and not ((at >= last) & (each[:, 2] > 0.0)).any()
    ends = [] if is_end else [last - part.start]
    return replace(
        targets,
        frames=np.concatenate([targets.frames[inside] - part.start, ends]).astype(np.int64),
        places_m=np.concatenate([targets.places_m[inside], *([end[None, :2]] if ends else [])]),
        headings_rad=np.concatenate([targets.headings_rad[inside], *([end[2:]] if ends else [])]),
        path_frames=targets.path_frames[on_path] - part.start,
        start_m=way[part.start, :2].copy(),
        start_rad=float(way[part.start, 2]),
    )


def _improved(problem: Problem, sampler: Sampler, length: int, own: list[Indices]) -> list[Indices]:
    """The motions that are known and one more by blocks of a length, cheapest first."""
    weights, pool, rng = problem.weights, problem.pool, sampler.rng
    towards = None
    if own and not problem.targets.is_open:
        towards = Targeting(problem, own[0], float(rng.choice(DAMPINGS)), float(rng.choice(EAGERNESS)))
    blocks = candidates(problem, sampler, length, SAMPLES[length], own, towards)
    about_joins = (pool.features, pool.last, *problem.leave_enter, weights.join, weights.cut)
    inner = inner_costs(blocks, problem.costs, problem.rows, *about_joins)
    joins = joins_between(blocks, *about_joins)
    tries = _ends(blocks, inner if towards is None else inner + towards(blocks), joins, problem)
    return sorted([*own, *tries], key=lambda frames: costs_of(problem, frames).total)


class Targeting:
    """What blocks change of the distance from all targets, see `target_costs`.

    Parameters
    ----------
    problem : with targets.
    frames : what is shown now.
    damping : of squares.
    eagerness : how much targets count in this step.
    """

    def __init__(self, problem: Problem, frames: Indices, damping: float, eagerness: float) -> None:
        self._problem, self._frames, self._damping = problem, frames, damping
        self._way = way_of(problem, frames)
        self._at, self._off, each = residuals(problem, self._way)
        self._each = eagerness * eased_weights(self._off, each)

    def __call__(self, blocks: Indices) -> Floats:
        """Return the changes (S, P) by blocks (S, P, L)."""
        more = np.repeat(self._frames[-1], blocks.shape[0] * blocks.shape[2] - len(self._frames))
        now = np.concatenate([self._frames, more])
        pool, leg_m = self._problem.pool, self._problem.targets.leg_m
        return target_costs(blocks, now, self._way, pool.steps, leg_m, self._at, self._off, self._each, self._damping)


def _ends(blocks: Indices, inner: Floats, joins: Floats32, problem: Problem) -> list[Indices]:
    """The cheapest path; with targets, the cheapest paths to several last blocks, as it shows only then where they
    lead."""
    value, came = cheapest_paths(inner, joins)
    n = 1 if problem.targets.is_open else 8
    return [traced(blocks, came, int(end), problem.n_frames) for end in np.argsort(value, kind="stable")[:n]]


def _kept(found: list[SearchResult]) -> list[SearchResult]:
    """The cheapest of them, each once."""
    out: list[SearchResult] = []
    for one in sorted(found, key=lambda one: one.costs.total):
        if not any(np.array_equal(one.frames, other.frames) for other in out):
            out.append(one)
    return out[: POOL + 1]
