from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.animations import KINDS, animation_of, check_edited, check_near, check_untouched
from curves.moving_arm import arm_motion, arm_skeleton
from unbake.curves.editing.edit import change_pose, delete_key, delete_keys, insert_key
from unbake.curves.editing.retime import move_key, retime
from unbake.curves.fits.fit import fit
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channels_of, motion_from_channels
from unbake.motion.rotations import rotation_angle

each_kind = pytest.mark.parametrize("kind", KINDS)
TIMES = np.linspace(-2.0, 132.0, 3000)


def neighbours(animation, frame):
    """The keys before and behind a frame; beyond the clip where there is none."""
    frames = animation.selection.frames
    return max([f for f in frames if f < frame], default=-1), min([f for f in frames if f > frame], default=130)


def present(animation, frame):
    return np.array([curve.values[animation.key_index(frame)] for curve in animation.curves])


def free_frames(animation):
    return sorted(set(range(animation.n_frames)) - set(animation.selection.frames))


def check_same_curves(a, b, tolerance):
    """Within a part of each channel's largest value; of overlapping handles only that they stay near."""
    first, second = a.values_at(TIMES), b.values_at(TIMES)
    overlap = np.array([(curve.right[:-1, 0] > curve.left[1:, 0]).any() for curve in a.curves])
    tolerances = np.where(overlap, 0.2, tolerance) * np.where(overlap, np.ptp(first, axis=0), np.abs(first).max(axis=0))
    assert (np.abs(first - second) <= tolerances).all()
    assert not overlap.all()


@pytest.mark.slow
@each_kind
@settings(max_examples=10)
@given(data=st.data())
def test_an_inserted_key_changes_nothing_and_goes_without_a_trace(kind, data):
    animation = animation_of(kind)
    frame = data.draw(st.sampled_from(free_frames(animation)))
    key_class = data.draw(st.sampled_from(["keypose", "breakdown"]))
    more = insert_key(animation, frame, key_class)
    check_edited(animation, more)
    check_untouched(animation, more, *neighbours(animation, frame))
    check_same_curves(animation, more, 1e-12)
    assert set(more.selection.frames) == {*animation.selection.frames, frame}
    assert more.selection.classes[more.key_index(frame)] == key_class
    back = delete_key(more, frame)
    check_edited(animation, back)
    check_untouched(animation, back, *neighbours(animation, frame))
    check_same_curves(animation, back, 1e-12)
    assert back.selection.frames == animation.selection.frames
    assert back.selection.classes == animation.selection.classes
    for old, new in zip(animation.curves, back.curves, strict=True):
        if (old.right[:-1, 0] <= old.left[1:, 0]).all():
            check_near(new.left, old.left, rel=1e-9, tolerance=1e-9)
            check_near(new.right, old.right, rel=1e-9, tolerance=1e-9)


def test_an_inserted_key_lies_on_the_curve_and_keeps_its_slopes():
    """Where handles overlap too."""
    animation = animation_of("schneider")
    for frame in free_frames(animation)[::9]:
        more = insert_key(animation, frame)
        key = more.key_index(frame)
        assert present(more, frame) == pytest.approx(animation.values_at(np.array([float(frame)]))[0], abs=1e-12)
        for old, new in zip(animation.curves, more.curves, strict=True):
            slopes = []
            for handle in (new.left[key], new.right[key]):
                slopes.append((handle[1] - new.values[key]) / (handle[0] - frame))
            assert slopes[0] == pytest.approx(slopes[1], rel=1e-6, abs=1e-9)
            near = old.evaluate(frame + np.array([-1e-4, 1e-4]))
            assert slopes[0] == pytest.approx(np.diff(near)[0] / 2e-4, rel=1e-3, abs=1e-6)
            was, now = (c.right[key - 1] - (c.frames[key - 1], c.values[key - 1]) for c in (old, new))
            assert now[1] / now[0] == pytest.approx(was[1] / was[0], rel=1e-9, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["quaternions", "schneider"])
def test_keys_on_every_frame_and_away_again(kind):
    animation = animation_of(kind)
    more, added = animation, free_frames(animation)
    for frame in added:
        more = insert_key(more, frame)
    check_edited(animation, more)
    check_same_curves(animation, more, 1e-11)
    check_same_curves(animation, delete_keys(more, added), 1e-8)
    for frame in reversed(added):
        more = delete_key(more, frame)
    check_same_curves(animation, more, 1e-8)


@pytest.mark.slow
@each_kind
def test_keys_that_are_no_neighbours_go_together_as_one_by_one(kind):
    animation = animation_of(kind)
    deleted = animation.selection.frames[1:-1:2]
    one_by_one = animation
    for frame in deleted:
        one_by_one = delete_key(one_by_one, frame)
    at_once = delete_keys(animation, reversed(deleted))
    assert at_once.selection.frames == one_by_one.selection.frames
    for now, then in zip(at_once.curves, one_by_one.curves, strict=True):
        assert (now.left == then.left).all()
        assert (now.right == then.right).all()


