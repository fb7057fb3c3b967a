"""What a motion graph is like, in numbers: its size, how quick its ways are, what flags it can stay in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.graphs.graph import MotionGraph
from unbake.synthesis.graphs.paths import times_from

PAIRS = 1000
SEED = 0


@dataclass(frozen=True)
class GraphFigures:
    """The size of a motion graph and how long its shortest ways are.

    Parameters
    ----------
    frames, inside : of all clips, and of them in the graph.
    candidates, transitions : local minima below the thresholds, each way, and those of them in the graph.
    nodes, edges : frames at which a transition begins or ends, and transitions and stretches between nodes.
    median_s, ninth_s : median and ninth decile of the shortest ways between random frames, in seconds.
    flags : for each flag that a frame carries: frames that do, those of them in the graph, and those in which a walk
        can stay for ever.
    """

    frames: int
    inside: int
    candidates: int
    transitions: int
    nodes: int
    edges: int
    median_s: float
    ninth_s: float
    flags: dict[str, tuple[int, int, int]]


def graph_figures(graph: MotionGraph, pairs: int = PAIRS) -> GraphFigures:
    """Return the figures of a graph; ways are those between so many random pairs of its frames, the same each time."""
    starts, ends = random_pairs(graph, pairs, np.random.default_rng(SEED))
    seconds = shortest_s(graph, starts, ends)
    flags = {
        name: (int(holds.sum()), int((holds & graph.inside).sum()), int(graph.staying(holds).sum()))
        for name, holds in graph.material.flags.items()
        if holds.any()
    }
    return GraphFigures(
        graph.material.n_frames,
        int(graph.inside.sum()),
        graph.n_candidates,
        len(graph.transitions),
        len(graph.nodes),
        graph.n_edges,
        float(np.median(seconds)),
        float(np.percentile(seconds, 90)),
        flags,
    )


def random_pairs(graph: MotionGraph, count: int, rng: np.random.Generator) -> tuple[Indices, Indices]:
    """Return starts and ends (P,) of random ways: frames of the graph, ten ends for each start."""
    frames = np.flatnonzero(graph.inside)
    starts = np.repeat(rng.choice(frames, -(-count // 10)), 10)[:count]
    return starts, rng.choice(frames, count)


def shortest_s(graph: MotionGraph, starts: Indices, ends: Indices) -> Floats:
    """Return how long (P,) the shortest ways between pairs of frames are, in seconds."""
    out = np.empty(len(starts))
    for start in np.unique(starts):
        chosen = starts == start
        out[chosen] = times_from(graph, int(start))[ends[chosen]]
    return out / graph.material.fps
