"""What a library keeps, and gives back."""

from fractions import Fraction

import numpy as np
import pytest

from clips import jump_clip
from library.making import same, wobble
from unbake import FileError, MotionError, UsageError
from unbake.feet.labels import FootLabels
from unbake.library.derived import DerivedTable
from unbake.library.library import Library
from unbake.library.tables import BODY, TABLES, body_of
from unbake.motion.body.body_path import body_path
from unbake.motion.body.mirror import mirrored
from unbake.search import Filters, search


@pytest.fixture
def library(tmp_path):
    with Library.create(tmp_path / "moves.unbakelib") as opened:
        yield opened


def test_a_clip_comes_back_with_all_that_was_said(library):
    motion = wobble(fps=Fraction(30000, 1001))
    clip_id, is_new = library.add(motion, "Übung 1", source="walks/a.bvh", tags=["slow", "Cmu"], licence="CC0")
    clip = library.clip("Übung 1")
    assert is_new
    assert (clip.id, clip.source, clip.tags, clip.licence) == (clip_id, "walks/a.bvh", ("Cmu", "slow"), "CC0")
    assert (clip.n_frames, clip.fps, clip.first_frame) == (40, Fraction(30000, 1001), 1)
    assert clip.duration_s == pytest.approx(39 * 1001 / 30000)
    assert same(library.motion(clip_id), motion)
    assert library.clip(f"#{clip_id}") == library.clip(clip_id) == clip


def test_known_content_is_skipped_and_skeletons_are_shared(library):
    first, _ = library.add(wobble(), "a")
    assert library.add(wobble(), "b") == (first, False)
    library.add(wobble(1), "c")
    assert library.database.row("SELECT count(*) FROM skeleton") == (1,)


def test_names_stay_apart(library):
    for seed in range(3):
        library.add(wobble(seed), "Walk" if seed else "walk")
    assert [clip.name for clip in library.clips()] == ["walk", "Walk_2", "Walk_3"]
    with pytest.raises(UsageError, match="another clip is called 'WALK'"):
        library.rename(2, "WALK")
    library.rename(1, "WALK")
    assert library.clip("walk").name == "WALK"


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "#7", "x" * 201])
def test_names_that_no_list_can_show_are_refused(library, name):
    with pytest.raises(UsageError, match="not a valid name for a clip"):
        library.add(wobble(), name)
    assert library.clips() == []


def test_an_unknown_clip_is_refused_with_the_nearest(library):
    library.add(wobble(), "walking")
    with pytest.raises(UsageError, match="did you mean 'walking'"):
        library.motion("walkin")
    with pytest.raises(UsageError, match="no clip '#9'"):
        library.clip("#9")


def test_what_is_removed_is_gone_with_all_that_was_known(library):
    first, _ = library.add(wobble(0, frames=4000), "a", tags=["x"])
    library.add(wobble(1), "b")
    library.annotate(first, "Walk", 0, 10, True)
    library.keep_guesses(first, "Walk", np.zeros(4000, np.float32), "1")
    library.derived(first, DerivedTable("t", "1", lambda _: {"a": np.ones(3)}))
    size = library.database.row("PRAGMA page_count")[0]
    library.remove(first)
    for table in ("tag", "label", "guess", "derived"):
        assert library.database.row(f"SELECT count(*) FROM {table}") == (0,)
    assert [clip.name for clip in library.clips()] == ["b"]
    assert library.database.row("PRAGMA page_count")[0] < size / 2


def test_a_skeleton_goes_with_its_last_clip(library):
    library.add(wobble(joints=5), "a")
    library.add(wobble(joints=6), "b")
    library.remove(1)
    assert library.database.row("SELECT count(*) FROM skeleton") == (1,)


def test_tags_come_and_go(library):
    library.add(wobble(), "a", tags=["one"])
    library.tag(1, ["two", "ONE"])
    assert library.clip("a").tags == ("one", "two")
    library.untag(1, ["One", "three"])
    assert library.clip("a").tags == ("two",)


def test_a_mirrored_twin_is_a_view(library):
    motion = jump_clip()
    clip_id, _ = library.add(motion, "jump")
    assert same(library.motion(clip_id, mirrored=True), mirrored(motion))
    assert len(library.clips()) == 1


def test_damage_is_a_line(library):
    library.add(wobble(), "a")
    library.database.change("UPDATE clip SET rotations = ?", [b"nonsense"])
    with pytest.raises(FileError, match="clip 'a' is damaged"):
        library.motion("a")


class TestDerived:
    """Tables are made when they are asked for, and again when the recipe is another."""

    def table(self, version="1"):
        self.made = getattr(self, "made", 0)

        def make(motion):
            self.made += 1
            return {"sums": motion.translations_m.sum(axis=1), "version": np.array(version)}

        return DerivedTable("sums", version, make)

    def test_it_is_made_once(self, library):
        library.add(wobble(), "a")
        first = library.derived(1, self.table())
        again = library.derived(1, self.table())
        np.testing.assert_array_equal(first["sums"], again["sums"])
        assert self.made == 1

    def test_another_version_is_made_again_and_replaces_the_first(self, library):
        library.add(wobble(), "a")
        library.derived(1, self.table())
        assert library.lacking(self.table("2")) == [1]
        assert library.derived(1, self.table("2"))["version"] == "2"
        assert library.lacking(self.table("2")) == []
        assert library.database.row("SELECT count(*) FROM derived") == (1,)
        assert self.made == 2

    def test_a_damaged_one_is_made_again(self, library):
        library.add(wobble(), "a")
        library.derived(1, self.table())
        library.database.change("UPDATE derived SET data = ?", [b"nonsense"])
        assert library.derived(1, self.table())["sums"].shape == (40, 3)
        assert self.made == 2