@pytest.mark.slow
@each_kind
def test_a_run_of_keys_that_goes_at_once_changes_the_curves_no_more_than_one_by_one(kind):
    animation = animation_of(kind)
    deleted = animation.selection.frames[1:-1]
    one_by_one = animation
    for frame in deleted:
        one_by_one = delete_key(one_by_one, frame)
    frames = np.linspace(0.0, animation.selection.frames[-1], 2000)
    before = animation.values_at(frames)
    afterwards = (delete_keys(animation, deleted), one_by_one)
    changes = [np.linalg.norm(after.values_at(frames) - before, axis=0) for after in afterwards]
    assert (changes[0] <= 1.02 * changes[1] + 1e-9).all()
    assert changes[0].sum() < changes[1].sum()


def test_a_constant_channel_stays_exactly_constant():
    values = np.tile(np.array([0.1, 1 / 3, -0.7, *[0.1] * 8, 0.1, 0.2, 0.3, 0.9]), (30, 1))
    motion = motion_from_channels(arm_skeleton(), values, arm_motion(1).fps)
    animation = fit(motion, Selection((0, 7, 29)), "schneider")
    edited = insert_key(insert_key(move_key(animation, 7, 11), 4), 23)
    for result in (edited, delete_key(delete_key(edited, 11), 4), retime(edited, 4, 23, 40)):
        for curve in result.curves:
            for numbers in (curve.values, curve.left[:, 1], curve.right[:, 1]):
                assert (numbers == curve.values[0]).all()


def test_inserted_keys_are_breakdowns_and_keep_handles_at_thirds():
    animation = insert_key(animation_of("hermite"), 61)
    assert animation.selection.classes[animation.key_index(61)] == "breakdown"
    for curve in animation.curves:
        third = np.diff(curve.frames) / 3.0
        assert curve.right[:-1, 0] == pytest.approx(curve.frames[:-1] + third, abs=1e-9)
        assert curve.left[1:, 0] == pytest.approx(curve.frames[1:] - third, abs=1e-9)


@pytest.mark.slow
@each_kind
def test_a_deleted_key_leaves_its_neighbours_values_and_slopes(kind):
    animation = animation_of(kind)
    for frame in animation.selection.frames[1:-1]:
        less = delete_key(animation, frame)
        check_edited(animation, less)
        first, last = neighbours(animation, frame)
        check_untouched(animation, less, first, last)
        at = less.key_index(first)
        for old, new in zip(animation.curves, less.curves, strict=True):
            was, now = (
                old.right[at] - (old.frames[at], old.values[at]),
                new.right[at] - (new.frames[at], new.values[at]),
            )
            assert now[1] / now[0] == pytest.approx(was[1] / was[0], rel=1e-9, abs=1e-12)
            was = (old.frames[at + 2], old.values[at + 2]) - old.left[at + 2]
            now = (new.frames[at + 1], new.values[at + 1]) - new.left[at + 1]
            assert now[1] / now[0] == pytest.approx(was[1] / was[0], rel=1e-9, abs=1e-12)


@pytest.mark.slow
@each_kind
@settings(max_examples=10)
@given(data=st.data())
def test_another_pose_moves_one_key_and_its_handles(kind, data):
    animation = animation_of(kind)
    frame = data.draw(st.sampled_from(animation.selection.frames))
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    values = present(animation, frame) + random.normal(size=len(animation.curves))
    changed = change_pose(animation, frame, values)
    check_edited(animation, changed)
    check_untouched(animation, changed, *neighbours(animation, frame))
    assert changed.selection.frames == animation.selection.frames
    assert (present(changed, frame) == values).all()
    key = animation.key_index(frame)
    for old, new in zip(animation.curves, changed.curves, strict=True):
        for side in ("left", "right"):
            was = getattr(old, side)[key] - (old.frames[key], old.values[key])
            now = getattr(new, side)[key] - (new.frames[key], new.values[key])
            assert now == pytest.approx(was, abs=1e-12)
            others = np.arange(len(old.frames)) != key
            assert (getattr(old, side)[others] == getattr(new, side)[others]).all()


@each_kind
def test_channels_that_keep_their_value_keep_their_bits(kind):
    animation = animation_of(kind)
    frame = animation.selection.frames[4]
    same = change_pose(animation, frame, present(animation, frame))
    assert all(a is b for a, b in zip(animation.curves, same.curves, strict=True))


