"""Frame rates from what people type, from written frame times, and from key times."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unbake.motion.frame_rate import checked_rate, parse_rate, rate_of_spacing, rate_of_times, snapped_rate


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        (".0083333", 120),
        ("0.00833333", 120),
        ("0.008333", 120),
        ("0.033333", 30),
        ("0.0333333333333", 30),
        ("0.0333667", Fraction(30000, 1001)),
        ("0.041708", Fraction(24000, 1001)),
        (repr(1 / 29.97), Fraction(30000, 1001)),
        (repr(1 / 23.976), Fraction(24000, 1001)),
        (repr(1 / 59.94), Fraction(60000, 1001)),
        (repr(1 / 29.98), Fraction(2998, 100)),
        ("0.04", 25),
        ("0.0416667", 24),
        ("0.01666667", 60),
        ("1.6666667e-2", 60),
        ("0.005", 200),
        ("0.01", 100),
        ("1", 1),
        ("0.5", 2),
        ("2.5", Fraction(2, 5)),
    ],
)
def test_written_frame_times(text, rate):
    assert snapped_rate(text) == rate


@pytest.mark.parametrize("text", ["0", "-0.1", "nan", "inf", "1e-9", "1e9", "", "a", "1e999"])
def test_no_frame_times(text):
    with pytest.raises(ValueError):  # noqa: PT011
        snapped_rate(text)


@pytest.mark.parametrize("digits", [6, 7, 8, 12])
@pytest.mark.parametrize("rate", [24, 25, 30, 50, 60, 72, 90, 100, 120, 144, 240])
def test_rounded_and_cut_off_times_give_their_rate(rate, digits):
    exact = 1.0 / rate
    for seconds in (round(exact, digits), int(exact * 10**digits) / 10**digits):
        assert snapped_rate(f"{seconds:.{digits}f}") == rate


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("120", 120),
        ("29.97", Fraction(30000, 1001)),
        ("23.976", Fraction(24000, 1001)),
        ("30000/1001", Fraction(30000, 1001)),
        ("59.94", Fraction(60000, 1001)),
        ("12.5", Fraction(25, 2)),
        (" 60 ", 60),
    ],
)
def test_typed_rates(text, rate):
    assert parse_rate(text) == rate


@pytest.mark.parametrize("text", ["0", "-5", "1/0", "nan", "inf", "fast", "", "100001", "1e999999999", "1" * 100])
def test_typed_nonsense(text):
    with pytest.raises(ValueError):  # noqa: PT011
        parse_rate(text)


@given(
    rate=st.sampled_from([24, 25, 30, 50, 60, 120, Fraction(30000, 1001), Fraction(24000, 1001)]),
    frames=st.sets(st.integers(0, 5000), min_size=2, max_size=20),
    start=st.integers(0, 200),
)
def test_key_times_in_float32_lie_on_frames_of_the_rate_found(rate, frames, start):
    """The rate found may be a lower one that fits as well, never one on which a key falls between frames."""
    keys = np.array(sorted(frames)) + start
    times = (keys / float(rate)).astype(np.float32).astype(np.float64)
    found = rate_of_times(times)
    assert found is not None
    on_frames = (times - times[0]) * float(found)
    assert np.abs(on_frames - np.round(on_frames)).max() < 0.02


@pytest.mark.parametrize("rate", [24, 25, 30, 50, 60, 120, Fraction(30000, 1001), Fraction(24000, 1001)])
def test_baked_key_times_give_their_own_rate(rate):
    times = (np.arange(200) / float(rate)).astype(np.float32).astype(np.float64)
    assert rate_of_times(times) == rate


def test_times_that_fit_no_rate():
    assert rate_of_times(np.array([0.0, 0.12345, 0.5])) is None
    assert rate_of_times(np.array([1.0])) is None
    assert rate_of_times(np.array([0.0, 0.0])) is None


@pytest.mark.parametrize("rate", ["3003/100", "1000", "120120/1000", "12", "77/3"])
@pytest.mark.parametrize("start", [0.0, 7.3])
def test_keys_on_every_frame_give_a_rate_that_nobody_uses(rate, start):
    times = (start + np.arange(400) / float(Fraction(rate))).astype(np.float32).astype(float)
    assert rate_of_spacing(times) == Fraction(rate)
    assert rate_of_spacing(np.delete(times, [3, 4, 17])) == Fraction(rate)


@pytest.mark.parametrize(
    ("given", "rate"),
    [
        (29.97, Fraction(30000, 1001)),
        (np.float32(59.94), Fraction(60000, 1001)),
        (23.976, Fraction(24000, 1001)),
        (30000 / 1001, Fraction(30000, 1001)),
        (Fraction(2997, 100), Fraction(2997, 100)),
        (12.5, Fraction(25, 2)),
        (np.int64(120), 120),
        (1e-5, Fraction(1, 100_000)),
    ],
)
def test_numbers_that_mean_ntsc_rates_are_those(given, rate):
    assert checked_rate(given) == rate


@pytest.mark.parametrize("rate", [130, 1000, 1234])
@pytest.mark.parametrize("start_s", [0.0, 10.5, 100.0])
def test_a_short_clip_that_begins_late_has_its_rate(rate, start_s):
    times = (round(start_s * rate) + np.arange(8 * (rate // 100) + 3)) / rate
    assert rate_of_spacing(times.astype(np.float32).astype(float)) == rate


def test_times_that_are_no_frames_give_no_rate():
    rng = np.random.default_rng(2)
    assert rate_of_spacing(np.cumsum(rng.uniform(0.02, 0.05, 40))) is None
    assert rate_of_spacing(np.arange(5) * 0.35) is None, "poses, a third of a second apart"
    assert rate_of_spacing(np.array([0.0, 0.03])) is None
    assert rate_of_spacing(np.array([0.0, 0.03, 0.03])) is None
