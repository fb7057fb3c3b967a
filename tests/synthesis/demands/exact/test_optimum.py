"""The exact search against the plainest one, and the sampled search against both."""

import dataclasses

import numpy as np
import pytest
from tests.synthesis.demands import naive
from tests.synthesis.demands.worlds import performer_problem, random_problem

from unbake.synthesis.demands.costs import costs_of
from unbake.synthesis.demands.exact import optimum as exact
from unbake.synthesis.demands.exact.optimum import optimum
from unbake.synthesis.demands.search import SearchOptions, search


def searched(problem, sweeps=10, seed=0):
    *_, last = search(problem, SearchOptions(sweeps=sweeps, seed=seed))
    return last


@pytest.mark.parametrize("seed", range(4))
def test_the_exact_search_finds_the_optimum(seed):
    problem = random_problem(seed)
    best, frames = naive.optimum(problem)
    assert naive.cost(problem, frames) == pytest.approx(best)
    found = optimum(problem, searched(problem, 1).frames)
    assert found.is_exact
    assert found.at_least == pytest.approx(best, rel=1e-5)
    assert naive.cost(problem, found.frames) == pytest.approx(best, rel=1e-5)


def test_fixed_frames_are_kept():
    problem = random_problem(5, fixed=((0, 7), (20, 100), (23, 30)))
    best, _ = naive.optimum(problem)
    found = optimum(problem, searched(problem, 2).frames)
    assert found.at_least == pytest.approx(best, rel=1e-5)
    assert found.frames[[0, 20, 23]].tolist() == [7, 100, 30]


def test_costs_are_what_they_are_said_to_be():
    problem = random_problem(1)
    frames = np.random.default_rng(0).integers(0, problem.pool.n_frames, problem.n_frames)
    assert costs_of(problem, frames).total == pytest.approx(naive.cost(problem, frames), rel=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_sampled_search_comes_within_two_percent(seed):
    problem = random_problem(seed, n=150, lengths=(100, 100, 70))
    best, _ = naive.optimum(problem)
    assert best > 1.0
    assert searched(problem, 20).costs.total <= 1.02 * best


@pytest.mark.slow
def test_the_sampled_search_comes_within_two_percent_on_a_performer():
    problem = performer_problem()
    assert problem.pool.n_frames <= 300
    best, _ = naive.optimum(problem)
    assert best <= searched(problem, 8).costs.total * (1.0 + 1e-5) <= 1.02 * best


def test_bounds_are_below_the_optimum(monkeypatch):
    problem = random_problem(2)
    best, _ = naive.optimum(problem)
    known = searched(problem, 1).frames
    stopped = optimum(problem, known, seconds=0.0)
    monkeypatch.setattr(exact, "MOST_STATES", 10)
    large = optimum(problem, known)
    for found in (stopped, large):
        assert not found.is_exact
        assert 0.0 < found.at_least <= best * (1.0 + 1e-5)


def test_a_better_start_changes_nothing():
    problem = random_problem(3)
    first = optimum(problem, searched(problem, 1).frames)
    again = optimum(dataclasses.replace(problem), first.frames)
    assert again.at_least == pytest.approx(first.at_least, rel=1e-6)
