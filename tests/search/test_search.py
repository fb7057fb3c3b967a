"""Searching a library: what is found, by what is known and by how it moves; and what is kept of it."""

from dataclasses import replace

import numpy as np
import pytest

from search.libraries import filled
from unbake.errors import MotionError, UsageError
from unbake.library.library import Library
from unbake.performer.perform import perform
from unbake.search import LibrarySearch, like_clip, like_motion, search
from unbake.search import library_index as tables


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    with filled(tmp_path_factory.mktemp("search") / "some.unbakelib") as library:
        walk, other = library.clip("walk"), library.clip("walk-other")
        library.annotate(walk.id, "Walk", 0, walk.n_frames, True)
        library.annotate(walk.id, "Turn Left", 100, 200, True)
        library.annotate(walk.id, "Turn Left", 220, 300, False)
        library.annotate(other.id, "Walk", 0, 90, True)
        library.annotate(other.id, "Turn Left", 0, 20, False)
        yield library


def names(hits):
    return [hit.clip.name for hit in hits]


@pytest.mark.slow
def test_a_walk_finds_walks_also_in_the_mirror(library):
    hits = search(library, like=like_clip(library, "walk", 100, 220), count=3)
    assert [h.distance_cm for h in hits] == sorted(h.distance_cm for h in hits)
    assert set(names(hits)) <= {"walk", "walk-other"}
    assert "walk-other" in names(hits)
    assert all(h.distance_cm <= h.unwarped_cm * (1 + 1e-6) for h in hits)
    mine = [hit for hit in hits if hit.clip.name == "walk"]
    assert all(hit.last < 160 or hit.first > 160 for hit in mine)


@pytest.mark.slow
def test_a_file_finds_itself_to_the_frame(library):
    motion = library.motion("walk-other", mirrored=True)
    best = search(library, like=like_motion(motion, 40, 100), count=1)[0]
    assert (best.clip.name, best.first, best.last, best.is_mirrored) == ("walk-other", 40, 100, True)
    assert best.distance_cm == pytest.approx(0.0, abs=1e-3)
    assert (best.first_frame, best.duration_s) == (40 + best.clip.first_frame, pytest.approx(1.0))


@pytest.mark.slow
def test_distances_are_centimetres_of_the_body_that_is_searched_for(library):
    motion = library.motion("walk")
    raised = replace(motion, translations_m=motion.translations_m + np.array([0.0, 0.05, 0.0]))
    best = search(library, like=like_motion(raised, 100, 220), count=1)[0]
    assert (best.clip.name, best.first, best.last) == ("walk", 100, 220)
    assert best.distance_cm == pytest.approx(5.0, abs=0.01)


@pytest.mark.slow
def test_filters_of_clips_and_frames_combine_with_a_stretch(library):
    like = like_clip(library, "jump")
    assert set(names(search(library, like=like, tags=["gait"], count=20))) == {"walk", "walk-other", "turn"}
    assert set(names(search(library, like=like, tags=["GAIT", "other"], count=20))) == {"walk-other"}
    assert set(names(search(library, like=like, text="Subject-1/W", count=20))) == {"walk"}
    found = search(library, like=like, flags="walk and turn-left", count=20)
    assert names(found) == ["walk"]
    assert 100 - 60 <= found[0].first < found[0].last < 200 + 60
    assert search(library, like=like, flags="run") == []
    assert search(library, like=like, shorter_s=0.5, count=20)[0].clip.name == "short"


def test_stretches_where_flags_hold(library):
    def stretches(flags, **options):
        return [(h.clip.name, h.first, h.last) for h in search(library, flags=flags, **options)]

    walk = library.clip("walk").n_frames
    assert stretches("WALK") == [("walk", 0, walk - 1), ("walk-other", 0, 89)]
    assert stretches("walk and not turn-left") == [("walk", 220, 299)]
    assert stretches("walk and not turn-left", least_s=0.1) == [("walk", 220, 299), ("walk-other", 0, 19)]
    assert stretches("walk and 'Turn Left'", least_s=100 / 120) == [("walk", 100, 199)]
    assert stretches("walk and 'Turn Left'", least_s=101 / 120) == []
    assert stretches("walk", tags=["other"]) == [("walk-other", 0, 89)]
    assert stretches("walk", count=1) == [("walk", 0, walk - 1)]
    assert stretches("run or jump") == []


