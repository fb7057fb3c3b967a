"""Clips that go in place are told from others, and nobody is left to wonder why no foot is held."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.clean.clean import clean_feet
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.legs import legs_of
from unbake.feet.treadmill import goes_in_place, treadmill_notes
from unbake.motion.delivery.travel import in_place
from unbake.performer import perform


def on_a_belt(motion, part):
    """The motion on a belt that runs at this part of the pace of the body."""
    translations = motion.translations_m.copy()
    way = (translations[-1, 0] - translations[0, 0]) * [1.0, 0.0, 1.0]
    translations[:, 0] -= part * way * np.linspace(0.0, 1.0, motion.n_frames)[:, None]
    return replace(motion, translations_m=translations)


@pytest.mark.parametrize("action", ["walk", "run"])
@pytest.mark.parametrize("seed", [1, 2])
def test_walks_and_runs_without_their_travel_go_in_place(action, seed):
    motion = perform(action, seconds=3, seed=seed).motion
    for one, goes in ((motion, False), (in_place(motion), True)):
        assert goes_in_place(one, legs_of(one)) == goes


def test_the_body_may_drift_on_its_belt():
    motion = perform("walk", seconds=4, seed=2).motion
    for part, goes in ((0.9, True), (1.1, True), (0.5, False)):
        belt = on_a_belt(motion, part)
        assert goes_in_place(belt, legs_of(belt)) == goes


@pytest.mark.parametrize("action", ["jump", "turn", "stand", "sneak", "stairs"])
def test_who_stands_or_goes_on_does_not_go_in_place(action):
    motion = perform(action, seconds=3, seed=3).motion
    assert treadmill_notes(motion, legs_of(motion)) == ()


@pytest.mark.parametrize("frames", [1, 2, 3, 20])
def test_clips_without_a_step_tell_nothing(frames):
    motion = in_place(perform("walk", seconds=1).motion).excerpt(1, frames)
    assert not goes_in_place(motion, legs_of(motion))


def test_cleaning_up_says_so():
    motion = in_place(perform("walk", seconds=3, seed=1).motion)
    notes = clean_feet(motion, guess_feet(motion).labels).notes
    assert [note for note in notes if "as on a treadmill" in note]
