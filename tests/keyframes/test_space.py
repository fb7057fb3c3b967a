import numpy as np
import pytest

from keyframes import naive
from unbake.errors import UsageError
from unbake.keyframes.criteria import CRITERIA
from unbake.keyframes.error_table import ErrorTable, error_table
from unbake.keyframes.space import select

BUILT_IN = ["line-max", "line-sum", "lerp-max", "lerp-sum", "curve-max", "curve-sum"]


def random_points(seed, frames=9, columns=6):
    return np.cumsum(np.random.default_rng(seed).normal(size=(frames, columns)), axis=0)


def check_optimal(table, space, *, ends=None, **gaps):
    compose = table.compose
    for end in ends or [table.n_frames - 1]:
        for count in range(2, end + 2):
            expected = naive.best_by_search(table.values, compose, count, end, **gaps)
            if np.isinf(expected):
                assert count not in space.counts(end)
                continue
            assert space.error(count, end) == pytest.approx(expected, rel=1e-6, abs=1e-9)
            frames = space.frames(count, end)
            assert len(frames) == count
            assert (frames[0], frames[-1]) == (0, end)
            assert naive.composed(table.values, compose, frames) == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
def test_every_count_is_optimal(criterion, metric, compose):
    for seed in range(3):
        table = error_table(random_points(seed), criterion, metric=metric, compose=compose)
        check_optimal(table, select(table))


@pytest.mark.parametrize("compose", ["max", "sum"])
def test_every_earlier_end_frame_is_optimal(compose):
    table = error_table(random_points(7, frames=8), "lerp-max", compose=compose)
    check_optimal(table, select(table), ends=range(1, 8))


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize(
    "limits",
    [
        {"pinned": (4,)},
        {"pinned": (1, 2, 7)},
        {"min_gap": 2},
        {"max_gap": 3},
        {"min_gap": 2, "max_gap": 4, "pinned": (3,)},
        {"pinned": (0, 8)},
    ],
)
def test_pins_and_gaps_are_kept_optimally(limits, compose):
    points = random_points(11)
    free = error_table(points, "line-max", metric="pose", compose=compose)
    table = error_table(points, "line-max", metric="pose", compose=compose, **limits)
    space = select(table)
    for count in range(2, 10):
        expected = naive.best_by_search(free.values, compose, count, **limits)
        assert (count in space.counts()) == np.isfinite(expected)
        if np.isfinite(expected):
            assert space.error(count) == pytest.approx(expected, rel=1e-6)
            assert set(limits.get("pinned", ())) <= set(space.frames(count))


@pytest.mark.parametrize("compose", ["max", "sum"])
def test_blocks_make_no_difference(compose):
    """Several blocks, against the dynamic program written as two plain loops."""
    rng = np.random.default_rng(0)
    points = np.cumsum(rng.normal(size=(300, 6)), axis=0)
    table = error_table(points, "lerp-max", metric="pose", compose=compose)
    best = np.full((40, 300), np.inf, dtype=np.float32)
    best[0, 0] = 0
    for k in range(1, 40):
        for j in range(1, 300):
            before = best[k - 1, :j]
            segment = table.values[:j, j]
            best[k, j] = np.min(np.maximum(before, segment) if compose == "max" else before + segment)
    np.testing.assert_array_equal(select(table, keys_max=40).best, best.T)


def test_exact_counts_can_be_worse_than_fewer():
    """Two keys see both inner poses 1 m from their line; a third key makes a short line that misses by 7 m."""
    swing = np.array([[0.0, 0.0, 0.0], [9.0, 1.0, 0.0], [1.0, -1.0, 0.0], [10.0, 0.0, 0.0]])
    space = select(error_table(swing, "line-max", metric="pose"))
    assert space.error(2) == pytest.approx(1.0)
    assert space.error(3) == pytest.approx(50**0.5)
    assert space.error(4) == 0.0
    assert space.fewest(10.0).frames == (0, 3)
    assert len(space.fewest(0.5)) == 4


def test_one_and_two_frames():
    one = select(error_table(np.zeros((1, 3))))
    assert one.counts() == [1]
    assert one.frames(1) == (0,)
    two = select(error_table(np.zeros((2, 3))))
    assert two.counts() == [2]
    assert two.selection(2).frames == (0, 1)


def test_a_still_clip_is_right_at_every_count():
    space = select(error_table(np.ones((20, 9))))
    assert set(space.errors().values()) == {0.0}
    assert space.fewest(0.0).frames == (0, 19)
    assert all(len(space.frames(k)) == k for k in range(2, 21))


def test_keys_max_stops_early_with_the_same_answers():
    table = error_table(random_points(2, frames=40), "line-max", metric="pose")
    full, part = select(table), select(table, keys_max=10)
    assert part.counts() == list(range(2, 11))
    assert [part.frames(k) for k in part.counts()] == [full.frames(k) for k in part.counts()]


