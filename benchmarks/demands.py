"""Motions on demand: ``python -m benchmarks.demands [--hours H] [--only PART]``.

- ``speed``: ten seconds of motion, with flags and a place, from an hour: real clips, their mirror images, and both
  again with joints that wander by centimetres. When the first motion is there, and what it costs over time.
- ``gap``: libraries of at most 300 frames, where every pair of frames at every moment can be tried (plain NumPy): how
  far the sampled search is from the optimum, and what the exact search takes beside the plain one.
- ``strings``: the annotations of clips that are for reporting only, asked for frame by frame, all thirteen flags, of
  the clips that are for tuning.
- ``places``: ends two to eight metres away at random headings, in six seconds of walking.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from benchmarks.annotations.labelled import Judged, judged_clips, labels_of
from benchmarks.clips import DATA
from benchmarks.search import varied
from benchmarks.timing import print_table
from unbake.annotations.mirrored_flags import mirrored_columns
from unbake.composition.demands.asking import asked_of, flag_costs, wanted_flags
from unbake.composition.demands.facts import facts_of
from unbake.composition.demands.material import material_of
from unbake.composition.demands.synthesize import synthesize
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats, Indices
from unbake.library.annotations import THIRTEEN
from unbake.library.library import Library
from unbake.motion.body.body_path import RATE_HZ, BodyPath
from unbake.synthesis.demands.costs import costs_of
from unbake.synthesis.demands.demand import Demand, FlagStretch, Spot
from unbake.synthesis.demands.exact.optimum import optimum
from unbake.synthesis.demands.pool import pool_of
from unbake.synthesis.demands.problem import CostWeights, Problem, Targets
from unbake.synthesis.demands.search import SearchOptions, search

DEMAND = Demand(
    length_s=10.0,
    stretches=(
        FlagStretch(start_s=0.0, stop_s=4.0, must=("Walk",), must_not=("Run",)),
        FlagStretch(start_s=4.5, stop_s=7.0, must=("Run",)),
        FlagStretch(start_s=8.0, stop_s=10.0, must=("Crouch",)),
    ),
)
LEG_M = 0.87


def an_hour(hours: float) -> tuple[list[BodyPath], NDArray[np.int8]]:
    """Return bodies for some hours, and their flags (13, N)."""
    clips, rng = judged_clips("a", reported=False), np.random.default_rng(0)
    paths, values, done, n = [], [], 0, 0
    while done < hours * 3600 * RATE_HZ or n < 2 * len(clips):
        clip: Judged = clips[n % len(clips)]
        path, flags = clip.path, clip.values
        if (n // len(clips)) % 2:
            path, flags = path.mirrored(), flags[mirrored_columns(THIRTEEN)]
        if n >= 2 * len(clips):
            other = varied(path, rng)
            flags = flags[:, np.linspace(0, path.n_instants - 1, other.n_instants).round().astype(int)]
            path = other
        paths.append(path)
        values.append(flags)
        done, n = done + path.n_instants, n + 1
    return paths, np.concatenate(values, axis=1)


def problem_of(demand: Demand, paths: list[BodyPath], values: NDArray[np.int8], targets: Targets) -> Problem:
    """Return a demand over bodies whose flags are known."""
    columns, rows = np.unique(wanted_flags(demand, THIRTEEN).T, axis=0, return_inverse=True)
    fixed = np.full(demand.n_frames, -1)
    return Problem(pool_of(paths), flag_costs(columns, values), rows.reshape(-1), fixed, targets)


def speed(hours: float, seeds: int = 3) -> None:
    """When motions are found, by the clock and by the processor."""
    began = time.process_time()
    paths, values = an_hour(hours)
    empty = np.zeros(0, dtype=np.int64)
    place, heading = np.array([[1.0, 7.0]]), np.array([np.radians(45.0)])
    targets = Targets(np.array([600]), place, heading, np.zeros((0, 2)), empty, 1, np.zeros(2), 0.0, LEG_M)
    rows = []
    for name, where in (("flags", Targets.none(LEG_M)), ("flags and a place", targets)):
        problem = problem_of(DEMAND, paths, values, where)
        list(search(problem, SearchOptions(sweeps=1)))  # kernels are loaded or compiled
        for seed in range(seeds):
            clock, core, first, marks = time.perf_counter(), time.process_time(), None, {}
            for found in search(problem, SearchOptions(seconds=10.0, seed=seed, sweeps=100_000)):
                gone = time.perf_counter() - clock
                first = first or (gone, time.process_time() - core)
                for mark in (1.0, 3.0, 10.0):
                    if gone <= mark:
                        marks[mark] = found.costs.total
            used = time.process_time() - core
            assert first is not None
            shown = [f"{marks.get(mark, float('nan')):.0f}" for mark in (1.0, 3.0, 10.0)]
            rows.append(
                [name, str(seed), f"{first[0]:.2f}", f"{first[1]:.2f}", *shown, str(found.sweep), f"{used:.1f}"]
            )
        bound = optimum(problem, found.frames, seconds=1.0)
        print(f"{name}: {problem.pool.n_frames:,} frames; no motion costs less than {bound.at_least:.1f}")
    head = ["demand", "seed", "first after s", "of a core", "cost at 1 s", "3 s", "10 s", "sweeps", "core s"]
    print_table("Ten seconds of motion", head, rows)
    print(f"made in {time.process_time() - began:.0f} s of a core")


def plain_optimum(problem: Problem) -> float:
    """Return the least cost by every pair of frames at every moment."""
    pool, weights = problem.pool, problem.weights
    at = np.arange(pool.n_frames)
    following = np.minimum(at + 1, pool.last)
    features = pool.features.astype(np.float64)
    apart = ((features[following][:, None] - features[None]) ** 2).sum(axis=2)
    leave, enter = problem.leave_enter
    joins = weights.join * (apart + weights.cut) + leave[:, None] + enter
    inside = at[at != pool.last]
    joins[inside, inside + 1] = 0.0
    value = problem.costs[problem.rows[0]].astype(np.float64)
    for row in problem.rows[1:]:
        value = (value[:, None] + joins).min(axis=0) + problem.costs[row]
    return float(value.min())


def small_problems() -> Iterator[tuple[str, Problem]]:
    """Yield demands over pieces of real clips, 300 frames together."""
    clips = {clip.name: clip for clip in judged_clips("a", reported=False)}
    flags = ("Walk", "Run", "Stand", "Jump", "Crouch")
    rng = np.random.default_rng(1)
    names = sorted(clips)
    while True:
        chosen = [clips[names[n]] for n in rng.choice(len(names), 3, replace=False)]
        pieces = [clip for clip in chosen if clip.path.n_instants >= 100]
        if len(pieces) < 3:
            continue
        paths = [BodyPath(clip.path.positions[:100], clip.path.leg_m) for clip in pieces]
        values = np.concatenate([clip.values[:, :100] for clip in pieces], axis=1)
        has = [flag for flag in flags if (values[THIRTEEN.index(flag)] == 1).any()]
        if len(has) < 2:
            continue
        one, two = rng.choice(has, 2, replace=False)
        stretches = (
            FlagStretch(start_s=0.0, stop_s=1.2, must=(str(one),)),
            FlagStretch(start_s=1.2, stop_s=2.4, must=(str(two),)),
            FlagStretch(start_s=2.4, stop_s=3.0, must_not=(str(two),)),
        )
        demand = Demand(length_s=3.0, stretches=stretches)
        name = f"{one}, {two}, not {two} ({', '.join(clip.name for clip in pieces)})"
        yield name, problem_of(demand, paths, values, Targets.none())


def gap(count: int = 8, sweeps: int = 30) -> None:
    """How far the sampled search is from the optimum."""
    rows = []
    for (name, problem), _ in zip(small_problems(), range(count), strict=False):
        began = time.process_time()
        best = plain_optimum(problem)
        plain = time.process_time() - began
        found = list(search(problem, SearchOptions(sweeps=sweeps)))[-1]
        began = time.process_time()
        exact = optimum(problem, found.frames)
        own = time.process_time() - began
        off = found.costs.total / best - 1.0 if best > 0.0 else found.costs.total
        exactly = exact.at_least / best - 1.0 if best > 0.0 else exact.at_least
        rows.append([name, f"{best:.2f}", f"{100 * off:.2f} %", f"{100 * exactly:.4f} %", f"{plain / own:.1f}×"])
    print_table(
        "Libraries of 300 frames",
        ["demand", "optimum", "sampled is above", "exact is above", "exact is quicker than plain by"],
        rows,
    )


def tuning_library(folder: Path) -> Library:
    """Return a library of the clips for tuning, with the first pass of labels."""
    library = Library.create(folder / "tuning.unbakelib")
    known = labels_of("a")
    for clip in judged_clips("a", reported=False):
        clip_id, _ = library.add(load_motion(DATA / "cmu" / clip.name[:2] / f"{clip.name}.amc"), clip.name)
        for flag, holds in zip(THIRTEEN, known[clip.name], strict=True):
            for first, stop, value in _spans(holds):
                library.annotate(clip_id, flag, first, stop, value)
    return library


def _spans(holds: NDArray[np.bool_]) -> list[tuple[int, int, bool]]:
    cuts = [0, *(np.flatnonzero(np.diff(holds)) + 1).tolist(), len(holds)]
    return [(a, b, bool(holds[a])) for a, b in itertools.pairwise(cuts)]


def strings(library: Library, sweeps: int) -> None:
    """The annotations of clips that the library does not have."""
    material = material_of(library)
    rows = []
    for clip in judged_clips("a", reported=True):
        n = min(clip.path.n_instants, 600)
        columns, order = np.unique(clip.values[:, :n].T, axis=0, return_inverse=True)
        costs = flag_costs(np.where(columns == 1, 1, -1).astype(np.int8), material.values)
        problem = Problem(material.pool, costs, order.reshape(-1), np.full(n, -1), Targets.none(), CostWeights())
        found = list(search(problem, SearchOptions(sweeps=sweeps)))[-1]
        least = float(costs[problem.rows].min(axis=1).sum())
        wrong = float(problem.costs[problem.rows, found.frames].sum())
        share = f"{100 * wrong / (n * 13):.2f} %"
        rows.append([clip.name, str(n), f"{least:.0f}", f"{wrong:.0f}", share, _cuts(problem, found.frames)])
    print_table(
        "Annotations of held-out clips", ["clip", "frames", "wrong at least", "wrong", "of all flags", "joins"], rows
    )


def _cuts(problem: Problem, frames: Indices) -> str:
    return str(int((np.diff(frames) != 1).sum()))


def places(library: Library, sweeps: int, count: int = 6) -> None:
    """How far ends of walks are from where they should be."""
    material = material_of(library)
    rng, rows = np.random.default_rng(2), []
    for _ in range(count):
        away, at, heading = rng.uniform(2.0, 8.0), rng.uniform(-1.2, 1.2), rng.uniform(-90.0, 90.0)
        place = (float(away * np.sin(at)), float(away * np.cos(at)))
        stretches = (FlagStretch(start_s=0.0, stop_s=6.0, must=("Walk",)),)
        spot = Spot(at_s=6.0, place_m=place, heading_deg=float(heading))
        demand = Demand(length_s=6.0, stretches=stretches, spots=(spot,))
        asked = asked_of(demand, material)
        made = synthesize(library, demand, material=material, options=SearchOptions(sweeps=sweeps))
        off = facts_of(made)["places"][0]
        costs = costs_of(asked.problem, made.found.frames)
        shown: Floats = np.array([*place, heading])
        target = f"{shown[0]:.1f}, {shown[1]:.1f} m, {shown[2]:.0f}°"
        wrong = int(made.wrong_flags().any(axis=0).sum())
        rows.append([target, f"{costs.places:.0f}", f"{off['off_m']:.3f}", f"{off['off_deg']:.1f}", str(wrong)])
    print_table("Ends of walks", ["end", "cost of places", "off by m", "off by °", "frames with wrong flags"], rows)


def main() -> None:
    """Run all parts, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--sweeps", type=int, default=30)
    parser.add_argument("--only", choices=("speed", "gap", "strings", "places"))
    given = parser.parse_args()
    if given.only in (None, "speed"):
        with threadpool_limits(1, "blas"):  # as `unbake synthesize` searches
            speed(given.hours)
    if given.only in (None, "gap"):
        gap(sweeps=given.sweeps)
    if given.only in (None, "strings", "places"):
        with tempfile.TemporaryDirectory() as folder, tuning_library(Path(folder)) as library:
            if given.only in (None, "strings"):
                strings(library, given.sweeps)
            if given.only in (None, "places"):
                places(library, given.sweeps)


if __name__ == "__main__":
    main()
