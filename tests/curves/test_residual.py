from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from curves.moving_arm import arm_motion
from unbake.curves.fit import fit
from unbake.curves.residual import residual, with_detail
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.rotations import rotation_angle


@pytest.fixture
def case():
    motion = arm_motion(60, 1)
    animation = fit(motion, Selection((0, 15, 31, 59)))
    return motion, animation, residual(motion, animation)


def check_same(a, b, tolerance=1e-9):
    assert rotation_angle(a.rotations_xyzw, b.rotations_xyzw).max() < tolerance
    assert a.translations_m == pytest.approx(b.translations_m, abs=tolerance)
    assert a.positions() == pytest.approx(b.positions(), abs=tolerance)


def test_all_of_the_detail_is_the_capture(case):
    motion, animation, detail = case
    check_same(with_detail(animation, detail, 1.0), motion)


def test_none_of_it_is_the_animation(case):
    _, animation, detail = case
    check_same(with_detail(animation, detail, 0.0), animation.sample())


@pytest.mark.parametrize("fraction", [0.1, 0.5, 0.9])
def test_between_each_joint_turns_part_of_the_way(case, fraction):
    motion, animation, detail = case
    part, sampled = with_detail(animation, detail, fraction), animation.sample()
    assert part.translations_m == pytest.approx(
        (1 - fraction) * sampled.translations_m + fraction * motion.translations_m, abs=1e-12
    )
    for frame in range(0, 60, 7):
        for joint in range(4):
            ends = Rotation.from_quat([sampled.rotations_xyzw[frame, joint], motion.rotations_xyzw[frame, joint]])
            expected = Slerp([0.0, 1.0], ends)(fraction)
            found = Rotation.from_quat(part.rotations_xyzw[frame, joint])
            assert (expected.inv() * found).magnitude() < 1e-9


def test_in_quaternion_channels_and_with_any_sign(case):
    motion, *_ = case
    animation = fit(motion, Selection((0, 20, 59)), skeleton=motion.skeleton.with_quaternion_channels())
    detail = residual(motion, animation)
    assert (detail.rotations_xyzw[..., 3] >= 0.0).all()
    check_same(with_detail(animation, detail, 1.0), motion)


def test_the_sign_of_a_quaternion_makes_no_difference(case):
    motion, animation, detail = case
    signs = np.where(np.random.default_rng(2).random((60, 5, 1)) < 0.5, -1.0, 1.0)
    flipped = residual(replace(motion, rotations_xyzw=signs * motion.rotations_xyzw), animation)
    check_same(with_detail(animation, flipped, 0.5), with_detail(animation, detail, 0.5))


def test_detail_is_small_and_zero_at_the_keys(case):
    _, _, detail = case
    identity = np.array([0.0, 0.0, 0.0, 1.0])
    angles = rotation_angle(np.broadcast_to(identity, detail.rotations_xyzw.shape), detail.rotations_xyzw)
    assert angles[[0, 15, 31, 59]].max() < 1e-9
    assert 1e-4 < angles.max() < 1.0


def test_detail_of_another_clip_is_refused(case):
    _, animation, detail = case
    with pytest.raises(UsageError, match="frames"):
        residual(arm_motion(59, 1), animation)
    other = fit(arm_motion(59, 1), Selection((0, 58)))
    with pytest.raises(UsageError, match=r"\(60, 5\).*\(59, 5\)"):
        with_detail(other, detail, 0.5)
    with pytest.raises(UsageError, match="nan"):
        with_detail(animation, detail, float("nan"))
