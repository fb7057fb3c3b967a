"""Tags of several clips, flags, and what would be lost: all of a change, or none of it."""

import numpy as np
import pytest

from library.making import wobble
from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.library.changing.together import change_tags, change_vocabulary
from unbake.library.changing.work import Work, work_on_clips, work_on_flags
from unbake.library.library import Library


@pytest.fixture
def library(tmp_path):
    """Three clips, 1 to 3; the first two are labelled, the third has foot labels."""
    with Library.create(tmp_path / "moves.unbakelib", ("Walk", "Run", "Jump")) as opened:
        for seed, name in enumerate("abc"):
            opened.add(wobble(seed), name, tags=["made"])
        opened.annotate(1, "Walk", 0, 10, True)
        opened.annotate(1, "Run", 5, 8, False)
        opened.annotate(2, "Walk", 3, 7, True)
        motion = opened.motion(3)
        planted = np.zeros((motion.n_frames, 4), dtype=bool)
        opened.set_foot_labels(3, FootLabels.from_frames(planted, motion.fps, motion.first_frame))
        yield opened


def test_tags_of_several_clips_change_together(library):
    change_tags(library, [1, 3], ["new", "odd"], ["MADE"])
    assert [clip.tags for clip in library.clips()] == [("new", "odd"), ("made",), ("new", "odd")]
    for clips, tags in (([1, 99], ["late"]), ([1, 2], ["late", ""])):
        with pytest.raises(UsageError):
            change_tags(library, clips, tags)
    assert [clip.tags for clip in library.clips()] == [("new", "odd"), ("made",), ("new", "odd")]


def test_what_goes_with_clips_and_flags_is_counted(library):
    assert work_on_clips(library, [1]) == Work(1, 13, 0)
    assert work_on_clips(library, [1, 2, 3]) == Work(2, 17, 1)
    assert work_on_clips(library, []) == Work()
    assert work_on_flags(library) == {"Walk": Work(2, 14), "Run": Work(1, 3), "Jump": Work()}
    library.remove(1, 3)
    assert [clip.name for clip in library.clips()] == ["b"]
    assert work_on_clips(library, [1, 2, 3]) == Work(1, 4, 0)


def test_flags_change_together_and_labels_of_a_renamed_one_stay(library):
    before = library.annotations(1).is_set("Walk")
    change_vocabulary(library, rename=[("walk", "Stroll")], remove=["run"], add=["Limp"])
    assert library.vocabulary == ("Stroll", "Jump", "Limp")
    np.testing.assert_array_equal(library.annotations(1).is_set("Stroll"), before)
    assert work_on_flags(library)["Stroll"] == Work(2, 14)
    with pytest.raises(UsageError, match="there twice"):
        change_vocabulary(library, rename=[("Stroll", "Walk")], remove=["Jump"], add=["walk"])
    assert library.vocabulary == ("Stroll", "Jump", "Limp")
