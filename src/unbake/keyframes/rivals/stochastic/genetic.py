"""A genetic search over selections of a fixed number of keys, the best of several runs.

Liu, Hao and Zhao, Optimization-based key frame extraction for motion capture animation, 2013, in the form that thesis
3.2.1 compares with: the binary sequence is replaced by a sequence of integers, the inner keys' frames, so that the
count is given; plain crossover and mutation; ten runs for every count, of which the best is kept. The objective is the
sum of squared distances between the motion and the linear interpolation of the keys at the same instant.

Limits: nothing says how far from the best it ended; other seeds give other keys; every count is searched anew. Without
the probabilistic simplex steps, the velocities and the orientations of the paper. Population, rates and the numbers of
generations are ours: the thesis names none.
"""

# mypy: allow-untyped-decorators

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy
from unbake.ground.arrays import Indices
from unbake.keyframes.error_table import error_table
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest, selection_error
from unbake.keyframes.rivals.stochastic.key_vectors import make_distinct, summed_error

MEMBERS = 100
MOST_GENERATIONS, PATIENCE = 500, 60
"""A run ends after so many generations, or after so many without a better selection."""

Run = Callable[[NDArray[np.float32], int, np.random.Generator], Indices]
"""One run of a random search: table (F, F), number of inner keys and random numbers → inner keys."""


def select_by_evolution(request: RivalRequest) -> dict[int, Frames]:
    """Return the best selection of several runs for every wanted count."""
    return best_of_runs(request, lambda table, inner, rng: evolve(table, inner, MEMBERS, MOST_GENERATIONS, rng))


def best_of_runs(request: RivalRequest, run: Run) -> dict[int, Frames]:
    """Return for every count the selection with the least sum of squares among `request.repeats` runs."""
    table = error_table(request.points, "lerp-sum", metric="pose")
    last = table.n_frames - 1
    best: dict[int, Frames] = {}
    for number, count in enumerate(request.counts):
        found: list[Frames] = []
        for repeat in range(request.repeats):
            keys = run(table.values, count - 2, request.generator(count, repeat))
            found.append((0, *(int(key) for key in keys), last))
            request.report((number + (repeat + 1) / request.repeats) / len(request.counts))
        best[count] = min(found, key=lambda frames: selection_error(table, frames))
    return best


@njit(cache=True, nogil=True)
def evolve(table: NDArray[np.float32], inner: int, members: int, generations: int, rng: np.random.Generator) -> Indices:
    """Return the best inner keys (inner,) of one run on a table (F, F) whose errors add up."""
    last = table.shape[0] - 1
    people, children = np.empty((members, inner), np.int64), np.empty((members, inner), np.int64)
    errors, new_errors = np.empty(members), np.empty(members)
    for m in range(members):
        for n in range(inner):
            people[m, n] = rng.integers(1, last)
        make_distinct(people[m], last)
        errors[m] = summed_error(table, people[m])
    reach = max(1, last // (2 * (inner + 1)))
    waited = 0
    for _ in range(generations):
        leader = np.argmin(errors)
        copy(children[0], people[leader])
        new_errors[0] = errors[leader]
        for m in range(1, members):
            mother, father = people[_winner(errors, rng)], people[_winner(errors, rng)]
            cut = int(rng.integers(0, inner + 1))
            cross(children[m], mother, father, cut)
            mutate(children[m], last, reach, rng)
            make_distinct(children[m], last)
            new_errors[m] = summed_error(table, children[m])
        waited = 0 if new_errors.min() < errors[leader] else waited + 1
        people, children = children, people
        errors, new_errors = new_errors, errors
        if waited == PATIENCE:
            break
    best: Indices = people[np.argmin(errors)].copy()
    return best


@njit(cache=True, nogil=True)
def _winner(errors: NDArray[np.float64], rng: np.random.Generator) -> np.int64:
    """Return the better of two members drawn at random."""
    one, other = rng.integers(0, len(errors)), rng.integers(0, len(errors))
    return one if errors[one] < errors[other] else other


@njit(cache=True, nogil=True)
def cross(child: Indices, mother: Indices, father: Indices, cut: int) -> None:
    """Set a child to its mother's keys before a place in the sequence, and its father's from there on."""
    for n in range(len(child)):
        child[n] = mother[n] if n < cut else father[n]


@njit(cache=True, nogil=True)
def mutate(keys: Indices, last: int, reach: int, rng: np.random.Generator) -> None:
    """Move none, one or two keys: a fifth of them anywhere, the others by up to half a mean segment."""
    for _ in range(rng.integers(0, 3)):
        n = rng.integers(0, len(keys))
        if rng.random() < 0.2:
            keys[n] = rng.integers(1, last)
        else:
            keys[n] += rng.integers(-reach, reach + 1)


GENETIC = Rival(
    "genetic", "Liu et al. 2013, genetic algorithm", "optimisation", select_by_evolution,
    criterion="lerp-sum", compose="sum", is_random=True,
)  # fmt: skip
