"""Features are a matter of the legs alone: not of place, heading, frame rate or stature."""

from dataclasses import replace

import numpy as np
import pytest

from feet import naive
from unbake.errors import UsageError
from unbake.feet.detect.features import (
    FeatureOptions,
    LegPaths,
    features_of_paths,
    foot_features,
    leg_paths,
    mirror_columns,
    positions_at,
)
from unbake.feet.legs import legs_of
from unbake.motion.body.mirror import mirrored
from unbake.motion.rotations import quaternion_product, rotate
from unbake.performer import perform

OPTIONS = [
    FeatureOptions(),
    FeatureOptions(ground="zero", scaling="none"),
    FeatureOptions(window=5, joints=("toe", "hip"), with_root=True),
    FeatureOptions(window=1, rate_hz=30.0),
]


@pytest.fixture(scope="module")
def run():
    return perform("run", seconds=1.5, seed=5, fps=60, turning_deg_s=50.0).motion


def moved(motion, turn_rad, shift_m):
    """The motion elsewhere, heading elsewhere."""
    turn = np.array([0.0, np.sin(0.5 * turn_rad), 0.0, np.cos(0.5 * turn_rad)])
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    translations[:, 0] = rotate(turn, translations[:, 0]) + shift_m
    return replace(motion, rotations_xyzw=rotations, translations_m=translations)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("fps", [24, 60, 100])
def test_against_the_obvious(options, fps):
    motion = perform("walk", seconds=0.7, seed=2, fps=fps).motion
    paths = leg_paths(motion, legs_of(motion))
    found = features_of_paths(paths, options)
    assert found.shape == (motion.n_frames, options.size)
    assert found.dtype == np.float32
    assert np.allclose(found, naive.features_of_paths(paths, options), atol=2e-6)


@pytest.mark.parametrize("options", OPTIONS)
def test_neither_place_nor_heading_matters(run, options):
    legs = legs_of(run)
    shift = [7.0, 0.0 if options.ground == "zero" else 0.8, -3.0]
    elsewhere = moved(run, 2.1, shift)
    assert np.allclose(foot_features(run, legs, options), foot_features(elsewhere, legs, options), atol=2e-6)


@pytest.mark.parametrize("options", OPTIONS)
def test_the_mirrored_motion_has_the_mirrored_features(run, options):
    column, sign = mirror_columns(options)
    own = foot_features(run, legs_of(run), options)
    image = mirrored(run)
    assert np.allclose(foot_features(image, legs_of(image), options), own[:, column] * sign, atol=1e-6)
    assert np.array_equal(column[column], np.arange(options.size))


@pytest.mark.parametrize("fps", [30, 48, 72, 90, 120])
def test_the_frame_rate_hardly_matters(fps):
    at_60 = perform("run", seconds=1.0, seed=3, fps=60).motion
    other = perform("run", seconds=1.0, seed=3, fps=fps).motion
    ours = foot_features(other, legs_of(other))
    fine = foot_features(at_60, legs_of(at_60))
    times = np.arange(len(ours)) / fps
    shared = [(n, round(60 * t)) for n, t in enumerate(times) if abs(60 * t - round(60 * t)) < 1e-3]
    shared = [(n, m) for n, m in shared if 12 <= m < len(fine) - 14]
    assert len(shared) >= 3
    a, b = np.array(shared).T
    # In leg lengths: a thousandth is about a millimetre; at 30 frames a second the landings are smoothed a little.
    assert np.abs(ours[a] - fine[b]).max() < {30: 0.012, 48: 0.006}.get(fps, 3e-3)


def test_at_120_frames_a_second_nothing_is_interpolated():
    fine = perform("walk", seconds=1.0, seed=3, fps=120).motion
    coarse = perform("walk", seconds=1.0, seed=3, fps=60).motion
    twice = foot_features(fine, legs_of(fine))[::2]
    assert np.allclose(twice, foot_features(coarse, legs_of(coarse)), atol=1e-6)


def test_leg_length_is_the_unit(run):
    paths = leg_paths(run, legs_of(run))
    giant = LegPaths(3.0 * paths.positions_m, paths.fps, 3.0 * paths.leg_length_m)
    assert np.allclose(features_of_paths(giant), features_of_paths(paths), atol=1e-6)
    metres = FeatureOptions(scaling="none")
    assert np.allclose(features_of_paths(giant, metres), 3.0 * features_of_paths(paths, metres), atol=3e-6)


def test_mirrored_paths_are_those_of_the_mirrored_motion(run):
    image = mirrored(run)
    ours = leg_paths(run, legs_of(run)).mirrored()
    assert np.allclose(ours.positions_m, leg_paths(image, legs_of(image)).positions_m, atol=1e-12)


def test_positions_between_frames():
    frames = np.arange(9.0)
    cubic = np.stack([frames**2, frames, np.ones(9)], axis=1)
    asked = np.array([1.0, 2.25, 5.5, 7.0])
    assert np.allclose(positions_at(cubic, asked)[:, 0], asked**2)
    assert np.array_equal(positions_at(cubic, np.array([-3.0, 0.0, 8.0, 99.0])), cubic[[0, 0, 8, 8]])
    assert np.array_equal(positions_at(cubic[:1], np.array([-1.0, 0.0, 0.5])), cubic[[0, 0, 0]])


def test_one_frame():
    motion = perform("stand", seconds=0.01, fps=60).motion
    rows = foot_features(motion, legs_of(motion)).reshape(motion.n_frames, 21, -1)
    assert np.array_equal(rows[0, 0], rows[0, -1])


def test_hips_above_each_other_keep_the_heading_before(run):
    paths = leg_paths(run, legs_of(run))
    positions = paths.positions_m.copy()
    positions[10, 1, 0, [0, 2]] = positions[10, 0, 0, [0, 2]]
    assert np.isfinite(features_of_paths(LegPaths(positions, paths.fps, 1.0))).all()
    always = positions.copy()
    always[:, 1, 0] = always[:, 0, 0]
    assert np.isfinite(features_of_paths(LegPaths(always, paths.fps, 1.0))).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"window": 20},
        {"window": 0},
        {"window": 10_001},
        {"rate_hz": 0.0},
        {"rate_hz": float("nan")},
        {"joints": ()},
        {"joints": ("toe", "toe")},
        {"joints": ("elbow",)},
        {"scaling": "stature"},
        {"ground": "sea"},
    ],
)
def test_options_that_make_no_sense(wrong):
    with pytest.raises(UsageError):
        FeatureOptions(**wrong)
