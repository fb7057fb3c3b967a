"""How large motion graphs are, and how long they take: ``python -m benchmarks.graphs``.

Writes the table of docs/measured/live.md that is about graphs. Two libraries: walks, runs and jumps of one person
(subject 16 of the archive), and everyday takes of another (subject 14).
"""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.clips import DATA
from benchmarks.feet.page import with_table
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.formats.registry import load_motion
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.graphs.candidates import GraphOptions
from unbake.synthesis.graphs.figures import GraphFigures, graph_figures
from unbake.synthesis.graphs.graph import MotionGraph, build_graph
from unbake.synthesis.material.material import Material

PAGE = Path(__file__).parents[1] / "docs" / "measured" / "live.md"
WALKS_RUNS_JUMPS = tuple(f"16_{trial:02}" for trial in range(1, 59))
EVERYDAY = ("14_02", "14_04", "14_24")


def main() -> None:
    """Write the table."""
    built = {name: measured(clips) for name, clips in libraries().items()}
    header = ["", "nodes", "edges", "component", "median shortest way", "built in"]
    rows = [_row(name, figures, seconds) for name, (_, figures, seconds) in built.items()]
    rows.append(["fairmotion, one clip of 2,752 frames", "42", "467", "41 nodes", "", "27 s"])
    keep("graphs", header, rows)


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


def keep(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
    print_table(name, header, rows)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