def test_whole_clips(library):
    assert names(search(library)) == ["box", "jump", "short", "turn", "walk", "walk-other"]
    assert names(search(library, tags=["gait"], longer_s=2.0)) == ["turn", "walk", "walk-other"]
    assert names(search(library, shorter_s=0.5)) == ["short"]
    assert names(search(library, text="SUBJECT", count=1)) == ["jump"]
    box = search(library, text="box")[0]
    assert (box.first, box.last, box.distance_cm) == (0, 29, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"flags": "wlak"}, "did you mean 'Walk'"),
        ({"count": 0}, "1 or more, not 0"),
        ({"longer_s": -1.0}, "the length of a clip"),
        ({"shorter_s": float("nan")}, "the length of a clip"),
        ({"least_s": -1.0}, "least length"),
    ],
)
def test_what_makes_no_sense(library, options, message):
    with pytest.raises(UsageError, match=message):
        search(library, **options)


def test_stretches_that_are_none(library):
    with pytest.raises(UsageError, match=r"no clip 'wlak' in the library; did you mean 'walk'"):
        like_clip(library, "wlak")
    with pytest.raises(MotionError, match="'box' has no body"):
        like_clip(library, "box")
    with pytest.raises(UsageError, match=r"frames 501 to 601 are no stretch of the clip's 1 to"):
        like_clip(library, "walk", 500, 600)
    with pytest.raises(UsageError, match="frames 51 to 41 are no stretch"):
        like_clip(library, "walk", 50, 40)
    with pytest.raises(UsageError, match=r"may last 30 s, not 3\d\.\d s"):
        like_motion(perform("stand", seconds=33.0, fps=10).motion, 0, 320)


def test_an_empty_library_and_one_without_bodies(tmp_path, library):
    like = like_clip(library, "walk")
    with Library.create(tmp_path / "empty.unbakelib") as empty:
        assert search(empty) == search(empty, like=like) == search(empty, flags="walk") == []
        empty.add(library.motion("box"), "box")
        assert search(empty, like=like) == []
        assert names(search(empty)) == ["box"]


@pytest.mark.slow
def test_codes_are_kept_until_the_library_has_outgrown_them(tmp_path, library, monkeypatch):
    like = like_clip(library, "walk-other", 60)
    fits, made = [], []
    real_fit, real_codes = tables.fit_projections, tables.window_codes
    monkeypatch.setattr(tables, "fit_projections", lambda *given: fits.append(given[1]) or real_fit(*given))
    monkeypatch.setattr(tables, "window_codes", lambda *given: made.append(given[1]) or real_codes(*given))
    with Library.create(tmp_path / "growing.unbakelib") as growing:
        growing.add(library.motion("walk"), "walk")
        searched = LibrarySearch(growing)
        first = searched.search(like, count=1)
        assert names(first) == ["walk"]
        assert (len(fits), len(made)) == (1, 1)
        assert searched.search(like, count=1) == search(growing, like=like, count=1) == first
        assert (len(fits), len(made)) == (1, 1)

        growing.add(library.motion("short"), "short")
        assert set(names(searched.search(like, count=9))) == {"walk", "short"}
        assert (len(fits), len(made)) == (1, 2)

        for seconds in (3.0, 4.0):
            growing.add(perform("run", seconds=seconds).motion, f"run {seconds:g}")
        assert set(names(searched.search(like, count=9))) == {"walk", "short", "run 3", "run 4"}
        assert (len(fits), len(made)) == (1, 4)
        monkeypatch.setattr(tables, "GROWN", 2.0)
        assert len(names(search(growing, like=like, count=9))) >= 4
        assert (len(fits), len(made)) == (2, 8)

        growing.remove(growing.clip("walk").id)
        assert "walk" not in names(searched.search(like, count=9))


@pytest.mark.slow
def test_a_library_that_can_only_be_read(tmp_path, library):
    like = like_clip(library, "walk", 100)
    with Library.create(tmp_path / "fixed.unbakelib") as fixed:
        fixed.add(library.motion("walk"), "walk")
        fixed.database.is_read_only = True
        assert names(search(fixed, like=like, count=1)) == ["walk"]
        assert fixed.lacking(tables._table(tables._projections(fixed, fixed.clips()))) == [1]
        assert fixed.kept("search-projections", tables.VERSION) is None


@pytest.mark.slow
def test_damaged_tables_are_made_again(tmp_path, library):
    like = like_clip(library, "walk", 100)
    with Library.create(tmp_path / "damaged.unbakelib") as damaged:
        damaged.add(library.motion("walk"), "walk")
        damaged.add(library.motion("short"), "short")
        expected = search(damaged, like=like, count=3)
        damaged.database.change("UPDATE derived SET data = x'00' WHERE name = 'search-codes'")
        assert search(damaged, like=like, count=3) == expected
        kept = damaged.kept("search-projections", tables.VERSION)
        half = len(kept) // 2
        for data in (b"nothing", kept[:half] + bytes(200) + kept[half + 200 :]):
            damaged.keep("search-projections", tables.VERSION, data)
            assert search(damaged, like=like, count=3) == expected
            assert damaged.kept("search-projections", tables.VERSION) == kept
