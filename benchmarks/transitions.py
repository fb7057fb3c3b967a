"""Transitions: the search, the run time and what comes out: ``python -m benchmarks.transitions [LIBRARY]``.

Writes the tables of docs/measured/transitions.md. Without a library, one is made of the clips of subject 16, whose
table takes minutes; a table that a library keeps is used as it is.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from benchmarks.clips import DATA
from benchmarks.feet.page import with_table
from benchmarks.timing import print_table
from benchmarks.usage import command_line
from unbake.composition.lurch import trunk_acceleration
from unbake.composition.material import library_material
from unbake.composition.transition_table import build_transition_table, kept_transition_table
from unbake.composition.transitions import LibraryTransition, Transitions
from unbake.errors import UsageError
from unbake.feet.floor import sole_points_m
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats
from unbake.library.library import Library
from unbake.motion.motion import Motion
from unbake.synthesis.blending.multiway import multiway_blend
from unbake.synthesis.material.material import Place
from unbake.synthesis.naturalness.errors import naturalness
from unbake.synthesis.transitions.search import candidates
from unbake.synthesis.transitions.table import places_of
from unbake.synthesis.transitions.windows import search_windows

PAGE = Path(__file__).parents[1] / "docs" / "measured" / "transitions.md"
PAIRS, PLAIN, JUDGED = 200, 20, 60


def main() -> None:
    """Write all tables."""
    parser = command_line(__doc__)
    parser.add_argument("library", nargs="?", type=Path)
    given = parser.parse_args().library
    with tempfile.TemporaryDirectory() as folder:
        path = given or _library(Path(folder))
        with Library.open(path) as library:
            found = library_material(library)
            try:
                kept_transition_table(library, found)
            except UsageError:
                build_transition_table(library, found)
            transitions = Transitions(library, found)
            keep("search", ["", ""], searched(transitions))
            keep("judged", ["", ""], judged(transitions))
            keep("run-time", ["", "pairs", "median, ms", "99 %, ms", "of processor, median"], run_time(transitions))
            keep("quality", ["", "median", "90 %", "99 %"], quality(transitions))


def keep(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
    print_table(name, header, rows)


def _library(folder: Path) -> Path:
    path = folder / "moves.unbakelib"
    with Library.create(path) as library:
        for file in sorted((DATA / "cmu" / "16").glob("*.amc")):
            library.add(load_motion(file), file.stem)
    return path


def searched(transitions: Transitions) -> list[list[str]]:
    """How much was searched, what was excluded, and what it took."""
    table, search = transitions.table, transitions.table.search
    feet, balance, full, refused = (int(count) for count in search.counts.sum(axis=0))
    total = len(table) ** 2 * candidates(len(table))
    over = np.bincount((search.between >= 0).sum(axis=-1).ravel(), minlength=3)
    length = np.percentile(search.lengths, [0, 50, 99, 100]).astype(int)
    cost = 100.0 * np.percentile(search.costs_m, [5, 50, 95])
    return [
        ["windows, and medoids", f"{table.n_windows:,}, {len(table)}"],
        ["candidates", f"{total:,}"],
        ["excluded by their feet alone", f"{feet:,} ({feet / total:.1%})"],
        ["excluded by feet and some frames' balance", f"{balance:,} ({balance / total:.1%})"],
        ["scored in full", f"{full:,} ({full / total:.1%})"],
        ["refused as longer than two seconds", f"{refused:,}"],
        ["processor, s", f"{table.processor_s:.0f}"],
        ["processor, µs a candidate", f"{1e6 * table.processor_s / total:.1f}"],
        ["best over none, one, two intermediaries", ", ".join(f"{count:,}" for count in over)],
        ["frames: least, median, 99 %, most", ", ".join(map(str, length))],
        ["cost, cm: 5 %, median, 95 %", ", ".join(f"{value:.1f}" for value in cost)],
        ["table, kB", f"{len(table.to_bytes()) / 1000:.0f}"],
    ]


def judged(transitions: Transitions) -> list[list[str]]:
    """The search's own cost beside that of whole blends, in one run."""
    from unbake.synthesis.transitions.candidate_kernels import candidate_cost, work_of

    table, random = transitions.table, np.random.default_rng(0)
    motions = [transitions.motion(int(clip)) for clip in table.clips]
    places = places_of(motions, np.arange(len(table)), table.firsts)
    windows, n = search_windows(places, table.n_frames), table.n_frames
    work, chains = work_of(n), [random.integers(0, len(table), int(random.integers(2, 5))) for _ in range(JUDGED)]
    padded = [np.concatenate([chain, [0, 0]])[:4] for chain in chains]
    ours = [candidate_cost(windows, ids, len(c), np.inf, work)[0] for ids, c in zip(padded, chains, strict=True)]
    started = time.thread_time()
    for ids, chain in zip(padded, chains, strict=True):
        candidate_cost(windows, ids, len(chain), np.inf, work)
    kernel_s = (time.thread_time() - started) / JUDGED
    started = time.thread_time()
    whole = []
    for chain in chains:
        sources = [motion.source.window(first, first + n - 1) for motion, first in (places[int(k)] for k in chain)]
        whole.append(naturalness(multiway_blend(sources)).cost_m)
    plain_s = (time.thread_time() - started) / JUDGED
    return [
        ["rank correlation of both costs", f"{spearmanr(ours, whole).statistic:.2f}"],
        ["a candidate in full, µs of processor", f"{1e6 * kernel_s:.1f}"],
        ["`multiway_blend` and `naturalness`, ms of processor", f"{1e3 * plain_s:.1f}"],
        ["times as fast", f"{plain_s / kernel_s:,.0f}"],
    ]


