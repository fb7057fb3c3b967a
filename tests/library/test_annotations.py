"""Flags on frames: painted by people, guessed by classifiers."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from library.making import wobble
from unbake import FileError, UsageError
from unbake.library.annotations import NO, THIRTEEN, UNKNOWN, YES, flag_index, painted
from unbake.library.library import Library
from unbake.library.rows.flags import labels

FRAMES = 30
strokes = st.tuples(st.integers(0, FRAMES - 1), st.integers(1, FRAMES), st.sampled_from([True, False, None]))


@given(st.lists(strokes, max_size=12))
def test_painting_is_what_frames_one_by_one_would_be(given_strokes):
    frames = np.full(FRAMES, UNKNOWN)
    found = []
    for start, length, is_set in given_strokes:
        stop = min(FRAMES, start + length)
        found = painted(found, start, stop, is_set)
        frames[start:stop] = UNKNOWN if is_set is None else int(is_set)
    shown = np.full(FRAMES, UNKNOWN)
    for label in found:
        assert (shown[label.start : label.stop] == UNKNOWN).all()
        shown[label.start : label.stop] = int(label.is_set)
    np.testing.assert_array_equal(shown, frames)
    runs = [(a, b) for a, b in pairwise(found) if a.stop == b.start and a.is_set == b.is_set]
    assert not runs  # what touches and agrees is one


@settings(max_examples=25)
@given(strokes_of_flags=st.lists(st.tuples(st.sampled_from(THIRTEEN[:2]), strokes), max_size=12))
def test_what_is_kept_is_what_painting_makes(strokes_of_flags):
    """Only labels that a stroke touches are written anew."""
    with TemporaryDirectory() as folder, Library.create(Path(folder) / "moves.unbakelib") as library:
        library.add(wobble(), "a")
        expected = {0: [], 1: []}
        for flag, (start, length, is_set) in strokes_of_flags:
            stop = min(FRAMES, start + length)
            library.annotate(1, flag, start, stop, is_set)
            row = THIRTEEN.index(flag)
            expected[row] = painted(expected[row], start, stop, is_set)
        kept = list(labels(library.database, 1))
        assert kept == [(row, label) for row in expected for label in expected[row]]


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "moves.unbakelib") as opened:
        opened.add(wobble(), "a")
        yield opened


def test_a_new_library_has_the_thesiss_thirteen(library):
    assert library.vocabulary == THIRTEEN
    assert len(THIRTEEN) == 13
    assert (library.annotations(1).values == UNKNOWN).all()


def test_a_persons_word_overrides_a_guess(library):
    certainty = np.full(40, 0.9, dtype=np.float32)
    certainty[:10] = 0.2
    library.keep_guesses(1, "walk", certainty, "svm 1")
    library.annotate(1, "Walk", 5, 20, False)
    found = library.annotations(1)
    row = found.row("walk")
    assert list(found.values[row, [0, 5, 19, 20]]) == [NO, NO, NO, YES]
    assert list(found.by_person[row, [0, 5, 19, 20]]) == [False, True, True, False]
    np.testing.assert_allclose(found.confidence[row, [0, 5, 20]], [0.8, 1.0, 0.9], atol=0.003)
    assert library.guess_stamp(1, "walk") == "svm 1"
    library.annotate(1, "walk", 0, 40, None)
    assert not library.annotations(1).by_person.any()
    library.drop_guesses()
    assert (library.annotations(1).values == UNKNOWN).all()


@pytest.mark.parametrize("certainty", [0.0, 0.4999, 0.5, 0.5001, 1.0])
def test_rounding_keeps_the_side(library, certainty):
    library.keep_guesses(1, "run", np.full(40, certainty, dtype=np.float32), "x")
    found = library.annotations(1)
    assert found.values[0, 0] == (YES if certainty >= 0.5 else NO)


def test_flags_are_independent(library):
    library.annotate(1, "walk", 0, 40, True)
    library.annotate(1, "turn-left", 10, 20, True)
    found = library.annotations(1)
    assert found.is_set("Walk").all()
    assert found.is_set("turn_left").sum() == 10
    assert not found.is_set("run").any()


@pytest.mark.parametrize(("start", "stop"), [(-1, 5), (5, 5), (6, 5), (0, 41)])
def test_frames_outside_are_refused(library, start, stop):
    with pytest.raises(UsageError, match="not inside the clip's 1 to 40"):
        library.annotate(1, "walk", start, stop, True)


def test_unknown_flags_are_refused_with_the_nearest(library):
    with pytest.raises(UsageError, match="unknown flag 'wlk'; did you mean 'Walk'"):
        library.annotate(1, "wlk", 0, 5, True)
    assert flag_index(THIRTEEN, "pick-up") == 12


def test_a_vocabulary_is_changed_and_keeps_what_it_can(library):
    library.annotate(1, "walk", 0, 40, True)
    library.annotate(1, "run", 0, 40, False)
    library.set_vocabulary(("Sneak", "walk"))
    found = library.annotations(1)
    assert found.flags == ("Sneak", "walk")
    assert found.is_set("walk").all()
    assert library.database.row("SELECT count(*) FROM label") == (1,)
    library.rename_flag("walk", "Stroll")
    assert library.annotations(1).is_set("stroll").all()
    with pytest.raises(UsageError, match="there twice"):
        library.rename_flag("stroll", "sneak")
    assert library.vocabulary == ("Sneak", "Stroll")


@pytest.mark.parametrize("flags", [("a", "A"), ("turn left", "Turn-Left"), ("",), ("x\ny",), ("y" * 61,)])
def test_a_vocabulary_that_is_none_is_refused(library, flags):
    with pytest.raises(UsageError):
        library.set_vocabulary(flags)
    assert library.vocabulary == THIRTEEN


@pytest.mark.parametrize(
    "wrong", [np.zeros(39, np.float32), np.full(40, 1.5, np.float32), np.full(40, np.nan, np.float32)]
)
def test_guesses_that_are_none_are_refused(library, wrong):
    with pytest.raises(UsageError):
        library.keep_guesses(1, "walk", wrong, "x")


def test_damaged_guesses_are_a_line(library):
    library.keep_guesses(1, "walk", np.zeros(40, np.float32), "x")
    library.database.change("UPDATE guess SET certainty = ?", [b"nonsense"])
    with pytest.raises(FileError, match="guesses of clip #1 are damaged"):
        library.annotations(1)
