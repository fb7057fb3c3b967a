"""Legs and feet over time: at other rates, in parts, and refused where they do not belong together."""

import numpy as np
import pytest

from unbake.errors import MotionError
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.legs import legs_of
from unbake.performer import perform


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=1.0, fps=120, seed=1).motion


def test_points_are_those_of_the_legs(walk):
    paths = foot_paths(walk)
    assert np.array_equal(paths.points_m, legs_of(walk).points_m(walk))
    assert (paths.n_frames, paths.fps) == (walk.n_frames, 120.0)


def test_another_rate_passes_through_the_same_places(walk):
    paths = foot_paths(walk)
    slower = paths.at_rate(60.0)
    np.testing.assert_allclose(slower.points_m, paths.points_m[::2], atol=1e-9)
    np.testing.assert_allclose(slower.legs.positions_m, paths.legs.positions_m[::2], atol=1e-9)


def test_an_excerpt_has_both_ends(walk):
    part = foot_paths(walk).excerpt(10, 19)
    assert part.n_frames == 10
    assert np.array_equal(part.points_m, foot_paths(walk).points_m[10:20])


def test_points_of_another_number_of_frames_are_refused(walk):
    paths = foot_paths(walk)
    with pytest.raises(MotionError, match="the points of the feet have shape"):
        FootPaths(paths.legs, paths.points_m[1:])
