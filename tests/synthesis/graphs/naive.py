"""Slow, obvious twins of what graphs do."""

import heapq

import numpy as np

from synthesis.naive import window_distance


def candidates(material, window, limit_m):
    """All transitions: windows compared one by one, minima by looking around."""
    weights = np.sin(np.pi * (np.arange(window) + 0.5) / window) ** 2
    points = [material.points_m(clip) for clip in range(len(material.sources))]
    out = set()
    for a, first in enumerate(points):
        for b, second in enumerate(points):
            rows, columns = len(first) - window + 1, len(second) - window + 1
            table = np.array(
                [
                    [
                        window_distance(first[i : i + window], second[j : j + window], weights, np.ones(first.shape[1]))
                        for j in range(columns)
                    ]
                    for i in range(rows)
                ]
            )
            for i in range(rows):
                for j in range(columns):
                    near = table[max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2]
                    apart = a != b or abs(i - j) >= window
                    if apart and table[i, j] <= limit_m**2 and table[i, j] <= near.min():
                        out.add((int(material.starts[a]) + i, int(material.starts[b]) + j + window - 1))
    return out


def followers(material, transitions, window):
    """For each frame the frames that follow it, and how many frames that takes."""
    out = {row: [] for row in range(material.n_frames)}
    for row in range(material.n_frames - 1):
        if material.clip_of[row] == material.clip_of[row + 1]:
            out[row].append((row + 1, 1))
    for source, target in zip(transitions.sources.tolist(), transitions.targets.tolist(), strict=True):
        out[source].append((target, window - 1))
    return out


def reached(follow, start):
    """All frames that can be reached from one, with the fewest frames that takes."""
    times, heap = {}, [(0, start)]
    while heap:
        gone, row = heapq.heappop(heap)
        if row in times:
            continue
        times[row] = gone
        for after, cost in follow[row]:
            heapq.heappush(heap, (gone + cost, after))
    return times


def largest_component(follow):
    """The largest set of frames that can all be reached from each other."""
    there = {row: set(reached(follow, row)) for row in follow}
    groups = {frozenset(other for other in there[row] if row in there[other]) for row in follow}
    return set(max(groups, key=len))
