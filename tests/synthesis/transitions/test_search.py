from functools import cache

import numpy as np
import pytest
from tests.synthesis.figures import placed, walker
from tests.synthesis.transitions import naive
from tests.synthesis.transitions.costing import cost_of

from unbake.errors import UsageError
from unbake.synthesis.transitions.candidate_kernels import BY_BALANCE, BY_FEET, IN_FULL, work_of
from unbake.synthesis.transitions.prepared import prepared
from unbake.synthesis.transitions.search import Search, candidates, search_all, search_by
from unbake.synthesis.transitions.windows import search_windows

N = 30


@cache
def motions():
    """Walks that differ: straight, fast and leaning, turning, and standing still on one foot."""
    turning = placed(walker(100, step_m=0.4, turning=1.5), 2.0, (3.0, -1.0))
    return tuple(prepared(source) for source in (walker(90), walker(80, step_m=1.0, lean=0.3), turning))


@cache
def windows():
    fast, slow, turning = motions()
    return search_windows([(fast, 3), (slow, 11), (turning, 5), (turning, 50)], N)


CHAINS = ((0, 1), (2, 3), (0, 2, 1), (3, 1, 0), (1, 1, 1), (0, 3, 2, 1), (2, 0, 0, 3), (1, 2, 3, 0))


@pytest.mark.slow
@pytest.mark.parametrize("chain", CHAINS)
def test_a_candidate_costs_what_the_obvious_way_says(chain):
    ids = np.array([*chain, -1, -1])
    cost, feet, length, how = cost_of(windows(), ids, len(chain), np.inf, work_of(N))
    expected, expected_feet, frames = naive.candidate(windows(), list(chain))
    assert how == IN_FULL
    assert length == frames
    assert feet == pytest.approx(expected_feet, abs=1e-5)
    assert cost == pytest.approx(expected, abs=2e-4)
    assert cost > 1e-3


@pytest.mark.slow
def test_what_is_given_up_costs_no_less_than_what_was_known():
    work = work_of(N)
    seen = set()
    for chain in CHAINS:
        ids = np.array([*chain, -1, -1])
        full = cost_of(windows(), ids, len(chain), np.inf, work)[0]
        for part in np.linspace(0.02, 1.2, 60):
            bound, _, _, how = cost_of(windows(), ids, len(chain), part * full, work)
            seen.add(how)
            assert bound <= full + 1e-12
            assert (how == IN_FULL) == (full < part * full)
            if how != IN_FULL:
                assert bound >= part * full
    assert seen == {BY_FEET, BY_BALANCE, IN_FULL}


@pytest.mark.slow
def test_the_search_finds_what_looking_at_all_finds():
    found = search_all(windows(), Search.empty(4))
    assert candidates(4) == 21
    for start in range(4):
        assert found.counts[start].sum() == 4 * 21
        for end in range(4):
            expected, count = naive.search(windows(), start, end)
            assert count == 21
            assert found.costs_m[start, end] == pytest.approx(expected, abs=2e-4)
            between = [int(k) for k in found.between[start, end] if k >= 0]
            assert naive.candidate(windows(), [start, *between, end])[0] == pytest.approx(expected, abs=2e-4)
    assert found.counts[:, :2].sum() > 100
    assert found.counts[:, 2].min() > 0


@pytest.mark.slow
def test_a_search_that_was_interrupted_goes_on():
    whole = search_all(windows(), Search.empty(4))

    class StopError(Exception):
        pass

    def stop_after_two(search):
        if len(search.done) == 2:
            raise StopError

    part = Search.empty(4)
    with pytest.raises(StopError):
        search_all(windows(), part, keep=stop_after_two)
    assert part.done.tolist() == [0, 1]
    assert part.left.tolist() == [2, 3]
    reports = []
    search_all(windows(), part, reports.append)
    assert reports == [0.75, 1.0]
    for name in ("costs_m", "feet_m", "between", "lengths", "counts"):
        assert np.array_equal(getattr(part, name), getattr(whole, name))


def test_any_cost_can_be_searched_by():
    fast, _, turning = motions()
    sources = [fast.source.window(3, 32), turning.source.window(50, 79)]
    seen = []

    def longest(blend):
        seen.append(blend.weights.shape[1])
        return -blend.motion.n_frames

    found = search_by(longest, sources)
    assert sorted(seen) == sorted([2, 3, 3, 4, 4, 4, 4] * 4)
    assert np.array_equal(found.costs_m, -found.lengths)
    assert found.counts.sum() == 4 * candidates(2)


@pytest.mark.slow
def test_warps_are_those_of_blends():
    from unbake.synthesis.blending.multiway import warps_of

    fast, slow, turning = motions()
    pairs = (((fast, 3), (slow, 11), 0, 1), ((turning, 50), (fast, 3), 3, 0))
    for (a, first), (b, second), row, column in pairs:
        sources = [a.source.window(first, first + N - 1), b.source.window(second, second + N - 1)]
        assert np.abs(windows().warps[row, column] - warps_of(sources)[0].times).max() < 1e-3


def test_windows_outside_of_their_motion_are_refused():
    with pytest.raises(UsageError, match="add longer clips"):
        search_windows([(motions()[0], 61)], N)
    with pytest.raises(UsageError, match="at least 8 frames"):
        search_windows([(motions()[0], 0)], 4)
