"""Flags: which there are, how they are named, what becomes of them in a mirror."""

import pytest

from unbake.annotations.vocabulary import (
    DEFAULT_VOCABULARY,
    check_vocabulary,
    flag_named,
    mirrored_columns,
    with_flag,
    without_flag,
)
from unbake.errors import UsageError


def test_the_thirteen_of_the_thesis():
    assert len(DEFAULT_VOCABULARY) == 13
    check_vocabulary(DEFAULT_VOCABULARY)


@pytest.mark.parametrize("text", ["Turn Left", "turn-left", "TURN_LEFT", " turn  left "])
def test_flags_are_found_however_they_are_typed(text):
    assert flag_named(text, DEFAULT_VOCABULARY) == "Turn Left"


def test_an_unknown_flag_names_the_nearest():
    with pytest.raises(UsageError, match="no flag 'Wlak'.*Walk"):
        flag_named("Wlak", DEFAULT_VOCABULARY)


def test_flags_come_and_go():
    more = with_flag(DEFAULT_VOCABULARY, "Limp")
    assert more[-1] == "Limp"
    assert without_flag(more, "limp") == DEFAULT_VOCABULARY


@pytest.mark.parametrize("flag", ["", "a\nb", "<b>", "walk", "not", "x" * 41, "a  b", "a/b", '"', "-"])
def test_what_is_no_name_is_refused(flag):
    with pytest.raises(UsageError):
        with_flag(DEFAULT_VOCABULARY, flag)


def test_mirror_images_turn_the_other_way():
    others = [DEFAULT_VOCABULARY[place] for place in mirrored_columns(DEFAULT_VOCABULARY)]
    changed = {a: b for a, b in zip(DEFAULT_VOCABULARY, others, strict=True) if a != b}
    assert changed == {"Turn Left": "Turn Right", "Turn Right": "Turn Left"}


def test_a_side_without_its_counterpart_stays():
    assert mirrored_columns(("Kick Left", "Walk")) == [0, 1]
