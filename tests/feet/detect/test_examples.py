"""What an oracle knew and what it is told anew: the new labels stand, nothing else goes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.detect.examples import example_of, is_known, updated
from unbake.feet.detect.features import leg_paths
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.performer import perform


@pytest.fixture(scope="module")
def pieces():
    """Labelled pieces of walks: `pieces(seed, first, last, planted)`."""
    made = {}

    def piece(seed, first=0, last=120, planted=None, name="walk"):
        if seed not in made:
            performance = perform("walk", seconds=2, fps=120, seed=seed)
            made[seed] = performance, leg_paths(performance.motion, legs_of(performance.motion))
        performance, paths = made[seed]
        labels = FootLabels.from_frames(performance.contacts, paths.fps)
        if planted is not None:
            labels = FootLabels.from_frames(np.full_like(performance.contacts, planted), paths.fps)
        return example_of(paths, labels, name, 2 * first, 2 * last)

    return piece


def test_new_labels_of_the_same_frames_stand(pieces):
    old, other = pieces(1), pieces(2)
    new = pieces(1, planted=False, name="renamed")
    assert updated((old, other), [new]) == (other, new)


def test_of_an_old_piece_the_frames_that_are_not_new_stay(pieces):
    """Frame by frame: each is labelled once, as the new piece has it where it has it."""
    old, new = pieces(1), pieces(1, 40, 79, planted=True)
    before, after, last = updated((old,), [new])
    assert last is new
    assert np.array_equal(before.planted, old.planted[:40])
    assert np.array_equal(after.planted, old.planted[80:])
    assert (before.frames, after.frames) == (old.frames[:40], old.frames[80:])
    assert (before.first, after.first) == (old.first, old.first + 80)
    whole = pieces(1)
    assert updated((before, after), [whole]) == (whole,)


def test_another_clip_of_the_same_name_stays(pieces):
    old, new = pieces(1), pieces(2)
    assert old.name == new.name
    assert updated((old,), [new]) == (old, new)


def test_known_with_the_very_labels(pieces):
    known = (pieces(1), pieces(2))
    assert is_known(replace(pieces(2), name="elsewhere"), known)
    assert not is_known(pieces(2, planted=True), known)
    assert not is_known(pieces(2, 0, 60), known)
    assert not is_known(pieces(3), known)
