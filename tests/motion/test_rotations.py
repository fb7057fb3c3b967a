"""Quaternions and Euler angles against SciPy's, in all orders, at gimbal lock and through continuous turns."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from unbake.motion.rotations import (
    IDENTITY_XYZW,
    ROTATION_ORDERS,
    continuous_euler_from_quaternion,
    euler_from_quaternion,
    in_one_hemisphere,
    normalised,
    quaternion_conjugate,
    quaternion_from_euler,
    quaternion_from_vector,
    quaternion_product,
    rotate,
    rotation_angle,
    vector_from_quaternion,
    wrapped_angle,
)

ORDERS = pytest.mark.parametrize("order", ROTATION_ORDERS)


def random_rotations(count: int, seed: int = 0) -> Rotation:
    return Rotation.random(count, rng=seed)


def assert_same_rotation(a_xyzw, b_xyzw, tolerance_rad=1e-9):
    """Equal as rotations: q and −q are one."""
    assert rotation_angle(np.asarray(a_xyzw), np.asarray(b_xyzw)).max() < tolerance_rad


def test_the_comparison_itself_sees_a_small_turn():
    q = random_rotations(5).as_quat()
    assert_same_rotation(q, -q)
    small = Rotation.from_rotvec([1e-6, 0.0, 0.0]).as_quat()
    with pytest.raises(AssertionError):
        assert_same_rotation(q, quaternion_product(q, small))


def test_product_conjugate_and_rotate():
    a, b = random_rotations(50, 1), random_rotations(50, 2)
    vectors = np.random.default_rng(3).normal(size=(50, 3))
    assert_same_rotation(quaternion_product(a.as_quat(), b.as_quat()), (a * b).as_quat())
    assert_same_rotation(quaternion_conjugate(a.as_quat()), a.inv().as_quat())
    assert np.allclose(rotate(a.as_quat(), vectors), a.apply(vectors), atol=1e-12)


def test_rotation_angle_is_the_magnitude_and_exact_when_small():
    a, b = random_rotations(50, 1), random_rotations(50, 2)
    assert np.allclose(rotation_angle(a.as_quat(), b.as_quat()), (a.inv() * b).magnitude(), atol=1e-9)
    tiny = Rotation.from_rotvec([[1e-9, 0.0, 0.0]]).as_quat()
    assert np.isclose(rotation_angle(np.tile(IDENTITY_XYZW, (1, 1)), tiny)[0], 1e-9, rtol=1e-6)


def test_normalised_keeps_directions_and_mends_zero():
    q = np.array([[0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 4.0]])
    assert np.allclose(normalised(q), [[0, 0, 0, 1], [0, 0.6, 0, 0.8]])


@ORDERS
def test_quaternion_from_euler(order):
    angles = np.random.default_rng(4).uniform(-7.0, 7.0, size=(60, 3))
    # SciPy's upper case is intrinsic: the same product from left to right.
    meant = Rotation.from_euler(order.upper(), angles).as_quat()
    assert_same_rotation(quaternion_from_euler(order, angles), meant)


def test_quaternion_from_fewer_than_three_angles():
    angles = np.random.default_rng(4).uniform(-3.0, 3.0, size=(20, 2))
    for order in ("x", "y", "z", "xz", "zy", "yx"):
        some = angles[:, : len(order)]
        meant = Rotation.from_euler(order.upper(), some).as_quat()
        assert_same_rotation(quaternion_from_euler(order, some), meant)
    assert np.array_equal(quaternion_from_euler("", angles[:, :0]), np.tile(IDENTITY_XYZW, (20, 1)))


@ORDERS
def test_euler_from_quaternion_against_scipy(order):
    q = random_rotations(200, 5)
    angles = euler_from_quaternion(order, q.as_quat())
    assert np.allclose(angles, q.as_euler(order.upper()), atol=1e-9)
    assert np.abs(angles[:, 1]).max() <= np.pi / 2


@ORDERS
@pytest.mark.parametrize("lock", [np.pi / 2, -np.pi / 2])
@pytest.mark.parametrize("off", [0.0, 1e-12, 1e-9, 1e-7, 1e-4])
def test_at_and_near_gimbal_lock_the_rotation_is_kept(order, lock, off):
    rng = np.random.default_rng(6)
    angles = np.stack([rng.uniform(-3, 3, 40), np.full(40, lock - np.sign(lock) * off), rng.uniform(-3, 3, 40)], axis=1)
    q = quaternion_from_euler(order, angles)
    for signed in (q, -q):
        found = euler_from_quaternion(order, signed)
        assert np.isfinite(found).all()
        assert_same_rotation(quaternion_from_euler(order, found), q, 1e-7)
        if off == 0.0:
            assert not found[:, 2].any()


@settings(max_examples=200)
@given(
    order=st.sampled_from(ROTATION_ORDERS),
    angles=st.tuples(*[st.sampled_from([k * np.pi / 4 for k in range(-8, 9)]) | st.floats(-10, 10)] * 3),
)
def test_any_angles_give_their_rotation_back(order, angles):
    q = quaternion_from_euler(order, np.array([angles]))
    assert_same_rotation(quaternion_from_euler(order, euler_from_quaternion(order, q)), q, 1e-7)


def test_in_one_hemisphere():
    q = normalised(np.cumsum(np.random.default_rng(7).normal(size=(80, 3, 4)), axis=0))
    flipped = q * np.random.default_rng(8).choice([-1.0, 1.0], size=(80, 3, 1))
    smooth = in_one_hemisphere(flipped)
    assert (np.sum(smooth[1:] * smooth[:-1], axis=-1) >= 0.0).all()
    assert np.array_equal(np.abs(smooth), np.abs(flipped))
    assert np.array_equal(smooth[0], flipped[0])
    one = flipped[:1]
    assert np.array_equal(in_one_hemisphere(one), one)
    assert in_one_hemisphere(one) is not one


@ORDERS
def test_continuous_angles_follow_whole_turns(order):
    time = np.linspace(0.0, 1.0, 300)
    # Two and a half turns of the outer axes; the middle one goes past 90° and back, where the other triple takes over.
    angles = np.stack([5 * np.pi * time, 2.0 * np.sin(6 * time), -4 * np.pi * time], axis=1)[:, None]
    found = continuous_euler_from_quaternion(order, quaternion_from_euler(order, angles))
    assert_same_rotation(quaternion_from_euler(order, found), quaternion_from_euler(order, angles))
    assert np.abs(found - angles).max() < 1e-6
    assert np.abs(np.diff(found, axis=0)).max() < 1.5 * np.abs(np.diff(angles, axis=0)).max()


def test_missing_axes_stay_at_zero():
    angles = np.zeros((50, 1, 3))
    angles[:, 0, 1] = np.linspace(0.0, 3.0, 50)  # the middle axis alone turns beyond 90°
    q = quaternion_from_euler("zxy", angles)
    found = continuous_euler_from_quaternion("zxy", q, free="x")
    assert np.allclose(found, angles, atol=1e-9)


def test_missing_axes_stay_at_zero_though_other_angles_would_be_smaller():
    angles = np.tile([0.0, 2.9, 3.0], (4, 1, 1))  # equal to (π, 0.24, −0.14), whose first axis has no channel
    found = continuous_euler_from_quaternion("zyx", quaternion_from_euler("zyx", angles), free="yx")
    assert np.allclose(found, angles, atol=1e-9)


def test_continuous_angles_of_no_frames():
    assert continuous_euler_from_quaternion("xyz", np.empty((0, 2, 4))).shape == (0, 2, 3)


def frame_by_frame(order, q_xyzw, free):
    """Return what `continuous_euler_from_quaternion` returns, one frame after the other."""
    first = euler_from_quaternion(order, q_xyzw)
    second = np.stack([first[..., 0] + np.pi, np.pi - first[..., 1], first[..., 2] + np.pi], axis=-1)
    both = np.stack([first, (second + np.pi) % (2.0 * np.pi) - np.pi])
    blocked = np.array([letter not in free for letter in order])
    penalty = 1e3 * np.abs(both[..., blocked]).sum(axis=-1)
    cost = penalty[:, 0] + np.abs(both[:, 0]).sum(axis=-1)
    out = [np.where((cost[0] <= cost[1])[..., None], both[0, 0], both[1, 0])]
    for frame in range(1, len(first)):
        near = both[:, frame] - 2.0 * np.pi * np.round((both[:, frame] - out[-1]) / (2.0 * np.pi))
        cost = penalty[:, frame] + ((near - out[-1]) ** 2).sum(axis=-1)
        out.append(np.where((cost[0] <= cost[1])[..., None], near[0], near[1]))
    return np.stack(out)


@pytest.mark.parametrize("free", ["xyz", "xy", "z"])
@pytest.mark.parametrize("pace", [0.02, 0.5, 3.0])
def test_all_frames_at_once_are_what_they_are_one_after_the_other(free, pace):
    """Slow turns, quick ones and leaps, around the locked pose and away from it."""
    rng = np.random.default_rng(5)
    turns = np.cumsum(pace * rng.normal(size=(400, 12, 3)), axis=0)
    turns[:, :4] *= [[0.01, 1.0, 0.01]]
    for order in ("xyz", "zyx", "yxz"):
        rotations = quaternion_from_euler(order, turns)
        found = continuous_euler_from_quaternion(order, rotations, free)
        np.testing.assert_array_equal(found, frame_by_frame(order, rotations, free))


def test_rotation_vectors_are_those_of_scipy_and_come_back():
    vectors = np.random.default_rng(5).uniform(-1.8, 1.8, (100, 3))  # shorter than half a turn
    turns = quaternion_from_vector(vectors)
    assert turns == pytest.approx(Rotation.from_rotvec(vectors).as_quat(), abs=1e-12)
    assert vector_from_quaternion(turns) == pytest.approx(vectors, abs=1e-12)
    assert vector_from_quaternion(-turns) == pytest.approx(vectors, abs=1e-12)
    assert quaternion_from_vector(np.zeros(3)) == pytest.approx(IDENTITY_XYZW)
    assert (vector_from_quaternion(IDENTITY_XYZW) == 0.0).all()


def test_angles_are_wrapped_to_half_a_turn_either_way():
    assert wrapped_angle(np.array([0.0, np.pi, 3.5 * np.pi, -1.25 * np.pi])) == pytest.approx(
        np.array([0.0, -np.pi, -0.5 * np.pi, 0.75 * np.pi])
    )
