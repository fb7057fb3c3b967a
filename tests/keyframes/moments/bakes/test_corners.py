"""Corners: the frames at which bakes of lines and of held poses change their speed."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from benchmarks.handmade.lines import held, joined_by_lines

from clips import packaged_clip
from unbake.keyframes.moments.bakes import corners as corners_module
from unbake.keyframes.moments.bakes.corners import FEWER, are_samples, corners, on_one_frame
from unbake.keyframes.moments.bakes.knots import knots
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion

KEYS = (0, 7, 12, 15, 23, 26, 34, 47, 49, 60)


def acted(frames=61):
    """A quarter of a second of a jump becomes a second: with 30 frames of it, so that joints turn far in each."""
    return replace(packaged_clip().resampled(30).excerpt(1, frames), fps=Fraction(30))


def drawn(values, keys=KEYS):
    """Channels joined by lines, each by itself."""
    at = np.arange(len(values))
    return np.stack([np.interp(at, keys, column[list(keys)]) for column in values.T], axis=1)


def test_lines_between_poses_bend_at_their_keys():
    assert corners(joined_by_lines(acted(), KEYS)) == KEYS[1:-1]


@pytest.mark.parametrize("decimals", [12, 4, 3])
def test_so_do_channels_that_lines_join_in_files_with_few_decimals(decimals):
    motion = acted()
    values = np.radians(np.round(np.degrees(drawn(channel_values(motion))), decimals))
    baked = motion_from_channels(motion.skeleton, values, motion.fps, motion.first_frame)
    assert corners(baked) == KEYS[1:-1]


def test_poses_that_are_held_have_one_on_both_sides_of_each_jump():
    keys = (0, 7, 12, 19, 30, 36, 44, 55)
    found = corners(held(acted(), keys))
    assert found == tuple(frame for key in keys[1:] for frame in (key - 1, key))
    assert on_one_frame(held(acted(), keys), found) == found


def test_of_a_key_between_two_frames_the_nearer_one_stays():
    lines = joined_by_lines(acted(), (0, 12, 25, 34, 47, 60)).resampled(48)
    found = corners(lines)
    # 12 / 30 s is frame 19.2, 25 / 30 s is frame 40; and so on.
    assert found == (19, 20, 40, 54, 55, 75, 76)
    assert on_one_frame(lines, found) == (19, 40, 54, 75)


@pytest.mark.parametrize("fps", [120, 60, 30, 24])
def test_capture_has_none(fps):
    motion = packaged_clip().resampled(fps)
    assert motion.n_frames > 60
    assert corners(motion) == ()


def test_a_camera_that_goes_along_lines():
    at = np.arange(100)
    way = np.stack([np.interp(at, [0, 30, 71, 99], x) for x in ([0, 2, 2, 5], [1, 1, 2, 2], [0, 0, 3, 1])], axis=1)
    still = np.tile([0.0, 0.0, 0.0, 1.0], (100, 1, 1))
    camera = Motion.from_arrays(["camera"], [-1], np.zeros((1, 3)), still, way, 30)
    assert corners(camera) == (30, 71)


def test_a_key_of_one_arm_is_one_where_fewer_joints_are_enough():
    motion, keys = acted(), (0, 12, 26, 40, 60)
    arm = [motion.skeleton.index(name) for name in ("LeftArm", "LeftForeArm")]
    lines, waved = joined_by_lines(motion, keys), joined_by_lines(motion, (0, 12, 26, 33, 40, 60))
    turns = lines.rotations_xyzw.copy()
    turns[:, arm] = waved.rotations_xyzw[:, arm]
    mixed = replace(lines, rotations_xyzw=turns)
    assert corners(mixed) == keys[1:-1]
    assert corners(mixed, FEWER) == (12, 26, 33, 40)
    assert corners(lines, FEWER) == keys[1:-1]


def test_joints_that_rounding_alone_moves_do_not_count():
    lines = joined_by_lines(acted(), KEYS)
    turns = lines.rotations_xyzw.copy()
    still = np.random.default_rng(1).normal(size=turns[:, ::2].shape) * 1e-6 + turns[:1, ::2]
    turns[:, ::2] = still / np.linalg.norm(still, axis=2, keepdims=True)
    assert corners(replace(lines, rotations_xyzw=turns)) == KEYS[1:-1]


def test_in_blocks_as_in_one(monkeypatch):
    lines = joined_by_lines(acted(), KEYS)
    steps = held(acted(), (0, 7, 12, 19, 30, 36, 44, 55))
    expected = corners(lines), corners(steps)
    assert all(expected)
    for block in (20, 23, 31):
        monkeypatch.setattr(corners_module, "BLOCK", block)
        assert (corners(lines), corners(steps)) == expected


@pytest.mark.parametrize("frames", range(1, 6))
def test_too_short_for_a_corner(frames):
    assert corners(acted(frames)) == ()


def test_what_stands_still_has_none():
    motion = acted()
    assert (
        corners(
            replace(
                motion, rotations_xyzw=motion.rotations_xyzw[[0] * 61], translations_m=motion.translations_m[[0] * 61]
            )
        )
        == ()
    )


def test_knots_of_lines_are_their_keys_and_not_the_frames_beside_them():
    """One-sided accelerations jump beside a corner: that alone would find 25 and 27 of 26."""
    keys = (0, 13, 26, 40, 60)
    assert knots(joined_by_lines(acted(), keys)) == keys[1:-1]


@pytest.mark.parametrize(("fps", "rate"), [(30, 120), (60, 120), (24, 60), (30, 100), (15, 60)])
def test_samples_of_a_capture_that_is_resampled_upwards_are_no_keys(fps, rate):
    motion = packaged_clip().resampled(fps).resampled(rate)
    assert len(corners(motion)) > 20
    assert are_samples(corners(motion), motion)
    assert knots(motion) == ()


def test_nor_are_frames_that_stand_until_the_next_one():
    motion = packaged_clip().resampled(120)
    steps = held(motion, range(0, motion.n_frames, 4))
    assert are_samples(corners(steps), steps)


def test_many_fast_corners_are_samples_and_few_are_a_walk_or_a_run():
    motion = acted(61)
    fast = replace(motion, fps=Fraction(24))
    assert not are_samples(range(3, 48, 3), fast)
    assert not are_samples([2, 5, 7, 10, 12, 15, 17, 20], motion)
    assert are_samples(range(3, 90, 3), fast)
    assert not are_samples(range(6, 300, 6), fast)
    assert not are_samples([], motion)
    assert not are_samples([29, 30], motion)
