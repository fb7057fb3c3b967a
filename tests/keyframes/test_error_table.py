import numpy as np
import pytest
from numba import njit

from clips import packaged_clip
from keyframes import naive
from unbake.errors import MotionError, UsageError
from unbake.keyframes.criteria import CRITERIA, register_criterion
from unbake.keyframes.error_table import error_table
from unbake.motion.points import Points

BUILT_IN = ["line-max", "line-sum", "lerp-max", "lerp-sum", "curve-max", "curve-sum"]


def random_walk(seed, frames, points):
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.normal(size=(frames, points, 3)), axis=0) * 0.05


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
@pytest.mark.parametrize(("frames", "points"), [(2, 1), (3, 2), (5, 2), (24, 4), (33, 1)])
def test_table_equals_the_slow_one(criterion, metric, frames, points):
    walk = random_walk(frames, frames, points)
    expected = naive.table(criterion, metric, walk)
    found = error_table(walk.reshape(frames, -1), criterion, metric=metric).values
    upper = np.triu_indices(frames, 1)
    np.testing.assert_allclose(found[upper], expected[upper], rtol=2e-6, atol=2e-7)


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
def test_table_far_from_the_origin(criterion, metric):
    walk = random_walk(3, 20, 3)
    here = error_table(walk.reshape(20, -1), criterion, metric=metric).values
    there = error_table((walk + np.array([300.0, -20.0, 500.0])).reshape(20, -1), criterion, metric=metric).values
    upper = np.triu_indices(20, 1)
    np.testing.assert_allclose(there[upper], here[upper], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
def test_a_clip_that_does_not_move_has_no_error(criterion, metric):
    values = error_table(np.full((12, 6), 1.7), criterion, metric=metric).values
    assert (values[np.triu_indices(12, 1)] == 0.0).all()


@pytest.mark.parametrize("metric", ["pose", "joint"])
def test_equal_end_poses_measure_from_that_pose(metric):
    there_and_back = np.zeros((3, 6))
    there_and_back[1] = [3.0, 0.0, 4.0, 0.0, 0.0, 12.0]
    expected = 13.0 if metric == "pose" else 12.0
    assert error_table(there_and_back, "line-max", metric=metric).values[0, 2] == pytest.approx(expected)


def test_line_is_blind_to_timing_and_lerp_is_not():
    late = np.zeros((5, 3))
    late[:, 0] = [0.0, 0.1, 0.2, 0.3, 4.0]
    assert error_table(late, "line-max", metric="pose").values[0, 4] == pytest.approx(0.0, abs=1e-6)
    assert error_table(late, "lerp-max", metric="pose").values[0, 4] == pytest.approx(2.7)


def test_loose_numbers_are_each_a_joint():
    numbers = Points(np.array([[0.0, 0.0], [1.0, -3.0], [0.0, 0.0]]), ("smile", "blink"), size=1)
    assert error_table(numbers, "lerp-max", metric="joint").values[0, 2] == pytest.approx(3.0)
    assert error_table(numbers, "lerp-max", metric="pose").values[0, 2] == pytest.approx(10**0.5)


def test_a_maximum_gap_leaves_longer_pairs_out():
    full = error_table(random_walk(1, 30, 2).reshape(30, -1), "curve-max").values
    near = error_table(random_walk(1, 30, 2).reshape(30, -1), "curve-max", max_gap=7).values
    gap = np.subtract.outer(np.arange(30), np.arange(30)).T
    assert np.isinf(near[gap > 7]).all()
    inside = (gap >= 1) & (gap <= 7)
    np.testing.assert_array_equal(near[inside], full[inside])


def test_pins_and_minimum_gap_forbid_pairs():
    values = error_table(np.zeros((6, 3)), "lerp-max", pinned=[3], min_gap=2).values
    allowed = {(i, j) for i, j in np.argwhere(np.isfinite(values)) if i < j}
    assert allowed == {(0, 2), (0, 3), (1, 3), (3, 5)}


@pytest.fixture
def own_criterion():
    names = []

    def register(name, function, **options):
        names.append(name)
        return register_criterion(name, function, **options)

    yield register
    for name in names:
        CRITERIA.pop(name, None)


@pytest.mark.slow
def test_own_function_plain_and_compiled_agree(own_criterion):
    def travel(points):
        return np.abs(points[-1] - points[0]).sum()

    own_criterion("travel", travel)
    own_criterion("travel-compiled", njit(travel))
    walk = random_walk(5, 15, 2).reshape(15, -1)
    plain, compiled = (error_table(walk, name).values for name in ("travel", "travel-compiled"))
    np.testing.assert_allclose(compiled, plain, rtol=1e-6)
    assert plain[2, 9] == pytest.approx(np.abs(walk[9] - walk[2]).sum())


def test_own_function_must_return_errors(own_criterion):
    own_criterion("broken", lambda points: float("nan"))
    with pytest.raises(UsageError, match="negative number or no number"):
        error_table(np.zeros((4, 3)), "broken")
    own_criterion("a number a joint", lambda points: np.ptp(points, axis=0))
    with pytest.raises(UsageError, match=r"returned an array of shape \(3,\), expected one number"):
        error_table(np.zeros((4, 3)), "a number a joint")
    own_criterion("in words", lambda points: "far")
    with pytest.raises(UsageError, match="returned 'far', expected one number"):
        error_table(np.zeros((4, 3)), "in words")
    with pytest.raises(UsageError, match="needs a function"):
        register_criterion("no function", 5)
    with pytest.raises(UsageError, match="already"):
        register_criterion("line-max", len)
    with pytest.raises(UsageError, match="composition"):
        register_criterion("means", len, compose="mean")


def test_own_function_cannot_change_the_points(own_criterion):
    def centring(points):
        points -= points.mean(axis=0)
        return np.abs(points).max()

    own_criterion("centring", centring)
    walk = random_walk(5, 15, 2).reshape(15, -1)
    before = walk.copy()
    with pytest.raises(ValueError, match="read-only"):
        error_table(walk, "centring")
    np.testing.assert_array_equal(walk, before)
    walk[0] = 0.0  # it is still the caller's to change


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"criterion": "line-mx"}, "did you mean 'line-max'"),
        ({"metric": "joints"}, "unknown metric 'joints'; known: pose, joint"),
        ({"compose": "mean"}, "unknown composition 'mean'; known: max, sum"),
        ({"pinned": [10]}, "pin 10"),
        ({"pinned": [-1]}, "pin -1"),
        ({"min_gap": 0}, "from 1 to the clip's"),
        ({"min_gap": 4, "max_gap": 3}, "from 1 to the largest gap of 3, not 4"),
        ({"min_gap": 4, "max_gap": 4}, "no selection keeps"),
        ({"min_gap": 3, "pinned": [2]}, "no selection keeps"),
    ],
)
def test_requests_that_make_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        error_table(np.zeros((10, 3)), **options)


def test_a_motion_is_refused_with_what_makes_points_of_it():
    with pytest.raises(UsageError, match=r"points_of\(motion\)"):
        error_table(packaged_clip())


def test_points_that_are_not_finite():
    points = np.zeros((5, 3))
    points[3, 1] = np.nan
    with pytest.raises(MotionError, match="frame 3"):
        error_table(points)


def test_progress_rises_to_one():
    told = []
    error_table(random_walk(0, 150, 1).reshape(150, -1), "line-max", metric="pose", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
