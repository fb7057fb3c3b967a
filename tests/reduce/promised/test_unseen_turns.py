"""Keys come where joints of quaternion curves turn in place, and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest

from clips import jump_clip
from data import DATA, needs_data
from reduce.whirling import whirling
from unbake.curves.excerpts import handles_of
from unbake.curves.world.turning import MOST_RAD_S, Turning
from unbake.formats.registry import load
from unbake.keyframes.selection import Selection
from unbake.reduce.choose import choose
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import unseen_turns as module
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.trial_curves import TrialCurves
from unbake.reduce.promised.unseen_turns import without_unseen_turns
from unbake.reduce.take import Take

KEYS = (0, 20, 40, 50, 70, 90, 110, 139)
SEGMENT = (40, 50)
OPTIONS = ReduceOptions(error_m=0.3, curves=("quaternions",))


@pytest.fixture(scope="module")
def take():
    return Take(jump_clip())


@pytest.fixture(scope="module")
def calm(take):
    make = TrialCurves(take, "quaternions", OPTIONS, OPTIONS.error_m).wanted
    return make(Selection(KEYS))


@pytest.fixture(scope="module")
def whirled(calm):
    return whirling(calm, KEYS.index(SEGMENT[0]))


def kept(animation):
    return Kept(animation.selection, {"quaternions": animation})


def test_a_key_comes_where_a_joint_whirls_and_other_curves_stay(take, whirled):
    found, more = without_unseen_turns(take, kept(whirled), OPTIONS)
    assert more == 1
    (key,) = set(found.selection.frames) - set(KEYS)
    assert SEGMENT[0] < key < SEGMENT[1]
    animation = found.animations["quaternions"]
    assert animation.selection.frames == found.selection.frames
    assert Turning(take.motion, False).excess_rad_s(animation).max() < MOST_RAD_S
    assert Missed(take.motion, False).most_m(animation) <= OPTIONS.error_m
    np.testing.assert_allclose(handles_of(animation)[:, :, -1], handles_of(whirled)[:, :, -1], atol=1e-12)


def test_curves_of_a_clip_that_turns_joints_by_quaternions_are_watched():
    motion = replace(jump_clip(), skeleton=jump_clip().skeleton.with_quaternion_channels())
    take, options = Take(motion), replace(OPTIONS, curves=("channels",))
    make = TrialCurves(take, "channels", options, options.error_m).wanted
    fast = whirling(make(Selection(KEYS)), KEYS.index(SEGMENT[0]))
    found, more = without_unseen_turns(take, Kept(fast.selection, {"channels": fast}), options)
    assert more == 1
    assert Turning(motion, False).excess_rad_s(found.animations["channels"]).max() < MOST_RAD_S


def test_what_turns_as_captured_stays(take, calm):
    before = kept(calm)
    assert without_unseen_turns(take, before, OPTIONS) == (before, 0)
    assert without_unseen_turns(take, Kept(calm.selection, {}), OPTIONS)[1] == 0


@pytest.mark.parametrize("options", [replace(OPTIONS, min_gap=6), replace(OPTIONS, error_m=1e-4)])
def test_gaps_and_the_error_count_for_more(take, whirled, options):
    before = kept(whirled)
    assert without_unseen_turns(take, before, options) == (before, 0)


def test_keys_that_help_little_are_not_added(take, whirled, monkeypatch):
    monkeypatch.setattr(module, "WORTH_KEYS", 0.01)
    before = kept(whirled)
    assert without_unseen_turns(take, before, OPTIONS) == (before, 0)


def test_of_two_segments_side_by_side_one_gets_a_key():
    excess = np.zeros(60)
    excess[[12, 25, 45]] = 2.0 * MOST_RAD_S, 3.0 * MOST_RAD_S, 2.0 * MOST_RAD_S
    assert module._with_more_keys((0, 10, 20, 30, 40, 50, 60), excess, OPTIONS) == (0, 10, 20, 26, 30, 40, 46, 50, 60)


@needs_data
@pytest.mark.slow
def test_a_back_does_not_whirl_where_the_capture_trembles(monkeypatch):
    take = Take(load(DATA / "cmu" / "16" / "16_35.amc"))
    options = replace(OPTIONS, error_m=0.02)

    def chosen():
        found = choose(take, options, lambda step, part: None)
        fast = Turning(take.motion, False).excess_rad_s(found.animations["quaternions"]).max()
        assert Missed(take.motion, False).most_m(found.animations["quaternions"]) <= options.error_m
        return len(found.selection), fast, [note for note in found.notes if "turn in place" in note]

    keys, fast, notes = chosen()
    assert fast <= MOST_RAD_S
    assert len(notes) == 1
    monkeypatch.setattr(module, "MOST_RAD_S", np.inf)
    fewer, faster, none = chosen()
    assert (fewer, none) == (keys - 1, [])
    assert faster > MOST_RAD_S
