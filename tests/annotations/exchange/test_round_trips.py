"""Files give back what was written; what a person said comes back to the frame."""

from fractions import Fraction

import numpy as np
import pympi
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotations.acted import clip
from unbake.annotations.exchange.csv_file import load_csv, save_csv
from unbake.annotations.exchange.eaf_file import load_eaf, save_eaf
from unbake.annotations.exchange.json_file import load_json, save_json
from unbake.annotations.exchange.spans import Span, spans_of, take_spans
from unbake.annotations.in_library import by_person
from unbake.errors import UsageError
from unbake.library import Library

NAMES = st.sampled_from(["Walk", "Turn Left", 'Say "a, b"', "Grüßen & <winken>", "手"])


@st.composite
def spans(draw):
    """Spans of one clip that do not overlap, per flag and author."""
    out = []
    for flag in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        frame = draw(st.integers(0, 50))
        for _ in range(draw(st.integers(1, 5))):
            frame += draw(st.integers(0, 30))
            last = frame + draw(st.integers(0, 90))
            confidence = draw(st.one_of(st.none(), st.integers(0, 10_000).map(lambda x: x / 10_000)))
            out.append(Span(flag, frame, last, draw(st.booleans()), confidence))
            frame = last + 1
    return out


QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.slow
@QUICK
@given(st.dictionaries(st.sampled_from(["02_01", "a b", 'c,"d"']), spans(), min_size=1))
def test_csv_and_json(tmp_path, clips):
    for save, load, name in ((save_csv, load_csv, "a.csv"), (save_json, load_json, "a.json")):
        save(clips, tmp_path / name)
        assert load(tmp_path / name) == clips


@pytest.mark.parametrize(("save", "load"), [(save_csv, load_csv), (save_json, load_json)])
def test_numbers_of_numpy_are_written(save, load, tmp_path):
    save({"a": [Span("Walk", np.int64(3), np.int64(9), np.bool_(True), np.float32(0.5))]}, tmp_path / "a")
    assert load(tmp_path / "a") == {"a": [Span("Walk", 3, 9, True, 0.5)]}


@QUICK
@given(spans(), st.sampled_from([24, 30, Fraction(30000, 1001), 60, 120, 240, 500]), st.integers(-5, 5))
def test_elan(tmp_path, own, fps, first_frame):
    moved = [
        Span(s.flag, s.first_number + first_frame, s.last_number + first_frame, s.is_set, s.confidence) for s in own
    ]
    save_eaf(moved, tmp_path / "a.eaf", Fraction(fps), first_frame)
    key = lambda span: (span.flag, span.first_number)  # noqa: E731
    assert sorted(load_eaf(tmp_path / "a.eaf", Fraction(fps), first_frame), key=key) == sorted(moved, key=key)


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "l.unbakelib") as made:
        motion = clip(0)[0]
        made.add(motion, "a")
        made.annotate(1, "Walk", 0, 40, True)
        made.annotate(1, "Walk", 40, 76, False)
        made.annotate(1, "Stand", 10, 11, True)
        made.keep_guesses(1, "Jump", np.linspace(0, 1, motion.n_frames, dtype=np.float32), "x")
        made.keep_guesses(1, "Stand", np.full(motion.n_frames, 0.9, dtype=np.float32), "x")
        yield made


@pytest.mark.parametrize("kind", ["csv", "json", "eaf"])
@pytest.mark.parametrize("with_guesses", [True, False])
def test_a_persons_word_comes_back_and_a_guess_does_not(library, tmp_path, kind, with_guesses):
    own, info = library.annotations(1), library.clip("a")
    said = spans_of(own, info.first_frame, with_guesses=with_guesses)
    assert any(span.is_guess for span in said) == with_guesses
    file = tmp_path / f"a.{kind}"
    if kind == "eaf":
        save_eaf(said, file, info.fps, info.first_frame)
        found = {"a": load_eaf(file, info.fps, info.first_frame)}
    else:
        {"csv": save_csv, "json": save_json}[kind]({"a": said}, file)
        found = {"csv": load_csv, "json": load_json}[kind](file)
    with Library.create(tmp_path / f"{kind}.unbakelib") as other:
        other.add(clip(0)[0], "a")
        taken, guesses = take_spans(other, found)
        np.testing.assert_array_equal(by_person(other.annotations(1)), by_person(own))
        assert taken == 3
        assert (guesses > 0) == with_guesses


