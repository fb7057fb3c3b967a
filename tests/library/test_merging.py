"""One library taken into another."""

import numpy as np
import pytest

from clips import jump_clip
from library.making import same, wobble
from unbake.feet.labels import FootLabels
from unbake.library.checking import problems
from unbake.library.library import Library
from unbake.library.merging import merge


@pytest.fixture
def libraries(tmp_path):
    with Library.create(tmp_path / "one.unbakelib") as one, Library.create(tmp_path / "two.unbakelib") as two:
        one.add(wobble(0), "same", tags=["mine"])
        one.add(wobble(1), "walk")
        two.add(wobble(0), "other name", tags=["theirs"])
        two.add(wobble(2), "walk")
        two.add(jump_clip(), "jump", licence="CC0")
        yield one, two


def test_clips_are_taken_over_once(libraries):
    one, two = libraries
    merged = merge(one, two)
    assert (merged.new, merged.known, merged.damaged) == (2, 1, [])
    assert [clip.name for clip in one.clips()] == ["jump", "same", "walk", "walk_2"]
    assert one.clip("same").tags == ("mine", "theirs")
    assert one.clip("jump").licence == "CC0"
    assert same(one.motion("walk_2"), wobble(2))
    assert [clip.name for clip in two.clips()] == ["jump", "other name", "walk"]
    again = merge(one, two)
    assert (again.new, again.known) == (0, 3)
    assert problems(one) == []


def test_what_was_said_is_never_overwritten(libraries):
    one, two = libraries
    two.set_vocabulary((*two.vocabulary, "Sneak"))
    mine, theirs = one.clip("same").id, two.clip("other name").id
    one.annotate(mine, "walk", 10, 20, True)
    two.annotate(theirs, "walk", 0, 40, False)
    two.annotate(theirs, "run", 5, 9, True)
    two.annotate(theirs, "sneak", 1, 2, True)
    merge(one, two)
    found = one.annotations(mine)
    walk = found.row("walk")
    np.testing.assert_array_equal(found.values[walk, :40], np.repeat([0, 1, 0], [10, 10, 20]))
    assert found.by_person[walk].sum() == 40, "what one person left open, the other's word closes"
    assert found.is_set("run").sum() == 4
    assert found.flags[-1] == "Sneak"
    assert found.is_set("sneak").sum() == 1


def test_foot_labels_go_along(libraries):
    one, two = libraries
    motion = jump_clip()
    labels = FootLabels.from_frames(np.ones((motion.n_frames, 4), bool), motion.fps, motion.first_frame)
    two.set_foot_labels(two.clip("jump").id, labels)
    merge(one, two)
    assert one.foot_labels(one.clip("jump").id) == labels


def test_a_damaged_clip_hinders_no_other(libraries):
    one, two = libraries
    two.database.change("UPDATE clip SET rotations = x'00' WHERE name = 'walk'")
    merged = merge(one, two)
    assert merged.new == 1
    assert merged.damaged == [("walk", "its motion is damaged")]
