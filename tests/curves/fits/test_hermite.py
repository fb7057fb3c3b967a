from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.moving_arm import random_keys
from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits import hermite
from unbake.curves.fits.hermite import fit_broken, fit_hermite, fit_thirds, slopes_at
from unbake.errors import UsageError


@pytest.fixture(scope="module", autouse=True, params=[64, 0], ids=["few by NumPy", "all by SciPy"])
def few(request):
    """Both ways to solve: that of few keys, and that of many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hermite, "FEW", request.param)
        yield


def hermite_basis(keys, frames):
    """Values at all frames as `positions @ values[keys] + slopes @ m`, by the textbook formula, frame by frame."""
    positions, slopes = np.zeros((frames, len(keys))), np.zeros((frames, len(keys)))
    for segment, (first, last) in enumerate(pairwise(keys)):
        length = last - first
        for frame in range(first, last + 1):
            t = (frame - first) / length
            positions[frame, segment : segment + 2] = 2 * t**3 - 3 * t**2 + 1, -2 * t**3 + 3 * t**2
            slopes[frame, segment : segment + 2] = length * (t**3 - 2 * t**2 + t), length * (t**3 - t**2)
    return positions, slopes


def dense_slopes(keys, values):
    """Least squares by a dense solver: of all minimisers, the one nearest to the finite-difference slopes."""
    positions, basis = hermite_basis(keys, len(values))
    near = slopes_at(keys, values)
    rest = values - positions @ values[keys] - basis @ near
    return near + np.linalg.lstsq(basis, rest, rcond=1e-10)[0]


def noisy(frames, channels, seed):
    random = np.random.default_rng(seed)
    return np.cumsum(random.normal(size=(frames, channels)), axis=0)


@settings(max_examples=60)
@given(frames=st.integers(2, 60), share=st.floats(0.0, 1.0), seed=st.integers(0, 1000))
def test_slopes_are_those_of_a_dense_solver(frames, share, seed):
    keys = random_keys(frames, 2 + round(share * (frames - 2)), seed)
    values = noisy(frames, 3, seed)
    assert fit_hermite(keys, values) == pytest.approx(dense_slopes(keys, values), abs=1e-6)


def test_no_other_slopes_are_nearer():
    keys, values = random_keys(80, 9, 3), noisy(80, 2, 3)
    positions, basis = hermite_basis(keys, 80)

    def squares(slopes):
        return np.sum((positions @ values[keys] + basis @ slopes - values) ** 2)

    best = fit_hermite(keys, values)
    random = np.random.default_rng(4)
    assert all(squares(best) < squares(best + 1e-3 * random.normal(size=best.shape)) for _ in range(50))


def test_a_cubic_is_reproduced():
    time_ = np.arange(50.0)[:, None]
    factors = np.random.default_rng(1).normal(size=(4, 6)) * np.array([[1.0], [0.1], [1e-2], [1e-4]])
    values = sum(factors[power] * time_**power for power in range(4))
    slopes = sum(power * factors[power] * time_ ** (power - 1) for power in range(1, 4))
    keys = np.array([0, 3, 17, 40, 49])
    assert fit_hermite(keys, values) == pytest.approx(slopes[keys], abs=1e-10)
    assert curves(keys, values) == pytest.approx(values, abs=1e-10)


def curves(keys, values):
    left, right = fit_thirds(keys, values)
    times = np.arange(float(len(values)))
    rows = [
        evaluate_chain(keys.astype(float), values[keys, c].copy(), left[c], right[c], times)
        for c in range(values.shape[1])
    ]
    return np.stack(rows, axis=1)


def test_handles_at_thirds_are_the_hermite_curve():
    keys, values = random_keys(60, 7, 5), noisy(60, 4, 5)
    positions, basis = hermite_basis(keys, 60)
    expected = positions @ values[keys] + basis @ fit_hermite(keys, values)
    assert curves(keys, values) == pytest.approx(expected, abs=1e-10)


def test_reversed_data_give_the_reversed_fit():
    keys, values = random_keys(90, 12, 6), noisy(90, 5, 6)
    backwards = fit_hermite((89 - keys)[::-1], values[::-1])
    assert -backwards[::-1] == pytest.approx(fit_hermite(keys, values), abs=1e-10)


def test_channels_do_not_touch_each_other_and_scale_freely():
    keys, values = random_keys(70, 8, 7), noisy(70, 3, 7)
    together = fit_hermite(keys, values)
    for channel in range(3):
        alone = fit_hermite(keys, 57.3 * values[:, [channel]])
        assert alone[:, 0] == pytest.approx(57.3 * together[:, channel], rel=1e-9)


def test_a_key_on_every_frame_takes_central_differences():
    values = noisy(30, 2, 8)
    slopes = fit_hermite(np.arange(30), values)
    assert slopes[1:-1] == pytest.approx((values[2:] - values[:-2]) / 2, abs=1e-9)
    parabola = (np.arange(30.0) ** 2)[:, None]
    assert fit_hermite(np.arange(30), parabola)[:, 0] == pytest.approx(2 * np.arange(30.0), abs=1e-9)


def test_constant_channels_have_slopes_of_exactly_zero():
    values = np.full((40, 2), 0.1) * [1.0, 3.7]
    assert not fit_hermite(np.array([0, 1, 9, 11, 39]), values).any()


def test_one_and_two_frames():
    assert fit_hermite(np.array([0]), np.array([[3.0]])).tolist() == [[0.0]]
    assert fit_hermite(np.array([0, 1]), np.array([[1.0], [3.0]])) == pytest.approx(np.array([[2.0], [2.0]]))


@pytest.mark.parametrize("keys", [[], [1, 9], [0, 8], [0, 5, 5, 9], [0, 6, 5, 9], [0, 12]])
def test_keys_must_rise_from_the_first_frame_to_the_last(keys):
    with pytest.raises(UsageError, match="0 to 9"):
        fit_hermite(np.array(keys, dtype=int), np.zeros((10, 1)))


def sampled(keys, values, handles):
    left, right = handles
    frames = np.arange(len(values), dtype=float)
    curves = [
        evaluate_chain(keys.astype(float), values[keys, c], left[c], right[c], frames) for c in range(values.shape[1])
    ]
    return np.stack(curves, axis=1)


@settings(max_examples=40)
@given(frames=st.integers(2, 50), share=st.floats(0.0, 1.0), seed=st.integers(0, 1000))
def test_broken_is_the_nearest_cubic_of_each_segment(frames, share, seed):
    keys = random_keys(frames, 2 + round(share * (frames - 2)), seed)
    values = noisy(frames, 3, seed)
    found = sampled(keys, values, fit_broken(keys, values))
    np.testing.assert_allclose(found[keys], values[keys], atol=1e-9)
    for first, last in pairwise(keys):
        part = values[first : last + 1]
        positions, basis = hermite_basis(np.array([0, last - first]), len(part))
        rest = part - positions @ part[[0, -1]]
        least = np.sum((basis @ np.linalg.lstsq(basis, rest, rcond=1e-10)[0] - rest) ** 2)
        assert np.sum((found[first : last + 1] - part) ** 2) <= least * (1 + 1e-6) + 1e-9


def test_broken_is_never_farther_than_smooth():
    keys, values = random_keys(200, 14, 6), noisy(200, 5, 6)
    squares = [np.sum((sampled(keys, values, f(keys, values)) - values) ** 2, axis=0) for f in (fit_broken, fit_thirds)]
    assert (squares[0] <= squares[1]).all()
    assert (squares[0] < 0.9 * squares[1]).any()
