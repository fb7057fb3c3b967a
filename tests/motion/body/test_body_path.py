"""A body over time: the same for every skeleton, rate, place and heading."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from unbake import MotionError
from unbake.motion.body.body_path import RATE_HZ, ROLES, body_path, is_body
from unbake.motion.body.mirror import mirrored
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_product, rotate
from unbake.performer.perform import perform

Y_TURN = np.array([0.0, np.sin(0.6), 0.0, np.cos(0.6)])


@pytest.fixture(scope="module")
def motion():
    return perform("walk").motion


def windows(path):
    centres = np.arange(path.n_instants)
    return path.seen_from(centres, centres[:, None] + np.arange(-30, 31, 10))


def test_positions_are_the_joints_in_leg_lengths(motion):
    path = body_path(motion.resampled(RATE_HZ))
    joints = [motion.skeleton.roles[role] for role in ROLES]
    expected = motion.resampled(RATE_HZ).positions()[:, joints] / path.leg_m
    np.testing.assert_allclose(path.positions, expected, atol=1e-5)
    assert path.n_instants == len(expected)


def test_place_and_heading_change_nothing(motion):
    moved = replace(
        motion,
        rotations_xyzw=np.concatenate(
            [quaternion_product(Y_TURN, motion.rotations_xyzw[:, :1]), motion.rotations_xyzw[:, 1:]], axis=1
        ),
        translations_m=rotate(Y_TURN, motion.translations_m) + np.array([3.0, 0.0, -2.0]),
    )
    assert motion.skeleton.translated == (0,)
    np.testing.assert_allclose(windows(body_path(moved)), windows(body_path(motion)), atol=1e-4)


def test_heights_are_above_the_floor_and_ahead_is_z(motion):
    path = body_path(motion)
    seen = windows(path)
    hips = ROLES.index("hips")
    np.testing.assert_allclose(seen[:, 3, hips, 1], path.positions[:, hips, 1], atol=1e-6)
    assert seen[40:-40, 6, hips, 2].min() > 0.2  # half a second later, a walker is ahead of himself
    assert seen[:, 3, ROLES.index("left-hip"), 0].min() > 0.0  # left is to the left


def test_legs_without_length_are_no_body(motion):
    turned = motion.excerpt(30, 60)
    assert is_body(turned)
    tiny = replace(
        turned,
        skeleton=replace(turned.skeleton, offsets_m=1e-4 * turned.skeleton.offsets_m),
        translations_m=1e-4 * turned.translations_m,
    )
    assert not is_body(tiny)
    with pytest.raises(MotionError, match="no length"):
        body_path(tiny)
    names = tuple(name.replace("Foot", "Wheel") for name in turned.skeleton.names)
    assert not is_body(replace(turned, skeleton=replace(turned.skeleton, names=names)))


def test_mirroring_the_motion_mirrors_its_path(motion):
    np.testing.assert_allclose(windows(body_path(mirrored(motion))), windows(body_path(motion).mirrored()), atol=1e-4)


@pytest.mark.parametrize("fps", [24, Fraction(30000, 1001), 120])
def test_the_frame_rate_changes_little(motion, fps):
    path, slow = body_path(motion), body_path(motion.resampled(fps))
    count = min(path.n_instants, slow.n_instants)
    assert abs(path.n_instants - slow.n_instants) <= 3
    assert np.abs(path.positions[:count] - slow.positions[:count]).max() < 0.05


def test_ends_hold_their_pose(motion):
    path = body_path(motion)
    seen = path.seen_from(np.array([0]), np.array([[-100, 0]]))
    np.testing.assert_array_equal(seen[0, 0], seen[0, 1])


def test_a_body_without_neck_and_clavicles_counts():
    names = ["hips", "chest", "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot"]
    parents = [-1, 0, 0, 2, 3, 0, 5, 6]
    offsets = [
        [0, 1, 0],
        [0, 0.4, 0],
        [0.1, 0, 0],
        [0, -0.5, 0],
        [0, -0.5, 0],
        [-0.1, 0, 0],
        [0, -0.5, 0],
        [0, -0.5, 0],
    ]
    rest = np.tile([0.0, 0.0, 0.0, 1.0], (3, 8, 1))
    path = body_path(Motion.from_arrays(names, parents, offsets, rest))
    assert path.leg_m == pytest.approx(1.0)
    at = {role: path.positions[0, ROLES.index(role)] for role in ROLES}
    for role in ("neck", "head", "left-wrist"):
        np.testing.assert_allclose(at[role], at["chest"])


def test_what_has_no_legs_is_no_body():
    motion = Motion.from_arrays(["root"], [-1], [[0, 0, 0]], np.tile([0.0, 0.0, 0.0, 1.0], (2, 1, 1)))
    with pytest.raises(MotionError, match="no left-hip"):
        body_path(motion)
