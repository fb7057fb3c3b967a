"""The best way over a motion graph, beside looking at all pairs of frames at every moment."""

import numpy as np
import pytest
from tests.synthesis.demands import naive
from tests.synthesis.demands.worlds import place_target, random_problem

from unbake.synthesis.demands.costs import costs_of
from unbake.synthesis.demands.exact import motion_graph
from unbake.synthesis.demands.exact.motion_graph import LEAST_GAP, MOST_APART, graph_way, transitions_of, way_over
from unbake.synthesis.demands.problem import CostWeights
from unbake.synthesis.demands.search import SearchOptions, search

CHEAP = CostWeights(join=2.0, edge=0.5)


@pytest.mark.parametrize("entries", [500, 1_000_000])
def test_transitions_are_local_minima(monkeypatch, entries):
    """Row by row, or in one table: what is at the edges of a part has its neighbours in another."""
    monkeypatch.setattr(motion_graph, "ENTRIES", entries)
    problem = random_problem(3)
    ways = transitions_of(problem.pool)
    expected = naive.transitions(problem, MOST_APART, LEAST_GAP)
    assert len(expected) > 100
    found = list(zip(ways.sources.tolist(), ways.targets.tolist(), strict=True))
    assert len(found) == len(set(found))
    assert set(found) == set(expected)
    assert ways.apart == pytest.approx([expected[pair] for pair in found], abs=1e-5)
    assert (np.diff(ways.targets) >= 0).all()


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_way_is_the_best_of_all(seed):
    problem = random_problem(seed, n=60, weights=CHEAP)
    ways = transitions_of(problem.pool)
    least, frames = naive.way(problem, zip(ways.sources.tolist(), ways.targets.tolist(), strict=True))
    shown = way_over(problem, ways)
    assert costs_of(problem, shown).total == pytest.approx(least, abs=1e-3)
    assert naive.cost(problem, shown) == pytest.approx(naive.cost(problem, frames), abs=1e-3)
    assert (np.diff(shown) != 1).sum() > 1


def test_fixed_frames_are_shown():
    fixed = ((0, 3), (31, 90), (59, 150))
    problem = random_problem(2, n=60, fixed=fixed, weights=CHEAP)
    ways = transitions_of(problem.pool)
    shown = way_over(problem, ways)
    assert [int(shown[at]) for at, _ in fixed] == [frame for _, frame in fixed]
    least, _ = naive.way(problem, zip(ways.sources.tolist(), ways.targets.tolist(), strict=True))
    assert naive.cost(problem, shown) == pytest.approx(least, abs=1e-3)


def test_there_may_be_no_way():
    problem = random_problem(2, n=60, fixed=((10, 3), (11, 100)), weights=CHEAP)
    assert way_over(problem, transitions_of(problem.pool)) is None
    *_, found = search(problem, SearchOptions(sweeps=1))
    assert (found.frames[10], found.frames[11]) == (3, 100)


def test_pools_that_are_too_large_have_none(monkeypatch):
    problem = random_problem(2, n=60, weights=CHEAP)
    assert graph_way(problem) is not None
    for name, most in (("MOST_FRAMES", problem.pool.n_frames - 1), ("MOST_STATES", 60 * problem.pool.n_frames - 1)):
        with monkeypatch.context() as patch:
            patch.setattr(motion_graph, name, most)
            assert graph_way(problem) is None


def test_a_search_goes_on_from_it(monkeypatch):
    """It comes after the first motion of the first sweep, and whatever is found later is no worse."""
    problem = random_problem(4, n=90)
    least, best = naive.optimum(problem)
    monkeypatch.setattr("unbake.synthesis.demands.search.graph_way", lambda problem: best)
    found = list(search(problem, SearchOptions(sweeps=2)))
    alone = list(search(problem, SearchOptions(sweeps=1, by_graph=False)))
    assert [one.costs.total for one in found[: len(alone) - 1]] == [one.costs.total for one in alone[:-1]]
    assert alone[-1].costs.total > least + 0.1
    assert all(one.costs.total == pytest.approx(least, abs=1e-3) for one in found[len(alone) - 1 :])
    assert found[len(alone) - 1].sweep == 0


def test_where_places_are_asked_for_it_has_no_part(monkeypatch):
    monkeypatch.setattr("unbake.synthesis.demands.search.graph_way", lambda problem: pytest.fail("asked for a way"))
    list(search(random_problem(1, n=60, targets=place_target(60, (0.2, 0.5))), SearchOptions(sweeps=1)))
