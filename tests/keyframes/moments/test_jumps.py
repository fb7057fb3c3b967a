"""Jumps of the capture: a joint is elsewhere from one frame to the next. They are cut, with a key on both sides."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.ndimage import median_filter

import unbake
from data import DATA, needs_data
from unbake.keyframes.moments.jumps import AROUND, FASTER_M_S, _medians, jumps
from unbake.motion.motion import Motion
from unbake.performer.perform import ACTIONS, perform
from unbake.reduce.reduction import ReduceOptions, reduce_motion

FPS = 60


def swinging(offset_m, fps=FPS, frames=60, first_frame=0):
    """A figure of two joints, 1 m high, that sways by 2 cm; `offset_m` (F,) moves it besides."""
    root = np.zeros((frames, 3))
    root[:, 0] = 0.02 * np.sin(np.arange(frames) * 2.0 * np.pi / fps)
    root[:, 2] = offset_m
    rest = np.tile([0.0, 0.0, 0.0, 1.0], (frames, 2, 1))
    motion = Motion.from_arrays(["root", "top"], [-1, 0], [[0, 0, 0], [0, 1, 0]], rest, root, fps)
    return replace(motion, first_frame=first_frame)


def step(at, by_m, frames=60):
    return np.where(np.arange(frames) > at, by_m, 0.0)


def found(motion):
    return [jump.frame for jump in jumps(motion)]


def test_a_step_is_a_jump_and_where_it_lies_is_told():
    (jump,) = jumps(swinging(step(30, 0.5)))
    assert (jump.frame, jump.joint) == (30, "root")
    assert jump.distance_m == pytest.approx(0.5, abs=0.01)


def test_a_frame_that_is_off_has_a_jump_before_and_behind():
    assert found(swinging(step(30, 0.5) - step(31, 0.5))) == [30, 31]


@pytest.mark.parametrize("at", [0, 1, 57, 58])
def test_jumps_are_found_at_the_ends_too(at):
    assert found(swinging(step(at, 0.5))) == [at]


@pytest.mark.parametrize(("times", "is_found"), [(0.9, False), (1.2, True)])
@pytest.mark.parametrize("fps", [30, 120])
def test_what_counts_is_the_speed(fps, times, is_found):
    assert bool(found(swinging(step(30, times * FASTER_M_S / fps), fps))) == is_found


def test_what_speeds_up_over_several_frames_does_not_jump():
    fast = np.cumsum(np.exp(-0.5 * ((np.arange(60) - 30) / 2.0) ** 2))
    assert np.diff(fast).max() * FPS > 2.0 * FASTER_M_S
    assert found(swinging(fast)) == []


def test_clips_shorter_than_the_frames_to_compare_with_have_none():
    motion = swinging(step(2, 0.5)).excerpt(0, AROUND - 1)
    assert found(motion) == []
    assert found(swinging(step(2, 0.5)).excerpt(0, AROUND)) == [2]


def test_medians_are_those_of_a_filter():
    steps = np.random.default_rng(0).integers(0, 4, size=(200, 3)).astype(float)
    np.testing.assert_array_equal(_medians(steps), median_filter(steps, size=(AROUND, 1), mode="reflect"))


@pytest.mark.parametrize("frames", [1, 2])
def test_nearly_no_frames(frames):
    assert found(swinging(np.zeros(60)).excerpt(0, frames - 1)) == []


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_performances_do_not_jump(action):
    assert found(perform(action, seconds=2.0, fps=24).motion) == []


def test_the_automatic_choice_cuts_at_a_jump():
    motion = swinging(step(30, 0.5), first_frame=100)
    reduction = reduce_motion(motion)
    assert {30, 31} <= set(reduction.selection.keyposes)
    assert reduction.error.max_m < 0.02
    assert "the joint root jumps by 50 cm between frames 130 and 131; keys stand on both sides" in reduction.warnings


@pytest.mark.parametrize(
    ("options", "has_keys"),
    [
        ({"min_gap": 4}, False),  # somebody asked for it
        ({"min_gap": 1}, True),
        ({"pinned_numbers": (33,)}, False),  # nearer than a least gap
        ({"pinned_numbers": (31,)}, True),
        ({"pinned_numbers": (45,)}, True),
    ],
)
def test_gaps_and_pins_come_first(options, has_keys):
    reduction = reduce_motion(swinging(step(30, 0.5)), ReduceOptions(**options))
    assert ({30, 31} <= set(reduction.selection.frames)) == has_keys
    assert any("between keys on both sides" in warning for warning in reduction.warnings) != has_keys


def test_counts_are_left_alone_and_say_what_they_miss():
    motion = swinging(step(20, 0.3) + step(40, 0.5), first_frame=100)
    (note,) = [note for note in reduce_motion(motion, ReduceOptions(keys=2)).warnings if "jumps" in note]
    assert note.startswith(
        "the capture jumps in 2 places; the joint root jumps by 50 cm between frames 140 and 141, which"
    )
    assert (note.code, note.about["missing"]) == ("jumps", "120,121,140,141")
    pinned = reduce_motion(motion, ReduceOptions(keys=8, pinned_numbers=(120, 121, 140, 141)))
    assert [note.code for note in pinned.warnings if "jumps" in note] == ["jumps-keyed"]


def test_nudged_keys_say_what_they_miss_as_well():
    reduction = reduce_motion(swinging(step(20, 0.3)), ReduceOptions(keys=3, nudge=True))
    assert [note.code for note in reduction.warnings if "jumps" in note] == ["jumps"]


def test_a_promise_that_is_kept_says_nothing_of_jumps():
    reduction = reduce_motion(swinging(step(30, 0.5)), ReduceOptions(error_m=0.02))
    assert reduction.error.max_m <= 0.02
    assert not any("jumps" in note for note in reduction.warnings)


@needs_data
@pytest.mark.parametrize(("clip", "frame", "most_cm"), [("16_15", 1, 2.0), ("16_23", 2, 3.5), ("16_28", 5, 5.5)])
def test_captures_with_jumps(clip, frame, most_cm):
    """Without these keys the curves are 28, 24 and 28 cm off."""
    motion = unbake.load_motion(DATA / "cmu" / "16" / f"{clip}.amc").excerpt(1, 200)
    assert found(motion) == [frame]
    reduction = reduce_motion(motion)
    assert {frame, frame + 1} <= set(reduction.selection.keyposes)
    assert 100.0 * reduction.error.max_m < most_cm


@needs_data
def test_punches_do_not_jump():
    assert found(unbake.load_motion(DATA / "cmu" / "02" / "02_05.amc")) == []
