import numpy as np
import pytest
from tests.synthesis import naive

from unbake.errors import UsageError
from unbake.synthesis.warping.time_warp import TimeWarp, WarpLimits, cheapest_path, time_warp


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 5), (5, 5), (5, 4), (4, 6)])
@pytest.mark.parametrize("limits", [WarpLimits(2, 2.0), WarpLimits(1, 1.5), WarpLimits(3, 4.0), WarpLimits(0, 1.0)])
def test_the_path_is_the_cheapest_of_all(shape, limits):
    rng = np.random.default_rng(sum(shape))
    for _ in range(3):
        table = rng.uniform(size=shape)
        least, path = cheapest_path(table, limits)
        assert least == pytest.approx(naive.best_warp(table, limits.most_repeats, limits.steepest), rel=1e-12)
        if np.isfinite(least):
            assert sum(table[i, j] for i, j in path) == pytest.approx(least, rel=1e-12)
            assert [tuple(cell) for cell in path] in list(naive.all_warps(*shape, limits.most_repeats, limits.steepest))
        else:
            assert not len(path)


@pytest.mark.parametrize(("n", "m"), [(30, 30), (25, 41), (40, 22)])
def test_larger_tables_against_the_plain_recursion(n, m):
    table = np.random.default_rng(n).uniform(size=(n, m))
    for limits in (WarpLimits(), WarpLimits(3, 1.9)):
        least, _ = cheapest_path(table, limits)
        assert least == pytest.approx(naive.best_warp_of_many(table, limits.most_repeats, limits.steepest), rel=1e-12)


def curves(warp, n):
    """A table whose valley is where the second motion does at `warp` what the first does."""
    first, second = np.arange(n), warp(np.arange(n))
    there = np.arange(round(second[-1]) + 1)
    return (np.interp(there, second, first)[None, :] - first[:, None]) ** 2


def test_a_known_warp_is_found():
    def known(i):
        return i + 8.0 * np.sin(np.pi * i / 59.0) ** 2

    warp = time_warp(curves(known, 60))
    assert not warp.is_diagonal
    assert np.abs(warp.times - known(np.arange(60))).max() < 0.7
    assert np.diff(warp.times).max() <= 2.0
    assert np.diff(warp.times).min() >= 0.5
    # Without stutter: from one frame to the next the rate hardly changes.
    assert np.abs(np.diff(warp.times, 2)).max() < 0.15


def test_slopes_keep_to_the_limits_whatever_the_table():
    rng = np.random.default_rng(1)
    for n, m in ((60, 60), (60, 100), (90, 50)):
        warp = time_warp(rng.uniform(size=(n, m)))
        assert not warp.is_diagonal
        assert (warp.times[0], warp.last, len(warp.times)) == (0.0, m - 1, n)
        assert np.diff(warp.times).min() >= 0.5 - 1e-9
        assert np.diff(warp.times).max() <= 2.0 + 1e-9


def test_the_diagonal_where_nothing_is_feasible():
    warp = time_warp(np.zeros((20, 60)))
    assert warp.is_diagonal
    assert np.allclose(warp.times, np.linspace(0.0, 59.0, 20))
    assert time_warp(np.zeros((1, 1))).times.tolist() == [0.0]
    assert time_warp(np.ones((20, 20)), WarpLimits(0, 1.0)).times.tolist() == list(range(20))


def test_warps_compose_and_turn_round():
    first = time_warp(curves(lambda i: i + 5.0 * np.sin(np.pi * i / 39.0), 40))
    second = time_warp(np.random.default_rng(2).uniform(size=(40, 55)))
    both = first.then(second)
    assert both.last == 54.0
    assert np.allclose(both.times, second.at(first.at(np.arange(40))))
    assert both.cost == pytest.approx(first.cost + second.cost)
    there_and_back = first.then(first.reversed())
    assert np.abs(there_and_back.times - np.arange(40)).max() < 0.5
    assert first.then(TimeWarp.even(40, 10)).is_diagonal
    with pytest.raises(UsageError, match="do not follow"):
        first.then(TimeWarp.even(39, 10))


def test_bad_tables_and_limits_are_refused():
    for table in (np.zeros((0, 3)), np.array([[np.nan]]), np.zeros(4)):
        with pytest.raises(UsageError, match="table"):
            time_warp(table)
    with pytest.raises(UsageError, match="repeat"):
        WarpLimits(most_repeats=-1)
    with pytest.raises(UsageError, match="steepest"):
        WarpLimits(steepest=0.5)