def test_the_librarys_own_tables(library):
    motion = jump_clip()
    clip_id, _ = library.add(motion, "jump")
    for _ in range(2):
        made = {table.name: library.derived(clip_id, table) for table in TABLES}
        np.testing.assert_array_equal(body_of(made["body"]).positions, body_path(motion).positions)
        assert made["thumbnail"]["positions_m"].shape == (24, 17, 3)
        assert made["thumbnail"]["parents"][0] == -1
        assert 0.1 < made["plants"]["planted"].mean() < 0.9
    library.add(wobble(), "no body")
    with pytest.raises(MotionError, match="no body"):
        library.derived(2, BODY)


def test_foot_labels_stay(library):
    motion = jump_clip()
    clip_id, _ = library.add(motion, "jump")
    assert library.foot_labels(clip_id) is None
    planted = np.random.default_rng(0).random((motion.n_frames, 4)) < 0.5
    labels = FootLabels.from_frames(planted, motion.fps, motion.first_frame)
    library.set_foot_labels(clip_id, labels)
    assert library.foot_labels(clip_id) == labels
    with pytest.raises(MotionError, match="labels of 3 frames"):
        library.set_foot_labels(clip_id, FootLabels.from_frames(planted[:3], motion.fps))
    library.database.change("UPDATE foot_labels SET data = '{}'")
    with pytest.raises(FileError, match="foot labels of clip 'jump' are damaged"):
        library.foot_labels(clip_id)
    library.set_foot_labels(clip_id, None)
    assert library.foot_labels(clip_id) is None


def test_what_is_kept_for_the_whole_library_has_a_stamp(library):
    assert library.kept("model", "1") is None
    library.keep("model", "1", b"abc")
    assert library.kept("model", "1") == b"abc"
    library.keep("model", "2", b"def")
    assert (library.kept("model", "1"), library.kept("model", "2")) == (None, b"def")


def test_numbers_may_be_numpys(library):
    clip_id, _ = library.add(wobble(), "a", tags=["slow"])
    number = np.int64(clip_id)
    assert library.clip(number) == library.clip(clip_id)
    library.rename(number, "b")
    library.set_licence(number, "CC0")
    library.annotate(number, "Walk", np.int64(3), np.int32(7), np.True_)
    assert list(np.flatnonzero(library.annotations(number).is_set("Walk"))) == [3, 4, 5, 6]
    clip = library.clip(clip_id)
    labels = FootLabels.from_frames(np.zeros((clip.n_frames, 4), dtype=bool), clip.fps, clip.first_frame)
    library.set_foot_labels(number, labels)
    assert library.foot_labels(number) is not None
    table = DerivedTable("height", 1, lambda motion: {"height": motion.positions()[:, 0, 1]})
    library.derived(number, table)
    assert library.lacking(table) == []
    library.remove(number)
    assert library.clips() == []


def test_changes_of_a_clip_that_is_not_there_are_refused(library):
    library.add(wobble(), "a")
    for change in (
        lambda: library.rename(9, "b"),
        lambda: library.set_licence(9, "CC0"),
        lambda: library.tag(9, ["slow"]),
        lambda: library.untag(9, ["slow"]),
        lambda: library.remove(1, 9),
    ):
        with pytest.raises(UsageError, match="no clip '9'"):
            change()
    assert len(library.clips()) == 1


def test_a_word_is_not_taken_for_its_letters(library):
    clip_id, _ = library.add(wobble(), "a", tags=["slow"])
    library.annotate(clip_id, "Walk", 0, 5, True)
    for change in (
        lambda: library.add(wobble(1), "b", tags="cmu"),
        lambda: library.tag(clip_id, "cmu"),
        lambda: library.untag(clip_id, "slow"),
        lambda: library.set_vocabulary("Limp"),
        lambda: search(library, tags="slow"),
        lambda: Filters(tags="slow"),
    ):
        with pytest.raises(UsageError, match="sequence of words"):
            change()
    assert [clip.tags for clip in library.clips()] == [("slow",)]
    assert library.annotations(clip_id).is_set("Walk").any()


@pytest.mark.parametrize("flags", ["Limp", ["Limp", "limp"]])
def test_a_library_with_flags_that_are_none_is_not_made(tmp_path, flags):
    with pytest.raises(UsageError):
        Library.create(tmp_path / "none.unbakelib", flags)
    assert list(tmp_path.iterdir()) == []


def test_what_a_person_says_is_yes_no_or_nothing(library):
    clip_id, _ = library.add(wobble(), "a")
    with pytest.raises(UsageError, match="True, False or None, not 'no'"):
        library.annotate(clip_id, "Walk", 0, 5, "no")
