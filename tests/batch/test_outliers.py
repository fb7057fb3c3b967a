"""Which clips are worth a look."""

import numpy as np
import pytest

from unbake.batch.outliers import LEAST_DEVIATION, LIMIT, odd_ones
from unbake.batch.record import Outcome


def outcome(clip, seconds=1.0, state="done", **figures):
    return Outcome(clip, "", state, figures={"duration_s": 10.0} | figures, seconds=seconds)


def naive(values):
    logs = np.log(values)
    spread = max(1.4826 * np.median(np.abs(logs - np.median(logs))), LEAST_DEVIATION)
    return [n for n, log in enumerate(logs) if (log - np.median(logs)) / spread > LIMIT]


@pytest.mark.parametrize("seed", range(5))
def test_the_same_as_the_slow_way(seed):
    values = np.exp(np.random.default_rng(seed).standard_cauchy(60).clip(-9, 9) + 1.0)
    found = odd_ones([outcome(f"{n:02}", error_cm=float(value)) for n, value in enumerate(values)])
    expected = [n for n in naive(values) if values[n] >= 0.5]
    assert expected
    assert sorted(odd.outcome.clip for odd in found) == [f"{n:02}" for n in expected]
    scores = [odd.reasons[0].score for odd in found]
    assert scores == sorted(scores, reverse=True)


def test_what_is_far_off_comes_first_with_its_reasons():
    usual = [outcome(f"usual{n}", error_cm=2.0 + 0.01 * n, keys_a_second=4.0) for n in range(10)]
    one, two = outcome("one", error_cm=9.0, keys_a_second=4.0), outcome("two", error_cm=5.0, keys_a_second=80.0)
    found = odd_ones([*usual, one, two])
    assert [odd.outcome.clip for odd in found] == ["two", "one"]
    assert [reason.measure.name for reason in found[0].reasons] == ["keys_a_second", "error_cm"]
    assert found[1].reasons[0].times == pytest.approx(9.0 / 2.055, rel=1e-3)


def test_alike_few_small_and_failed_clips_stand_out_nowhere():
    assert odd_ones([outcome(str(n), error_cm=2.0 * 1.9 ** (n == 3)) for n in range(10)]) == []
    assert odd_ones([outcome(str(n), error_cm=2.0 * 9.0 ** (n == 3)) for n in range(4)]) == []
    assert odd_ones([outcome(str(n), error_cm=0.01 * 9.0 ** (n == 3)) for n in range(10)]) == []
    assert odd_ones([outcome(str(n), state="failed", error_cm=2.0 * 9.0 ** (n == 3)) for n in range(10)]) == []
    assert odd_ones([outcome(str(n)) for n in range(10)]) == []


def test_time_counts_by_the_length_of_the_clip_and_without_compiling():
    usual = [outcome(str(n), seconds=6.0) for n in range(10)]
    assert [odd.outcome.clip for odd in odd_ones([*usual, outcome("slow", seconds=60.0)])] == ["slow"]
    assert odd_ones([*usual, outcome("long", seconds=60.0, duration_s=100.0)]) == []
    first = Outcome("first", "", "done", figures={"duration_s": 10.0}, seconds=60.0, compiled=True)
    assert odd_ones([*usual, first]) == []
