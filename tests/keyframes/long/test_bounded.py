"""The fewest keys for an error, without a table: the same counts as the whole selection space, and the proof."""

from itertools import pairwise

import numpy as np
import pytest

from data import DATA, needs_data
from keyframes import naive
from unbake.compiling.threads import num_threads, set_num_threads
from unbake.errors import UsageError
from unbake.keyframes.error_table import error_table
from unbake.keyframes.kernels.reach import reach_limits
from unbake.keyframes.long import bounded
from unbake.keyframes.long.bounded import fewest_keys
from unbake.keyframes.space import select

BOUNDED = ["line-max", "lerp-max", "curve-max"]


def smooth_walk(seed, frames, points):
    noise = np.random.default_rng(seed).normal(size=(frames + 60, points * 3))
    window = np.hanning(31)
    smooth = np.stack([np.convolve(column, window, "same") for column in noise.T], axis=1)
    return smooth[30 : 30 + frames] * 0.02


def check_bound(points, frames, criterion, metric, error):
    segment = points.reshape(len(points), -1, 3)
    for i, j in pairwise(frames):
        assert naive.segment_error(criterion, metric, segment[i : j + 1]) <= error * (1 + 1e-6) + 1e-9


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BOUNDED)
@pytest.mark.parametrize("seed", range(4))
def test_same_count_as_the_whole_space(criterion, metric, seed):
    points = smooth_walk(seed, 140, 3)
    space = select(error_table(points, criterion, metric=metric))
    # Bounds between the errors of the space, so that rounding decides nothing.
    errors = sorted(set(space.errors().values()))
    for low, high in zip(errors[1::17], errors[2::17], strict=False):
        error = 0.5 * (low + high)
        found = fewest_keys(points, error, criterion, metric=metric)
        assert found.is_optimal
        assert len(found.selection) == len(space.fewest(error))
        check_bound(points, found.selection.frames, criterion, metric, error)


@pytest.mark.parametrize("criterion", BOUNDED)
@pytest.mark.parametrize(
    "limits", [{"pinned": (31, 90)}, {"max_gap": 9}, {"min_gap": 3}, {"min_gap": 2, "max_gap": 12}]
)
def test_pins_and_gaps(criterion, limits):
    points = smooth_walk(7, 120, 2)
    space = select(error_table(points, criterion, **limits))
    error = 1.00001 * np.median(list(space.errors().values())[:40])
    found = fewest_keys(points, error, criterion, **limits)
    assert len(found.selection) == len(space.fewest(error))
    assert set(limits.get("pinned", ())) <= set(found.selection.frames)
    gaps = np.diff(found.selection.frames)
    assert gaps.min() >= limits.get("min_gap", 1)
    assert gaps.max() <= limits.get("max_gap", 120)


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BOUNDED)
def test_no_allowed_segment_lies_beyond_the_reach(criterion, metric):
    """The certificates forbid nothing that the table allows."""
    points = smooth_walk(3, 90, 2)
    table = error_table(points, criterion, metric=metric).values
    shape = BOUNDED.index(criterion)
    upper = table[np.triu_indices(90, 1)]
    for error in np.quantile(upper, [0.05, 0.3, 0.7]):
        reach = reach_limits(points, float(error), shape, metric == "joint", 90)
        for i, j in np.argwhere(table <= error):
            if i < j:
                assert j <= reach[i]
        assert (np.diff(reach) >= 0).all()
        assert error > np.median(upper) or reach[0] < 89


@pytest.mark.parametrize("criterion", BOUNDED)
def test_blocks_and_threads_make_no_difference(criterion, monkeypatch):
    points = smooth_walk(5, 400, 2)
    expected = fewest_keys(points, 0.01, criterion)
    for rows in (1, 7, 64):
        monkeypatch.setattr(bounded, "MOST_ROWS", rows)
        assert len(fewest_keys(points, 0.01, criterion).selection) == len(expected.selection)
    monkeypatch.undo()
    for work in (1, 5_000, 1 << 40):
        monkeypatch.setattr(bounded, "MOST_WORK", work)
        assert fewest_keys(points, 0.01, criterion) == expected
    monkeypatch.undo()
    threads = num_threads()
    try:
        set_num_threads(1)
        assert fewest_keys(points, 0.01, criterion) == expected
    finally:
        set_num_threads(threads)


