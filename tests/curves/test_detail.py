from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from clips import packaged_clip
from curves.moving_arm import arm_motion
from unbake.curves.detail import carried_detail, residual, with_detail
from unbake.curves.editing.edit import change_pose, delete_key, insert_key
from unbake.curves.editing.retime import move_key, retime
from unbake.curves.fits.fit import fit
from unbake.curves.layers import AnimationLayer
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.rotations import normalised, rotation_angle, vector_from_quaternion


@pytest.fixture
def case():
    motion = arm_motion(60, 1)
    animation = fit(motion, Selection((0, 15, 31, 59)))
    return motion, animation, residual(motion, animation)


def check_same(a, b, tolerance=1e-9):
    assert rotation_angle(a.rotations_xyzw, b.rotations_xyzw).max() < tolerance
    assert a.translations_m == pytest.approx(b.translations_m, abs=tolerance)
    assert a.positions() == pytest.approx(b.positions(), abs=tolerance)


def check_turns(detail):
    """No turn is of more than 180°."""
    assert np.linalg.norm(detail.vectors_rad, axis=-1).max() <= np.pi + 1e-12


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
    check_turns(detail)
    check_same(with_detail(animation, detail, 1.0), motion)


def test_the_sign_of_a_quaternion_makes_no_difference(case):
    motion, animation, detail = case
    signs = np.where(np.random.default_rng(2).random((60, 5, 1)) < 0.5, -1.0, 1.0)
    flipped = residual(replace(motion, rotations_xyzw=signs * motion.rotations_xyzw), animation)
    check_same(with_detail(animation, flipped, 0.5), with_detail(animation, detail, 0.5))


def test_detail_is_small_and_zero_at_the_keys(case):
    _, _, detail = case
    angles = np.linalg.norm(detail.vectors_rad, axis=-1)
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


@pytest.mark.parametrize("quaternions", [False, True])
@pytest.mark.parametrize("method", ["hermite", "broken"])
def test_a_real_clip_comes_back(method, quaternions):
    motion = packaged_clip().excerpt(50, 250)
    skeleton = motion.skeleton.with_quaternion_channels() if quaternions else None
    animation = fit(motion, Selection((0, 33, 90, 91, 160, 200)), method, skeleton=skeleton)
    back = with_detail(animation, residual(motion, animation), 1.0)
    assert np.linalg.norm(back.positions() - motion.positions(), axis=-1).max() < 1e-9


def same_bits(a, b):
    return a.tobytes() == b.tobytes()


def test_detail_of_keys_that_stay_stays_to_the_bit(case):
    _, animation, detail = case
    # Zeros with a sign are bits too.
    signed = np.where(detail.vectors_rad < 0.0, -0.0, detail.vectors_rad)
    detail = replace(detail, vectors_rad=signed, shifts_m=-0.0 * detail.shifts_m)
    changed = change_pose(animation, 15, animation.values_at(np.array([31.0]))[0])
    same = carried_detail(detail, animation, changed)
    assert same_bits(same.vectors_rad, detail.vectors_rad)
    assert same_bits(same.shifts_m, detail.shifts_m)


def test_inserted_and_deleted_keys_need_no_new_detail(case):
    motion = case[0]
    animation = fit(motion, Selection((0, 15, 31, 59)), "hermite")
    detail = residual(motion, animation)
    check_same(with_detail(insert_key(animation, 22), detail, 1.0), motion)
    less = delete_key(animation, 31)
    check_same(with_detail(less, residual(motion, less), 1.0), motion)


def test_detail_rides_with_the_keys(case):
    """Against slerps of SciPy, frame by frame."""
    _, animation, detail = case
    after = move_key(retime(animation, 15, 31, 40), 15, 9)
    assert after.selection.frames == (0, 9, 40, 68)
    found = carried_detail(detail, animation, after)
    for frame in range(69):
        time = np.interp(frame, [0, 9, 40, 68], [0, 15, 31, 59])
        low, high = int(np.floor(time)), int(np.ceil(time))
        near = 1 - (time - low), time - low
        assert found.shifts_m[frame] == pytest.approx(
            near[0] * detail.shifts_m[low] + near[1] * detail.shifts_m[high], abs=1e-15
        )
        for joint in range(5):
            ends = Rotation.from_rotvec(detail.vectors_rad[[low, high], joint].copy())
            expected = Slerp([0.0, 1.0], ends)(time - low)
            assert (expected.inv() * Rotation.from_rotvec(found.vectors_rad[frame, joint].copy())).magnitude() < 1e-9
    check_turns(found)
    for keys, other in zip(animation.selection.frames, after.selection.frames, strict=True):
        assert same_bits(found.vectors_rad[other], detail.vectors_rad[keys])
    assert same_bits(found.vectors_rad[40:], detail.vectors_rad[31:])
    assert same_bits(found.shifts_m[40:], detail.shifts_m[31:])


def test_what_only_shifts_is_the_capture_still(case):
    motion, animation, detail = case
    after = retime(animation, 15, 31, 24)
    whole = with_detail(after, carried_detail(detail, animation, after), 1.0)
    assert whole.n_frames == 53
    for rows, source in ((slice(0, 16), slice(0, 16)), (slice(24, None), slice(31, None))):
        assert rotation_angle(whole.rotations_xyzw[rows], motion.rotations_xyzw[source]).max() < 1e-9
        assert whole.positions()[rows] == pytest.approx(motion.positions()[source], abs=1e-9)


def test_detail_behind_the_last_key_shifts(case):
    _, animation, _ = case
    longer = replace(animation, n_frames=66)
    random = np.random.default_rng(1)
    turns = vector_from_quaternion(normalised(random.normal(size=(66, 5, 4))))
    detail = AnimationLayer("detail", np.arange(66), tuple(range(5)), turns, (0,), random.normal(size=(66, 1, 3)))
    after = retime(longer, 31, 59, 100)
    found = carried_detail(detail, longer, after)
    assert len(found.frames) == after.n_frames == 107
    assert same_bits(found.vectors_rad[100:], detail.vectors_rad[59:])
    assert same_bits(found.shifts_m[100:], detail.shifts_m[59:])
    # Half of these turns lie more than 180° apart on the sphere of quaternions, so that slerps take the other way.
    check_turns(found)


def test_detail_that_cannot_ride_is_refused(case):
    _, animation, detail = case
    assert carried_detail(detail, animation, insert_key(animation, 3)) is detail
    longer = retime(animation, 0, 15, 20)
    with pytest.raises(UsageError, match="there were 4 and there are 5"):
        carried_detail(detail, animation, insert_key(longer, 3))
    with pytest.raises(UsageError, match="60 frames, the animation it is of has 65"):
        carried_detail(detail, longer, longer)
