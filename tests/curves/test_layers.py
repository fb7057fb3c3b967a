"""Layers on top of curves: with keys of their own, evaluated, put on top, taken between motions, moved in time."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from curves.moving_arm import arm_motion
from unbake.curves.editing.retime import move_key, move_keys, retime
from unbake.curves.fits.fit import fit
from unbake.curves.layers import AnimationLayer, carried, layer_between, layer_on, with_layers
from unbake.errors import MotionError, UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.rotations import rotation_angle


def layer(keys=(3, 7, 20, 21, 40), joints=(1, 3), moved=(0,), seed=1, **changes):
    random = np.random.default_rng(seed)
    vectors = 0.3 * random.normal(size=(len(keys), len(joints), 3))
    shifts = 0.1 * random.normal(size=(len(keys), len(moved), 3))
    return replace(AnimationLayer("pose", np.array(keys), joints, vectors, moved, shifts), **changes)


def animation(*layers):
    return replace(fit(arm_motion(60, 1), Selection((0, 15, 31, 59)), "hermite"), layers=layers)


def slope_at(k, x, y):
    """The slope of a monotone cubic at its key k, from the keys' times and values, after Fritsch and Butland."""
    h, d = np.diff(x), np.diff(y) / np.diff(x)
    if len(d) == 1:
        return d[0]
    if 0 < k < len(d):
        if d[k - 1] * d[k] <= 0.0:
            return 0.0
        first, second = 2 * h[k] + h[k - 1], h[k] + 2 * h[k - 1]
        return (first + second) / (first / d[k - 1] + second / d[k])
    near, next_ = (0, 1) if k == 0 else (-1, -2)
    slope = ((2 * h[near] + h[next_]) * d[near] - h[near] * d[next_]) / (h[near] + h[next_])
    if slope * d[near] <= 0.0:
        return 0.0
    if d[near] * d[next_] <= 0.0 and abs(slope) > 3 * abs(d[near]):
        return 3 * d[near]
    return slope


def value_at(time, x, y):
    """One number of a layer at one time, the slow way."""
    if time <= x[0] or len(x) == 1:
        return y[0]
    if time >= x[-1]:
        return y[-1]
    k = int(np.searchsorted(x, time, side="right")) - 1
    length = x[k + 1] - x[k]
    t = (time - x[k]) / length
    start, end = length * slope_at(k, x, y), length * slope_at(k + 1, x, y)
    cubic = (2 * t**3 - 3 * t**2 + 1) * y[k] + (-2 * t**3 + 3 * t**2) * y[k + 1]
    return cubic + (t**3 - 2 * t**2 + t) * start + (t**3 - t**2) * end


@pytest.mark.parametrize("keys", [(0, 59), (3, 7, 20, 21, 40), (5,), (2, 3, 30), tuple(range(60))])
def test_values_are_those_of_monotone_cubics(keys):
    one = layer(keys)
    times = np.concatenate([np.arange(60.0), np.linspace(0.0, 59.0, 83)])
    vectors, shifts = one.at(times)
    for found, values in ((vectors, one.vectors_rad), (shifts, one.shifts_m)):
        for joint in range(values.shape[1]):
            for axis in range(3):
                expected = [value_at(time, one.frames, values[:, joint, axis]) for time in times]
                assert found[:, joint, axis] == pytest.approx(expected, abs=1e-13)


def test_keys_have_their_very_values_and_between_two_an_extreme_stays_one():
    one = layer()
    vectors, shifts = one.at(one.frames)
    assert vectors.tobytes() == one.vectors_rad.tobytes()
    assert shifts.tobytes() == one.shifts_m.tobytes()
    dense = one.at(np.linspace(0.0, 59.0, 600))[0]
    assert (dense <= one.vectors_rad.max(axis=0)).all()
    assert (dense >= one.vectors_rad.min(axis=0)).all()


