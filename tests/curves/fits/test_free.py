import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.fitted import breaks, check_sound, is_no_farther, sampled, squared, walks
from curves.moving_arm import random_keys
from unbake.compiling.threads import num_threads, set_num_threads
from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits.chain_kernels import TIGHTEST
from unbake.curves.fits.free import fit_free
from unbake.curves.fits.free_kernels import fit_channel
from unbake.curves.fits.hermite import fit_broken, fit_thirds
from unbake.errors import MotionError, UsageError

SHAPES = {"frames": st.integers(1, 60), "share": st.floats(0.0, 1.0), "seed": st.integers(0, 10_000)}


@pytest.mark.slow
@settings(max_examples=60)
@given(**SHAPES, break_weight=st.sampled_from([0.0, 0.3, 1.0]))
def test_curves_are_sound_and_no_farther_than_their_simpler_counterparts(frames, share, seed, break_weight):
    keys, values = random_keys(frames, 2 + round(share * (frames - 2)), seed), walks(frames, 3, seed)
    handles = fit_free(keys, values, break_weight=break_weight)
    check_sound(keys, values, handles)
    assert is_no_farther(keys, values, handles, fit_thirds(keys, values))
    if break_weight == 0.0:
        assert is_no_farther(keys, values, handles, fit_broken(keys, values))
    elif break_weight == 1.0:
        assert not breaks(keys, values, handles)


@pytest.mark.parametrize(
    ("frames", "keys"),
    [(1, [0]), (2, [0, 1]), (3, [0, 2]), (3, [0, 1, 2]), (30, range(30)), (30, [0, 29]), (30, [0, 1, 2, 3, 28, 29])],
)
def test_small_and_dense_selections(frames, keys):
    keys, values = np.array(keys), walks(frames, 4, 5)
    for weight in (0.0, 0.5, 1.0):
        handles = fit_free(keys, values, break_weight=weight)
        check_sound(keys, values, handles)
        assert is_no_farther(keys, values, handles, fit_thirds(keys, values))


def test_constant_channels_stay_exactly_constant():
    values = walks(50, 4, 1)
    values[:, [0, 2]] = [0.1, -1 / 3]
    keys = np.array([0, 1, 13, 30, 49])
    left, right = fit_free(keys, values)
    assert (left[[0, 2], :, 1] == values[0, [0, 2], None]).all()
    assert (right[[0, 2], :, 1] == values[0, [0, 2], None]).all()
    times = np.linspace(0, 49, 333)
    curves = sampled(keys, values, (left, right), times)[:, [0, 2]]
    np.testing.assert_allclose(curves, np.tile(values[0, [0, 2]], (333, 1)), rtol=1e-15, atol=0)
    assert fit_free(keys, np.empty((50, 0)))[0].shape == (0, 5, 2)


def test_what_bezier_curves_made_is_found_again():
    keys = np.array([0, 30, 80])
    left = np.array([[0, 1.0], [18, 20.0], [55, -14.0]])
    right = np.array([[14, 6.0], [54, 50.0], [80, 0.0]])
    values = np.array([1.0, 30.0, -5.0])
    data = evaluate_chain(keys.astype(float), values, left, right, np.arange(81.0))[:, None]
    found = fit_free(keys, data, levelling=0.0, shape=TIGHTEST)
    assert squared(keys, data, found)[0] < 1e-10 * squared(keys, data, fit_thirds(keys, data))[0]
    np.testing.assert_allclose(found[0][0, 1:], left[1:], atol=1e-3)
    np.testing.assert_allclose(found[1][0, :-1], right[:-1], atol=1e-3)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite_are_refused(bad):
    values = walks(20, 3, 0)
    values[7, 2] = bad
    with pytest.raises(MotionError, match="channel 2 at frame 7"):
        fit_free(np.array([0, 19]), values)


@pytest.mark.parametrize("keys", [[], [1, 9], [0, 8], [0, 5, 5, 9], [0, 6, 5, 9], [0, 12]])
def test_keys_must_rise_from_the_first_frame_to_the_last(keys):
    with pytest.raises(UsageError, match="0 to 9"):
        fit_free(np.array(keys, dtype=int), walks(10, 1, 0))


@pytest.mark.parametrize("number", [-0.1, -np.inf, np.inf, np.nan])
@pytest.mark.parametrize("name", ["break_weight", "overshoot", "levelling"])
def test_weights_must_be_finite_and_not_negative(name, number):
    with pytest.raises(UsageError, match=f"{name.replace('_', ' ')} must be"):
        fit_free(np.array([0, 9]), walks(10, 1, 0), **{name: number})


def test_whole_numbers_as_weights_need_no_compiling():
    keys, values = np.array([0, 9, 19]), walks(20, 1, 0)
    expected = fit_free(keys, values, break_weight=0.0, overshoot=1.0, levelling=0.0)
    compiled = len(fit_channel.signatures)
    found = fit_free(keys, values, break_weight=0, overshoot=1, levelling=0)
    assert np.array_equal(found, expected)
    assert len(fit_channel.signatures) == compiled


@pytest.mark.parametrize("options", [{}, {"break_weight": 0.3}])
def test_channels_signs_and_powers_of_two_change_no_bit(options):
    keys, values = random_keys(120, 9, 2), walks(120, 5, 2)
    left, right = fit_free(keys, values, **options)
    again = fit_free(keys, values, **options)
    assert np.array_equal((left, right), again)
    order = np.array([3, 0, 4, 2, 1])
    assert np.array_equal(fit_free(keys, values[:, order], **options), (left[order], right[order]))
    for factor in (-1.0, 0.25, 1024.0):
        other_left, other_right = fit_free(keys, factor * values, **options)
        for other, one in ((other_left, left), (other_right, right)):
            assert (other[..., 0] == one[..., 0]).all()
            assert (other[..., 1] == factor * one[..., 1]).all()


