"""Shortest ways through a motion graph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.graphs.graph import MotionGraph

Way = tuple[tuple[int, int], ...]
"""Stretches of clips, first and last frame in the material's row; from each to the next leads a transition."""


def shortest_way(graph: MotionGraph, start: int, end: int) -> Way:
    """Return the way with the fewest frames from one frame of the material's row, from 0, to another.

    Parameters
    ----------
    graph : the graph.
    start, end : frames of the material's row, from 0, both in the graph; `Material.row` returns that of a clip's frame.

    Returns
    -------
    The stretches of clips in order, each as its first and last frame of the row, both included.

    Raises
    ------
    UsageError : a frame that is not in the graph.
    """
    for row in (start, end):
        check_inside(graph, row)
    return way_of(graph, rows_between(times_to(graph, np.array([end])), start))


@dataclass(frozen=True, eq=False)
class TimesTo:
    """How far it is from every frame to the nearest of some.

    Parameters
    ----------
    frames : (N,) how many frames it takes; infinite outside the graph.
    following : (N,) the next frame on the way; −1 where the way ends.
    """

    frames: Floats
    following: Indices


def times_to(graph: MotionGraph, goals: Indices) -> TimesTo:
    """Return how far it is from every frame to the nearest of some frames (G,) of the graph."""
    from scipy.sparse.csgraph import dijkstra  # see graph

    frames, before, _ = dijkstra(
        graph.edges.T.tocsr(), directed=True, indices=goals, min_only=True, return_predecessors=True
    )
    return TimesTo(np.asarray(frames), np.where(before < 0, -1, before).astype(np.int64))


def times_from(graph: MotionGraph, start: int) -> Floats:
    """Return how many frames (N,) it takes from one frame to all others; infinite outside the graph."""
    from scipy.sparse.csgraph import dijkstra

    return np.asarray(dijkstra(graph.edges, directed=True, indices=start))


def rows_between(times: TimesTo, start: int) -> list[int]:
    """Return the frames of the row on the way from one frame to the nearest goal."""
    rows = [start]
    while times.following[rows[-1]] >= 0:
        rows.append(int(times.following[rows[-1]]))
    return rows


def way_of(graph: MotionGraph, rows: list[int]) -> Way:
    """Return the stretches that frames in order make: a new one begins wherever the next frame does not follow."""
    numbers = np.array(rows)
    clips = graph.material.clip_of[numbers]
    cuts = np.flatnonzero((np.diff(numbers) != 1) | (np.diff(clips) != 0)) + 1
    return tuple((int(part[0]), int(part[-1])) for part in np.split(numbers, cuts))


def joined(first: Way, second: Way) -> Way:
    """Return a way that goes on by another, which begins at the frame where the first one ends."""
    return (*first[:-1], (first[-1][0], second[0][1]), *second[1:])


def n_frames_of(way: Way, window: int) -> int:
    """Return how many frames the motion of a way has."""
    return sum(last - first + 1 for first, last in way) + (len(way) - 1) * (window - 2)


def check_inside(graph: MotionGraph, row: int) -> None:
    """Refuse a frame that is not in the graph: UsageError."""
    material = graph.material
    if not 0 <= row < material.n_frames:
        raise UsageError(f"frame {row} is not among the {material.n_frames} frames of the clips")
    if graph.inside[row]:
        return
    place = material.place(row)
    raise UsageError(
        f"frame {place.frame} (from 0) of {material.names[place.clip]} is not in the graph: choose another, or raise "
        "the threshold",
        code="not-in-graph",
    )
