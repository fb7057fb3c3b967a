"""Searching twenty hours of motion: ``python -m benchmarks.search [--hours H] [--peers-hours P] [--folder F]``.

The library is made of the CMU clips and of performers, each many times over: faster and slower (0.75 to 1.33 times,
changing on the way), mirrored or not, with joints that wander by centimetres. What is searched for are stretches of
walks by five people, and of four actions by a sixth, none of whose clips is in the library.

Beside the package's search: a k-d tree (SciPy) and an HNSW graph (usearch, 8 bits) over the same 32 numbers of every
window, asked for the nearest windows of the query and of its mirror image, which are then measured and merged as in the
package. Recall is the part of the ten nearest stretches that they find. The truth is every window measured.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.clips import DATA
from benchmarks.timing import print_table
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats, Indices
from unbake.motion.body.body_path import RATE_HZ, BodyPath, body_path
from unbake.performer import perform
from unbake.search.library_index import window_codes
from unbake.search.similar.index import WindowIndex
from unbake.search.similar.laid_out import Bodies
from unbake.search.similar.merging import best_apart
from unbake.search.similar.nearest import Neighbour, _Search, nearest
from unbake.search.similar.projection import Projection, fit_projections
from unbake.search.similar.query import Query, query_of
from unbake.search.similar.warp import Warp
from unbake.search.similar.windows import SPAN, centres, mirrored, n_windows, windows_of

UNSEEN = ("06_01", "10_04", "32_01", "32_02", "38_01", "38_02", "55_04", "02_06", "02_07", "02_08", "02_09")
ACTIONS = ("walk", "run", "sneak", "stairs", "turn", "jump", "reach", "stand")
COUNT, REPEATS, QUERIES, NEAR = 10, 3, 22, 500


def real_paths() -> dict[str, BodyPath]:
    """Return the bodies of all CMU clips."""
    return {file.stem: body_path(load_motion(file)) for file in sorted((DATA / "cmu").rglob("*.amc"))}


def performed_paths() -> list[BodyPath]:
    """Return the bodies of performers."""
    return [body_path(perform(action, seconds=10.0, seed=seed).motion) for action in ACTIONS for seed in range(4)]


def varied(path: BodyPath, rng: np.random.Generator) -> BodyPath:
    """Return a path at another, changing tempo, perhaps mirrored, with joints that wander slowly by 1 to 5 cm."""
    body = path.mirrored() if rng.random() < 0.5 else path
    tempo = np.exp(rng.uniform(-0.2, 0.2) + 0.08 * np.sin(np.arange(2 * path.n_instants) / rng.uniform(20, 80)))
    at = np.cumsum(tempo)
    at = at[at < path.n_instants - 1]
    low, part = at.astype(np.int64), (at % 1.0)[:, None, None]
    positions = (1.0 - part) * body.positions[low] + part * body.positions[low + 1]
    knots = rng.standard_normal((len(at) // 20 + 2, *positions.shape[1:])) * rng.uniform(0.01, 0.05)
    where = np.arange(len(at)) / 20.0
    before, on = where.astype(np.int64), (where % 1.0)[:, None, None]
    positions += (1.0 - on) * knots[before] + on * knots[before + 1]
    return BodyPath(positions.astype(np.float32), path.leg_m)


class Mapped:
    """Bodies in a file that is mapped into memory."""

    def __init__(self, file: Path, hours: float, bases: list[BodyPath]) -> None:
        wanted, rng, lengths, done = int(hours * 3600 * RATE_HZ), np.random.default_rng(0), [], 0
        with file.open("wb") as out:
            while done < wanted:
                for n in rng.permutation(len(bases)):
                    path = varied(bases[n], rng)
                    out.write(path.positions.tobytes())
                    lengths.append(path.n_instants)
                    done += n_windows(path.n_instants)
        self.n_instants = np.array(lengths)
        self._all = np.memmap(file, dtype=np.float32, mode="c").reshape(-1, 17, 3)
        self._begin = np.cumsum(self.n_instants) - self.n_instants

    def __call__(self, number: int) -> BodyPath:
        begin = self._begin[number]
        return BodyPath(np.asarray(self._all[begin : begin + self.n_instants[number]]), 0.9)

    def numbers(self, projection: Projection) -> Iterator[Floats]:
        """Yield the unrounded codes of each clip."""
        for clip in range(len(self.n_instants)):
            path = self(clip)
            yield projection.numbers(windows_of(path, centres(path)))


def made_index(bodies: Mapped, bases: list[BodyPath]) -> WindowIndex:
    """Return the index of all bodies, by projections of the clips that they were made of."""
    sample = np.concatenate([windows_of(path, np.ascontiguousarray(centres(path)[::4])) for path in bases])
    projections = fit_projections(sample, len(sample))
    coded = (window_codes(projections, bodies(clip)) for clip in range(len(bodies.n_instants)))
    codes, fine_codes = zip(*coded, strict=True)
    return WindowIndex(projections, codes, fine_codes, bodies.n_instants.tolist(), Bodies(bodies))


def queries_of(paths: dict[str, BodyPath]) -> list[Query]:
    """Return seconds of clips that are not in the library, evenly apart."""
    every = [(path, first) for name, path in paths.items() if name in UNSEEN for first in centres(path) - 30]
    chosen = np.linspace(0, len(every) - 1, QUERIES).astype(int)
    return [query_of(every[n][0], int(every[n][1]), int(every[n][1]) + SPAN - 1) for n in chosen]


def times_ms(
    functions: Mapping[str, Callable[[Query], Any]], queries: list[Query]
) -> dict[str, list[tuple[float, float]]]:
    """Return how long each function took for each query and repeat, one after the other: by the clock, of a core."""
    out: dict[str, list[tuple[float, float]]] = {name: [] for name in functions}
    for repeat in range(REPEATS + 1):
        for query in queries:
            for name, function in functions.items():
                clock, core = time.perf_counter(), time.process_time()
                function(query)
                if repeat:
                    taken = time.perf_counter() - clock, time.process_time() - core
                    out[name].append((1000.0 * taken[0], 1000.0 * taken[1]))
    return out


def measured(index: WindowIndex, query: Query, windows: Indices) -> list[tuple[int, int]]:
    """Return the best stretches among windows, as clip and first instant."""
    clips, starts, squared = _Search(index, query, index.starts(query))._measured(np.unique(windows), np.inf)
    best = best_apart(clips, starts, squared.min(axis=1), SPAN, COUNT)
    return [(int(clips[n]), int(starts[n])) for n in best]


def places(found: list[Neighbour]) -> list[tuple[int, int]]:
    """Return clips and first instants."""
    return [(one.clip, one.first) for one in found]


def own_speed(index: WindowIndex, queries: list[Query]) -> None:
    """Print how long the package's search takes."""

    def warped(query: Query) -> None:
        warp = Warp(query)
        for one in nearest(index, query, 2 * COUNT):
            warp.onto(index.body_of(one.clip), one.first, one.is_mirrored)

    def long_query(query: Query) -> None:
        path = query.path
        nearest(index, query_of(path, 0, min(SPAN * 3, path.n_instants - 1)), COUNT)

    ways = {
        "10 nearest stretches": lambda query: nearest(index, query, COUNT),
        "20 nearest, warped": warped,
        "three seconds, 10 nearest": long_query,
    }
    taken = times_ms(ways, queries)
    rows = [
        (f"{name}, {by}", *(f"{q:.1f}" for q in np.quantile([ms[column] for ms in times], [0.0, 0.5, 0.9, 1.0])))
        for name, times in taken.items()
        for column, by in enumerate(("by the clock", "of a core"))
    ]
    hours = index.n_windows / 3600 / RATE_HZ
    title = f"{index.n_windows:,} windows ({hours:.1f} h), index {index.n_bytes / 1e6:.0f} MB; ms, {QUERIES} queries"
    print_table(f"{title} × {REPEATS}", ("", "least", "median", "9 of 10", "most"), rows)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"  peak memory of the process {peak:.1f} GB, with the mapped file of bodies as far as it was read")