@pytest.mark.parametrize("criterion", BOUNDED)
def test_one_start_spares_those_behind_it_the_work_where_nothing_moves(criterion, monkeypatch):
    """A block of starts that know nothing of each other took four minutes on a take of 5,423 frames."""
    rows, full = [], bounded.fill_allowed

    def noted(flat, start, stop, reach, lower, known, *others):
        ahead = [
            int((known[i + 1 : reach[i] + 1] > low + 1).sum()) for i, low in zip(range(start, stop), lower, strict=True)
        ]
        rows.append(sum(ahead))
        return full(flat, start, stop, reach, lower, known, *others)

    monkeypatch.setattr(bounded, "fill_allowed", noted)
    points = np.zeros((3000, 6)) + 1e-6 * np.random.default_rng(1).normal(size=(3000, 6))
    assert fewest_keys(points, 0.01, criterion).selection.frames == (0, 2999)
    assert rows[0] == 2999
    assert sum(rows[1:]) == 0


def test_no_time_is_enough_for_the_first_frames():
    """Kernels that have to be compiled first do not count."""
    points = smooth_walk(5, 60, 2)
    assert fewest_keys(points, 0.01, "lerp-max", seconds=0.0) == fewest_keys(points, 0.01, "lerp-max")


def test_stopped_early_says_what_is_proven():
    points = smooth_walk(9, 3000, 2)
    exact = fewest_keys(points, 0.002, "lerp-max")
    stopped = fewest_keys(points, 0.002, "lerp-max", seconds=0.0)
    assert stopped.least <= len(exact.selection) <= len(stopped.selection)
    assert not stopped.is_optimal
    assert stopped.least >= 2
    check_bound(points, stopped.selection.frames, "lerp-max", "joint", 0.002)
    check_bound(points, exact.selection.frames, "lerp-max", "joint", 0.002)


@pytest.mark.parametrize("frames", [1, 2, 3, 5])
def test_very_short_clips(frames):
    found = fewest_keys(smooth_walk(0, frames, 1), 100.0)
    assert found.selection.frames == ((0,) if frames == 1 else (0, frames - 1))
    assert found.is_optimal


@pytest.mark.slow
def test_a_still_clip_and_an_error_of_zero():
    still = np.ones((500, 6))
    assert fewest_keys(still, 0.0, "lerp-max").selection.frames == (0, 499)
    moving = smooth_walk(1, 60, 1)
    assert len(fewest_keys(moving, 0.0, "lerp-max").selection) == 60


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"criterion": "line-sum"}, "bound on the error suits"),
        ({"error": -1.0}, "negative"),
        ({"error": float("nan")}, "negative"),
        ({"pinned": (99,)}, "pin 99"),
        ({"error": 0.0, "min_gap": 10}, "no selection keeps"),
    ],
)
def test_requests_that_make_no_sense(options, message):
    arguments = {"error": 0.1, **options}
    with pytest.raises(UsageError, match=message):
        fewest_keys(smooth_walk(2, 50, 1), **arguments)


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BOUNDED)
def test_real_captures(criterion, metric):
    points = np.load(DATA / "points" / "long.npy")[2000:2900].astype(float)
    space = select(error_table(points, criterion, metric=metric))
    for error in (0.005, 0.02, 0.08):
        found = fewest_keys(points, error, criterion, metric=metric)
        assert len(found.selection) == len(space.fewest(error))


@pytest.mark.parametrize("seconds", [0.0, 0.002, 0.02])
@pytest.mark.parametrize(
    "limits", [{"min_gap": 6}, {"min_gap": 4, "max_gap": 40, "pinned": (101, 900)}, {"pinned": (7, 8)}]
)
def test_stopped_early_keeps_pins_and_gaps(limits, seconds):
    points = smooth_walk(11, 1500, 2)
    error = 0.05
    exact = fewest_keys(points, error, "lerp-max", **limits)
    stopped = fewest_keys(points, error, "lerp-max", seconds=seconds, **limits)
    assert stopped.least <= len(exact.selection) <= len(stopped.selection)
    gaps = np.diff(stopped.selection.frames)
    assert gaps.min() >= limits.get("min_gap", 1)
    assert gaps.max() <= limits.get("max_gap", 1500)
    assert set(limits.get("pinned", ())) <= set(stopped.selection.frames)
    check_bound(points, stopped.selection.frames, "lerp-max", "joint", error)


def test_stopped_early_without_an_answer_says_so():
    rough = np.cumsum(np.random.default_rng(0).normal(size=(400, 3)), axis=0)
    with pytest.raises(UsageError, match=r"no selection keeps|the time ended"):
        fewest_keys(rough, 1e-3, "lerp-max", min_gap=20, seconds=0.0)
