"""Curves through the keys of bakes without curves: they break where the bake does."""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.handmade.lines import held, joined_by_lines

from clips import packaged_clip
from unbake.curves.measure import measure
from unbake.keyframes.selection import Selection
from unbake.motion.channels import Channel, channel_values, channels_of, motion_from_channels
from unbake.reduce.join import join, keeps_corners
from unbake.reduce.options import JoinOptions, ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import STRAIGHT_M, Take

KEYS = (0, 9, 16, 25, 34, 41, 52, 60)
BOTH = ("channels", "quaternions")


@pytest.fixture(scope="module")
def acted():
    return packaged_clip().resampled(30).excerpt(11, 71)


@pytest.fixture(scope="module")
def lines(acted):
    return joined_by_lines(acted, KEYS)


def worst_cm(result):
    return max(max(error.max_cm, error.tips.max_cm) for error in result.errors.values())


@pytest.mark.parametrize("way", [{}, {"keys": len(KEYS)}], ids=str)
def test_lines_come_back_by_their_keys(lines, way):
    result = reduce_motion(lines, ReduceOptions(curves=BOTH, **way))
    assert result.selection.frames == KEYS
    assert worst_cm(result) < 0.3
    (note,) = result.notes
    assert (note.code, note.about["keys"]) == ("corners", len(KEYS))


def test_held_poses_come_back_by_both_frames_of_each_jump(acted):
    keys = (0, 9, 16, 25, 34, 41, 52)
    result = reduce_motion(held(acted, keys), ReduceOptions(curves=BOTH))
    assert result.selection.frames == (0, *sorted({frame for key in keys[1:] for frame in (key - 1, key)}), 60)
    assert worst_cm(result) < 0.3
    (note,) = result.notes
    assert note.code == "corners"
    assert "both ends" in note


def test_held_poses_that_the_feet_of_share_come_back(acted):
    """A head alone turns from pose to pose: most of what moves rests at each jump."""
    steps, keys = held(acted, (0, 20, 40)), (0, 9, 20, 29, 40, 49)
    turns, head = steps.rotations_xyzw.copy(), acted.skeleton.index("Head")
    turns[:, head] = held(acted, keys).rotations_xyzw[:, head]
    result = reduce_motion(replace(steps, rotations_xyzw=turns), ReduceOptions(curves=BOTH))
    assert result.selection.frames == (0, *sorted({frame for key in keys[1:] for frame in (key - 1, key)}), 60)
    assert worst_cm(result) < 0.3


def test_fewer_keys_than_held_poses_take_glide_and_a_note_says_so(acted):
    result = reduce_motion(held(acted, (0, 20, 40)), ReduceOptions(keys=4))
    assert result.animation.count_breaks() == 0
    (note,) = result.notes
    assert "without all 6 keys" in note


def test_keys_between_frames_stand_on_the_nearest_one(lines):
    result = reduce_motion(lines.resampled(25), ReduceOptions(curves=BOTH))
    assert result.selection.frames == tuple(round(key * 25 / 30) for key in KEYS)
    assert worst_cm(result) < 3.0


def test_what_was_keyed_between_frames_at_another_rate_and_jumps_too_far_keeps_both(lines, monkeypatch):
    monkeypatch.setattr("unbake.reduce.take.BESIDE_M", 0.001)
    result = reduce_motion(lines.resampled(25), ReduceOptions(curves=BOTH))
    assert len(result.selection) > len(KEYS)
    assert worst_cm(result) < 0.3


def test_a_fit_or_breaks_that_are_asked_for_are_taken(lines):
    take = Take(lines)
    chosen = reduce_motion(lines).selection
    assert keeps_corners(take, chosen, JoinOptions())
    for options in (JoinOptions(fit="free"), JoinOptions(fit="hermite"), JoinOptions(break_weight=0.5)):
        assert not keeps_corners(take, chosen, options)
        assert join(take, chosen, "channels", options).fit == options.channel_fit


