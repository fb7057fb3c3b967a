"""Figure 5.4 of the thesis with the transition table: ``python -m benchmarks.quadrants [LIBRARY LIBRARY]``.

Random pairs of frames, in each of two libraries: how long the shortest way in a motion graph is, and what the blend
costs that the transition table names. Writes its table and its picture into docs/measured/transitions.md. Libraries
are those of `benchmarks.graphs` where none are given; tables that libraries keep are used as they are.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from benchmarks.clips import DATA
from benchmarks.graphs import libraries
from benchmarks.transitions import PAGE, keep
from benchmarks.usage import command_line
from unbake.composition.material import library_material
from unbake.composition.transition_table import build_transition_table
from unbake.composition.transitions import Transitions
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.library.library import Library
from unbake.reports.pictures.strip_picture import INK, LINE, PAPER, QUIET
from unbake.synthesis.blending.multiway import MultiwayBlend, multiway_blend
from unbake.synthesis.graphs.figures import shortest_s
from unbake.synthesis.graphs.graph import MotionGraph, build_graph
from unbake.synthesis.material.material import Material, Place
from unbake.synthesis.material.spliced import blended
from unbake.synthesis.naturalness.errors import naturalness

PICTURE = PAGE.parents[1] / "images" / "transitions-or-graph.png"
TALLEST_M, FARTHEST_S = 1.0, 6.0
"""Of the picture; what costs or takes more is drawn at its edge."""
SHADES = {"both": "#37924a", "transition alone": "#2565d0", "graph alone": "#c98a1b", "neither": "#b5392a"}
CORNERS = {"both": (0.02, 0.03), "transition alone": (0.9, 0.03), "graph alone": (0.02, 0.92), "neither": (0.9, 0.92)}
"""Where the words of a quadrant stand: beside the column of pairs without a way."""

FRAMES = 60
"""Of our transitions: one second."""
PAIRS = 1000
SLOW_S = 1.0
"""Figure 5.4's vertical line: a way of the graph that takes longer than a transition does."""

TABLE = "table"

Cost = Callable[[Material, int, int], float]
"""What a transition of `FRAMES` costs, in metres, that begins at one frame of the row and ends at another."""

Pairs = dict[str, tuple[float, Floats, Floats]]
"""By name: the line, ways in seconds and costs in metres."""


def main() -> None:
    """Write the table and the picture."""
    header = ["", "line", "both", "transition alone", "graph alone", "neither", "no way in the graph", "longest way"]
    rows = [["thesis", "", "581", "302", "60", "57", "", "10 s"]]
    drawn: Pairs = {}
    parser = command_line(__doc__)
    parser.add_argument("libraries", nargs="*", type=Path)
    given = parser.parse_args().libraries
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, clips) in enumerate(libraries().items()):
            path = given[number] if number < len(given) else library_of(Path(folder) / f"{number}.unbakelib", clips)
            for words, own in of_library(name, path).items():
                rows.append(counted(words, *own))
                drawn[words] = own
    keep("figure-5-4", header, rows)
    picture({words: own for words, own in drawn.items() if TABLE in words}, PICTURE)


def library_of(path: Path, clips: tuple[str, ...]) -> Path:
    """Make a library of clips of the CMU database."""
    with Library.create(path) as library:
        for name in clips:
            library.add(load_motion(DATA / "cmu" / name[:2] / f"{name}.amc"), name)
    return path


def of_library(name: str, path: Path) -> Pairs:
    """Return the pairs of one library: of all frames by the table and by the plain blend, of the graph's by both."""
    with Library.open(path) as library:
        found = library_material(library)
        build_transition_table(library, found)
        transitions = Transitions(library, found)
        graph = build_graph(found.material)
        line = natural_m(found.material)
        ways: list[tuple[str, Cost]] = [
            (f"{TABLE} of 50 medoids", lambda material, start, end: table_cost(transitions, material, start, end)),
            ("plain blend", two_way_cost),
        ]
        out: Pairs = {}
        for frames, among in _frames_of(graph).items():
            for words, cost in ways:
                out[f"{name}; {frames}; {words}"] = (line, *measured_pairs(graph, among, cost))
        return out


def _frames_of(graph: MotionGraph) -> dict[str, Booleans]:
    every = np.ones(graph.material.n_frames, dtype=np.bool_)
    return {"all frames": every, "frames of the graph": graph.inside}


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


def table_cost(transitions: Transitions, material: Material, start: int, end: int) -> float:
    """Return what the blend costs that the table names for two frames, by their rows: the motions themselves with the
    intermediaries of their medoids, before feet are cleaned."""
    n, sources, table = transitions.table.n_frames, material.sources, transitions.table
    clips = material.clip_of[[start, end]]
    first, last = (int(row) for row in np.array([start, end]) - material.starts[clips])
    source, target = Place(int(clips[0]), first), Place(int(clips[1]), last - n + 1)
    i, j = transitions.nearest_at(source), transitions.nearest_at(target)
    middle = [Place(int(table.clips[k]), int(table.firsts[k])) for k in table.between(i, j)]
    windows = [sources[p.clip].window(p.frame, p.frame + n - 1) for p in (source, *middle, target)]
    return naturalness(multiway_blend(windows)).cost_m


def picture(drawn: Pairs, path: Path) -> None:
    """Draw pairs as points: the graph's ways to the right, costs upwards, lines between the quadrants."""
    figure = Figure(figsize=(12.0, 2.9 * len(drawn) + 0.4), dpi=110, facecolor=PAPER)
    FigureCanvasAgg(figure)
    columns = 2
    for place, (words, (line, ways, costs)) in enumerate(drawn.items()):
        axes = figure.add_subplot(-(-len(drawn) // columns), columns, place + 1, facecolor=PAPER)
        _points(axes, line, ways, costs)
        axes.set_title(words.rpartition("; ")[0], color=INK, fontsize=10)
    figure.supxlabel("shortest way in the graph, s (at the right edge: none, or longer)", color=QUIET, fontsize=9)
    figure.supylabel("cost of the transition, m", color=QUIET, fontsize=9)
    figure.tight_layout()
    figure.savefig(path, facecolor=PAPER, metadata={"Software": None})


def _points(axes: Axes, line: float, ways: Floats, costs: Floats) -> None:
    quick, cheap = ways <= SLOW_S, costs <= line
    spread = 0.06 * np.random.default_rng(0).standard_normal(len(ways))
    across = np.where(ways > FARTHEST_S, FARTHEST_S + spread, np.minimum(ways, FARTHEST_S))
    quadrants = {
        "both": quick & cheap,
        "transition alone": ~quick & cheap,
        "graph alone": quick & ~cheap,
        "neither": ~quick & ~cheap,
    }
    for words, rows in quadrants.items():
        axes.scatter(across[rows], np.minimum(costs[rows], TALLEST_M), s=5, color=SHADES[words], alpha=0.6, lw=0)
        x, y = CORNERS[words]
        side = "left" if x < 0.5 else "right"
        label = f"{words}: {int(rows.sum())}"
        paper = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5, "alpha": 0.85}
        axes.text(x, y, label, transform=axes.transAxes, color=SHADES[words], fontsize=9, ha=side, bbox=paper)
    axes.axhline(line, color=LINE, lw=1.2, zorder=0)
    axes.axvline(SLOW_S, color=LINE, lw=1.2, zorder=0)
    axes.set(xlim=(0.0, FARTHEST_S + 0.25), ylim=(0.0, 1.03 * TALLEST_M))
    axes.tick_params(colors=QUIET, labelsize=8)
    for spine in axes.spines.values():
        spine.set_color(LINE)


if __name__ == "__main__":
    main()
