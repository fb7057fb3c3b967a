"""Extremes: stops, turns and rests of what leads, and the classes of keys by them."""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.handmade.judged import judged
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS
from benchmarks.thesis.recovery import Score

from motion.turning import bare_pan, camera_pan, propeller, twisted_chain
from unbake.errors import UsageError
from unbake.keyframes.moments.extremes import APART_S, extremes, with_classes
from unbake.keyframes.moments.leads import leading_parts
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.performer import perform


def handmade(name, rig="performer"):
    return RIGS[rig](name, {**TUNED, **REPORTED}[name]())


def test_the_apex_of_a_kick_is_an_extreme_and_the_foot_leads_there():
    piece = handmade("kick")
    apex = min(extremes(piece.motion), key=lambda e: abs(e.frame - 19))
    assert abs(apex.frame - 19) <= 1
    assert apex.lead == "right-foot"


def test_a_waving_hand_leads():
    leads = [e.lead for e in extremes(handmade("wave").motion) if 20 <= e.frame <= 45]
    assert leads == ["right-hand"] * 4


def test_a_rest_has_two_ends():
    found = [e.frame for e in extremes(handmade("march").motion)]
    assert found == [8, 12, 20, 28, 32, 40, 48, 52, 60, 68, 72]


@pytest.mark.parametrize("pieces", [TUNED, REPORTED])
def test_nine_of_ten_extremes_are_keys_that_an_animator_made(pieces):
    total = Score(0, 0, 0)
    for name in pieces:
        piece = handmade(name)
        total += judged(piece, [e.frame for e in extremes(piece.motion)])
    assert total.precision > 0.9
    assert total.recall > 0.6


def test_extremes_keep_apart_from_each_other_and_from_the_ends():
    motion = perform("run", seconds=4, seed=5, fps=120).motion
    frames = np.array([0, *(e.frame for e in extremes(motion)), motion.n_frames - 1])
    assert len(frames) > 8
    assert np.diff(frames).min() >= APART_S * 120


def test_what_stands_still_has_none():
    motion = handmade("wave").motion
    still = replace(
        motion,
        rotations_xyzw=np.repeat(motion.rotations_xyzw[:1], 50, axis=0),
        translations_m=np.repeat(motion.translations_m[:1], 50, axis=0),
    )
    assert extremes(still) == ()
    assert extremes(still.excerpt(1, 1)) == ()
    assert extremes(still.excerpt(1, 2)) == ()


def test_the_rate_hardly_matters():
    slow = handmade("throw").motion
    fast = slow.resampled(120)
    at = np.array([e.frame / float(slow.fps) for e in extremes(slow)])
    at_fast = np.array([e.frame / 120.0 for e in extremes(fast)])
    assert len(at) == len(at_fast)
    assert np.abs(at - at_fast).max() < 2.0 / 24.0


def test_the_wanted_part_leads():
    motion = handmade("wave").motion
    by_hand = extremes(motion, ("right-hand",))
    assert {e.lead for e in by_hand} == {"RightHand"}
    assert extremes(motion, ("left-foot",)) != by_hand
    with pytest.raises(UsageError):
        extremes(motion, ("tail",))


def test_things_without_roles_have_extremes():
    turns = np.zeros((60, 2, 3))
    turns[:, 0, 0] = np.sin(np.linspace(0.0, 4.0 * np.pi, 60))
    rotations = quaternion_from_euler("xyz", turns)
    arm = Motion.from_arrays(["crane", "jib"], [-1, 0], [[0, 0, 0], [0, 0, 2]], rotations, np.zeros((60, 3)), fps=30)
    frames = [e.frame for e in extremes(arm)]
    assert np.abs(np.array(frames) - [7.4, 22.1, 36.9, 51.6]).max() < 1.5


@pytest.mark.parametrize("thing", [camera_pan, bare_pan, propeller, twisted_chain])
@pytest.mark.parametrize("named", [False, True])
def test_what_only_turns_has_extremes(thing, named):
    motion = thing()
    (lead,) = {span.part for span in leading_parts(motion)}
    found = extremes(motion, (lead,) if named else None)
    assert {e.lead for e in found} == {lead}
    assert [e.frame for e in found] == pytest.approx([30, 60, 90], abs=int(thing is twisted_chain))


def test_keys_at_extremes_are_keyposes_and_so_are_ends_and_pins():
    piece = handmade("kick")
    found = extremes(piece.motion)
    selection = Selection((0, 4, 9, 12, 19, 30, 39))
    classed = with_classes(selection, found, 24.0, pinned=(30,))
    assert classed.keyposes == (0, 9, 19, 30, 39)
    assert classed.breakdowns == (4, 12)
    assert classed.frames == selection.frames