def hand_made(entries, frames, compose):
    values = np.full((frames, frames), 9.0, dtype=np.float32)
    for pair, error in entries.items():
        values[pair] = error
    return select(ErrorTable(values, CRITERIA["line-max"], "pose", compose))


def test_of_equal_maxima_the_least_sum_wins():
    """All three inner keys give a largest error of 1; key 2 has the least beside it."""
    entries = {(0, 1): 1.0, (1, 4): 1.0, (0, 2): 1.0, (2, 4): 0.25, (0, 3): 0.5, (3, 4): 1.0}
    space = hand_made(entries, 5, "max")
    assert space.error(3) == 1.0
    assert space.frames(3) == (0, 2, 4)
    # Now frame 3 has as little beside it: of wholly equal ones the earlier.
    assert hand_made({**entries, (0, 3): 0.25}, 5, "max").frames(3) == (0, 2, 4)
    assert hand_made({**entries, (0, 3): 0.125}, 5, "max").frames(3) == (0, 3, 4)
    assert hand_made({**entries, (2, 4): 1.0}, 5, "max").frames(3) == (0, 3, 4)


def test_of_equal_maxima_the_last_key_is_chosen_first():
    """Four keys, frames 0 to 4, every selection 1 at worst: from the end backwards."""
    entries = dict.fromkeys([(a, b) for a in range(5) for b in range(a + 1, 5)], 1.0)
    entries |= {(3, 4): 0.5, (1, 3): 0.5}
    assert hand_made(entries, 5, "max").frames(4) == (0, 1, 3, 4)
    entries |= {(1, 3): 1.0, (2, 3): 0.25}
    assert hand_made(entries, 5, "max").frames(4) == (0, 2, 3, 4)


def test_of_equal_sums_the_earlier_key_wins():
    entries = {(0, 1): 0.5, (1, 4): 1.0, (0, 2): 1.0, (2, 4): 0.5, (0, 3): 0.75, (3, 4): 0.75}
    space = hand_made(entries, 5, "sum")
    assert space.error(3) == 1.5
    assert space.frames(3) == (0, 1, 4)
    assert hand_made({**entries, (2, 4): 0.25}, 5, "sum").frames(3) == (0, 2, 4)


def ambiguous_points(rng, frames):
    """Whole steps of a few sizes, with stops and returns, so that many segments have the same error."""
    steps = rng.integers(-2, 3, size=(frames, 3)) * (rng.random((frames, 1)) < 0.6)
    return np.cumsum(steps, axis=0).astype(float)


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("criterion", ["line-max", "lerp-max", "curve-sum"])
def test_frames_are_those_of_a_search_through_all_frames_before(criterion, compose):
    """Among them equal ones; more frames than a stride of `tracing`, and several end frames."""
    rng = np.random.default_rng(5)
    for frames in (40, 97):
        points = ambiguous_points(rng, frames)
        for limits in ({}, {"pinned": (7, 30)}, {"max_gap": 9}):
            table = error_table(points, criterion, metric="pose", compose=compose, **limits)
            space = select(table)
            square = naive.square(table)
            for end in (frames - 1, frames // 2):
                assert space.counts(end)
                for count in space.counts(end):
                    expected = naive.traced(square, space.best, compose, count, end)
                    assert space.frames(count, end) == expected, (frames, limits, end, count)


def test_a_return_to_the_start_is_found_from_afar():
    """Near frames are too far off, frames a long way back are not: the search may not stop at the first."""
    values = np.full((200, 200), 5.0, dtype=np.float32)
    values[0, 1:] = 1.0
    values[:4, 199] = 1.0
    values[1, 2:4] = values[2, 3] = 0.5
    table = ErrorTable(values, CRITERIA["line-max"], "pose", "max")
    space = select(table)
    assert space.frames(5) == (0, 1, 2, 3, 199) == naive.traced(values, space.best, "max", 5, 199)


def test_messages():
    space = select(error_table(random_points(0)))
    with pytest.raises(UsageError, match="only 9 frames"):
        space.selection(10)
    with pytest.raises(UsageError, match="it has 2 to 9"):
        space.selection(1)
    with pytest.raises(UsageError, match=r"a whole number, not 4\.5"):
        space.selection(0.5 * 9)
    assert len(space.selection(np.int64(4))) == 4
    with pytest.raises(UsageError, match="outside the clip"):
        space.error(2, end=9)
    with pytest.raises(UsageError, match="or less"):
        space.fewest(-1.0)
    with pytest.raises(UsageError, match="keeps all pins"):
        select(error_table(np.zeros((9, 3)), pinned=[2, 4]), keys_max=3)


def test_more_keyframes_than_a_single_frame_are_refused_in_the_singular():
    space = select(error_table(random_points(1, frames=1), "line-max"))
    with pytest.raises(UsageError, match=r"the clip has only 1 frame$"):
        space.frames(3)