def test_guesses_tell_their_mean_confidence(library):
    span = next(s for s in spans_of(library.annotations(1), 1, with_guesses=True) if s.flag == "Jump" and s.is_set)
    assert span.confidence == pytest.approx(0.75, abs=0.01)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"b": [Span("Walk", 1, 2)]}, "no clip 'b'"),
        ({"a": [Span("Wlak", 1, 2)]}, "unknown flag 'Wlak'"),
        ({"a": [Span("Walk", 1, 999)]}, "not inside"),
        ({"a": [Span("Walk", 1, 9), Span("Walk", 9, 12, False)]}, "both set and cleared on frame 9"),
    ],
)
def test_what_does_not_fit_changes_nothing(library, bad, message):
    before = by_person(library.annotations(1))
    good = {"a": [Span("Jump", 1, 20), *bad.pop("a", [])]}
    with pytest.raises(UsageError, match=message):
        take_spans(library, good | bad)
    np.testing.assert_array_equal(by_person(library.annotations(1)), before)


def test_new_flags_join_the_vocabulary_if_they_may(library):
    assert take_spans(library, {"a": [Span("Limp", 1, 9)]}, new_flags=True) == (1, 0)
    assert library.vocabulary[-1] == "Limp"
    assert library.annotations(1).is_set("Limp").sum() == 9


def test_elan_cannot_tell_frames_above_its_clock(tmp_path):
    with pytest.raises(UsageError, match="milliseconds"):
        save_eaf([], tmp_path / "a.eaf", Fraction(600), 0)


def test_what_a_complete_file_does_not_say_is_no(library):
    take_spans(library, {"a": [Span("Walk", 11, 20)]}, complete=True)
    found = by_person(library.annotations(1))
    assert (found >= 0).all()
    assert found.sum() == 10
    first = library.clip("a").first_frame
    assert library.annotations(1).is_set("Walk")[11 - first : 21 - first].all()


def test_guesses_do_not_become_no_in_a_complete_file(library):
    before = by_person(library.annotations(1))
    with pytest.raises(UsageError, match=r"^here: Jump is only guessed, and complete labels would say no there"):
        take_spans(library, {"a": [Span("Walk", 11, 20), Span("Jump", 5, 9, True, 0.9, "here")]}, complete=True)
    np.testing.assert_array_equal(by_person(library.annotations(1)), before)


@pytest.mark.parametrize("spelling", ["walk", "WALK"])
def test_yes_and_no_of_a_flag_in_two_spellings(library, spelling):
    before = by_person(library.annotations(1))
    with pytest.raises(UsageError, match="is both set and cleared on frame 15"):
        take_spans(library, {"a": [Span("Walk", 11, 20), Span(spelling, 15, 30, False)]})
    np.testing.assert_array_equal(by_person(library.annotations(1)), before)


def test_elan_has_a_tier_for_each_flag(tmp_path):
    save_eaf([Span("Walk", 1, 9)], tmp_path / "a.eaf", Fraction(120), 1, ("Run", "Walk", "A & <b>"))
    document = pympi.Eaf(tmp_path / "a.eaf")
    assert {name: len(tier[0]) for name, tier in document.tiers.items()} == {"Run": 0, "Walk": 1, "A & <b>": 0}


def test_a_flag_that_cannot_be_added_leaves_nothing_behind(library):
    before, flags = by_person(library.annotations(1)), library.vocabulary
    with pytest.raises(UsageError, match="not a valid name for a flag"):
        take_spans(library, {"a": [Span("Limp", 1, 20), Span("x" * 80, 1, 9)]}, new_flags=True, complete=True)
    np.testing.assert_array_equal(by_person(library.annotations(1)), before)
    assert library.vocabulary == flags
