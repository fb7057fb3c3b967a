from fractions import Fraction

import numpy as np
import pytest

from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.gimbal import distance_from_lock, safe_rotation_orders, travel
from unbake.motion.motion import Motion
from unbake.motion.rotations import ROTATION_ORDERS, continuous_euler_from_quaternion, quaternion_from_euler
from unbake.motion.skeleton import Skeleton


def skeleton(orders=("zyx", "zyx"), axes=None, second=("rx", "ry", "rz")):
    return Skeleton(
        names=("root", "child"),
        parents=(-1, 0),
        offsets_m=np.array([[0.0, 1.0, 0.0], [0.0, 0.5, 0.0]]),
        channels=(("tx", "ty", "tz", "rx", "ry", "rz"), second),
        rotation_orders=orders,
        axes_xyzw=np.empty((0, 4)) if axes is None else axes,
    )


def swinging(figure, joint, angle, axis, frames=100):
    """`joint` turns about `axis` from 0 to `angle`, with a small sway about the others."""
    time = np.linspace(0.0, 1.0, frames)
    angles = np.stack([0.04 * np.sin(5 * time), 0.03 * np.cos(4 * time), 0.05 * np.sin(3 * time)], axis=1)
    angles[:, "xyz".index(axis)] += angle * time
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (frames, 2, 1))
    rotations[:, joint] = quaternion_from_euler("xyz", angles)
    translations = np.tile([[0.0, 1.0, 0.0]], (frames, 1, 1))
    return Motion(figure, rotations, translations, Fraction(120))


@pytest.mark.parametrize("axis", "xyz")
@pytest.mark.parametrize("joint", [0, 1])
def test_the_axis_that_turns_far_does_not_stay_in_the_middle(axis, joint):
    order = next(o for o in ("zyx", "xzy", "yxz") if o[1] == axis)
    motion = swinging(skeleton((order, order)), joint, np.radians(120), axis)
    orders = safe_rotation_orders(motion)
    assert set(orders) == {joint}
    assert orders[joint][1] != axis
    better = motion.skeleton.with_rotation_orders(orders)
    swing_before = np.abs(np.diff(channel_values(motion), axis=0)).max()
    swing_after = np.abs(np.diff(channel_values(motion, better), axis=0)).max()
    assert swing_after < 0.1 < swing_before


def test_the_motion_stays_the_same_in_the_new_order():
    motion = swinging(skeleton(), 0, np.radians(200), "y")
    better = motion.skeleton.with_rotation_orders(safe_rotation_orders(motion))
    again = motion_from_channels(better, channel_values(motion, better), motion.fps)
    assert again.positions() == pytest.approx(motion.positions(), abs=1e-9)


def test_joints_that_keep_away_are_left_alone():
    motion = swinging(skeleton(), 0, np.radians(70), "y")
    assert safe_rotation_orders(motion, limit_rad=np.radians(10)) == {}
    assert set(safe_rotation_orders(motion, limit_rad=np.radians(30))) == {0}


def test_joints_without_all_three_angles_are_left_alone():
    motion = swinging(skeleton(second=("ry", "rx")), 1, np.radians(120), "y")
    assert safe_rotation_orders(motion) == {}
    quaternions = motion.skeleton.with_quaternion_channels()
    assert safe_rotation_orders(swinging(quaternions, 1, np.radians(120), "y")) == {}


def test_a_joint_that_locks_in_every_order_keeps_its_own():
    """Turned far about all axes in turn, no order is clearly better."""
    parts = [swinging(skeleton(), 0, np.radians(180), axis).rotations_xyzw for axis in "xyz"]
    rotations = np.concatenate(parts)
    motion = Motion(skeleton(), rotations, np.tile([[0.0, 1.0, 0.0]], (300, 1, 1)), Fraction(120))
    assert safe_rotation_orders(motion) == {}


def test_angles_are_taken_in_the_joint_s_own_frame():
    """With the frame's y axis along the world's x, a turn about the world's x locks zyx, one about y does not."""
    axes = np.tile([0.0, 0.0, 0.0, 1.0], (2, 1))
    axes[0] = quaternion_from_euler("z", np.array([-np.pi / 2]))
    figure = skeleton(axes=axes)
    assert set(safe_rotation_orders(swinging(figure, 0, np.radians(120), "x"))) == {0}
    assert safe_rotation_orders(swinging(figure, 0, np.radians(120), "y")) == {}


def test_distance_from_lock():
    angles = np.radians([[10.0, 0.0, 20.0], [0.0, -70.0, 5.0], [3.0, 30.0, 1.0]])
    assert distance_from_lock("yzx", quaternion_from_euler("yzx", angles)) == pytest.approx(np.radians(20.0))


@pytest.mark.parametrize("order", ROTATION_ORDERS)
def test_travel_is_the_length_of_the_continuous_curves(order):
    random = np.random.default_rng(3)
    waves = sum(random.normal(size=3) * np.sin(np.linspace(0, c, 80)[:, None] + random.normal(size=3)) for c in (3, 7))
    q = quaternion_from_euler("xyz", 1.5 * waves)
    angles = continuous_euler_from_quaternion(order, q[:, None])[:, 0]
    expected = np.sqrt(np.mean(np.sum(np.diff(angles, axis=0) ** 2, axis=1)))
    assert travel(order, q) == pytest.approx(expected, rel=1e-9)
    assert travel(order, -q) == pytest.approx(expected, rel=1e-9)


def test_a_single_frame_travels_nowhere():
    assert travel("zyx", np.array([[0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)]])) == 0.0
    motion = swinging(skeleton(), 0, np.radians(90), "y", frames=1)
    assert safe_rotation_orders(motion) == {}
