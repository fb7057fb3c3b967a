"""A part of a problem: the slopes at some keys, while all others are held, so that few segments are mended in little
time on long takes."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.world.problem import State, WorldProblem
from unbake.ground.arrays import Booleans, Floats, Indices


def with_neighbours(marked: Booleans, reach: int) -> Booleans:
    """Return which keys (K,) are marked, or within so many keys of one that is."""
    near = marked.copy()
    for shift in range(1, reach + 1):
        near[shift:] |= marked[:-shift]
        near[:-shift] |= marked[shift:]
    return near


@dataclass(frozen=True, eq=False)
class Part:
    """A problem of stretches of keys, laid end to end.

    Parameters
    ----------
    problem : with these keys and the frames between them; between two stretches there are none.
    keys : (k,) which keys of the whole these are; those at the ends of a stretch are held.
    frames : (f,) which frames of the whole.
    """

    problem: WorldProblem
    keys: Indices
    frames: Indices

    @classmethod
    def of(cls, whole: WorldProblem, wanted: Booleans) -> Part:
        """Return the part in which the slopes at the keys that are wanted (K,) may change."""
        keys, slopes = np.flatnonzero(with_neighbours(wanted, 1)), whole.slopes
        spans = np.where(np.diff(keys) == 1, np.diff(slopes.keys[keys]), 1)
        at = np.concatenate([[0], np.cumsum(spans)])
        begins = np.repeat(slopes.keys[keys], np.append(spans, 1))
        frames = begins + np.arange(len(begins)) - np.repeat(at, np.append(spans, 1))
        problem = copy(whole)
        # What is indexed behind another axis lies otherwise, and the kernel would be compiled once more for it.
        problem.slopes = replace(
            slopes,
            keys=at,
            runs=np.take(slopes.runs, keys, axis=1),
            lifts=np.take(slopes.lifts, keys, axis=1),
            places=np.take(slopes.places, keys, axis=1),
            counts=slopes.counts[keys],
            start=slopes.start[keys, : slopes.counts[keys].max()],
            base=slopes.base[frames],
            effects=np.take(slopes.effects, frames, axis=1),
        )
        problem.target, problem.captured = whole.target[frames], whole.captured[frames]
        problem.key_values = whole.key_values[keys]
        problem.held = whole.held[keys] | ~wanted[keys][:, None]
        problem.limits, problem.inner = whole.limits[keys[:-1]], whole.inner[keys[:-1]]
        problem.price = whole.price[keys[:-1]]
        between = np.diff(keys) > 1
        problem.limits[between] = problem.inner[between] = (-np.inf, np.inf)
        return cls(problem, keys, frames)

    def state(self, whole: State) -> State:
        """Return a state of the whole as one of the part."""
        return self.problem.at(whole.slopes[self.keys, : self.problem.slopes.start.shape[1]])

    def merged(self, whole: Floats, part: Floats) -> Floats:
        """Return the whole's slopes (K, n) with those of the part (k, m) in their place."""
        slopes = whole.copy()
        slopes[self.keys, : part.shape[1]] = part
        return slopes
