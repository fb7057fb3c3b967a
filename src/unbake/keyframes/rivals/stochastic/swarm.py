"""A particle swarm over selections of a fixed number of keys, the best of several runs.

Zhang and Cao, 3D human motion key-frames extraction based on asynchronous learning factor PSO, 2015; Chang, Yi and
Zhang, Key frames extraction from human motion capture data based on hybrid particle swarm optimization algorithm, 2016.
Thesis 2.2.3 says of both that a swarm takes the place of the genetic search of Liu et al.; the papers themselves were
not at hand. So: the objective and the integer sequence of `genetic`; a particle is a vector of inner keys, rounded to
frames when it is measured; the learning factors change against each other over the run (the asynchronous ones), from
each particle's own best to the swarm's best.

Limits: as `genetic`, and a swarm tends to settle early where there are many keys. All numbers are ours.
"""

# mypy: allow-untyped-decorators

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy
from unbake.ground.arrays import Indices
from unbake.keyframes.rivals.rival import Frames, Rival, RivalRequest
from unbake.keyframes.rivals.stochastic.genetic import best_of_runs
from unbake.keyframes.rivals.stochastic.key_vectors import make_distinct, summed_error

PARTICLES, STEPS = 60, 800
FIRST_INERTIA, LAST_INERTIA = 0.9, 0.4
MORE, LESS = 2.5, 0.5
"""The learning factor of a particle's own best falls from the one to the other, that of the swarm's best rises."""
FASTEST = 0.1
"""Largest step of a key, as a part of the clip."""


def select_by_swarm(request: RivalRequest) -> dict[int, Frames]:
    """Return the best selection of several runs for every wanted count."""
    return best_of_runs(request, lambda table, inner, rng: fly(table, inner, PARTICLES, STEPS, rng))


@njit(cache=True, nogil=True)
def fly(table: NDArray[np.float32], inner: int, particles: int, steps: int, rng: np.random.Generator) -> Indices:
    """Return the best inner keys (inner,) of one run on a table (F, F) whose errors add up."""
    last = table.shape[0] - 1
    place, speed = np.empty((particles, inner)), np.zeros((particles, inner))
    own, own_error = np.empty((particles, inner)), np.full(particles, np.inf)
    keys, best = np.empty(inner, np.int64), np.empty(inner, np.int64)
    leader, least = 0, np.inf
    for p in range(particles):
        for n in range(inner):
            place[p, n] = 1.0 + rng.random() * (last - 2)
        place[p].sort()
    fastest = max(1.0, FASTEST * last)
    for step in range(steps):
        for p in range(particles):
            for n in range(inner):
                keys[n] = round(place[p, n])
            make_distinct(keys, last)
            error = summed_error(table, keys)
            if error < own_error[p]:
                own_error[p] = error
                copy(own[p], place[p])
            if error < least:
                least, leader = error, p
                copy(best, keys)
        part = step / steps
        inertia = FIRST_INERTIA + (LAST_INERTIA - FIRST_INERTIA) * part
        towards_own, towards_leader = MORE + (LESS - MORE) * part, LESS + (MORE - LESS) * part
        for p in range(particles):
            for n in range(inner):
                pull = towards_own * rng.random() * (own[p, n] - place[p, n])
                pull += towards_leader * rng.random() * (own[leader, n] - place[p, n])
                speed[p, n] = min(max(inertia * speed[p, n] + pull, -fastest), fastest)
                place[p, n] = min(max(place[p, n] + speed[p, n], 1.0), last - 1.0)
    return best


SWARM = Rival(
    "swarm", "Zhang & Cao 2015, Chang et al. 2016, particle swarm", "optimisation", select_by_swarm,
    criterion="lerp-sum", compose="sum", is_random=True,
)  # fmt: skip
