"""Layers of pose and time: exact at their keys, in order, muted and solo, never back in time."""

from dataclasses import replace

import numpy as np
import pytest

from curves.moving_arm import arm_motion
from unbake.curves.fits.fit import fit
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import AnimationLayer
from unbake.editing import OffsetLayer, apply_layers, pose_layer
from unbake.errors import MotionError, UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.rotations import rotation_angle

FPS = 30


def layer(name="one", joint=1, turn=0.4, frames=(10, 30), times=(), offsets=(), **changes):
    solo = changes.pop("is_solo", False)
    vectors = np.full((len(frames), 1, 3), [0.0, 0.0, turn])
    vectors[0] = 0.0
    pose = AnimationLayer(name, np.array(frames), (joint,), vectors, (), np.zeros((len(frames), 0, 3)), **changes)
    return OffsetLayer(pose, np.array(times), np.array(offsets), solo)


def retiming(*keys, **changes):
    times, offsets = zip(*keys, strict=True)
    return layer("time", turn=0.0, times=times, offsets=offsets, **changes)


def test_pose_offsets_lie_on_top_of_the_moved_clip():
    motion = arm_motion(60, 1)
    both = replace(layer(), time_frames=[0, 20, 59], time_offsets_s=[0.0, 5.0 / float(motion.fps), 0.0])
    found = apply_layers(motion, [both])
    times = both.times(60, float(motion.fps))
    assert times[20] == pytest.approx(25.0)
    below = replace(motion, rotations_xyzw=motion.rotations_xyzw[[25]], translations_m=motion.translations_m[[25]])
    vectors, shifts = both.pose.at(np.array([20]))
    fixed = AnimationLayer("a", np.array([0]), (1,), vectors, (), shifts)
    assert rotation_angle(found.rotations_xyzw[20], fixed.applied(below).rotations_xyzw[0]).max() < 1e-9
    assert found.n_frames == 60


def test_nothing_asked_gives_the_motion_itself():
    motion = arm_motion(60, 1)
    assert apply_layers(motion, []) is motion
    assert apply_layers(motion, [layer(is_muted=True), retiming((0, 0.3), weight=0.0)]) is motion


def test_time_keys_are_met_and_time_never_runs_back():
    random = np.random.default_rng(3)
    for _ in range(50):
        keys = np.sort(random.choice(60, size=5, replace=False))
        shown = np.sort(random.uniform(0, 59, size=5))
        one = retiming(*zip(keys.tolist(), ((shown - keys) / FPS).tolist(), strict=True))
        times = one.times(60, FPS)
        assert times[keys] == pytest.approx(shown, abs=1e-9)
        assert (np.diff(times) >= 0.0).all()
        assert times.min() >= 0.0
        assert times.max() <= 59.0


def test_between_time_keys_time_stays_monotone_where_an_offset_alone_would_not():
    one = retiming((0, 0.0), (20, -19.5 / FPS), (25, -19.5 / FPS), (59, 0.0))
    dense = one.times(60, FPS)
    assert (np.diff(dense) >= 0.0).all()
    assert dense[20] == pytest.approx(0.5)


def test_time_that_would_run_back_is_refused_with_its_place():
    wrong = retiming((10, 0.0), (20, -10.0 / FPS))
    with pytest.raises(UsageError, match=r"'time' would turn time back .* 10 frames apart") as error:
        wrong.times(60, FPS)
    assert error.value.code == "time-backwards"
    assert len(replace(wrong, pose=replace(wrong.pose, weight=0.9)).times(60, FPS)) == 60


def test_weights_scale_time_and_pose():
    half = retiming((0, 0.2), weight=0.5).times(60, FPS)
    assert half[:50] == pytest.approx(np.arange(50) + 3.0)
    motion = arm_motion(60, 1)
    found = apply_layers(motion, [layer(weight=0.5)])
    assert rotation_angle(found.rotations_xyzw, motion.rotations_xyzw)[30, 1] == pytest.approx(0.2)


