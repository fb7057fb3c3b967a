"""Edits carried to the rest of an action, in Blender (`tests/blender/propagation_scenes.py`)."""

import numpy as np
import pytest

pytestmark = pytest.mark.slow(60)

RAISED = 0.5


def test_an_edit_of_one_jump_is_carried_to_the_next(answer):
    found = answer("propagated")
    assert found["inside_off"] < 1e-4
    assert np.median(found["moved"]) == pytest.approx(RAISED, abs=0.15)
    assert found["others"] < 0.3
    assert found["frames"] == 1


def test_what_keys_are_besides_stays(answer):
    assert answer("propagated")["kinds"] == [["JITTER", "LINEAR"]]


def test_edits_in_two_places_are_carried_to_what_lies_between(answer):
    between = answer("propagated_from_two")["between"]
    assert len(between) > 2
    assert np.median(between) == pytest.approx(RAISED, abs=0.15)


def test_what_was_carried_is_undone(answer):
    assert answer("propagated")["undone"]


@pytest.mark.parametrize(
    ("scene", "case", "words"),
    [
        ("propagated", "unreduced", "Reduce first"),
        ("propagated", "unedited", "No key was changed"),
        ("not_carried", "unread", "Analyse first"),
        ("not_carried", "all", "All keys were changed"),
        ("not_carried", "no_body", "no left-hip"),
    ],
)
def test_what_cannot_be_carried_is_one_line(answer, scene, case, words):
    message = answer(scene)[case]
    assert words in message
    assert "\n" not in message


def test_nothing_is_changed_by_what_failed(answer):
    assert answer("not_carried")["unchanged"]
