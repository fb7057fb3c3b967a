import numpy as np
import pytest
from scipy.optimize import least_squares

from curves.moving_arm import random_keys
from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits.schneider import fit_schneider


def noisy(frames, channels, seed):
    return 3 * np.cumsum(np.random.default_rng(seed).normal(size=(frames, channels)), axis=0)


def directions(keys, values, left, right):
    into = np.stack([keys - left[:, 0], values[keys] - left[:, 1]], axis=1)
    out = np.stack([right[:, 0] - keys, right[:, 1] - values[keys]], axis=1)
    return into, out


@pytest.mark.parametrize("seed", range(5))
def test_handles_lie_along_the_data_s_tangents(seed):
    keys, values = random_keys(60, 9, seed), noisy(60, 1, seed)
    left, right = fit_schneider(keys, values)
    into, out = directions(keys, values[:, 0], left[0], right[0])
    tangents = np.stack([np.full(60, 2.0), np.zeros(60)], axis=1)
    tangents[1:-1, 1] = values[2:, 0] - values[:-2, 0]
    tangents[0], tangents[-1] = [1, values[1, 0] - values[0, 0]], [1, values[-1, 0] - values[-2, 0]]
    for handle, at in ((into[1:], keys[1:]), (out[:-1], keys[:-1])):
        unit = tangents[at] / np.linalg.norm(tangents[at], axis=1, keepdims=True)
        assert unit[:, 0] * handle[:, 1] - unit[:, 1] * handle[:, 0] == pytest.approx(np.zeros(len(at)), abs=1e-9)
        assert (np.sum(unit * handle, axis=1) > 0.0).all()


def test_lengths_are_near_those_of_a_general_solver():
    """One segment of a smooth curve: nearest points and lengths together, by a slow solver."""
    times = np.arange(31.0)
    data = 12.0 * np.sin(times / 9.0)
    keys = np.array([0, 30])
    left, right = fit_schneider(keys, data[:, None], iterations=2000)
    leave, arrive = np.array([1, data[1] - data[0]]), np.array([1, data[30] - data[29]])
    leave, arrive = leave / np.linalg.norm(leave), arrive / np.linalg.norm(arrive)

    def gaps(z):
        points = np.array([[0, data[0]], z[0] * leave + [0, data[0]], [30, data[30]] - z[1] * arrive, [30, data[30]]])
        u = z[2:, None]
        curve = (1 - u) ** 3 * points[0] + 3 * (1 - u) ** 2 * u * points[1] + 3 * (1 - u) * u**2 * points[2]
        return (curve + u**3 * points[3] - np.stack([times, data], axis=1)[1:-1]).ravel()

    solved = least_squares(gaps, np.concatenate([[10, 10], times[1:-1] / 30]))
    found = [np.linalg.norm(right[0, 0] - [0, data[0]]), np.linalg.norm(left[0, 1] - [30, data[30]])]
    assert np.array(found) == pytest.approx(solved.x[:2], rel=1e-4)


def test_reversed_data_give_the_reversed_fit():
    keys, values = random_keys(90, 12, 6), noisy(90, 5, 6)
    left, right = fit_schneider(keys, values)
    back_left, back_right = fit_schneider((89 - keys)[::-1], values[::-1])
    flip = np.array([89.0, 0.0]) + np.array([-1.0, 1.0]) * back_right[:, ::-1]
    assert flip == pytest.approx(left, abs=1e-8)
    flip = np.array([89.0, 0.0]) + np.array([-1.0, 1.0]) * back_left[:, ::-1]
    assert flip == pytest.approx(right, abs=1e-8)


def test_a_smooth_curve_is_followed():
    times = np.arange(101.0)
    data = (20 * np.sin(times / 15))[:, None]
    keys = np.arange(0, 101, 20)
    left, right = fit_schneider(keys, data)
    curve = evaluate_chain(keys.astype(float), data[keys, 0].copy(), left[0], right[0], times)
    assert np.abs(curve - data[:, 0]).max() < 0.25
