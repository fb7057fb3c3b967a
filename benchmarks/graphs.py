"""Motion graphs, and figure 5.4 of the thesis: ``python -m benchmarks.graphs``.

Writes the tables of docs/measured/live.md that are about graphs. Two libraries: walks, runs and jumps of one person
(subject 16 of the archive), and everyday takes of another (subject 14).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.clips import DATA
from benchmarks.feet.page import with_table
from benchmarks.timing import print_table
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.synthesis.blending.multiway import MultiwayBlend
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.graphs.candidates import GraphOptions
from unbake.synthesis.graphs.figures import GraphFigures, graph_figures, shortest_s
from unbake.synthesis.graphs.graph import MotionGraph, build_graph
from unbake.synthesis.material.material import Material
from unbake.synthesis.material.spliced import blended
from unbake.synthesis.naturalness.errors import naturalness

PAGE = Path(__file__).parents[1] / "docs" / "measured" / "live.md"
WALKS_RUNS_JUMPS = tuple(f"16_{trial:02}" for trial in range(1, 59))
EVERYDAY = ("14_02", "14_04", "14_24")
FRAMES = 60
"""Of our transitions: one second."""
PAIRS = 1000
SLOW_S = 1.0
"""Figure 5.4's vertical line: a way of the graph that takes longer than a transition does."""

Cost = Callable[[Material, int, int], float]
"""What a transition of `FRAMES` costs, in metres, that begins at one frame of the row and ends at another."""


def main() -> None:
    """Write all tables."""
    built = {name: measured(clips) for name, clips in libraries().items()}
    header = ["", "nodes", "edges", "component", "median shortest way", "built in"]
    rows = [_row(name, figures, seconds) for name, (_, figures, seconds) in built.items()]
    rows.append(["fairmotion, one clip of 2,752 frames", "42", "467", "41 nodes", "", "27 s"])
    keep("graphs", header, rows)
    header = ["", "line", "both", "transition alone", "graph alone", "neither", "no way in the graph", "longest way"]
    rows = [["thesis", "", "581", "302", "60", "57", "", "10 s"]]
    for name, (graph, _, _) in built.items():
        line = natural_m(graph.material)
        every = np.ones(graph.material.n_frames, dtype=np.bool_)
        rows.append(quadrants(name, graph, line, every))
        rows.append(quadrants("the same, frames of the graph alone", graph, line, graph.inside))
    keep("figure-5-4", header, rows)


def libraries() -> dict[str, tuple[str, ...]]:
    """Both libraries by name."""
    return {"walks, runs and jumps, 58 clips": WALKS_RUNS_JUMPS, "everyday takes, 3 clips": EVERYDAY}


def material_of(clips: tuple[str, ...]) -> Material:
    """Return clips of one subject as material without flags, with the plants that are guessed."""
    sources = [BlendSource.of(load_motion(DATA / "cmu" / name[:2] / f"{name}.amc").resampled(60)) for name in clips]
    longest = max(sources, key=lambda source: source.n_frames)
    return Material(clips, tuple(BlendSource(s.motion, s.labels, longest.legs) for s in sources), {})


def measured(clips: tuple[str, ...]) -> tuple[MotionGraph, GraphFigures, float]:
    """A graph, its figures, and the seconds that it took."""
    material = material_of(clips)
    build_graph(Material(clips[:1], material.sources[:1], {}), GraphOptions(threshold_m=10.0))  # compiles
    started = time.perf_counter()
    graph = build_graph(material)
    return graph, graph_figures(graph), time.perf_counter() - started


def _row(name: str, figures: GraphFigures, seconds: float) -> list[str]:
    return [
        name,
        f"{figures.nodes:,}",
        f"{figures.edges:,}",
        f"{figures.inside:,} of {figures.frames:,} frames",
        f"{figures.median_s:.2f} s",
        f"{seconds:.1f} s",
    ]


def two_way_cost(material: Material, start: int, end: int) -> float:
    """Return what the direct two-way blend costs: foot plants and zero moment point, before feet are cleaned."""
    return naturalness(blended(material, start, end, FRAMES, MultiwayBlend())).cost_m


def natural_m(material: Material, windows: int = 200) -> float:
    """Return the cost that nine of ten windows of the clips themselves do not exceed."""
    rows = np.random.default_rng(1).choice(np.flatnonzero(material.left >= FRAMES), windows)
    return float(np.percentile([two_way_cost(material, int(row), int(row) + FRAMES - 1) for row in rows], 90))


def pairs_of(graph: MotionGraph, count: int, among: Booleans) -> tuple[Indices, Indices]:
    """Return random starts and ends among some frames (N,) that a transition of one second can join."""
    material, rng = graph.material, np.random.default_rng(0)
    before = np.arange(material.n_frames) - material.starts[material.clip_of]
    starts, ends = np.flatnonzero(among & (material.left >= FRAMES)), np.flatnonzero(among & (before >= FRAMES))
    return rng.choice(starts, count), rng.choice(ends, count)


def quadrants(
    name: str, graph: MotionGraph, line: float, among: Booleans, cost: Cost = two_way_cost, pairs: int = PAIRS
) -> list[str]:
    """How many random pairs among some frames (N,) the graph serves within a second, our transition below a line, both,
    or neither."""
    return counted(name, line, *measured_pairs(graph, among, cost, pairs))


def measured_pairs(graph: MotionGraph, among: Booleans, cost: Cost, pairs: int = PAIRS) -> tuple[Floats, Floats]:
    """Return of random pairs among some frames (N,) the graph's shortest ways in seconds and our costs in metres."""
    starts, ends = pairs_of(graph, pairs, among)
    costs = [cost(graph.material, int(a), int(b)) for a, b in zip(starts, ends, strict=True)]
    return _ways_s(graph, starts, ends), np.array(costs)


def counted(name: str, line: float, ways: Floats, costs: Floats) -> list[str]:
    """Return a row of figure 5.4: the line, the four quadrants, pairs without a way, the longest way."""
    quick, cheap = ways <= SLOW_S, costs <= line
    counts = [quick & cheap, ~quick & cheap, quick & ~cheap, ~quick & ~cheap, ~np.isfinite(ways)]
    longest = float(ways[np.isfinite(ways)].max(initial=0.0))
    return [name, f"{1000.0 * line:.0f} mm", *(str(int(chosen.sum())) for chosen in counts), f"{longest:.1f} s"]


def _ways_s(graph: MotionGraph, starts: Indices, ends: Indices) -> Floats:
    """Shortest ways; infinite where a frame is not in the graph."""
    inside = graph.inside[starts] & graph.inside[ends]
    out = np.full(len(starts), np.inf)
    out[inside] = shortest_s(graph, starts[inside], ends[inside])
    return out


def keep(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
    print_table(name, header, rows)


if __name__ == "__main__":
    main()
