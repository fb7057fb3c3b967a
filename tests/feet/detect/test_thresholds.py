"""Tuned thresholds: no other limit has more labels right."""

import numpy as np
import pytest

from feet.detect.test_oracle import performed
from unbake.errors import UsageError
from unbake.feet.detect.thresholds import Thresholds, best_limit, foot_measures, tuned_thresholds
from unbake.feet.labels import foot_planted
from unbake.feet.legs import legs_of


@pytest.mark.parametrize("seed", range(6))
def test_the_best_limit_of_all(seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 12, 30).astype(float)
    truth = rng.random(30) < 1.0 / (1.0 + values)
    right, limit = best_limit(values, truth)
    tried = [-1.0, *np.unique(values), np.inf]
    assert right == max(((values < t) == truth).sum() for t in tried)
    assert ((values < limit) == truth).sum() == right


@pytest.mark.parametrize(("truth", "right"), [([True, True], 2), ([False, False], 2), ([False, True], 1), ([], 0)])
def test_limits_of_little(truth, right):
    values = np.arange(len(truth), dtype=float)
    found, limit = best_limit(values, np.array(truth, dtype=bool))
    assert found == right == ((values < limit) == np.array(truth, dtype=bool)).sum()


def test_heights_and_speeds_are_those_of_the_points():
    motion = performed("run", 1, seconds=1.0)[0]
    legs = legs_of(motion)
    heights, speeds = foot_measures(motion, legs, 1 / 30)
    points = legs.points_m(motion) / legs.leg_length_m()
    assert np.allclose(heights, points[..., 1])
    for frame in (1, 20, 40):
        expected = np.linalg.norm(points[frame + 1] - points[frame - 1], axis=1) * 30.0
        assert np.allclose(speeds[frame], expected)
    assert np.isfinite(foot_measures(performed("stand", 1, seconds=0.01)[0], legs, 0.1)[1]).all()


@pytest.mark.parametrize("kind", ["height", "speed", "both"])
def test_other_limits_are_no_better(kind):
    training = [performed("walk", seed, seconds=2.0) for seed in (1, 2)]
    found = tuned_thresholds(training, kind)

    def right(limits):
        return sum(int((limits.planted(m) == labels.planted()).sum()) for m, labels in training)

    best = right(found)
    for by in (0.5, 0.8, 0.95, 1.05, 1.2, 2.0):
        if kind != "speed":
            heights = (found.heights[0] * by, found.heights[1])
            assert right(Thresholds(kind, heights, found.speeds, found.span_s)) <= best
        if kind != "height":
            speeds = (found.speeds[0], found.speeds[1] * by)
            assert right(Thresholds(kind, found.heights, speeds, found.span_s)) <= best


def test_both_are_at_least_as_good_as_each():
    training = [performed(action, 4, seconds=2.0) for action in ("walk", "run", "turn")]

    def right(kind):
        limits = tuned_thresholds(training, kind)
        return sum(int((limits.planted(m) == labels.planted()).sum()) for m, labels in training)

    # The grid of heights is coarse: a little may be lost to it.
    assert right("both") >= max(right("height"), right("speed")) - 20


def test_whole_feet():
    motion, labels = performed("walk", 5, seconds=3.0)
    found = tuned_thresholds([(motion, labels)], "speed", per="foot")
    planted = found.planted(motion)
    assert np.array_equal(planted[:, 0], planted[:, 1])
    assert (foot_planted(planted) == foot_planted(labels.planted())).mean() > 0.9


def test_labels_say_where_they_are_from():
    motion, labels = performed("walk", 5, seconds=1.0)
    found = tuned_thresholds([(motion, labels)], "height").label(motion)
    assert found.sources() == ("thresholds",)
    found.check_of(motion)


def test_nothing_to_tune_on():
    with pytest.raises(UsageError):
        tuned_thresholds([], "height")
    with pytest.raises(UsageError):
        tuned_thresholds([performed("walk", 5, seconds=1.0)], "colour")