def against_peers(index: WindowIndex, bodies: Mapped, queries: list[Query]) -> None:
    """Print speed and recall beside those of a k-d tree and of a graph, and whether the package's search is exact."""
    from scipy.spatial import cKDTree
    from usearch.index import Index

    numbers = np.concatenate(list(bodies.numbers(index.projections.coarse)))
    window = np.concatenate([b + np.arange(n) for b, n in zip(index.begins, index.counts, strict=True)])
    started = time.perf_counter()
    tree = cKDTree(numbers)
    tree_s, started = time.perf_counter() - started, time.perf_counter()
    graph = Index(ndim=32, metric="l2sq", dtype="i8", expansion_search=2 * NEAR)
    graph.add(np.arange(len(numbers)), index.codes[window])
    graph_s = time.perf_counter() - started

    def both(query: Query) -> Floats:
        return index.projections.coarse.numbers(np.stack([query.windows[0], mirrored(query.windows)[0]]))

    def by_tree(query: Query) -> list[tuple[int, int]]:
        return measured(index, query, window[tree.query(both(query), NEAR)[1].ravel()])

    def by_graph(query: Query) -> list[tuple[int, int]]:
        coded = np.clip(np.rint(both(query) / index.projections.coarse.scales), -127, 127).astype(np.int8)
        keys = [graph.search(one, NEAR, threads=1).keys for one in coded]
        return measured(index, query, window[np.concatenate(keys).astype(np.int64)])

    ways: dict[str, Callable[[Query], Any]] = {
        "package": lambda query: places(nearest(index, query, COUNT)),
        f"k-d tree, {NEAR} windows": by_tree,
        f"usearch, {NEAR} windows": by_graph,
    }
    truth = [measured(index, query, np.flatnonzero(index.starts(query))) for query in queries]
    taken = times_ms(ways, queries)
    own = float(np.median([ms[1] for ms in taken["package"]]))
    rows = []
    for name, way in ways.items():
        shares = [len(set(way(query)) & set(best)) / COUNT for query, best in zip(queries, truth, strict=True)]
        clock, core = np.median(taken[name], axis=0)
        made = {"k": f"{tree_s:.0f}", "u": f"{graph_s:.0f}"}.get(name[0], "")
        rows.append((name, f"{clock:.1f}", f"{core:.1f}", f"{core / own:.1f}", f"{np.mean(shares):.3f}", made))
    title = f"{index.n_windows:,} windows; ms a query, median, {QUERIES} queries × {REPEATS} in turn"
    print_table(title, ("", "by the clock", "of a core", "× package", "recall", "made in s"), rows)


def main() -> None:
    """Make libraries and search them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=20.0)
    parser.add_argument("--peers-hours", type=float, default=2.0)
    parser.add_argument("--folder", type=Path, help="where the bodies lie meanwhile: 0.9 GB")
    given = parser.parse_args()
    paths = real_paths()
    bases = [path for name, path in paths.items() if name not in UNSEEN] + performed_paths()
    queries = queries_of(paths)
    if given.folder:
        given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for hours, is_large in ((given.peers_hours, False), (given.hours, True)):
            if not hours:
                continue
            started = time.perf_counter()
            bodies = Mapped(Path(folder) / f"{hours:g}", hours, bases)
            index = made_index(bodies, bases)
            seconds = time.perf_counter() - started
            print(f"\n{len(bodies.n_instants):,} clips, made and coded in {seconds:.0f} s", flush=True)
            own_speed(index, queries)
            if not is_large:
                against_peers(index, bodies, queries)


if __name__ == "__main__":
    main()
