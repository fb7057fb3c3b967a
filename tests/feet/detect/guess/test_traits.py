"""What is looked at does not depend on place, heading, side, floor, stature or rate."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from feet.detect.test_features import moved
from unbake.feet.detect.features import LegPaths
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.detect.guess.traits import traits
from unbake.feet.labels import MIRRORED
from unbake.motion.resampling import resampled
from unbake.performer import perform


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=2.0, fps=60, seed=1, turning_deg_s=30.0).motion


def test_place_heading_and_floor_do_not_matter(walk):
    elsewhere = traits(foot_paths(moved(walk, -2.0, [40.0, 1.0, 3.0])))
    np.testing.assert_allclose(elsewhere, traits(foot_paths(walk)), atol=1e-4)


def test_a_left_foot_is_a_right_one_in_the_mirror(walk):
    paths = foot_paths(walk)
    image = FootPaths(paths.legs.mirrored(), paths.points_m[:, list(MIRRORED)] * [-1.0, 1.0, 1.0])
    np.testing.assert_allclose(traits(image), traits(paths)[:, list(MIRRORED)], atol=1e-5)


def test_larger_people_look_the_same(walk):
    paths = foot_paths(walk)
    legs = LegPaths(1.3 * paths.legs.positions_m, paths.legs.fps, 1.3 * paths.legs.leg_length_m)
    np.testing.assert_allclose(traits(FootPaths(legs, 1.3 * paths.points_m)), traits(paths), atol=1e-5)


@pytest.mark.parametrize("fps", [120, 240])
def test_rates_do_not_matter(walk, fps):
    faster = foot_paths(resampled(walk, fps))
    np.testing.assert_allclose(traits(faster)[:100], traits(foot_paths(walk))[:100], atol=2e-3)


@pytest.mark.parametrize("n_frames", [1, 2, 5])
def test_short_clips(walk, n_frames):
    found = traits(foot_paths(walk.excerpt(walk.first_frame, walk.first_frame + n_frames - 1)))
    assert found.shape[:2] == (n_frames, 4)
    assert np.isfinite(found).all()


def test_inputs_stay_as_they_are(walk):
    paths = foot_paths(replace(walk, fps=Fraction(60)))
    before = paths.points_m.copy()
    traits(paths)
    assert np.array_equal(paths.points_m, before)