def random_pairs(transitions: Transitions, count: int = PAIRS) -> Iterator[tuple[Place, Place]]:
    """Yield random frames from and to which transitions lead."""
    random = np.random.default_rng(1)
    n, lengths = transitions.table.n_frames, [source.n_frames for source in transitions.found.material.sources]
    room = np.maximum(np.array(lengths) - n + 1, 0)
    for _ in range(count):
        first, second = random.choice(len(lengths), 2, p=room / room.sum())
        start, end = random.integers(0, room[first]), random.integers(0, room[second])
        yield Place(int(first), int(start)), Place(int(second), int(end) + n - 1)


def run_time(transitions: Transitions) -> list[list[str]]:
    """Milliseconds of a transition with clean feet, here and by the general way in the same run."""
    pairs = list(random_pairs(transitions))
    rows = [_timed("frame to frame", [partial(transitions.make, *pair) for pair in pairs])]
    flags = [flag for flag, holds in transitions.found.material.flags.items() if holds.any()]
    if flags:
        ways = [partial(transitions.make_to_flag, p[0], flags[k % len(flags)]) for k, p in enumerate(pairs)]
        rows.append(_timed("frame to annotation", ways))
    plain = [partial(general, transitions, *pair) for pair in pairs[:PLAIN]]
    return [*rows, _timed("`multiway_blend` and `clean_feet` (`faded`)", plain)]


def general(transitions: Transitions, source: Place, target: Place) -> Any:
    """The same transition with what is public for any blend."""
    table, sources = transitions.table, transitions.found.material.sources
    n = table.n_frames
    i, j = (transitions.nearest_at(place) for place in (source, Place(target.clip, target.frame - n + 1)))
    middle = [
        sources[int(table.clips[k])].window(int(table.firsts[k]), int(table.firsts[k]) + n - 1)
        for k in table.between(i, j)
    ]
    first = sources[source.clip].window(source.frame, source.frame + n - 1)
    last = sources[target.clip].window(target.frame - n + 1, target.frame)
    return multiway_blend([first, *middle, last]).with_clean_feet("faded")


def _timed(name: str, ways: Sequence[Callable[[], Any]]) -> list[str]:
    for way in ways:
        way()
    wall, processor = [], []
    for way in ways:
        started, own = time.perf_counter(), time.thread_time()
        way()
        wall.append(1e3 * (time.perf_counter() - started))
        processor.append(1e3 * (time.thread_time() - own))
    median, late = np.percentile(wall, [50, 99])
    return [name, str(len(ways)), f"{median:.2f}", f"{late:.2f}", f"{np.median(processor):.2f}"]


def quality(transitions: Transitions) -> list[list[str]]:
    """What random transitions are like: feet, and the largest accelerations beside those of the captures."""
    values = np.array([_figures(transitions, transitions.make(*pair)) for pair in random_pairs(transitions)])
    names = (
        "planted points stray, mm",
        "an ankle misses its place, mm",
        "largest acceleration, as part of the captures'",
        "the same at the joins",
        "largest acceleration of the trunk, as part of that in both whole clips",
        "a foot is below the lowest of the captures, mm",
        "foot-plant error before feet are held, mm",
        "frames without a plant, %",
        "frames",
    )
    return [
        [name, *(f"{value:.2f}" for value in np.percentile(column, [50, 90, 99]))]
        for name, column in zip(names, values.T, strict=True)
    ]


def _figures(transitions: Transitions, made: LibraryTransition) -> list[float]:
    quick, legs = made.quick, transitions.found.material.legs
    points = legs.points_m(quick.motion)
    parts = [points[p.first : p.last + 1, p.point] for p in quick.labels.plants]
    stray = max((float(np.linalg.norm(part - part[0], axis=1).max()) for part in parts), default=0.0)
    whole, labels = transitions.joined(made)
    start, n, span = made.source.frame, quick.motion.n_frames, transitions.table.n_frames
    end, own = start + n - 1, transitions.found.material.sources
    usual = max(
        _accelerations(own[made.source.clip].motion)[start : start + span].max(),
        _accelerations(own[made.target.clip].motion)[made.target.frame - span + 1 : made.target.frame + 1].max(),
    )
    # Second differences: entry k is about frame k + 1.
    found = _accelerations(whole)
    inside = found[max(start - 1, 0) : end].max() / usual
    join = max(found[max(start - 2, 0) : start + 1].max(), found[end - 2 : end + 1].max()) / usual
    bare = 1.0 - labels.planted()[start : end + 1].any(axis=1).mean()
    trunk = trunk_acceleration(transitions, made)
    below = 1000.0 * _below_m(transitions, made)
    errors = [1000.0 * stray, 1000.0 * quick.missed_m, inside, join, trunk, below, 1000.0 * quick.foot_plant_m]
    return [float(value) for value in (*errors, 100.0 * bare, n)]


def _below_m(transitions: Transitions, made: LibraryTransition) -> float:
    """How far a heel, a ball or a tip is below the lowest one in the two seconds of capture."""
    span = transitions.table.n_frames
    lowest = [
        transitions.motion(place.clip).soles_m[first : first + span, :, 1].reshape(-1, 3).min(axis=0)
        for place, first in ((made.source, made.source.frame), (made.target, made.target.frame - span + 1))
    ]
    heights = sole_points_m(made.quick.motion, transitions.found.material.legs)[..., 1].reshape(-1, 3).min(axis=0)
    return max(float((np.min(lowest, axis=0) - heights).max()), 0.0)


def _accelerations(motion: Motion) -> Floats:
    return np.asarray(np.linalg.norm(np.diff(motion.positions(), 2, axis=0), axis=2).max(axis=1))


if __name__ == "__main__":
    main()
