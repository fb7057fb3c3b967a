"""Steps: poses that are held until the next one."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from benchmarks.handmade.lines import held, joined_by_lines

from clips import packaged_clip
from unbake.keyframes.moments.bakes import steps as steps_module
from unbake.keyframes.moments.bakes.steps import steps
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.motion import Motion

KEYS = (0, 7, 12, 19, 30, 36, 44, 55)


def acted(frames=61):
    return replace(packaged_clip().resampled(30).excerpt(1, frames), fps=Fraction(30))


def sides(keys):
    return tuple(sorted({frame for key in keys[1:] for frame in (key - 1, key)}))


def test_both_sides_of_each_jump_but_the_clips_ends():
    assert steps(held(acted(), KEYS)) == sides(KEYS)
    assert steps(held(acted(), (0, 1, 30, 60))) == (1, 29, 30, 59)


def test_two_poses_may_follow_each_other_within_a_frame():
    keys = (0, 6, 7, 14, 20, 26, 32, 38, 44, 50)
    assert steps(held(acted(), keys)) == sides(keys)


@pytest.mark.parametrize("decimals", [6, 3])
def test_channels_of_files_with_few_decimals(decimals):
    motion = held(acted(), KEYS)
    values = np.radians(np.round(np.degrees(channel_values(motion)), decimals))
    assert steps(motion_from_channels(motion.skeleton, values, motion.fps, motion.first_frame)) == sides(KEYS)


def test_rounding_is_no_change():
    motion = held(acted(), KEYS)
    noise = np.random.default_rng(1).normal(size=motion.translations_m.shape) * 1e-6
    assert steps(replace(motion, translations_m=motion.translations_m + noise)) == sides(KEYS)


def test_what_goes_on_twos_or_threes_is_keyed_otherwise():
    for every in (2, 3):
        assert steps(held(acted(), range(0, 61, every))) == ()
    assert steps(held(acted(), range(0, 61, 4))) == sides(range(0, 61, 4))[:-1]


def test_lines_and_capture_and_what_stands_still_have_none():
    motion = acted()
    assert steps(motion) == steps(joined_by_lines(motion, (*KEYS, 60))) == steps(held(motion, [0])) == ()


def test_a_capture_that_stands_frozen_for_most_of_the_time_has_none():
    motion = acted()
    rows = np.array([*[0] * 200, *range(61), *[60] * 200])
    frozen = replace(motion, rotations_xyzw=motion.rotations_xyzw[rows], translations_m=motion.translations_m[rows])
    assert steps(frozen) == ()


def test_a_camera_that_cuts_from_place_to_place():
    at = np.searchsorted([30, 71], np.arange(100), side="right")
    still = np.tile([0.0, 0.0, 0.0, 1.0], (100, 1, 1))
    camera = Motion.from_arrays(["camera"], [-1], np.zeros((1, 3)), still, np.eye(3)[at], 30)
    assert steps(camera) == (29, 30, 70, 71)


@pytest.mark.parametrize("frames", range(1, 6))
def test_too_short_for_a_step(frames):
    assert steps(acted(frames)) == ()


def test_in_blocks_as_in_one(monkeypatch):
    motion = held(acted(), KEYS)
    for block in (6, 7, 30, 60):
        monkeypatch.setattr(steps_module, "BLOCK", block)
        assert steps(motion) == sides(KEYS)
