"""Hysteresis exactly as stated; Viterbi against all courses there are."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learning import naive
from unbake.errors import UsageError
from unbake.learning.smoothing import hysteresis, opened_and_closed, viterbi


@given(st.lists(st.sampled_from([0.0, 0.1, 0.3, 0.39999, 0.4, 0.5, 0.6, 0.60001, 0.7, 1.0]), min_size=1, max_size=40))
def test_hysteresis_against_the_obvious(values):
    assert np.array_equal(hysteresis(np.array(values)), naive.hysteresis(values))


def test_the_thresholds_themselves_change_nothing():
    assert hysteresis(np.array([0.6, 0.4, 0.61, 0.6, 0.4, 0.39, 0.4, 0.6])).tolist() == [
        False,
        False,
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_columns_do_not_see_each_other():
    rng = np.random.default_rng(1)
    certainty = rng.integers(0, 11, (200, 4)) / 10
    found = hysteresis(certainty)
    assert all(np.array_equal(found[:, n], naive.hysteresis(certainty[:, n])) for n in range(4))


def test_other_thresholds():
    values = np.random.default_rng(2).random(100)
    assert np.array_equal(hysteresis(values, 0.8, 0.1), naive.hysteresis(values, 0.8, 0.1))
    with pytest.raises(UsageError):
        hysteresis(values, 0.3, 0.5)
    with pytest.raises(UsageError):
        hysteresis(values, 1.3, 0.5)


def test_no_frames():
    assert hysteresis(np.zeros((0, 4))).shape == (0, 4)
    assert viterbi(np.zeros((0, 4)), 60.0).shape == (0, 4)


def probability(course, values, fps, stay_s):
    """Logarithm of the probability of a course of one point, both states equally likely at first."""
    change = 1.0 / (fps * stay_s)
    total = 0.0
    for frame, state in enumerate(course):
        value = min(max(values[frame], 0.02), 0.98)
        total += np.log(value if state else 1.0 - value)
        if frame:
            total += np.log(change if state != course[frame - 1] else 1.0 - change)
    return total


@pytest.mark.parametrize("seed", range(8))
def test_viterbi_finds_the_most_probable_of_all_courses(seed):
    values = np.random.default_rng(seed).integers(0, 11, 10) / 10
    found = viterbi(values[:, None], 60.0, 0.3)[:, 0]
    best = max(probability(course, values, 60.0, 0.3) for course in product([False, True], repeat=10))
    assert probability(found, values, 60.0, 0.3) == pytest.approx(best, abs=1e-12)


def test_viterbi_drops_a_flicker_that_hysteresis_keeps():
    values = np.array([0.1] * 10 + [0.7] + [0.1] * 10)
    assert hysteresis(values).any()
    assert not viterbi(values, 60.0).any()
    with pytest.raises(UsageError):
        viterbi(values, 60.0, 0.0)


@given(st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.7, 1.0]), min_size=1, max_size=40), st.sampled_from([1, 3, 5, 9]))
def test_opening_and_closing_against_the_obvious(values, width):
    certainty = np.array(values)
    for limit in (0.2, 0.4, 0.6):
        expected = naive.opened_and_closed(certainty > limit, width)
        assert np.array_equal(opened_and_closed(certainty, width) > limit, expected)


def test_short_runs_go_first_then_short_gaps():
    text = "000110001110001111100111110000"
    smooth = opened_and_closed(np.array([float(c) for c in text]), 5)
    assert "".join(str(int(x)) for x in smooth) == "000000000000001111111111110000"


def test_columns_are_smoothed_apart():
    values = np.random.default_rng(0).random((50, 3))
    together = opened_and_closed(values, 5)
    for column in range(3):
        assert np.array_equal(together[:, column], opened_and_closed(values[:, column], 5))


@pytest.mark.parametrize("width", [0, -3, 4])
def test_widths_are_odd(width):
    with pytest.raises(UsageError, match="odd"):
        opened_and_closed(np.zeros(9), width)
