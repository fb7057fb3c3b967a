"""Moments that repeat a pose."""

from fractions import Fraction

import numpy as np
import pytest

from motion.turning import bare_pan
from unbake.keyframes.moments.extremes import extremes
from unbake.keyframes.moments.repeats import SAME_M, without_repeats
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.performer import Figure, with_noise

FPS = 60
REACH_M = 0.64
"""From the shoulder to the finger tips; none of the joints that are looked at is farther."""


def swinging(places, stature_m=1.75):
    """A body whose arm is at an angle in radians at each of the frames, and goes evenly between them."""
    frames, angles = np.array(places).T
    body = Figure(stature_m).skeleton
    rotations = np.tile(body.rest_xyzw, (int(frames[-1]) + 1, 1, 1))
    swung = np.interp(np.arange(len(rotations)), frames, angles)
    rotations[:, body.names.index("RightArm")] = quaternion_from_euler("z", swung[:, None])
    return Motion(body, rotations, np.tile(body.offsets_m[:1], (len(rotations), 1, 1)), Fraction(FPS))


SLOW = 0.8 * SAME_M / REACH_M
NEAR, FAR = int(0.15 * FPS), int(0.5 * FPS)


@pytest.mark.parametrize(("weights", "kept"), [((0.3, 0.2), [0]), ((0.2, 0.3), [1])])
@pytest.mark.parametrize("stature_m", [0.5, 1.75])
def test_of_two_that_show_one_pose_the_heavier_stays(weights, kept, stature_m):
    motion = swinging([(0, 0), (60, 1.0), (60 + NEAR, 1.0 + SLOW), (160, 0)], stature_m)
    assert without_repeats([60, 60 + NEAR], weights, motion) == kept


def test_two_poses_stay_however_near_they_are():
    motion = swinging([(0, 0), (60, 1.0), (60 + NEAR, 1.3), (160, 0)])
    assert without_repeats([60, 60 + NEAR], [0.3, 0.2], motion) == [0, 1]


def test_what_is_far_apart_in_time_stays():
    motion = swinging([(0, 0), (60, 1.0), (60 + FAR, 1.0 + SLOW), (160, 0)])
    assert without_repeats([60, 60 + FAR], [0.3, 0.2], motion) == [0, 1]


def test_both_ends_of_a_short_rest_stay():
    motion = swinging([(0, 0), (60, 1.0), (60 + NEAR, 1.0), (160, 0)])
    assert without_repeats([60, 60 + NEAR], [0.3, 0.2], motion) == [0, 1]


def test_what_lies_within_a_rest_goes():
    motion = swinging([(0, 0), (60, 1.0), (100, 1.0 + SLOW / 2), (140, 1.0), (200, 0)])
    assert without_repeats([60, 100, 140], [0.1, 0.9, 0.2], motion) == [0, 2]


def test_what_repeats_the_ends_of_the_clip_goes():
    motion = swinging([(0, 0), (NEAR, SLOW), (60, 1.0), (120 - NEAR, SLOW), (120, 0)])
    assert without_repeats([NEAR, 60, 120 - NEAR], [0.9, 0.2, 0.9], motion) == [1]


def test_what_only_turns_has_poses():
    """The joint of a camera stays where it is."""
    pan = bare_pan()
    found = [extreme.frame for extreme in extremes(pan)]
    assert len(found) > 1
    assert without_repeats(found, [1.0] * len(found), pan) == list(range(len(found)))


def test_a_stance_that_trembles_is_one_pose():
    motion = with_noise(swinging([(0, 0), (60, 1.0), (60 + NEAR, 1.0 + SLOW), (160, 0)]), 0.05, 0.0005, seed=1)
    assert without_repeats([60, 60 + NEAR], [0.3, 0.2], motion) == [0]
