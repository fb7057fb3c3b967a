"""How fast joints turn, and the way back from a match that turns them too fast."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from data import DATA, needs_data
from reduce.whirling import whirling
from unbake.curves.excerpts import handles_of
from unbake.curves.measure import measure
from unbake.curves.world import turning as module
from unbake.curves.world.turning import AROUND_S, MOST_RAD_S, Turning
from unbake.formats.registry import load
from unbake.keyframes.selection import Selection
from unbake.motion.points import default_joints
from unbake.motion.rotations import rotation_angle
from unbake.reduce.finish import finish, match_world
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take

KEYS = (0, 20, 40, 50, 70, 90, 110, 139)
OPTIONS = ReduceOptions(curves=("quaternions",))


@pytest.fixture(scope="module")
def take():
    return Take(jump_clip())


@pytest.fixture(scope="module")
def joined(take):
    return join(take, Selection(KEYS), "quaternions", OPTIONS)


@pytest.fixture(scope="module")
def turning(take):
    return Turning(take.motion, False)


def test_how_fast_joints_turn_is_seen_frame_by_frame(take, joined, turning):
    """The slow twin: joint by joint, frame by frame."""
    whirled = whirling(joined, 2)
    motion, fps = take.motion, float(take.motion.fps)
    own, turned = motion.world_rotations_xyzw(), whirled.sample().world_rotations_xyzw()
    reach = max(1, round(AROUND_S * fps))
    parents, counted = motion.skeleton.parents, default_joints(motion)
    above = set()
    for joint in (*counted, *(motion.skeleton.roles[f"{side}-toe"] for side in ("left", "right"))):
        while (joint := parents[joint]) >= 0:
            above.add(joint)
    expected = np.zeros(motion.n_frames - 1)
    for frame in range(motion.n_frames - 1):
        for joint in above:
            nearby = range(max(0, frame - reach), min(motion.n_frames - 1, frame + reach + 1))
            most = max(rotation_angle(own[k + 1, joint], own[k, joint]) for k in nearby)
            faster = rotation_angle(turned[frame + 1, joint], turned[frame, joint]) - most
            expected[frame] = max(expected[frame], faster * fps)
    assert expected.max() > MOST_RAD_S
    np.testing.assert_allclose(turning.excess_rad_s(whirled), expected, atol=1e-6)


def test_a_match_that_turns_no_joint_too_fast_stays(turning, joined):
    matched = whirling(joined, 2, 0.01)
    assert turning.calmed(joined, matched) is matched


@pytest.mark.parametrize(("by", "part"), [(0.3, 0.5), (0.6, 0.25), (50.0, 0.0)])
def test_the_way_of_the_match_is_halved_where_it_turns_a_joint_too_fast(turning, joined, by, part):
    matched = whirling(joined, 2, by)
    found = turning.calmed(joined, matched)
    assert turning.excess_rad_s(found).max() <= MOST_RAD_S
    way, whole = (handles_of(one) - handles_of(joined) for one in (found, matched))
    np.testing.assert_allclose(way, part * whole, atol=1e-9)
    assert part == 0.0 or turning.excess_rad_s(whirling(joined, 2, 2.0 * part * by)).max() > MOST_RAD_S


def test_keys_elsewhere_go_all_the_way(turning, joined):
    matched = whirling(whirling(joined, 2), 6, 0.02)
    found = turning.calmed(joined, matched)
    way, whole = (handles_of(one) - handles_of(joined) for one in (found, matched))
    assert np.abs(whole[:, :, 6:]).max() > 0.01
    np.testing.assert_allclose(way[:, :, 6:], whole[:, :, 6:], atol=1e-12)


def test_free_handles_keep_their_lengths_and_stay_in_one_line(turning):
    """Clips from glTF turn joints by quaternions in every kind of curves."""
    motion = replace(jump_clip(), skeleton=jump_clip().skeleton.with_quaternion_channels())
    take = Take(motion)
    joined = join(take, Selection(KEYS), "channels", OPTIONS)
    matched = whirling(match_world(take, joined, OPTIONS), 2, aligned=True)
    assert np.abs(handles_of(matched) - handles_of(joined))[..., 0].max() > 1.0
    found = turning.calmed(joined, matched)
    assert turning.excess_rad_s(found).max() < turning.excess_rad_s(matched).max()
    np.testing.assert_array_equal(handles_of(found)[..., 0], handles_of(matched)[..., 0])
    assert [curve.breaks().tolist() for curve in found.curves] == [curve.breaks().tolist() for curve in matched.curves]


def test_what_turned_as_fast_before_the_match_is_no_fault_of_it(turning, joined):
    """A capture that jumps makes its curves whirl whatever the match does."""
    before, matched = whirling(joined, 2, 0.5), whirling(joined, 2, 0.55)
    assert turning.excess_rad_s(before).max() > MOST_RAD_S
    assert turning.calmed(before, matched) is not None
    np.testing.assert_array_equal(handles_of(turning.calmed(before, matched)), handles_of(matched))


def test_the_largest_error_grows_little_for_it(turning, joined, monkeypatch):
    matched = whirling(joined, 2)
    assert turning.calmed(joined, matched) is not matched
    monkeypatch.setattr(module, "MOST_FARTHER", 0.0)
    assert turning.calmed(joined, matched) is matched


def test_two_frames_are_enough():
    motion = jump_clip().excerpt(1, 2)
    animation = reduce_motion(motion, OPTIONS).animation
    assert Turning(motion, False).excess_rad_s(animation).shape == (1,)


@needs_data
@pytest.mark.slow
def test_a_back_does_not_whirl_through_few_keys():
    take = Take(load(DATA / "cmu" / "16" / "16_34.amc"))
    keys = Selection((0, 10, 30, 68, 128, 186, 251, 346))
    joined = join(take, keys, "quaternions", OPTIONS)
    turning = Turning(take.motion, False)
    matched, found = match_world(take, joined, OPTIONS), finish(take, joined, OPTIONS)
    assert turning.excess_rad_s(matched).max() > MOST_RAD_S > turning.excess_rad_s(found).max()
    near, far = (measure(take.motion, one).max_m for one in (matched, joined))
    assert near < measure(take.motion, found).max_m < 0.5 * (near + far)
