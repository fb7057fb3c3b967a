"""A library in the studio: opened, listed, added to, drawn; its clips open to the last bit and are annotated."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clips import jump_clip
from studio.server.serving import desk_in, opened_clip, quietly, small_motion, two_takes
from unbake.errors import FileError, UsageError
from unbake.feet.labels import FootLabels
from unbake.library import Library
from unbake.motion.points import default_joints
from unbake.motion.rotations import quaternion_product
from unbake.performer.perform import perform
from unbake.search.like import like_clip
from unbake.search.search import search
from unbake.studio.server import messages as m
from unbake.studio.server.keeping.projects import project_bytes, read_project
from unbake.studio.server.library.drawing import poses_of
from unbake.studio.server.opening.made_clips import keep_made
from unbake.studio.server.opening.opening import read_clip


@pytest.fixture(scope="module")
def moves(tmp_path_factory):
    """A library of two clips: a jump at its own numbers, and a walk."""
    file = tmp_path_factory.mktemp("library") / "moves.unbakelib"
    with Library.create(file) as library:
        library.add(jump_clip(), "Jump", source="/clips/01_01.amc", tags=["CMU", "cut"])
        walk, _ = library.add(perform("walk", seconds=3, fps=Fraction(30), seed=1).motion, "walk 1", tags=["made"])
        library.annotate(walk, "Walk", 10, 40, True)
        library.annotate(walk, "Run", 10, 40, False)
    return file.read_bytes()


@pytest.fixture
def desk(tmp_path, moves):
    """A desk with a copy of that library open."""
    desk = desk_in(tmp_path)
    (desk.folder / "moves.unbakelib").write_bytes(moves)
    ask(desk, m.OpenLibrary("moves.unbakelib"))
    return desk


def ask(desk, message):
    return desk.answer(message, quietly)


def names(desk, **conditions):
    return [clip.name for clip in ask(desk, m.ListLibrary(**conditions)).clips]


def open_from_library(desk, name):
    number = next(clip.id for clip in ask(desk, m.ListLibrary()).clips if clip.name == name)
    return number, ask(desk, m.Open("library", str(number))).clip


def test_a_library_is_created_opened_and_closed(tmp_path):
    desk = desk_in(tmp_path)
    assert ask(desk, m.AskLibrary()) == m.LibraryOpened(None, ())
    with pytest.raises(UsageError, match="no library is open"):
        ask(desk, m.ListLibrary())
    made = ask(desk, m.OpenLibrary("new.unbakelib", creates=True))
    assert made.path == str(desk.folder / "new.unbakelib")
    assert made.vocabulary[:2] == ("Run", "Walk")
    assert ask(desk, m.AskLibrary()) == made
    assert ask(desk, m.ListLibrary()) == m.LibraryListed((), 0, ())
    assert ask(desk, m.Hello()).library == made.path
    assert ask(desk, m.Hello()).recent[0].path == made.path
    with pytest.raises(FileError, match="exists already"):
        ask(desk, m.OpenLibrary("new.unbakelib", creates=True))
    ask(desk, m.CloseLibrary())
    assert ask(desk, m.AskLibrary()).path is None
    assert ask(desk, m.OpenLibrary("new.unbakelib")) == made


def test_what_is_no_library_is_not_opened_and_the_open_one_stays(desk):
    (desk.folder / "text.unbakelib").write_text("nothing of the kind, and longer than a header of a file has to be")
    (desk.folder / "clip.bvh").write_text("HIERARCHY")
    for name, words in (("text.unbakelib", "no library"), ("clip.bvh", "no library"), ("gone.unbakelib", "no such")):
        with pytest.raises(FileError, match=words):
            ask(desk, m.OpenLibrary(name))
    assert ask(desk, m.AskLibrary()).path == str(desk.folder / "moves.unbakelib")
    with pytest.raises(UsageError, match="writes only to"):
        ask(desk, m.OpenLibrary("/etc/new.unbakelib", creates=True))


def test_a_dropped_library_is_looked_for_by_name_and_size(desk):
    size = (desk.folder / "moves.unbakelib").stat().st_size
    ask(desk, m.CloseLibrary())
    found = ask(desk, m.OpenLibrary("moves.unbakelib", dropped_bytes=size))
    assert found.path == str(desk.folder / "moves.unbakelib")
    for name, n_bytes in (("moves.unbakelib", size + 1), ("other.unbakelib", size)):
        with pytest.raises(FileError, match="open it by its path"):
            ask(desk, m.OpenLibrary(name, dropped_bytes=n_bytes))


def test_clips_are_listed_by_all_conditions(desk):
    listed = ask(desk, m.ListLibrary())
    assert (listed.n_clips, listed.tags) == (2, ("CMU", "cut", "made"))
    jump, walk = listed.clips
    assert (jump.name, jump.source, jump.tags, jump.flags) == ("Jump", "/clips/01_01.amc", ("CMU", "cut"), ())
    assert (jump.n_frames, jump.first_frame) == (jump_clip().n_frames, jump_clip().first_frame)
    assert (walk.flags, walk.fps, walk.seconds) == (("Walk",), 30.0, (walk.n_frames - 1) / 30)
    assert names(desk, text="WALK") == ["walk 1"]
    assert names(desk, text="01_01") == ["Jump"]
    assert names(desk, tag="cut") == ["Jump"]
    assert names(desk, least_s=walk.seconds) == ["walk 1"]
    assert names(desk, most_s=jump.seconds) == ["Jump"]
    assert names(desk, text="walk", tag="cut") == []


def test_a_clip_opens_to_the_last_bit_and_so_does_its_project(desk):
    number, clip = open_from_library(desk, "Jump")
    motion = jump_clip()
    assert (clip.name, clip.path, clip.first_frame) == ("Jump", None, motion.first_frame)
    opened = desk.clip(clip.id)
    assert ask(desk, m.ReadAnnotations(clip.id)).library_clip == number
    kept = read_project(project_bytes(desk.paper(clip.id).project("{}")), "kept.unbake")
    for found in (opened.motion, read_clip(kept.sources)[0]):
        np.testing.assert_array_equal(found.rotations_xyzw, motion.rotations_xyzw)
        np.testing.assert_array_equal(found.translations_m, motion.translations_m)
        assert (found.fps, found.first_frame, found.skeleton.names) == (
            motion.fps,
            motion.first_frame,
            motion.skeleton.names,
        )
    with pytest.raises(UsageError, match="no clip '#99'"):
        ask(desk, m.Open("library", "99"))


def test_an_open_clip_is_added_once(desk, tmp_path):
    opened = opened_clip(desk, tmp_path)
    assert ask(desk, m.ReadAnnotations(opened.clip.id)).library_clip is None
    added = ask(desk, m.AddToLibrary(opened.clip.id))
    assert (added.name, added.is_new) == ("walk", True)
    assert ask(desk, m.AddToLibrary(opened.clip.id)) == m.AddedToLibrary(added.id, "walk", False)
    assert ask(desk, m.ReadAnnotations(opened.clip.id)).library_clip == added.id
    assert names(desk, text="walk.bvh") == ["walk"]


def test_a_take_is_added_by_its_name(desk):
    desk.startup = desk.folder / "two.gltf"
    desk.startup.write_bytes(two_takes())
    added = [ask(desk, m.AddToLibrary(ask(desk, m.Open("startup", take=take)).clip.id)) for take in ("Walk", "Sway")]
    assert [clip.name for clip in added] == ["two Walk", "two Sway"]


def test_a_clip_is_added_with_the_foot_labels_that_it_came_with(desk):
    motion = small_motion()
    planted = np.zeros((motion.n_frames, 4), dtype=bool)
    planted[5:20, 2] = True
    labels = FootLabels.from_frames(planted, motion.fps, 1)
    upload = keep_made(desk.uploads, motion, "made", labels)
    added = ask(desk, m.AddToLibrary(ask(desk, m.Open("upload", upload)).clip.id))
    with Library.open(desk.folder / "moves.unbakelib") as library:
        np.testing.assert_array_equal(library.foot_labels(added.id).planted(), planted)


def test_thumbnails_are_poses_from_the_hips_seen_from_ahead(desk):
    number, _ = open_from_library(desk, "Jump")
    (drawn,) = ask(desk, m.DrawClips((number, 99))).clips
    motion = jump_clip()
    joints = list(default_joints(motion))
    assert len(drawn.parents) == len(drawn.sides) == len(joints)
    poses = drawn.positions.reshape(-1, len(joints), 3)
    hips = joints.index(motion.skeleton.roles["hips"])
    assert np.abs(poses[:, hips, [0, 2]]).max() < 1e-3
    left, right = (joints.index(motion.skeleton.roles[f"{side}-hip"]) for side in ("left", "right"))
    assert poses[0, left, 0] > poses[0, right, 0]
    assert abs(poses[0, left, 2] - poses[0, right, 2]) < 1e-3
    assert (len(poses) - 1) / drawn.rate_hz == pytest.approx((motion.n_frames - 1) / float(motion.fps), abs=0.1)
    height = np.ptp(motion.positions()[0, joints, 1]) / motion.height_m()
    assert np.ptp(poses[0, :, 1]) == pytest.approx(height, abs=2e-3)


def test_thumbnails_are_the_same_whatever_way_a_clip_faces():
    motion = jump_clip()
    turned = np.array(motion.rotations_xyzw)
    turned[:, 0] = quaternion_product(np.array([0.0, np.sqrt(0.5), 0.0, np.sqrt(0.5)]), turned[:, 0])
    moved = np.array(motion.translations_m)
    moved[:, 0] = moved[:, 0, [2, 1, 0]] * [1.0, 1.0, -1.0]  # X goes to −Z, Z to X
    other = replace(motion, rotations_xyzw=turned, translations_m=moved)
    assert not np.allclose(other.positions(), motion.positions(), atol=0.1)
    np.testing.assert_allclose(poses_of(other)["positions"], poses_of(motion)["positions"], atol=2e-3)


def test_annotations_are_read_and_saved_by_a_person(desk):
    number, clip = open_from_library(desk, "walk 1")
    start = clip.first_frame
    read = ask(desk, m.ReadAnnotations(clip.id))
    flags = {one.flag: one.marks for one in read.flags}
    assert flags["Walk"] == (m.Mark(start + 10, start + 39, True),)
    assert flags["Run"] == (m.Mark(start + 10, start + 39, False),)
    assert flags["Jump"] == ()
    said = (m.Mark(start, start + 4, True), m.Mark(start + 5, start + 20, False))
    ask(desk, m.SaveAnnotations(clip.id, (m.FlagMarks("Walk", said), m.FlagMarks("Jump", said[:1]))))
    with desk.shelf.library() as library:
        found = library.annotations(number)
    walk = found.row("Walk")
    assert found.values[walk, :21].tolist() == [1] * 5 + [0] * 16
    assert (found.values[walk, 21:] == -1).all()
    assert found.by_person[walk].sum() == 21
    assert found.values[found.row("Run"), 10:40].tolist() == [0] * 30
    after = {one.flag: one.marks for one in ask(desk, m.ReadAnnotations(clip.id)).flags}
    assert (after["Walk"], after["Jump"], after["Run"]) == (said, said[:1], flags["Run"])


def test_annotations_that_cannot_be_are_refused(desk, tmp_path):
    _, clip = open_from_library(desk, "walk 1")
    for flag, mark, words in (
        ("Fly", m.Mark(clip.first_frame, clip.first_frame, True), "vocabulary"),
        ("Walk", m.Mark(clip.first_frame - 1, clip.first_frame, True), "not inside"),
        ("Walk", m.Mark(clip.last_frame, clip.last_frame + 1, True), "not inside"),
    ):
        with pytest.raises(UsageError, match=words):
            ask(desk, m.SaveAnnotations(clip.id, (m.FlagMarks(flag, (mark,)),)))
    other = opened_clip(desk, tmp_path).clip
    with pytest.raises(UsageError, match="add it first"):
        ask(desk, m.SaveAnnotations(other.id, ()))


def test_a_guess_is_shown_where_nobody_spoke(desk):
    number, clip = open_from_library(desk, "walk 1")
    n_frames = clip.last_frame - clip.first_frame + 1
    probability = np.linspace(0.0, 1.0, n_frames, dtype=np.float32)
    with desk.shelf.library() as library:
        library.keep_guesses(number, "Walk", probability, "test")
        row = library.vocabulary.index("Walk")
    guess = ask(desk, m.ReadAnnotations(clip.id)).guess.reshape(-1, n_frames)
    assert (np.delete(guess, row, axis=0) == 255).all()
    assert (guess[row, 10:40] == 255).all()
    free = np.r_[0:10, 40:n_frames]
    np.testing.assert_allclose(guess[row, free], 100 * probability[free], atol=1.0)


# ---- search and learning ---------------------------------------------------------------------------------------------


def test_clips_are_listed_by_an_expression_of_flags(desk):
    assert names(desk, expression="walk and not run") == ["walk 1"]
    assert names(desk, expression="run") == []
    with pytest.raises(UsageError, match="wlak"):
        ask(desk, m.ListLibrary(expression="wlak"))


def test_flags_by_which_a_clip_is_listed_and_that_are_only_guessed_are_named(desk):
    with desk.shelf.library() as library:
        for clip in library.clips():
            likely = np.full(clip.n_frames, 0.9, dtype=np.float32)
            library.keep_guesses(clip.id, "Walk", likely, "test")
            library.keep_guesses(clip.id, "Run", 1 - likely, "test")
    jump, walk = ask(desk, m.ListLibrary(expression="walk or run")).clips
    assert (jump.flags, jump.guessed) == ((), ("Walk",))
    assert (walk.flags, walk.guessed) == (("Walk",), ())  # a person said so, if of other frames
    assert [clip.guessed for clip in ask(desk, m.ListLibrary()).clips] == [(), ()]


@pytest.mark.slow
def test_what_is_like_frames_of_an_open_clip_is_found(desk):
    number, clip = open_from_library(desk, "walk 1")
    first = clip.first_frame + 20
    hits = ask(desk, m.SearchLibrary(clip.id, first, first + 30)).hits
    with Library.open(desk.shelf.path) as library:
        wanted = search(library, like=like_clip(library, number, 20, 50))
    assert [(h.clip, h.first, h.last, h.is_mirrored) for h in hits] == [
        (h.clip.id, h.first_frame, h.last_frame, h.is_mirrored) for h in wanted
    ]
    assert hits[0].name == "walk 1"
    assert [h.distance_cm for h in hits] == sorted(h.distance_cm for h in hits)
    with pytest.raises(UsageError, match="no stretch"):
        ask(desk, m.SearchLibrary(clip.id, first, clip.last_frame + 1))


@pytest.mark.slow
def test_a_clip_from_elsewhere_is_looked_for_too(desk, tmp_path):
    clip = opened_clip(desk, tmp_path).clip
    hits = ask(desk, m.SearchLibrary(clip.id, clip.first_frame, clip.last_frame)).hits
    assert {hit.name for hit in hits} <= {"Jump", "walk 1"}
    assert hits
    ask(desk, m.OpenLibrary("other.unbakelib", creates=True))
    assert ask(desk, m.SearchLibrary(clip.id, clip.first_frame, clip.last_frame)).hits == ()


@pytest.mark.slow
def test_flags_are_learnt_and_guessed(desk):
    pytest.importorskip("sklearn")
    number, clip = open_from_library(desk, "walk 1")
    n_frames, start = clip.last_frame - clip.first_frame + 1, clip.first_frame
    with pytest.raises(UsageError, match="no flag has both"):
        ask(desk, m.LearnAnnotations(clip.id))
    with desk.shelf.library() as library:
        jump = library.clip("Jump")
        library.annotate(jump.id, "Walk", 0, jump.n_frames, False)
    learnt = ask(desk, m.LearnAnnotations(clip.id))
    assert (learnt.learnt, learnt.left_out) == (("Walk",), ("Run",))
    guess = learnt.guess.reshape(-1, n_frames)
    row = ask(desk, m.AskLibrary()).vocabulary.index("Walk")
    free = np.r_[0:10, 40:n_frames]
    assert (guess[row, free] > 50).mean() > 0.9
    assert (guess[row, 10:40] == 255).all()
    np.testing.assert_array_equal(ask(desk, m.GuessAnnotations(clip.id)).guess, learnt.guess)
    _, other = open_from_library(desk, "Jump")
    assert (ask(desk, m.ReadAnnotations(other.id)).guess == 255).all()
    found = ask(desk, m.FindStretch())
    assert found.library_clip == number
    assert start <= found.first < found.last <= clip.last_frame
    with desk.shelf.library() as library:
        library.annotate(jump.id, "Walk", 0, jump.n_frames, None)
        library.annotate(jump.id, "Run", 0, jump.n_frames, False)
        library.annotate(number, "Run", 0, 10, True)
    again = ask(desk, m.LearnAnnotations(clip.id))
    assert again.learnt == ("Run",)
    assert (again.guess.reshape(-1, n_frames)[row] == 255).all(), "what Walk was guessed by is gone"


def test_before_anything_is_learnt_there_is_a_stretch_to_label_and_no_guess(desk):
    _, clip = open_from_library(desk, "Jump")
    assert (ask(desk, m.GuessAnnotations(clip.id)).guess == 255).all()
    found = ask(desk, m.FindStretch())
    assert found.flags == ()
    assert found.name in ("Jump", "walk 1")


def test_foot_labels_of_a_clip_come_along(desk):
    motion = jump_clip()
    planted = np.zeros((motion.n_frames, 4), dtype=bool)
    planted[10:40, 2] = True
    with Library.open(desk.folder / "moves.unbakelib") as library:
        number = library.clip("Jump").id
        library.set_foot_labels(number, FootLabels.from_frames(planted, motion.fps, motion.first_frame))
    (plant,) = ask(desk, m.Open("library", str(number))).plants
    first = motion.first_frame
    assert (plant.first - first, plant.last - first, plant.point) == (10, 39, 2)
