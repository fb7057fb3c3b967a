"""Probabilities mean what they say, on margins that were not fitted."""

import numpy as np
import pytest
from scipy.optimize import minimize

from unbake.annotations.calibration import UNCALIBRATED, Sigmoid, fitted_sigmoid


def drawn(n, slope=1.7, shift=-0.8, seed=0):
    rng = np.random.default_rng(seed)
    margins = rng.normal(0.0, 2.0, n)
    return margins, rng.random(n) < Sigmoid(slope, shift).probability(margins)


def test_the_sigmoid_that_examples_were_drawn_from_is_found():
    found = fitted_sigmoid(*drawn(20_000))
    assert found == pytest.approx((1.7, -0.8), abs=0.08)


def test_ninety_per_cent_sure_is_right_nine_times_of_ten():
    found = fitted_sigmoid(*drawn(5000))
    margins, truth = drawn(50_000, seed=1)
    probability = found.probability(margins)
    for low in np.arange(0.05, 0.95, 0.1):
        some = (probability >= low) & (probability < low + 0.1)
        assert truth[some].mean() == pytest.approx(probability[some].mean(), abs=0.03)


@pytest.mark.parametrize("seed", range(4))
def test_no_other_sigmoid_is_more_likely(seed):
    margins, truth = drawn(60, seed=seed)
    yes, no = truth.sum(), (~truth).sum()
    target = np.where(truth, (yes + 1) / (yes + 2), 1 / (no + 2))

    def loss(x):
        p = np.clip(Sigmoid(*x).probability(margins), 1e-12, 1 - 1e-12)
        return -(target * np.log(p) + (1 - target) * np.log(1 - p)).sum()

    best = minimize(loss, [1.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-10})
    assert loss(fitted_sigmoid(margins, truth)) <= best.fun + 1e-5


def test_divided_examples_are_no_certainty():
    found = fitted_sigmoid(np.array([-2.0, -1.0, 1.0, 2.0]), np.array([False, False, True, True]))
    assert np.isfinite(found).all()
    assert 0.7 < found.probability(np.array(2.0)) < 0.99


def test_margins_that_tell_the_opposite_tell_nothing():
    margins, truth = drawn(500)
    found = fitted_sigmoid(-margins, truth)
    assert found.slope == 0.0
    assert found.probability(np.array([-3.0, 3.0])) == pytest.approx(truth.mean(), abs=0.02)


@pytest.mark.parametrize("truth", [True, False])
def test_one_kind_alone_calibrates_nothing(truth):
    assert fitted_sigmoid(np.arange(5.0), np.full(5, truth)) is UNCALIBRATED


def test_far_margins_do_not_overflow():
    assert Sigmoid(5.0, 0.0).probability(np.array([-1e6, 1e6])).tolist() == [0.0, 1.0]
