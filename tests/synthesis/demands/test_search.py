"""The sampled search: never worse, the same by the same seed, true to fixed frames, flags and places."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from tests.synthesis.demands.worlds import performer_problem, place_target, random_problem

from unbake.errors import UsageError
from unbake.synthesis.demands.costs import costs_of, way_of
from unbake.synthesis.demands.problem import CostWeights
from unbake.synthesis.demands.search import SearchOptions, search

CHEAP_JOINS = CostWeights(join=6.0)
"""In so small a pool hardly two frames of different clips are alike: what is asked for must be worth a join."""


@pytest.mark.slow
@pytest.mark.parametrize("with_place", [False, True])
def test_the_cost_never_increases(with_place):
    targets = place_target(90, (0.5, 1.0)) if with_place else None
    problem = random_problem(4, n=90, targets=targets)
    costs = []
    for found in search(problem, SearchOptions(sweeps=8)):
        assert found.costs.total == pytest.approx(costs_of(problem, found.frames).total)
        costs.append(found.costs.total)
    assert len(costs) > 8
    assert found.sweep == 7
    assert all(b <= a for a, b in itertools.pairwise(costs))
    assert costs[-1] < costs[0]


@pytest.mark.slow
def test_a_seed_makes_one_result():
    problem = random_problem(6, n=70, targets=place_target(70, (0.2, 1.2)), weights=CHEAP_JOINS)
    one, two, other = ([f.frames for f in search(problem, SearchOptions(sweeps=3, seed=s))][-1] for s in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)


def test_fixed_frames_are_shown_at_every_step():
    fixed = ((0, 3), (31, 90), (33, 20), (69, 150))
    problem = random_problem(7, n=70, fixed=fixed)
    for found in search(problem, SearchOptions(sweeps=2)):
        if found.length == 1:
            assert [int(found.frames[at]) for at, _ in fixed] == [frame for _, frame in fixed]


@pytest.mark.slow
def test_places_are_reached():
    n, place = 120, np.array([0.7, 1.6])
    free = random_problem(8, n=n, weights=CHEAP_JOINS)
    bound = random_problem(8, n=n, targets=place_target(n, place), weights=CHEAP_JOINS)
    ends = []
    for problem in (free, bound):
        *_, found = search(problem, SearchOptions(sweeps=4))
        ends.append(np.linalg.norm(way_of(bound, found.frames)[-1, :2] - place))
    assert ends[1] < 0.15 < ends[0]


def test_what_is_asked_for_is_shown():
    problem = replace(performer_problem(), weights=CHEAP_JOINS)
    *_, found = search(problem, SearchOptions(sweeps=5))
    walks = problem.pool.clip_of[found.frames] == 0
    assert (walks == (problem.rows == 1)).mean() > 0.9


def test_what_makes_no_sense_is_refused():
    for wrong in ({"sweeps": 0}, {"seconds": 0.0}, {"seed": -1}):
        with pytest.raises(UsageError):
            SearchOptions(**wrong)
