"""Channels to motion and back: every kind of joint, partial ones and turned frames among them."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from unbake.motion.channels import Channel, channel_values, channels_of, motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import ROTATION_ORDERS, normalised, rotation_angle
from unbake.motion.skeleton import QUATERNION, Skeleton


def odd_skeleton() -> Skeleton:
    """A chain of joints: all three angles, two, one, quaternions, a lone translation, and one that is fixed."""
    rng = np.random.default_rng(1)
    channels = (
        ("tx", "ty", "tz", "rz", "ry", "rx"),
        ("rx", "ry", "rz"),
        ("rx", "rz"),
        ("ry",),
        QUATERNION,
        ("ty", "rz"),
        (),
    )
    return Skeleton(
        tuple("abcdefg"),
        tuple(range(-1, 6)),
        rng.normal(size=(7, 3)),
        channels,
        ("zyx", "zyx", "zyx", "xyz", "zyx", "yxz", "zyx"),
        axes_xyzw=normalised(rng.normal(size=(7, 4))),
        rest_xyzw=normalised(rng.normal(size=(7, 4))),
    )


def smooth_values(skeleton: Skeleton, n_frames: int = 80, size: float = 1.2) -> np.ndarray:
    rng = np.random.default_rng(2)
    count = len(channels_of(skeleton))
    time = np.linspace(0.0, 6.0, n_frames)[:, None]
    return size * np.sin(time * rng.uniform(0.5, 1.5, count) + rng.uniform(0, 6, count))


def test_the_order_of_channels_is_the_files():
    channels = channels_of(odd_skeleton())
    assert channels[:6] == tuple(Channel(0, n) for n in ("tx", "ty", "tz", "rz", "ry", "rx"))
    assert [c.name for c in channels if c.joint == 5] == ["ty", "rz"]
    assert not [c for c in channels if c.joint == 6]


def test_a_motion_goes_through_its_channels_unchanged():
    skeleton = odd_skeleton()
    motion = motion_from_channels(skeleton, smooth_values(skeleton), Fraction(120), 6, ("told",))
    values = channel_values(motion)
    back = motion_from_channels(skeleton, values, Fraction(120), 6, ("told",))
    assert rotation_angle(back.rotations_xyzw, motion.rotations_xyzw).max() < 1e-9
    assert np.array_equal(back.translations_m, motion.translations_m)
    assert np.abs(back.positions() - motion.positions()).max() < 1e-12
    assert (back.fps, back.first_frame, back.warnings) == (120, 6, ("told",))


def test_the_values_themselves_come_back():
    """Angles below 90° in the middle start in the small triple, so they return as they were, unwrapped."""
    skeleton = odd_skeleton()
    values = smooth_values(skeleton, size=1.2)
    values[:, [c.name[0] == "q" for c in channels_of(skeleton)]] = [0.1, 0.2, 0.3, np.sqrt(0.86)]
    found = channel_values(motion_from_channels(skeleton, values, Fraction(120)))
    assert np.abs(found - values).max() < 1e-9


@pytest.mark.parametrize("order", ROTATION_ORDERS)
def test_turned_frames_against_matrices(order):
    """Local rotation = C · R · C⁻¹ with R the product from left to right, in SciPy's own matrices."""
    frame = Rotation.from_euler("xyz", [0.3, -0.5, 0.8])
    channels = tuple(f"r{letter}" for letter in "zxy")
    skeleton = Skeleton(("a",), (-1,), np.zeros((1, 3)), (channels,), (order,), axes_xyzw=frame.as_quat()[None])
    values = np.random.default_rng(3).uniform(-1.0, 1.0, size=(10, 3))
    motion = motion_from_channels(skeleton, values, Fraction(30))
    angle_of = dict(zip("zxy", values.T, strict=True))
    for row in range(10):
        product = np.eye(3)
        for letter in order:
            product = product @ Rotation.from_euler(letter, angle_of[letter][row]).as_matrix()
        meant = frame.as_matrix() @ product @ frame.as_matrix().T
        assert np.allclose(Rotation.from_quat(motion.rotations_xyzw[row, 0]).as_matrix(), meant, atol=1e-12)


def test_a_joint_without_rotation_keeps_its_rest_and_a_lone_translation_its_offset():
    skeleton = odd_skeleton()
    motion = motion_from_channels(skeleton, smooth_values(skeleton), Fraction(30))
    assert rotation_angle(motion.rotations_xyzw[:, 6], skeleton.rest_xyzw[6]).max() < 1e-9
    assert np.allclose(motion.local_translations_m()[:, 5, [0, 2]], skeleton.offsets_m[5, [0, 2]])
    assert np.ptp(motion.local_translations_m()[:, 5, 1]) > 1.0


@pytest.mark.parametrize("convert", ["with_quaternion_channels", "with_euler_channels"])
def test_other_channels_make_the_same_motion(convert):
    skeleton = odd_skeleton()
    values = smooth_values(skeleton)
    motion = motion_from_channels(skeleton, values, Fraction(30))
    other = getattr(skeleton, convert)()
    back = motion_from_channels(other, channel_values(motion, other), Fraction(30))
    # Quaternion channels are free of the frames C; a joint that had no rotation has none now.
    assert rotation_angle(back.rotations_xyzw, motion.rotations_xyzw).max() < 1e-9
    assert np.abs(back.positions() - motion.positions()).max() < 1e-9


def test_values_do_not_jump():
    skeleton = odd_skeleton()
    values = smooth_values(skeleton, 400, size=6.0)
    motion = motion_from_channels(skeleton, values, Fraction(30))
    for target in (skeleton, skeleton.with_quaternion_channels()):
        found = channel_values(motion, target)
        partial = [c.joint in (2, 3, 5) or c.name[0] in "tq" for c in channels_of(target)]
        assert np.abs(np.diff(found[:, partial], axis=0)).max() < 0.6
        full = np.abs(np.diff(found, axis=0)).max()
        assert full < np.pi + 0.1  # through gimbal lock two angles may turn fast, but never by a whole turn


def test_no_channels_at_all():
    skeleton = replace(odd_skeleton(), channels=((),) * 7)
    motion = Motion(skeleton, np.tile(skeleton.rest_xyzw, (4, 1, 1)), np.empty((4, 0, 3)), Fraction(30))
    assert channel_values(motion).shape == (4, 0)
    back = motion_from_channels(skeleton, np.empty((4, 0)), Fraction(30))
    assert np.array_equal(back.positions(), motion.positions())
