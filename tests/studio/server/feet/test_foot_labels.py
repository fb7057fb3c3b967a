"""Foot labels in the studio: guesses, lessons, clean-up, and the files that hold them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from studio.server.serving import desk_in, file_bytes, quick_keys, quietly, served
from unbake.errors import FileError, MotionError, UsageError
from unbake.feet.clean.firm_plants import firm_plants
from unbake.feet.clean.holds import held_part
from unbake.feet.clean.options import CleanOptions
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, packaged_oracle
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import skating
from unbake.formats.foot_labels.format import load_labels
from unbake.formats.registry import load, load_motion
from unbake.performer.perform import perform
from unbake.studio.server import messages as m
from unbake.studio.server.feet import own_oracle
from unbake.studio.server.feet.cleaning import cleaned
from unbake.studio.server.feet.feet import distances, labels_from, plants_of, speeds_of
from unbake.studio.server.feet.holding import capture_of
from unbake.studio.server.keys.keys import animation_from

pytestmark = pytest.mark.usefixtures("one_thread")

FIRST = 21


@cache
def walk():
    """Two seconds of walking, from a frame in the middle of a file on."""
    performed = perform("walk", seconds=2, fps=60, seed=3)
    return replace(performed.motion, first_frame=FIRST), performed.contacts


@cache
def truth():
    """When its feet are planted, as the page says it."""
    motion, contacts = walk()
    return plants_of(FootLabels.from_frames(contacts, motion.fps, FIRST))


def opened(folder, name="walk.json"):
    """A desk with the walk open."""
    desk = desk_in(folder)
    desk.startup = folder / "work" / name
    desk.startup.write_bytes(file_bytes(".json", walked))
    return desk, desk.answer(m.Open("startup"), quietly)


def walked():
    """The walk alone, to be written."""
    return walk()[0]


def lesson(clip, first=FIRST, last=FIRST + 59, plants=None):
    return m.LearnFeet(clip, truth() if plants is None else plants, first, last)


def ask(desk, message):
    return desk.answer(message, quietly)


def test_labels_there_and_back():
    motion, contacts = walk()
    labels = labels_from(truth(), motion)
    np.testing.assert_array_equal(labels.planted(), contacts)
    assert plants_of(labels) == truth()
    assert min(plant.first for plant in truth()) >= FIRST
    assert list(truth()) == sorted(truth(), key=lambda plant: (plant.point, plant.first))


@pytest.mark.parametrize(
    "plant",
    [
        m.Plant(FIRST - 1, FIRST + 3, 0, "hand"),
        m.Plant(FIRST + 3, FIRST, 0, "hand"),
        m.Plant(FIRST, FIRST + 10**9, 0, "hand"),
        m.Plant(FIRST, FIRST, 4, "hand"),
        m.Plant(FIRST, FIRST, -1, "hand"),
    ],
)
def test_labels_that_no_clip_can_have_are_refused(tmp_path, plant):
    desk, found = opened(tmp_path)
    for message in (
        lesson(found.clip.id, plants=(plant,)),
        m.CleanFeet(found.clip.id, (plant,), None, 0.0),
        m.SaveFootLabels(found.clip.id, (plant,), "a.feet.json", False, False),
    ):
        with pytest.raises(MotionError):
            ask(desk, message)


def test_the_feet_are_where_the_library_says(tmp_path):
    desk, found = opened(tmp_path)
    feet = ask(desk, m.FindFeet(found.clip.id))
    motion, _ = walk()
    legs = legs_of(motion)
    assert feet.ankles == (legs.left.ankle, legs.right.ankle)
    assert feet.toes == (legs.left.toe, legs.right.toe)
    np.testing.assert_allclose(feet.heel_offsets.reshape(2, 3), legs.heel_offsets_m, atol=1e-6)
    points = legs.points_m(motion)
    heights = feet.heights_cm.reshape(-1, 4)
    # Over the ground that each point touches: the differences are the points' own.
    np.testing.assert_allclose(heights - heights[0], 100.0 * (points[:, :, 1] - points[0, :, 1]), atol=1e-3)
    assert np.abs(heights.min(axis=0)).max() < 1.0
    np.testing.assert_allclose(feet.speeds.reshape(-1, 4), speeds_of(points, 60.0), atol=1e-5)


def test_speeds_are_those_of_a_point_that_goes_evenly():
    at = np.arange(9)[:, None, None] * np.array([[[0.03, 0.0, 0.04]]])
    np.testing.assert_allclose(speeds_of(at, 30.0), 1.5)
    assert speeds_of(at[:1], 30.0).tolist() == [[0.0]]


def test_a_guess_is_the_librarys(tmp_path):
    desk, found = opened(tmp_path)
    guess = ask(desk, m.GuessFeet(found.clip.id, "packaged"))
    motion, contacts = walk()
    wanted = guess_feet(desk.clip(found.clip.id).motion)
    np.testing.assert_allclose(guess.certainty.reshape(-1, 4), wanted.certainty, atol=1e-6)
    assert guess.plants == plants_of(wanted.labels)
    assert {plant.source for plant in guess.plants} == {"oracle"}
    assert guess.distance.shape == (motion.n_frames,)
    assert (labels_from(guess.plants, motion).planted() == contacts).mean() > 0.9


def test_what_was_learnt_is_near_at_hand_and_the_next_sequence_is_elsewhere(tmp_path):
    desk, found = opened(tmp_path)
    clip = found.clip.id
    ask(desk, m.BeginOracle("nothing"))
    with pytest.raises(UsageError, match="no examples"):
        ask(desk, m.GuessFeet(clip, "own"))
    assert ask(desk, m.FindSequence(clip, "own")).distance is None
    known = ask(desk, lesson(clip))
    assert (known.examples, known.changes) == (60, 2)
    assert [one.n_frames for one in known.lessons] == [60]
    assert f"{FIRST}–{FIRST + 59}" in known.lessons[0].name
    guess = ask(desk, m.GuessFeet(clip, "own"))
    assert guess.distance[:60].max() < 0.1 * guess.distance[60:].max()
    following = ask(desk, m.FindSequence(clip, "own"))
    assert following.first <= following.farthest <= following.last
    assert following.distance == pytest.approx(guess.distance.max(), rel=1e-3)
    np.testing.assert_allclose(following.farthest - FIRST, guess.distance.argmax(), atol=1)


def test_a_lesson_learnt_again_takes_the_place_of_the_first(tmp_path):
    desk, found = opened(tmp_path)
    ask(desk, m.BeginOracle("nothing"))
    ask(desk, lesson(found.clip.id, plants=()))
    accepted = tuple(replace(plant, source="oracle") for plant in truth())
    known = ask(desk, lesson(found.clip.id, plants=accepted))
    assert known.examples == 60
    oracle = desk.own_oracle.oracle("own")
    np.testing.assert_array_equal(oracle.examples[0].planted, walk()[1][:60])
    assert oracle.examples[0].source == "hand", "what somebody looked at is no guess any more"
    measured = tuple(replace(plant, source="force-plate") for plant in truth())
    ask(desk, lesson(found.clip.id, plants=measured))
    assert desk.own_oracle.oracle("own").examples[0].source == "force-plate"


@pytest.mark.parametrize(("first", "last"), [(FIRST - 1, FIRST + 5), (FIRST + 5, FIRST), (FIRST, FIRST + 500)])
def test_frames_outside_the_clip_are_not_learnt(tmp_path, first, last):
    desk, found = opened(tmp_path)
    with pytest.raises(UsageError, match="not inside"):
        ask(desk, lesson(found.clip.id, first, last))


def test_an_oracle_of_ones_own_begins_as_the_packaged_one_and_is_kept(tmp_path):
    desk, found = opened(tmp_path)
    before = ask(desk, m.AskOracle("own"))
    assert before.examples == packaged_oracle().n_examples
    learnt = ask(desk, lesson(found.clip.id))
    assert learnt.examples == before.examples + 60
    assert ask(desk, m.AskOracle("packaged")).examples == before.examples
    again = desk_in(tmp_path)
    assert ask(again, m.AskOracle("own")).examples == learnt.examples
    with pytest.raises(UsageError, match="taken back"):
        ask(again, m.UnlearnFeet())
    assert ask(desk, m.UnlearnFeet()).examples == before.examples
    assert ask(desk_in(tmp_path), m.AskOracle("own")).examples == before.examples


def test_lessons_are_kept_apart_from_what_the_package_knows(tmp_path, monkeypatch):
    desk, found = opened(tmp_path)
    ask(desk, lesson(found.clip.id))
    assert load_oracle(tmp_path / "state" / "foot-lessons.json.gz").n_examples == 60
    later = replace(packaged_oracle(), examples=packaged_oracle().examples[:5])
    monkeypatch.setattr(own_oracle, "packaged_oracle", lambda: later)
    assert ask(desk_in(tmp_path), m.AskOracle("own")).examples == later.n_examples + 60, (
        "another package, the same lessons"
    )


def test_an_oracle_begun_from_nothing_is_kept_as_it_is(tmp_path):
    desk, found = opened(tmp_path)
    ask(desk, lesson(found.clip.id))
    ask(desk, m.BeginOracle("nothing"))
    ask(desk, lesson(found.clip.id, FIRST, FIRST + 29))
    again = desk_in(tmp_path)
    assert ask(again, m.AskOracle("own")).examples == 30
    assert ask(again, m.BeginOracle("packaged")).examples == packaged_oracle().n_examples
    assert ask(desk_in(tmp_path), m.AskOracle("own")).examples == packaged_oracle().n_examples


@pytest.mark.slow
def test_an_oracle_goes_to_a_file_and_comes_back(tmp_path):
    desk, found = opened(tmp_path)
    ask(desk, m.BeginOracle("nothing"))
    ask(desk, lesson(found.clip.id))
    saved = ask(desk, m.SaveOracle("mine.json.gz", False, False))
    assert load_oracle(tmp_path / "work" / "mine.json.gz").n_examples == 60
    with pytest.raises(FileError, match="exists"):
        ask(desk, m.SaveOracle("mine.json.gz", False, False))
    with pytest.raises(UsageError, match="ends in"):
        ask(desk, m.SaveOracle("mine.txt", False, False))
    other = desk_in(tmp_path, None)
    other.own_oracle.begin("packaged")
    with served(other, tmp_path) as address, address.page() as page:
        group = "b" * 16
        assert address.put("mine.json.gz", (tmp_path / "work" / "mine.json.gz").read_bytes(), group).status_code == 200
        kind, known = page.ask(m.BeginOracle("upload", group))
        assert (kind, known["examples"]) == ("OracleKnown", 60)
        assert address.put("mine.json.gz", b"no oracle", "c" * 16).status_code == 200
        kind, failed = page.ask(m.BeginOracle("upload", "c" * 16))
        assert kind == "Failed"
        assert "/tmp" not in failed["message"]
        kind, known = page.ask(m.AskOracle("own"))
        assert known["examples"] == 60
        kind, download = page.ask(m.SaveOracle("mine.json.gz", True, True))
        got = address.get(download["path"], headers=address.own)
        assert got.content == (tmp_path / "work" / "mine.json.gz").read_bytes()
    assert saved.bytes == (tmp_path / "work" / "mine.json.gz").stat().st_size


def test_an_oracle_that_cannot_be_kept_learns_all_the_same(tmp_path):
    desk, found = opened(tmp_path)
    (tmp_path / "state" / "foot-lessons.json.gz").mkdir(parents=True)
    known = ask(desk, lesson(found.clip.id))
    assert known.examples == packaged_oracle().n_examples + 60
    assert known.notes


def test_labels_lie_beside_the_clip(tmp_path):
    desk, found = opened(tmp_path, "walk.json")
    bvh = tmp_path / "work" / "walk.bvh"
    bvh.write_bytes(file_bytes(".bvh", walked))
    desk.startup = bvh
    found = ask(desk, m.Open("startup"))
    assert found.plants == ()
    start = found.clip.first_frame
    plants = tuple(
        replace(plant, first=plant.first - FIRST + start, last=plant.last - FIRST + start) for plant in truth()
    )
    saved = ask(desk, m.SaveFootLabels(found.clip.id, plants, str(tmp_path / "work" / "walk.feet.json"), False, False))
    labels = load_labels(bvh, load_motion(bvh))
    np.testing.assert_array_equal(labels.planted(), walk()[1])
    assert ask(desk, m.Open("startup")).plants == plants
    with pytest.raises(FileError, match="exists"):
        ask(desk, m.SaveFootLabels(found.clip.id, plants, saved.path, False, False))
    assert ask(desk, m.SaveFootLabels(found.clip.id, (), saved.path, False, True)).path == saved.path
    assert ask(desk, m.Open("startup")).plants == ()


@pytest.mark.slow
def test_labels_are_read_from_a_file_that_the_page_sends(tmp_path):
    desk, found = opened(tmp_path)
    ask(desk, m.SaveFootLabels(found.clip.id, truth(), "some.feet.json", False, False))
    data = (tmp_path / "work" / "some.feet.json").read_bytes()
    with served(desk, tmp_path) as address, address.page() as page:
        assert address.put("mine.feet.json", data, "d" * 16).status_code == 200
        kind, read = page.ask(m.ReadFootLabels(found.clip.id, "d" * 16))
        assert kind == "FootLabelsRead"
        assert tuple(m.Plant(**plant) for plant in read["plants"]) == truth()
        assert (
            address.put("mine.feet.json", data.replace(b'"n_frames": ', b'"n_frames": 1'), "e" * 16).status_code == 200
        )
        kind, failed = page.ask(m.ReadFootLabels(found.clip.id, "e" * 16))
        assert kind == "Failed"
        assert failed["message"].startswith("mine.feet.json: ")
        assert "/tmp" not in failed["message"]


def test_labels_of_another_motion_are_left_out_and_said(tmp_path):
    desk, _ = opened(tmp_path)
    bvh = tmp_path / "work" / "walk.bvh"
    bvh.write_bytes(file_bytes(".bvh", walked))
    (tmp_path / "work" / "walk.feet.json").write_text('{"format": "unbake-feet", "version": 1}')
    desk.startup = bvh
    found = ask(desk, m.Open("startup"))
    assert found.plants == ()
    assert any("labels were left out" in warning for warning in found.clip.warnings)


def test_cleaned_feet_are_the_librarys_and_slide_less(tmp_path):
    desk, found = opened(tmp_path)
    keys = quick_keys(desk, found, 8)
    plain = ask(desk, m.Evaluate(found.clip.id, keys, 0.0)).evaluation
    answer = ask(desk, m.CleanFeet(found.clip.id, truth(), keys, 0.0))
    assert answer.positions.shape == plain.positions.shape
    assert answer.first == FIRST
    assert answer.drift_after_mm < 0.2 * answer.drift_before_mm
    moved = np.linalg.norm((answer.positions - plain.positions).reshape(len(answer.moved_cm), -1, 3), axis=2)
    np.testing.assert_allclose(answer.moved_cm, 100.0 * moved.max(axis=1), atol=1e-3)
    assert answer.moved_cm.max() > 0.1


def test_guessed_plants_of_keys_are_held_as_long_as_the_capture_rests(tmp_path):
    desk, found = opened(tmp_path)
    keys = quick_keys(desk, found, 8)
    late = tuple(replace(plant, last=min(plant.last + 3, FIRST + 119), source="oracle") for plant in truth())
    motion, _ = walk()
    rests = firm_plants(legs_of(motion).points_m(motion), labels_from(late, motion), CleanOptions()).labels
    assert 0 < sum(plant.n_frames for plant in rests.plants) < sum(p.last - p.first + 1 for p in late)
    clip = desk.clip(found.clip.id)
    excerpt = clip.excerpt(keys.first, keys.last)
    shown = animation_from(keys, excerpt.motion, excerpt.skeleton).sample()
    assert cleaned(clip, shown, late).labels == rests
    answer = ask(desk, m.CleanFeet(found.clip.id, late, keys, 0.0))
    assert answer.drift_after_mm < 0.2 * answer.drift_before_mm


def test_part_of_a_clip_is_cleaned_by_the_labels_of_that_part(tmp_path):
    desk, found = opened(tmp_path)
    part = replace(found, settings=replace(found.settings, first=FIRST + 20, last=FIRST + 79))
    keys = quick_keys(desk, part, 8)
    answer = ask(desk, m.CleanFeet(found.clip.id, truth(), keys, 0.0))
    assert answer.first == FIRST + 20
    assert len(answer.moved_cm) == 60
    assert answer.drift_after_mm < 0.2 * answer.drift_before_mm


def test_a_clean_capture_stays_as_it_is(tmp_path):
    desk, found = opened(tmp_path)
    answer = ask(desk, m.CleanFeet(found.clip.id, truth(), None, 0.0))
    motion, _ = walk()
    np.testing.assert_allclose(answer.positions.reshape(-1, 3), motion.positions().reshape(-1, 3), atol=1e-5)


def test_what_is_exported_has_its_feet_in_place(tmp_path):
    desk, found = opened(tmp_path)
    keys = quick_keys(desk, found, 8)
    where = str(tmp_path / "work" / "out.json")
    ask(desk, m.Export(found.clip.id, keys, 0.0, where, False, False, truth()))
    motion = load_motion(tmp_path / "work" / "out.json")
    labels, legs = labels_from(truth(), walk()[0]), legs_of(walk()[0])
    before = ask(desk, m.CleanFeet(found.clip.id, truth(), keys, 0.0))
    assert skating(motion, held_part(labels, CleanOptions()), legs).mean_mm == pytest.approx(
        before.drift_after_mm, abs=0.05
    )
    ask(desk, m.Export(found.clip.id, keys, 0.0, where, False, True))
    assert load(tmp_path / "work" / "out.json").fit == keys.fit, "without plants, keys are written as ever"


def held_keys(desk, found, keys=8):
    """Keys of a walk that slides, whose planted feet hold."""
    choice = m.Choice(**{**vars(found.choice), "by": "count", "keys": keys})
    joining = replace(found.joining, holds_feet=True)
    return ask(desk, m.Choose(found.clip.id, found.settings, choice, joining, 0.0, True, plants=slid()[1])).keys


@cache
def slid():
    """The walk with its left toe planted for longer than it rests, and its plants."""
    plants = [plant for plant in truth() if plant.point == 1]
    return walk()[0], tuple(replace(plant, last=min(plant.last + 6, FIRST + 119)) for plant in plants)


def test_what_is_made_of_held_keys_holds_the_same_feet(tmp_path):
    desk, found = opened(tmp_path)
    keys = held_keys(desk, found)
    assert keys.holds == slid()[1]
    clip = desk.clip(found.clip.id)
    places = capture_of(clip, keys).motion.positions()
    assert np.abs(places - clip.motion.positions()).max() > 0.003
    evaluation = ask(desk, m.Evaluate(clip.id, keys, 0.0)).evaluation
    np.testing.assert_allclose(evaluation.against.reshape(places.shape), places, atol=1e-5)
    edited = ask(desk, m.InsertKey(clip.id, keys, FIRST + 3, 0.0))
    assert edited.keys.holds == keys.holds
    np.testing.assert_allclose(edited.evaluation.against, evaluation.against)
    assert edited.evaluation.max_cm == pytest.approx(evaluation.max_cm, rel=1e-3), "the curve does not change"
    where = str(tmp_path / "work" / "out.json")
    ask(desk, m.Export(clip.id, keys, 1.0, where, False, False))
    np.testing.assert_allclose(load_motion(tmp_path / "work" / "out.json").positions(), places, atol=1e-4)


def test_keys_of_the_capture_as_it_is_are_measured_against_that(tmp_path):
    desk, found = opened(tmp_path)
    keys = quick_keys(desk, found, 8)
    assert (keys.holds, ask(desk, m.Evaluate(found.clip.id, keys, 0.0)).evaluation.against.size) == ((), 0)


def test_the_space_is_of_the_capture_with_its_feet_in_place(tmp_path):
    desk, found = opened(tmp_path)
    plain = ask(desk, m.FindSpace(found.clip.id, found.settings))
    held = ask(desk, m.FindSpace(found.clip.id, found.settings, True, slid()[1]))
    assert plain.counts.tolist() == held.counts.tolist()
    assert plain.errors_cm.tolist() != held.errors_cm.tolist()
    assert ask(desk, m.FindSpace(found.clip.id, found.settings)).errors_cm.tolist() == plain.errors_cm.tolist()


def test_the_library_changes_nothing_that_it_is_given(tmp_path):
    desk, found = opened(tmp_path)
    clip = desk.clip(found.clip.id)
    before = clip.motion.rotations_xyzw.copy()
    cleaned(clip, clip.motion, truth())
    distances(clip.motion, packaged_oracle())
    np.testing.assert_array_equal(clip.motion.rotations_xyzw, before)
    assert Oracle().n_examples == 0