def test_solo_and_mute():
    motion = arm_motion(60, 1)
    one, two = layer("one"), layer("two", joint=3)
    assert apply_layers(motion, [one, replace(two, is_solo=True)]).rotations_xyzw.tobytes() == (
        apply_layers(motion, [two]).rotations_xyzw.tobytes()
    )
    muted = replace(two, is_solo=True, pose=replace(two.pose, is_muted=True))
    assert apply_layers(motion, [one, muted]) is motion


def test_layers_lie_in_order():
    motion = arm_motion(60, 1)
    one, two = layer("one"), retiming((0, 0.2))
    first = apply_layers(motion, [one, two])
    other = apply_layers(motion, [two, one])
    assert rotation_angle(first.rotations_xyzw, other.rotations_xyzw).max() > 0.01
    step = apply_layers(apply_layers(motion, [one]), [two])
    assert first.rotations_xyzw.tobytes() == step.rotations_xyzw.tobytes()


def test_a_keyed_animation_stays_one_until_it_is_moved_in_time():
    animation = fit(arm_motion(60, 1), Selection((0, 15, 31, 59)), "hermite")
    found = apply_layers(animation, [layer(), layer("muted", is_muted=True)])
    assert isinstance(found, KeyedAnimation)
    assert found.curves == animation.curves
    assert [one.name for one in found.layers] == ["one"]
    baked = apply_layers(animation, [layer()]).layered()
    assert baked.rotations_xyzw.tobytes() == apply_layers(animation.sample(), [layer()]).rotations_xyzw.tobytes()
    moved = apply_layers(animation, [layer(), retiming((0, 0.1))])
    expected = apply_layers(animation.sample(), [layer(), retiming((0, 0.1))])
    assert moved.rotations_xyzw.tobytes() == expected.rotations_xyzw.tobytes()
    with pytest.raises(UsageError, match="two layers are called 'one'"):
        apply_layers(found, [layer()])


def test_a_layer_of_poses_has_them_at_their_frames():
    motion = arm_motion(60, 1)
    target = apply_layers(motion, [layer()])
    poses = {frame: target.excerpt(target.first_frame + frame, target.first_frame + frame) for frame in (20, 30)}
    made = pose_layer("made", motion, poses, untouched=(5, 50))
    assert made.pose.frames.tolist() == [5, 20, 30, 50]
    found = apply_layers(motion, [made])
    for frame, one in poses.items():
        assert rotation_angle(found.rotations_xyzw[frame], one.rotations_xyzw[0]).max() < 1e-9
    off = rotation_angle(found.rotations_xyzw, motion.rotations_xyzw).max(axis=1)
    assert off[[0, 5, 50, 59]].max() < 1e-12
    assert off[6:50].min() > 0.0


def test_what_is_no_layer_of_poses_is_refused():
    motion = arm_motion(60, 1)
    one = motion.excerpt(motion.first_frame, motion.first_frame)
    for arguments, said in (
        (({},), "at least one pose"),
        (({3: motion},), "one frame of the clip's skeleton"),
        (({60: one},), "outside the clip"),
        (({-1: one},), "outside the clip"),
    ):
        with pytest.raises(UsageError, match=said):
            pose_layer("a", motion, *arguments)
    with pytest.raises(UsageError, match="is to stay as it is"):
        pose_layer("a", motion, {3: one}, untouched=[3])


def test_what_is_no_layer_is_refused():
    for changes, said in (
        ({"times": (1, 2), "offsets": (0.0,)}, "one finite time offset for each"),
        ({"times": (2, 1), "offsets": (0.0, 0.0)}, "frames from 0 that rise"),
        ({"times": (0.5,), "offsets": (0.0,)}, "whole frames"),
        ({"times": (1,), "offsets": (np.nan,)}, "finite"),
    ):
        with pytest.raises(MotionError, match=said):
            layer(**changes)
    with pytest.raises(UsageError, match="another clip: it has a time key beyond"):
        apply_layers(arm_motion(60, 1), [retiming((60, 0.0))])
    with pytest.raises(UsageError, match="another clip: it has joints that are not there"):
        apply_layers(arm_motion(60, 1), [layer(joint=9)])
