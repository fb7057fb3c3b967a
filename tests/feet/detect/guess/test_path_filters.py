"""Paths go on beyond their ends as they came: rest stays rest, and speed stays speed, up to the edge."""

import numpy as np
import pytest

from unbake.feet.detect.guess.path_filters import extended, lowest, shifted, smoothed, velocity

LINE = np.arange(12.0)[:, None] * [2.0, 0.0, -1.0]


def test_a_line_goes_on():
    np.testing.assert_allclose(extended(LINE, 5), np.arange(-5.0, 17.0)[:, None] * [2.0, 0.0, -1.0])
    np.testing.assert_allclose(smoothed(LINE, 1.7), LINE, atol=1e-12)
    np.testing.assert_allclose(velocity(LINE, 10.0, 3), np.tile([20.0, 0.0, -10.0], (12, 1)))


def test_shifts_are_what_comes_later_or_came_before():
    np.testing.assert_allclose(shifted(LINE, 3), LINE + 3.0 * LINE[1])
    np.testing.assert_allclose(shifted(LINE, -3), LINE - 3.0 * LINE[1])
    assert np.array_equal(shifted(LINE, 0), LINE)


@pytest.mark.parametrize("n_frames", [1, 2, 3])
def test_short_paths(n_frames):
    path = LINE[:n_frames]
    assert smoothed(path, 3.5).shape == shifted(path, 12).shape == velocity(path, 60.0).shape == path.shape
    assert velocity(LINE[:1], 60.0).max() == 0.0


def test_smoothing_takes_noise_away_by_the_bell_curve():
    noise = np.random.default_rng(1).normal(size=20_000)
    assert smoothed(noise, 3.0).std() == pytest.approx(1.0 / np.sqrt(2.0 * np.sqrt(np.pi) * 3.0), rel=0.05)


def test_the_lowest_is_within_the_path():
    assert lowest(np.array([3.0, 1.0, 2.0, 5.0, 4.0]), 1).tolist() == [1.0, 1.0, 1.0, 2.0, 4.0]
