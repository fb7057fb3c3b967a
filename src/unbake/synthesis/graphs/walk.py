"""Walks through a motion graph: at random, with a flag, to a frame; and the motion of a walk."""

from __future__ import annotations

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans
from unbake.synthesis.graphs.graph import MotionGraph
from unbake.synthesis.graphs.paths import (
    Way,
    check_inside,
    joined,
    n_frames_of,
    rows_between,
    shortest_way,
    times_to,
    way_of,
)
from unbake.synthesis.material.spliced import Spliced, Stretch, cut, join, spliced

LEAST_S, MOST_S = 0.25, 2.0
"""How long a random walk follows a clip before it takes the next transition that there is."""


def random_way(
    graph: MotionGraph,
    seconds: float,
    rng: np.random.Generator,
    start: int | None = None,
    end: int | None = None,
    flag: str | None = None,
) -> Way:
    """Return a random way through a graph that takes a length of time, or a little more.

    Parameters
    ----------
    graph : where to walk.
    seconds : how long; the way ends where a stretch of a clip does.
    rng : chooses.
    start, end : frames of the row, from 0; at random, and anywhere, by default. The end is reached by the shortest way
        once the time is over.
    flag : that is to hold throughout, but for the way from the start and to the end.

    Raises
    ------
    UsageError : frames outside the graph; a flag that holds nowhere, or not long enough to stay in it; no time.
    """
    if not 0.0 < seconds <= 3600.0:
        raise UsageError(f"a walk must be longer than 0 s and at most an hour, not {seconds:g} s")
    for row in (start, end):
        if row is not None:
            check_inside(graph, row)
    allowed = graph.inside if flag is None else _staying(graph, flag)
    inner = graph if flag is None else graph.within(allowed)
    first = int(rng.choice(np.flatnonzero(allowed))) if start is None else start
    before = way_of(graph, rows_between(times_to(graph, np.flatnonzero(allowed)), first))
    count = round(seconds * graph.material.fps)
    way = joined(before, _wandering(inner, before[-1][1], count, rng))
    if end is not None:
        return joined(way, shortest_way(graph, way[-1][1], end))
    return _shortened(way, count, graph.window)


def _staying(graph: MotionGraph, flag: str) -> Booleans:
    allowed = graph.staying(graph.material.flag(flag))
    if not allowed.any():
        raise UsageError(
            f"the graph cannot stay in '{flag}': add clips that carry it for longer, or raise the threshold",
            code="flag-not-in-graph",
            flag=flag,
        )
    return allowed


def _wandering(graph: MotionGraph, start: int, count: int, rng: np.random.Generator) -> Way:
    """At random, for at least so many frames, within one component."""
    order = np.argsort(graph.transitions.sources, kind="stable")
    sources, targets = graph.transitions.sources[order], graph.transitions.targets[order]
    leaving = np.unique(sources)
    outside = np.concatenate([[0], np.cumsum(~graph.inside)])
    fps, row, gone = graph.material.fps, start, 0
    way: list[tuple[int, int]] = []
    while gone < count:
        ahead = leaving[np.searchsorted(leaving, row) :]
        ahead = ahead[(graph.material.clip_of[ahead] == graph.material.clip_of[row]) & (outside[ahead] == outside[row])]
        wanted = row + round(rng.uniform(LEAST_S, MOST_S) * fps)
        source = int(ahead[min(int(np.searchsorted(ahead, wanted)), len(ahead) - 1)])
        way.append((row, source))
        own = targets[np.searchsorted(sources, source) : np.searchsorted(sources, source, side="right")]
        gone += source - row + graph.window
        row = int(rng.choice(own))
    return (*way, (row, row))


def _shortened(way: Way, count: int, window: int) -> Way:
    """The way cut where it has taken the time, unless that is inside a transition."""
    for number in range(1, len(way) + 1):
        longer = n_frames_of(way[:number], window) - count
        first, last = way[number - 1]
        if longer >= 0 and last - longer >= first:
            return (*way[: number - 1], (first, last - longer))
    return way


def walked(graph: MotionGraph, way: Way, *, clean: bool = True) -> Spliced:
    """Return the motion of a way: stretches of clips, joined by blends, with feet held where they are planted.

    Parameters
    ----------
    graph : the graph.
    way : through it, see `shortest_way` and `random_way`.
    clean : whether feet are cleaned.
    """
    return spliced(graph.material, _stretches(graph, way), clean=clean)


def _stretches(graph: MotionGraph, way: Way) -> list[Stretch]:
    first, last = way[0]
    out = [cut(graph.material, first, last)]
    for begin, end in way[1:]:
        out.append(join(graph.material, last, begin, graph.window))
        if end > begin:
            out.append(cut(graph.material, begin + 1, end))
        last = end
    return out