def one_frame(skeleton, values):
    return motion_from_channels(skeleton, values[None], arm_motion(1).fps)


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_a_pose_takes_the_nearest_of_its_equal_values(seed):
    """Whatever turns the present key has wound up, and on whichever of the two triples it is."""
    random = np.random.default_rng(seed)
    skeleton = arm_skeleton()
    animation = fit(arm_motion(40, 1), Selection((0, 17, 39)), "hermite", rotation_orders="source")
    channels = channels_of(skeleton)
    euler = np.array([channel.name.startswith("r") for channel in channels])
    wound = present(animation, 17)
    if seed % 2:
        # root: z y x, upper: z y x out of x y z; both middle angles are ry
        for first, middle, last in ((3, 4, 5), (8, 7, 6)):
            wound[[first, last]] += np.pi
            wound[middle] = np.pi - wound[middle]
    wound += 2.0 * np.pi * random.integers(-3, 4, len(wound)) * euler
    wound[11:] *= random.choice([-1.0, 1.0])
    animation = change_pose(animation, 17, wound)
    wanted = wound + random.normal(size=len(wound)) * random.choice([1e-6, 0.1, 1.0])
    pose = one_frame(skeleton, wanted)
    if seed % 3 == 0:
        pose = replace(pose, rotations_xyzw=-pose.rotations_xyzw)
    changed = change_pose(animation, 17, pose)
    assert rotation_angle(changed.sample([17]).rotations_xyzw, pose.rotations_xyzw).max() < 1e-7
    assert changed.sample([17]).translations_m == pytest.approx(pose.translations_m, abs=1e-12)
    found = present(changed, 17)
    # What was wanted is one of the equal values, and so is it with any turns more: none may be nearer.
    for joint in ([3, 4, 5], [6, 7, 8], [9, 10]):
        assert np.linalg.norm((found - wound)[joint]) <= np.linalg.norm((wanted - wound)[joint]) + 1e-7
        assert (np.abs((found - wound)[joint]) <= np.pi + 1e-9).all()
    assert found[11:] @ wound[11:] >= 0.0
    if np.abs(wanted - wound).max() < 1e-4:
        assert found[:11] == pytest.approx(wanted[:11], abs=1e-7)


@each_kind
def test_the_pose_that_is_there_stays(kind):
    animation = animation_of(kind)
    for frame in animation.selection.frames[:3]:
        changed = change_pose(animation, frame, animation.sample([frame]))
        assert present(changed, frame) == pytest.approx(present(animation, frame), abs=1e-9)


def test_a_pose_in_other_channels_is_converted():
    animation = animation_of("quaternions")
    pose = arm_motion(50, 9).excerpt(20, 20)
    changed = change_pose(animation, animation.selection.frames[5], pose)
    found = changed.sample([animation.selection.frames[5]])
    assert rotation_angle(found.rotations_xyzw, pose.rotations_xyzw).max() < 1e-9


def test_requests_that_make_no_sense_name_frames_as_the_file_counts():
    animation = animation_of("quaternions")
    key, free = animation.selection.frames[3], free_frames(animation)[0]
    with pytest.raises(UsageError, match=f"frame {free + 6} is no keyframe"):
        delete_key(animation, free)
    with pytest.raises(UsageError, match=f"frame {free + 6} is no keyframe"):
        change_pose(animation, free, present(animation, key))
    with pytest.raises(UsageError, match=f"frame {key + 6} is a keyframe already"):
        insert_key(animation, key)
    for frame in (-1, 130):
        with pytest.raises(UsageError, match=rf"frame {frame + 6} .*6–135"):
            insert_key(animation, frame)
    with pytest.raises(UsageError, match="keypose, breakdown, hold, not 'extreme'"):
        insert_key(animation, free, "extreme")
    for frame in (0, 129):
        with pytest.raises(UsageError, match=f"frame {frame + 6} is the first or the last"):
            delete_key(animation, frame)


def test_poses_that_are_none_are_refused():
    animation = animation_of("quaternions")
    values = present(animation, 0)
    with pytest.raises(UsageError, match=r"19 numbers.*\(18,\)"):
        change_pose(animation, 0, values[1:])
    with pytest.raises(UsageError, match=r"qy of '.*' is not finite"):
        change_pose(animation, 0, np.where(np.arange(19) == 4, np.nan, values))
    with pytest.raises(UsageError, match="has 2"):
        change_pose(animation, 0, animation.sample([0, 1]))
    with pytest.raises(UsageError, match="other joints"):
        change_pose(animation, 0, animation_of("hermite").sample([0]))


def test_a_single_key_can_only_change_its_pose():
    animation = fit(arm_motion(1), Selection((0,)), "hermite")
    for seed in range(20):
        values = np.random.default_rng(seed).normal(size=len(animation.curves))
        changed = change_pose(animation, 0, values)
        assert (present(changed, 0) == values).all()
        check_edited(animation, changed)
    with pytest.raises(UsageError, match="first or the last"):
        delete_key(animation, 0)