@pytest.mark.slow
def test_scipy_is_loaded_only_to_interpolate():
    code = (
        "import sys, numpy as np; from unbake.curves.layers import AnimationLayer, layer_on;"
        "v = np.ones((2, 1, 3)); one = layer_on('a', np.array([20, 21]), 60, (1,), v, (0,), v);"
        "one.at(np.arange(60)); print('scipy.interpolate' in sys.modules);"
        "AnimationLayer('a', [0, 9], (1,), np.arange(6.0).reshape(2, 1, 3), (), np.zeros((2, 0, 3))).at(np.arange(9));"
        "print('scipy.interpolate' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("weight", [1.0, 0.4, 1.7])
def test_a_layer_turns_in_the_joints_own_frames_and_shifts_in_their_parents(weight):
    motion, one = arm_motion(60, 1), layer(weight=weight)
    found = one.applied(motion)
    vectors, shifts = one.at(np.arange(60))
    for frame in range(60):
        for joint in range(5):
            expected = Rotation.from_quat(motion.rotations_xyzw[frame, joint])
            if joint in one.joints:
                expected = expected * Rotation.from_rotvec(weight * vectors[frame, one.joints.index(joint)])
            turned = Rotation.from_quat(found.rotations_xyzw[frame, joint])
            assert (expected.inv() * turned).magnitude() < 1e-12
    assert found.translations_m == pytest.approx(motion.translations_m + weight * shifts, abs=1e-15)


def test_what_changes_nothing_gives_the_motion_itself():
    motion, none = arm_motion(60, 1), np.zeros((5, 2, 3))
    empty = layer(vectors_rad=none, shifts_m=none[:, :1])
    for one in (empty, layer(weight=0.0), layer(is_muted=True)):
        assert one.applied(motion) is motion
        assert with_layers(motion, [one, empty]) is motion
        assert len(one.changed_frames(60)) == 0
    assert layer().changed_frames(60).tolist() == list(range(60))


def test_layers_lie_in_order_on_the_curves():
    first, second = layer(), layer((0, 30), (3,), seed=2, name="more", weight=0.5)
    one = animation(first, second)
    plain = animation()
    assert one.sample().rotations_xyzw.tobytes() == plain.sample().rotations_xyzw.tobytes()
    assert plain.layered().rotations_xyzw.tobytes() == plain.sample().rotations_xyzw.tobytes()
    expected = second.applied(first.applied(plain.sample()))
    assert one.layered().rotations_xyzw.tobytes() == expected.rotations_xyzw.tobytes()
    other_way = animation(second, first).layered()
    assert rotation_angle(other_way.rotations_xyzw, expected.rotations_xyzw).max() > 1e-3


def test_joints_get_the_channels_that_layers_need():
    # Joint 2 turns about two axes, joint 4 about none.
    found = animation(layer(joints=(2, 4))).layered()
    assert [len(found.skeleton.channels[joint]) for joint in (1, 2, 4)] == [3, 3, 3]
    again = motion_from_channels(found.skeleton, channel_values(found), found.fps)
    assert rotation_angle(again.rotations_xyzw, found.rotations_xyzw).max() < 1e-9


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"frames": [3, 7, 7, 21, 40]}, "rise"),
        ({"frames": [-1, 7, 20, 21, 40]}, "from 0"),
        ({"frames": [3, 7.5, 20, 21, 40]}, "whole"),
        ({"frames": []}, "at least one"),
        ({"frames": [3, 7, 20, 21]}, r"vectors_rad .* shape \(4, 2, 3\)"),
        ({"joints": (1, 1)}, "twice"),
        ({"shifts_m": np.zeros((5, 2, 3))}, r"shifts_m .* shape \(5, 1, 3\)"),
        ({"vectors_rad": np.full((5, 2, 3), np.nan)}, "vectors_rad"),
        ({"shifts_m": np.full((5, 1, 3), 1e300)}, "shifts_m"),
        ({"weight": float("nan")}, "weight"),
        ({"weight": 1e9}, "weight"),
    ],
)
def test_what_is_no_layer_is_refused(changes, said):
    with pytest.raises(MotionError, match=said):
        layer(**changes)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (layer((3, 60)), "beyond the 60 frames"),
        (layer(joints=(5,)), "not there"),
        (layer(joints=(-1,)), "not there"),
        (layer(moved=(1,)), "'upper', which has no translation channels"),
    ],
)
def test_a_layer_of_another_motion_is_refused(wrong, said):
    with pytest.raises(UsageError, match=f"another motion: .*{said}"):
        wrong.applied(arm_motion(60, 1))
    with pytest.raises(MotionError, match=f"another animation: .*{said}"):
        animation(wrong)


def test_two_layers_of_one_name_are_refused():
    with pytest.raises(MotionError, match="two layers are called 'pose'"):
        animation(layer(), layer(seed=2))


def test_the_layer_between_two_motions_makes_one_of_the_other():
    motion, one = arm_motion(60, 1), layer((20, 22, 24), joints=(1, 3))
    rows = np.array([20, 22])
    sparse = layer_on("a", rows, 60, one.joints, one.vectors_rad[:2], one.moved, one.shifts_m[:2])
    assert sparse.frames.tolist() == [0, 19, 20, 21, 22, 23, 59]
    assert sparse.changed_frames(60).tolist() == [20, 22]
    after = sparse.applied(motion)
    found = layer_between(motion, after, "b")
    assert (found.name, found.joints, found.moved, found.frames.tolist()) == ("b", (1, 3), (0,), sparse.frames.tolist())
    assert found.vectors_rad == pytest.approx(sparse.vectors_rad, abs=1e-12)
    assert rotation_angle(found.applied(motion).rotations_xyzw, after.rotations_xyzw).max() < 1e-12


def test_bones_of_another_length_make_no_layer():
    motion = arm_motion(60, 1)
    offsets = motion.skeleton.offsets_m + np.array([[0.0], [0.1], [0.0], [0.0], [0.0]])
    longer = replace(motion, skeleton=replace(motion.skeleton, offsets_m=offsets))
    with pytest.raises(UsageError, match="bones differ in length"):
        layer_between(motion, longer, "a")


def test_layers_move_in_time_with_the_keys_below_them():
    one = animation(layer(), layer(tuple(range(60)), seed=2, name="dense"))
    after = retime(one, 15, 31, 47)
    pose, dense = after.layers
    # 15–31 takes twice as long; what follows is 16 frames later.
    assert pose.frames.tolist() == [3, 7, 25, 27, 56]
    assert pose.vectors_rad.tobytes() == one.layers[0].vectors_rad.tobytes()
    assert dense.at(np.arange(47, 76))[0].tobytes() == one.layers[1].vectors_rad[31:].tobytes()
    assert dense.at(np.arange(15, 48, 2))[0].tobytes() == one.layers[1].vectors_rad[15:32].tobytes()
    back = retime(after, 15, 47, 31).layers[0]
    assert (back.frames.tolist(), back.vectors_rad.tobytes()) == ([3, 7, 20, 21, 40], pose.vectors_rad.tobytes())
    assert move_key(one, 15, 16).layers[0].frames.tolist() == [3, 7, 21, 22, 40]
    assert move_keys(one, [15], 20).layers == one.layers


def test_keys_that_meet_become_one():
    dense = layer(tuple(range(60)))
    found = carried(dense, np.array([0.0, 59.0]), np.array([0.0, 20.0]), 21)
    assert found.frames.tolist() == list(range(21))
    assert found.vectors_rad == pytest.approx(dense.at(np.arange(21) * 59 / 20)[0], abs=1e-12)
