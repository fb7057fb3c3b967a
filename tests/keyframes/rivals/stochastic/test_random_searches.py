"""The genetic search, the swarm, and what they share."""

import numpy as np
import pytest

from keyframes import naive
from keyframes.rivals.clips_for_rivals import polyline, random_walk
from unbake.keyframes.error_table import error_table
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.rival import RivalRequest, selection_error
from unbake.keyframes.rivals.stochastic.genetic import cross, evolve, mutate
from unbake.keyframes.rivals.stochastic.key_vectors import make_distinct, summed_error
from unbake.keyframes.rivals.stochastic.swarm import fly
from unbake.keyframes.space import select

pytestmark = pytest.mark.usefixtures("one_thread")
SEARCHES = {
    "genetic": lambda table, inner, rng: evolve(table, inner, 40, 200, rng),
    "swarm": lambda table, inner, rng: fly(table, inner, 40, 200, rng),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_corners_of_a_polyline_are_found(name):
    """Only keys on all corners have no error."""
    clip = polyline([0, 9, 17, 30, 41, 59], 60)
    assert RIVALS[name].select(RivalRequest(clip, (6,)))[6] == (0, 9, 17, 30, 41, 59)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("seed", range(3))
def test_small_clips_are_solved(name, seed):
    clip = random_walk(seed, frames=24)
    table = error_table(clip, "lerp-sum", metric="pose")
    best = select(table)
    selected = RIVALS[name].select(RivalRequest(clip, (3, 4, 5), seed=seed))
    assert set(selected) == {3, 4, 5}
    for count, keys in selected.items():
        assert selection_error(table, keys) == pytest.approx(best.error(count), rel=1e-6)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("inner", [1, 7, 18])
def test_a_run_gives_distinct_inner_keys(name, inner):
    table = error_table(random_walk(1, frames=20), "lerp-sum", metric="pose").values
    keys = SEARCHES[name](table, inner, np.random.default_rng(0))
    assert len(keys) == inner
    assert (np.diff(keys) > 0).all()
    assert keys.min() >= 1
    assert keys.max() <= 18


@pytest.mark.parametrize("name", SEARCHES)
def test_a_run_is_better_than_chance(name):
    table = error_table(random_walk(2, frames=80), "lerp-sum", metric="pose").values
    rng = np.random.default_rng(0)
    drawn = [summed_error(table, np.sort(rng.choice(np.arange(1, 79), 9, replace=False))) for _ in range(2000)]
    assert summed_error(table, SEARCHES[name](table, 9, rng)) < min(drawn)


def test_crossover():
    child = np.zeros(5, dtype=np.int64)
    cross(child, np.array([1, 3, 5, 7, 9]), np.array([2, 4, 6, 8, 10]), 2)
    assert child.tolist() == [1, 3, 6, 8, 10]


def test_mutations_move_at_most_two_keys_mostly_a_little():
    rng, before = np.random.default_rng(0), np.array([100, 300, 500, 700])
    moves = []
    for _ in range(4000):
        keys = before.copy()
        mutate(keys, 1000, 10, rng)
        assert np.count_nonzero(keys != before) <= 2
        moves += (keys - before)[keys != before].tolist()
    near = [move for move in moves if abs(move) <= 10]
    assert set(near) == set(range(-10, 11)) - {0}
    assert 0.7 < len(near) / len(moves) < 0.9
    assert max(np.abs(moves)) > 500


def test_repair():
    rng = np.random.default_rng(0)
    for _ in range(300):
        last = int(rng.integers(2, 30))
        keys = rng.integers(-5, last + 6, size=int(rng.integers(1, last)))
        repaired = keys.copy()
        make_distinct(repaired, last)
        assert (np.diff(repaired) > 0).all()
        assert repaired[0] >= 1
        assert repaired[-1] <= last - 1
        again = repaired.copy()
        make_distinct(again, last)
        np.testing.assert_array_equal(again, repaired)


def test_repair_moves_little():
    keys = np.array([9, 4, 4, 40, 39, -3])
    make_distinct(keys, 40)
    assert keys.tolist() == [1, 4, 5, 9, 38, 39]


def test_summed_error():
    table = error_table(random_walk(3, frames=12), "lerp-sum", metric="pose").values
    assert summed_error(table, np.array([2, 7])) == pytest.approx(naive.composed(table, "sum", (0, 2, 7, 11)))