def test_threads_change_no_bit():
    keys, values = random_keys(150, 10, 3), walks(150, 9, 3)
    expected, before = fit_free(keys, values, break_weight=0.4), num_threads()
    try:
        for threads in (1, 2):
            set_num_threads(threads)
            assert np.array_equal(fit_free(keys, values, break_weight=0.4), expected)
    finally:
        set_num_threads(before)


@pytest.mark.parametrize(("factor", "offset"), [(0.01, 0.0), (57.3, 0.0), (1e4, 0.0), (1.0, 123.4), (0.01, -5.0)])
def test_units_and_place_do_not_matter(factor, offset):
    """Rounding turns some steps, so flat minima end elsewhere: curves agree, handles need not.

    On the thesis clips with 20 keys the RMS moved by 1e-6 of itself and curves by 1e-5 of their ranges at most.
    """
    keys, values = random_keys(120, 10, 4), walks(120, 5, 4)
    other = factor * values + offset
    mine, its = fit_free(keys, values), fit_free(keys, other)
    rms, its_rms = (np.sqrt(squared(keys, v, h)) for v, h in ((values, mine), (other, its)))
    np.testing.assert_allclose(its_rms, factor * rms, rtol=2e-6)
    times = np.linspace(0, 119, 1000)
    apart = sampled(keys, other, its, times) - offset - factor * sampled(keys, values, mine, times)
    assert np.abs(apart).max() < 1e-4 * factor * np.ptp(values, axis=0).min()


def piecewise_cubic(keys, slopes, heights, times):
    third = np.diff(keys) / 3
    left, right = np.stack([keys, heights], axis=1), np.stack([keys, heights], axis=1)
    right[:-1] += np.stack([third, third * slopes[:-1]], axis=1)
    left[1:] -= np.stack([third, third * slopes[1:]], axis=1)
    return evaluate_chain(keys.astype(float), heights, left, right, times), left, right


def test_the_frame_rate_does_not_matter():
    random = np.random.default_rng(6)
    keys = np.array([0, 12, 30, 44, 70])
    heights, slopes = 5 * random.normal(size=5), random.normal(size=5)
    for rate in (1, 2, 4):
        data, left, right = piecewise_cubic(keys, slopes, heights, np.arange(70 * rate + 1) / rate)
        found = fit_free(keys * rate, data[:, None], overshoot=1.0)
        np.testing.assert_allclose(found[0][0] / [rate, 1.0], left, atol=1e-5)
        np.testing.assert_allclose(found[1][0] / [rate, 1.0], right, atol=1e-5)


def test_finer_frames_give_the_same_curve():
    """What no curve meets exactly: a smooth function at one, two and four frames a unit of time."""
    keys, rates = np.array([0, 40, 75, 120]), (1, 2, 4)
    curves = []
    for rate in rates:
        times = np.arange(120 * rate + 1) / rate
        data = (np.sin(times / 11) + 0.3 * np.sin(times / 4 + 1))[:, None]
        handles = fit_free(keys * rate, data, levelling=0.0)
        curves.append(sampled(keys * rate, data, handles, np.linspace(0, 120 * rate, 500))[:, 0])
        error = np.abs(curves[-1] - np.sin(np.linspace(0, 120, 500) / 11)).max()
    assert error > 0.1
    assert np.abs(curves[1] - curves[0]).max() < 0.02
    assert np.abs(curves[2] - curves[1]).max() < 0.01


def corner_data():
    time = np.arange(-40.0, 41.0)
    return np.abs(time) / 4 + 0.3 * np.sin(time / 9), np.array([0, 12, 25, 40, 55, 68, 80])


def test_a_corner_breaks_there_and_only_there():
    data, keys = corner_data()
    values = data[:, None]
    aligned, broken = fit_free(keys, values), fit_free(keys, values, break_weight=0.5)
    assert breaks(keys, values, aligned) == []
    assert breaks(keys, values, broken) == [(0, 3)]
    assert squared(keys, values, broken)[0] < 0.01 * squared(keys, values, aligned)[0]


def test_a_corner_between_two_keys_breaks_one_of_them():
    """Both gain by a break; once one is broken, the other does no longer."""
    time, keys = np.arange(-40.0, 41.0), np.array([0, 12, 25, 40, 44, 55, 68, 80])
    values = (np.abs(time - 2.0) / 4 + 0.3 * np.sin(time / 9))[:, None]
    assert breaks(keys, values, fit_free(keys, values, break_weight=0.5, shape=TIGHTEST)) == [(0, 3)]


def test_a_smooth_channel_never_breaks_but_at_weight_zero():
    time = np.arange(121.0)
    values = np.stack([np.sin(time / 13), np.exp(-(((time - 60) / 25) ** 2))], axis=1)
    keys = np.arange(0, 121, 20)
    assert breaks(keys, values, fit_free(keys, values, break_weight=0.9)) == []
    assert breaks(keys, values, fit_free(keys, values, break_weight=0.0)) != []


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0])
def test_without_new_starts_curves_are_sound_and_a_little_farther(weight):
    squares = []
    for seed in range(8):
        keys, values = random_keys(120, 12, seed), walks(120, 4, seed)
        options = {"break_weight": weight, "levelling": 0.0}
        quick, full = (fit_free(keys, values, restarts=restarts, **options) for restarts in (False, True))
        check_sound(keys, values, quick)
        assert is_no_farther(keys, values, quick, fit_thirds(keys, values))
        squares.append(squared(keys, values, quick) / squared(keys, values, full))
    assert 1.0 < np.mean(squares) < 1.2
