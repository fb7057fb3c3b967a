from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clips import packaged_clip
from data import DATA, needs_data
from kinematics.naive import derivatives_of, positions_of
from unbake.formats.registry import load_motion
from unbake.kinematics import jacobian
from unbake.kinematics.jacobian import Kinematics, channels_above
from unbake.kinematics.jacobian_kernels import fill_half_turns
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.rotations import ROTATION_ORDERS
from unbake.motion.skeleton import QUATERNION, ROTATIONS, TRANSLATIONS, Skeleton

FPS = Fraction(30)


def random_skeleton(seed, joints=9):
    """Any hierarchy; channels of every kind, whole or partial, in any sequence; axes and rests at any angle."""
    random = np.random.default_rng(seed)

    def some(names):
        return [str(name) for name in random.permutation(names)[: random.integers(1, len(names) + 1)]]

    channels = []
    for _ in range(joints):
        names = some(TRANSLATIONS) if random.random() < 0.4 else []
        kind = random.choice(["euler", "quaternion", "none"], p=[0.6, 0.25, 0.15])
        if kind == "euler":
            names += some(ROTATIONS)
        elif kind == "quaternion":
            names += [str(name) for name in random.permutation(QUATERNION)]
        channels.append(tuple(str(name) for name in random.permutation(names)))
    return Skeleton(
        names=tuple(f"j{n}" for n in range(joints)),
        parents=(-1, *(int(random.integers(0, n)) for n in range(1, joints))),
        offsets_m=random.normal(size=(joints, 3)),
        channels=tuple(channels),
        rotation_orders=tuple(str(order) for order in random.choice(ROTATION_ORDERS, joints)),
        axes_xyzw=random.normal(size=(joints, 4)),
        rest_xyzw=random.normal(size=(joints, 4)),
    )


def random_values(skeleton, seed, frames=3):
    """Angles of several turns, and quaternions of lengths from 0.3 to 3, as curves between keys may have."""
    random = np.random.default_rng(seed)
    channels = channels_of(skeleton)
    values = random.normal(size=(frames, len(channels))) * 3.0
    for joint in range(len(skeleton.names)):
        block = [c for c, channel in enumerate(channels) if channel.joint == joint and channel.name in QUATERNION]
        if block:
            values[:, block] /= np.linalg.norm(values[:, block], axis=1, keepdims=True)
            values[:, block] *= np.exp(random.uniform(np.log(0.3), np.log(3.0), size=(frames, 1)))
    return values


def check(skeleton, values):
    found = Kinematics(skeleton).axes(values)
    size = max(1.0, np.abs(found.positions).max())
    assert found.positions == pytest.approx(positions_of(skeleton, values), abs=1e-13 * size)
    joints = range(len(skeleton.names))
    assert found.of_positions(joints) == pytest.approx(derivatives_of(skeleton, values), abs=1e-7 * size)


@pytest.mark.slow
@settings(max_examples=30)
@given(seed=st.integers(0, 10**6))
def test_positions_and_their_derivatives_of_any_skeleton(seed):
    skeleton = random_skeleton(seed)
    if channels_of(skeleton):
        check(skeleton, random_values(skeleton, seed))


@pytest.mark.parametrize("order", ROTATION_ORDERS)
def test_each_rotation_order_about_tilted_axes(order):
    skeleton = replace(random_skeleton(3), channels=(ROTATIONS,) * 9, rotation_orders=(order,) * 9)
    check(skeleton, random_values(skeleton, 5))


@pytest.mark.slow
def test_the_packaged_clip():
    motion = packaged_clip()
    for skeleton in (motion.skeleton, motion.skeleton.with_quaternion_channels()):
        check(skeleton, channel_values(motion, skeleton)[::133])


@needs_data
def test_bones_with_axes_and_missing_channels():
    motion = load_motion(DATA / "cmu/16/16_15.amc")
    check(motion.skeleton, channel_values(motion)[50:420:120])


def test_some_joints_and_some_frames():
    skeleton = random_skeleton(7)
    values = random_values(skeleton, 1, frames=5)
    found = Kinematics(skeleton).axes(values)
    part = found.of_positions([6, 2], slice(1, 4))
    assert (part == found.of_positions(range(9))[1:4][:, [6, 2]]).all()


@pytest.mark.parametrize("seed", range(5))
def test_channels_above_by_climbing(seed):
    skeleton = random_skeleton(seed)
    for joint, row in enumerate(channels_above(skeleton, range(9))):
        wanted, above = set(), joint
        while above >= 0:
            wanted |= {c for c in channels_of(skeleton) if c.joint == above and (above != joint or c.name[0] == "t")}
            above = skeleton.parents[above]
        assert {c for c, is_above in zip(channels_of(skeleton), row, strict=True) if is_above} == wanted


def test_a_quaternion_of_no_length_is_no_rotation():
    skeleton = replace(random_skeleton(3), channels=(QUATERNION,) * 9)
    values = random_values(skeleton, 5)
    values[:, 4:8] = 0.0
    found = Kinematics(skeleton).axes(values)
    assert found.positions == pytest.approx(positions_of(skeleton, values), abs=1e-12)
    assert np.isfinite(found.axes).all()
    assert not found.axes[:, 4:8].any()


def test_a_lone_prop_and_a_figure_without_channels():
    prop = Skeleton(("prop",), (-1,), np.zeros((1, 3)), (("tx", "tz", "ry"),))
    check(prop, random_values(prop, 2))
    still = Skeleton(("a", "b"), (-1, 0), np.ones((2, 3)), ((), ()))
    found = Kinematics(still).axes(np.empty((4, 0)))
    assert found.positions == pytest.approx(positions_of(still, np.empty((4, 0))))
    assert found.of_positions([1]).shape == (4, 1, 3, 0)


@pytest.mark.parametrize("frames", [1, 39, 40, 41, 200])
def test_frames_in_pieces_are_those_of_the_whole(monkeypatch, frames):
    skeleton = random_skeleton(5)
    values = random_values(skeleton, 6, frames)
    whole = Kinematics(skeleton).axes(values)
    monkeypatch.setattr(jacobian, "WORTH_A_THREAD", 20)
    pieces = Kinematics(skeleton).axes(values)
    np.testing.assert_array_equal(pieces.axes, whole.axes)
    np.testing.assert_array_equal(pieces.positions, whole.positions)


def test_half_turns_are_exact_to_the_last_bits_however_far_they_go():
    angles = np.concatenate(
        [np.linspace(-20.0, 20.0, 4001), np.pi * np.arange(-9, 10), [0.0, 1e-300, -1e-9, 2e3, -7e6, 4e7]]
    )
    sines, cosines = np.empty_like(angles), np.empty_like(angles)
    fill_half_turns(angles, sines, cosines)
    np.testing.assert_allclose(sines, np.sin(0.5 * angles), rtol=4e-16, atol=2e-16)
    np.testing.assert_allclose(cosines, np.cos(0.5 * angles), rtol=4e-16, atol=2e-16)
