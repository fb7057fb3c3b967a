"""What was worked out about a clip serves again when the same files are opened again, and no others."""

from dataclasses import replace
from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest

from studio.server.serving import desk_in, opened_clip, quietly
from unbake.formats.registry import ReadOptions
from unbake.studio.server import messages as m
from unbake.studio.server.choosing import choosing
from unbake.studio.server.opening import worked_out
from unbake.studio.server.opening.worked_out import KEPT_CLIPS, MOST_FRAMES, WorkedOutBefore

SOURCES = {"walk.amc": b"1", "walk.asf": b"23"}
OTHERS = {
    "bytes": ({"walk.amc": b"2", "walk.asf": b"23"}, ReadOptions()),
    "shared out otherwise": ({"walk.amc": b"12", "walk.asf": b"3"}, ReadOptions()),
    "name": ({"run.amc": b"1", "walk.asf": b"23"}, ReadOptions()),
    "one file": ({"walk.amc": b"1"}, ReadOptions()),
    "rate": (SOURCES, ReadOptions(fps=Fraction(30))),
    "unit": (SOURCES, ReadOptions(metres_per_unit=0.01)),
}


def test_the_same_files_are_known_again():
    before = WorkedOutBefore()
    assert before.of(SOURCES, ReadOptions(), 20) is before.of(dict(SOURCES), ReadOptions(), 20)


@pytest.mark.parametrize("other", OTHERS)
def test_others_are_not(other):
    before = WorkedOutBefore()
    assert before.of(SOURCES, ReadOptions(), 20) is not before.of(*OTHERS[other], 20)


def test_long_clips_are_forgotten_with_their_page():
    before = WorkedOutBefore()
    longer = MOST_FRAMES + 1
    assert before.of(SOURCES, ReadOptions(), longer) is not before.of(SOURCES, ReadOptions(), longer)


def test_the_oldest_is_forgotten():
    before = WorkedOutBefore()
    first, second = (before.of({name: b""}, ReadOptions(), 20) for name in "ab")
    for name in ("c", "a", "d"):
        before.of({name: b""}, ReadOptions(), 20)
    assert KEPT_CLIPS == 3
    assert before.of({"a": b""}, ReadOptions(), 20) is first
    assert before.of({"b": b""}, ReadOptions(), 20) is not second


def test_a_clip_that_is_opened_again_has_its_keys_without_work(tmp_path, monkeypatch):
    desk = desk_in(tmp_path)

    def chosen(opened):
        choice = replace(opened.choice, by="count", keys=5)
        return desk.answer(m.Choose(opened.clip.id, opened.settings, choice, opened.joining, 0.0, False), quietly)

    made = Mock(wraps=choosing._made)
    monkeypatch.setattr(choosing, "_made", made)
    opened = opened_clip(desk, tmp_path)
    first = chosen(opened)
    assert made.call_count == 1
    desk.put_away(opened.clip.id)
    again = opened_clip(desk, tmp_path)
    assert again.clip.id != opened.clip.id
    second = chosen(again)
    for name in ("frames", "values", "left", "right"):
        np.testing.assert_array_equal(getattr(first.keys, name), getattr(second.keys, name))
    assert made.call_count == 1
    monkeypatch.setattr(worked_out, "MOST_FRAMES", 1)
    chosen(opened_clip(desk, tmp_path))
    assert made.call_count == 2