def test_fewer_keys_than_the_bake_had_are_joined_smoothly_and_a_note_says_so(lines):
    result = reduce_motion(lines, ReduceOptions(keys=5))
    assert result.animation.fit == "free"
    assert result.animation.count_breaks() == 0
    (note,) = result.notes
    assert note.code == "corners"
    assert "round" in note


def test_curves_that_pass_corners_by_more_than_half_a_centimetre_are_no_such_bake(lines, monkeypatch):
    assert Take(lines).corners == KEYS[1:-1]
    monkeypatch.setattr("unbake.reduce.take.corners", lambda motion, *share: KEYS[1:-2])
    assert Take(lines).corners == ()
    assert Take(lines).excerpt(0, 40).corners == ()


def test_keys_at_which_one_arm_goes_elsewhere_come_back_too(acted, lines):
    arm = [acted.skeleton.index(name) for name in ("LeftArm", "LeftForeArm")]
    turns = lines.rotations_xyzw.copy()
    turns[:, arm] = joined_by_lines(acted, sorted((*KEYS, 46))).rotations_xyzw[:, arm]
    result = reduce_motion(replace(lines, rotations_xyzw=turns), ReduceOptions(curves=BOTH))
    assert result.selection.frames == tuple(sorted((*KEYS, 46)))
    assert worst_cm(result) < 0.3


@pytest.mark.parametrize(
    ("degrees", "drawn"),
    [
        (([0, 150, -20, 150], [0, 80, -80, 10], [0, 120, -40, 110]), "channels"),
        (([0, 100, 0, 100], [0, 60, -60, 0], [0, 100, 100, 20]), "quaternions"),
    ],
    ids=BOTH,
)
def test_lines_of_one_kind_that_are_none_of_the_other_come_back(acted, degrees, drawn):
    """An arm turns far about all its axes at once: between keys, quaternions go another way than angles."""
    keys, at = (0, 20, 40, 60), np.arange(61)
    values = channel_values(acted)[:1].repeat(61, axis=0)
    arm = channels_of(acted.skeleton).index(Channel(acted.skeleton.index("LeftArm"), "rz"))
    for axis, poses in enumerate(degrees):
        values[:, arm + axis] += np.radians(np.interp(at, keys, poses))
    baked = motion_from_channels(acted.skeleton, values, acted.fps, acted.first_frame)
    take = Take(baked if drawn == "channels" else joined_by_lines(baked, keys))
    assert take.corners == keys[1:-1]
    missed = {kind: measure(take.motion, take.fitted(Selection(keys), kind, "broken")).max_m for kind in BOTH}
    assert [kind for kind in BOTH if missed[kind] < STRAIGHT_M] == [drawn]


def test_corners_of_all_joints_that_curves_pass_by_centimetres_are_taken(lines, monkeypatch):
    monkeypatch.setattr("unbake.reduce.take.STRAIGHT_M", 1e-9)
    assert Take(lines).corners == KEYS[1:-1]
    monkeypatch.setattr("unbake.reduce.take.BESIDE_M", 1e-9)
    assert Take(lines).corners == ()


@pytest.mark.parametrize("fps", [15, 30, 60])
def test_a_capture_that_is_resampled_upwards_gets_keys_as_the_capture_does(fps):
    few = packaged_clip().excerpt(61, 300).resampled(fps)
    many = few.resampled(120)
    take = Take(many)
    assert take.corners == take.steps == take.baked_keys == ()
    assert abs(len(reduce_motion(many).selection) - len(reduce_motion(few).selection)) <= 3


def test_a_capture_whose_frames_stand_until_the_next_one_goes_in_no_steps():
    motion = packaged_clip().resampled(120)
    take = Take(held(motion, range(0, motion.n_frames, 5)))
    assert take.corners == take.steps == ()


def test_capture_is_joined_smoothly(acted):
    assert Take(acted).corners == ()
    assert reduce_motion(acted).animation.count_breaks() == 0
