import json

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.synthesis.naturalness.calibrated import TERMS, ScoreWeights, packaged_weights, probability
from unbake.synthesis.naturalness.calibration import LEAST, fitted_weights

N = len(TERMS)


def drawn(weights, offset, count=20_000, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.exponential(size=(count, N))
    return rows, rng.uniform(size=count) < probability(rows @ weights + offset)


def test_weights_that_made_the_examples_come_back():
    weights = np.array([1.5, 0.2, 0.7, 0.2, 0.3, 0.2, 0.2, 2.0])
    rows, flags = drawn(weights, -3.0)
    found = fitted_weights(rows, flags, np.ones(len(rows)))
    # Shrunk towards the usual weight, by little.
    assert found.each == pytest.approx(weights, abs=0.25)
    assert found.offset == pytest.approx(-3.0, abs=0.4)


def test_no_fault_makes_motion_better():
    rows, flags = drawn(np.array([1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), 0.0)
    found = fitted_weights(rows, flags)
    assert found.each[1] == LEAST
    assert (found.each >= LEAST).all()
    assert found.each[0] > 0.5


def test_examples_of_one_kind_teach_nothing():
    for flags in (np.ones(9, dtype=bool), np.zeros(9, dtype=bool)):
        with pytest.raises(UsageError, match="natural and of unnatural"):
            fitted_weights(np.ones((9, N)), flags)
    with pytest.raises(UsageError, match="all terms"):
        fitted_weights(np.ones((2, N + 1)), np.array([True, False]))


def test_weights_survive_as_json():
    weights = ScoreWeights(np.arange(N) / 8.0, -1.25)
    again = ScoreWeights.from_json(weights.to_json(clips=3))
    assert again.each == pytest.approx(weights.each)
    assert again.offset == weights.offset
    assert json.loads(weights.to_json(clips=3))["clips"] == 3


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "other"}', '{"format": "unbake naturalness 1"}'])
def test_damaged_weights_are_refused(text):
    with pytest.raises(UsageError):
        ScoreWeights.from_json(text)


def test_weights_are_finite_and_not_negative():
    for each, offset in ((-np.ones(N), 0.0), (np.full(N, np.nan), 0.0), (np.ones(N), np.inf), (np.ones(3), 0.0)):
        with pytest.raises(UsageError, match="weights"):
            ScoreWeights(each, offset)


def test_the_packaged_weights_are_there_and_small():
    weights = packaged_weights()
    assert weights.offset < 0.0
    assert (weights.each >= 0.1).all()
