"""Clips of which only part is labelled, and clips that hold their labels themselves, opened and saved in the studio."""

import json
import shutil
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from studio.server.serving import desk_in, file_bytes, quietly, served
from unbake.cli.main import main
from unbake.feet.labels import FootLabels, Plant
from unbake.formats.foot_labels.format import load_labels, load_parts, save_labels, save_parts, stored_labels
from unbake.formats.foot_labels.parts import LabelledPart
from unbake.formats.registry import load_motion
from unbake.performer.perform import perform
from unbake.studio.server import messages as m
from unbake.studio.server.feet.foot_files import sidecar_of
from unbake.studio.server.feet.labelled import Labelled

pytestmark = pytest.mark.usefixtures("one_thread")

FIRST = 21
PART = (30, 69)


@cache
def walk():
    """Two seconds of walking, from a frame in the middle of a file on, with its contacts."""
    performed = perform("walk", seconds=2, fps=60, seed=3)
    return replace(performed.motion, first_frame=FIRST), performed.contacts


def walked():
    return walk()[0]


def ask(desk, message):
    return desk.answer(message, quietly)


def put(folder, suffix=".bvh"):
    """The walk as a file, and what a reader makes of it."""
    desk = desk_in(folder)
    desk.startup = folder / "work" / f"walk{suffix}"
    desk.startup.write_bytes(file_bytes(suffix, walked))
    return desk, desk.startup, load_motion(desk.startup)


def truth(motion, first=0, last=None):
    """The labels of some rows of the walk."""
    whole = FootLabels.from_frames(walk()[1], motion.fps, motion.first_frame)
    return whole.excerpt(first, motion.n_frames - 1 if last is None else last)


def save(desk, found, plants, may_replace=True, path=None):
    path = path or str(sidecar_of(desk.startup))
    return ask(desk, m.SaveFootLabels(found.clip.id, tuple(plants), path, False, may_replace))


def rows(parts, motion):
    """What is labelled, by rows of the clip, and by whom."""
    return [(part.first_number - motion.first_frame, part.last_number - motion.first_frame, part.by) for part in parts]


@pytest.fixture
def partly(tmp_path):
    """A walk with a part that is labelled, opened."""
    desk, file, motion = put(tmp_path)
    save_labels(truth(motion, *PART), motion, file)
    return desk, file, motion, ask(desk, m.Open("startup"))


def plant(motion, first, last, point=0, source="hand"):
    return m.Plant(first + motion.first_frame, last + motion.first_frame, point, source)


# ---- part of a clip -------------------------------------------------------------------------------------------------


def test_what_nobody_labelled_stays_so(partly):
    desk, file, motion, found = partly
    before = sidecar_of(file).read_bytes()
    save(desk, found, found.plants)
    assert sidecar_of(file).read_bytes() == before
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand")]


def test_what_is_painted_is_labelled_and_nothing_around_it(partly):
    desk, file, motion, found = partly
    save(desk, found, (*found.plants, plant(motion, 90, 99)))
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand"), (90, 99, "hand")]
    again = ask(desk, m.Open("startup"))
    assert plant(motion, 90, 99) in again.plants
    save(desk, again, found.plants)
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand"), (90, 99, "hand")], "an erased plant leaves a gap"
    assert not load_labels(file, motion).planted()[90:100].any()


def test_a_plant_that_lasts_longer_labels_what_it_gained(partly):
    desk, file, motion, found = partly
    (longest,) = [p for p in found.plants if p.last - motion.first_frame == PART[1]][:1]
    save(desk, found, [replace(p, last=p.last + 5) if p == longest else p for p in found.plants])
    assert rows(load_parts(file, motion), motion) == [(PART[0], PART[1] + 5, "hand")]


def test_what_is_learnt_is_labelled_without_plants_too(partly):
    desk, file, motion, found = partly
    lesson = m.LearnFeet(found.clip.id, found.plants, 80 + motion.first_frame, 99 + motion.first_frame)
    ask(desk, lesson)
    save(desk, found, found.plants)
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand"), (80, 99, "hand")]


def test_a_lesson_that_is_taken_back_labels_nothing(partly):
    desk, file, motion, found = partly
    for first, last in ((80, 99), (110, 114)):
        lesson = m.LearnFeet(found.clip.id, found.plants, first + motion.first_frame, last + motion.first_frame)
        ask(desk, lesson)
    ask(desk, m.UnlearnFeet())
    save(desk, found, found.plants)
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand"), (80, 99, "hand")]


def test_an_oracle_is_not_taught_what_nobody_labelled(partly, tmp_path, capsys):
    desk, file, motion, found = partly
    save(desk, found, found.plants)
    words = ["feet", "train", str(file.parent), "-o", str(tmp_path / "my.oracle"), "--json"]
    assert main(words) == 0
    said = json.loads(capsys.readouterr().out)
    assert f"{PART[0] + motion.first_frame}–{PART[1] + motion.first_frame}" in json.dumps(said, ensure_ascii=False)


def test_a_command_is_said_to_hold_more_than_what_part_is_labelled(partly):
    desk, _, motion, found = partly
    joining = replace(found.joining, holds_feet=True, holds_ends=False)
    choice = replace(found.choice, by="count", keys=8)

    def command(plants):
        return ask(desk, m.Choose(clip.id, found.settings, choice, joining, 0.0, True, plants=plants)).command

    clip = desk.clip(found.clip.id)
    save(desk, found, found.plants)
    assert command(found.plants).endswith("save the foot labels of all frames beside the clip first")
    ask(desk, m.LearnFeet(clip.id, found.plants, motion.first_frame, motion.last_frame))
    save(desk, found, found.plants)
    assert "#" not in command(found.plants)


def test_a_clip_of_which_nothing_was_read_is_labelled_as_a_whole(tmp_path):
    desk, file, motion = put(tmp_path)
    found = ask(desk, m.Open("startup"))
    save(desk, found, [plant(motion, 10, 19)])
    assert rows(load_parts(file, motion), motion) == [(0, motion.n_frames - 1, "hand")]


def test_of_a_clip_that_was_labelled_by_sequences_these_are_labelled(tmp_path):
    desk, file, motion = put(tmp_path)
    found = ask(desk, m.Open("startup"))
    plants = (plant(motion, 45, 55),)
    ask(desk, m.LearnFeet(found.clip.id, plants, 40 + motion.first_frame, 79 + motion.first_frame))
    save(desk, found, plants)
    assert rows(load_parts(file, motion), motion) == [(40, 79, "hand")]


def test_labels_of_a_part_that_the_page_sends_are_those_of_a_part(tmp_path):
    desk, file, motion = put(tmp_path)
    theirs = save_labels(truth(motion, *PART), motion, tmp_path / "theirs.feet.json")
    desk.startup = file
    with served(desk, tmp_path) as address, address.page() as page:
        _, opened = page.ask(m.Open("startup"))
        number = opened["clip"]["id"]
        assert address.put("theirs.feet.json", theirs.read_bytes(), "d" * 16).status_code == 200
        _, read = page.ask(m.ReadFootLabels(number, "d" * 16))
        plants = tuple(m.Plant(**one) for one in read["plants"])
        kind, _ = page.ask(m.SaveFootLabels(number, plants, str(sidecar_of(file)), False, False))
    assert kind == "Saved"
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand")]


def test_a_project_knows_what_part_is_labelled(partly, tmp_path):
    desk, file, motion, found = partly
    save(desk, found, (*found.plants, plant(motion, 90, 99)))
    project = str(tmp_path / "work" / "left.unbake")
    ask(desk, m.SaveProject(found.clip.id, "{}", project, False, False))
    shutil.move(file, tmp_path / "elsewhere.bvh")
    sidecar_of(file).unlink()
    desk.startup = tmp_path / "work" / "left.unbake"
    again = ask(desk, m.Open("startup"))
    assert (again.plants, again.clip.warnings) == ((), found.clip.warnings), "its plants are the document's"
    save(desk, again, found.plants, path="walk.feet.json")
    expected = [(*PART, "hand"), (90, 99, "hand")]
    assert rows(load_parts(tmp_path / "work" / "walk.feet.json", motion), motion) == expected


def test_recovered_work_knows_what_part_is_labelled(partly, tmp_path):
    desk, _, motion, found = partly
    ask(desk, m.Autosave(found.clip.id, "{}", 1))
    again = ask(desk, m.Open("recovery", desk.paper(found.clip.id).work))
    save(desk, again, found.plants, path="kept.feet.json")
    assert rows(load_parts(tmp_path / "work" / "kept.feet.json", motion), motion) == [(*PART, "hand")]


# ---- by whom --------------------------------------------------------------------------------------------------------


def labelled(*parts, lessons=()):
    """What was labelled of a clip of a hundred frames: rows, plants, by whom."""
    known = Labelled()
    made = [
        LabelledPart(labels(*(Plant(*p) for p in plants)).excerpt(first, last), by)
        for first, last, by, *plants in parts
    ]
    known.read(tuple(made))
    known.lessons = {str(rows): (rows[0] + 1, rows[1] + 1) for rows in lessons}
    return known


def part(first, last, by, *plants):
    return LabelledPart(labels(*(Plant(*p) for p in plants)).excerpt(first, last), by)


def labels(*plants):
    return FootLabels(tuple(plants), 100, Fraction(60))


def told(known, *plants):
    return [(p.first_number - 1, p.last_number - 1, p.by) for p in known.parts_of(labels(*(Plant(*p) for p in plants)))]


PLATE = "force-plate"
GUESS, MEASURED = (0, 59, "oracle", (10, 19, 0, "oracle")), (60, 99, PLATE, (70, 79, 1, PLATE))


@pytest.mark.parametrize(
    ("lessons", "plants", "expected"),
    [
        ([], [GUESS[3], MEASURED[3]], [GUESS[:3], MEASURED[:3]]),
        ([], [(10, 25, 0, "hand"), MEASURED[3]], [(0, 59, "hand"), MEASURED[:3]]),
        ([], [(10, 19, 0, "hand"), MEASURED[3]], [GUESS[:3], MEASURED[:3]]),
        (
            [(5, 29)],
            [(10, 25, 0, "hand"), MEASURED[3]],
            [(0, 4, "oracle"), (5, 29, "hand"), (30, 59, "oracle"), MEASURED[:3]],
        ),
        ([(50, 69)], [GUESS[3], MEASURED[3]], [(0, 49, "oracle"), (50, 59, "hand"), MEASURED[:3]]),
        (
            [(65, 85)],
            [GUESS[3], (70, 74, 1, "hand")],
            [GUESS[:3], (60, 74, PLATE), (75, 79, "hand"), (80, 99, PLATE)],
        ),
    ],
    ids=["as it was", "changed by hand", "only said to be", "changed and confirmed", "confirmed", "measured otherwise"],
)
def test_who_stands_for_what(lessons, plants, expected):
    assert told(labelled(GUESS, MEASURED, lessons=lessons), *plants) == expected


def test_a_guess_that_is_taken_over_where_nothing_was_is_the_oracles():
    known = labelled((60, 99, "hand"))
    assert told(known, (10, 19, 0, "oracle")) == [(10, 19, "oracle"), (60, 99, "hand")]


def test_labels_are_compared_with_those_that_they_were_made_from():
    known = labelled((0, 49, "hand", (10, 19, 0, "hand")))
    known.read(labelled((50, 99, "hand", (70, 79, 0, "hand"))).readings[0])
    assert told(known, (10, 19, 0, "hand")) == [(0, 49, "hand")], "what was read later is undone"
    assert told(known, (70, 79, 0, "hand")) == [(50, 99, "hand")]
    assert told(known, (70, 80, 0, "hand")) == [(50, 99, "hand")]


def test_every_plant_is_in_a_part():
    random, seen = np.random.default_rng(5), 0
    for _ in range(50):
        first, last = sorted(random.integers(0, 100, 2))
        base = labels(Plant(int(first), int(last), 1))
        known = Labelled()
        known.read((LabelledPart(base.excerpt(int(first), int(last)), "hand"),))
        after = FootLabels.from_frames(random.random((100, 4)) > 0.9, Fraction(60))
        parts = known.parts_of(after)
        covered = np.zeros(100, dtype=bool)
        for part in parts:
            assert not covered[part.first_number - 1 : part.last_number].any()
            covered[part.first_number - 1 : part.last_number] = True
            assert np.array_equal(part.labels.planted(), after.planted()[part.first_number - 1 : part.last_number])
        seen += len(parts)
        assert np.array_equal(covered, (after.planted() != base.planted()).any(axis=1) | base.planted().any(axis=1))
    assert seen > 50


# ---- clips that hold their labels -----------------------------------------------------------------------------------


def test_our_own_format_holds_its_labels_as_for_commands(tmp_path, capsys):
    desk, file, motion = put(tmp_path, ".json")
    found = ask(desk, m.Open("startup"))
    plants = [plant(motion, 10, 19), plant(motion, 30, 49, 3)]
    saved = save(desk, found, plants, may_replace=False)
    assert saved.path == str(file)
    assert saved.bytes == file.stat().st_size
    assert not sidecar_of(file).exists()
    assert ask(desk, m.Open("startup")).plants == tuple(plants)
    assert main(["feet", "show", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["labelled"] == [[motion.first_frame, motion.last_frame, "hand"]]
    again = load_motion(file)
    assert again.rotations_xyzw.tobytes() == motion.rotations_xyzw.tobytes()


def test_labels_in_our_own_format_are_replaced_when_somebody_says_so(tmp_path):
    desk, file, motion = put(tmp_path, ".json")
    save_labels(truth(motion, *PART), motion, file)
    found = ask(desk, m.Open("startup"))
    before = file.read_bytes()
    with pytest.raises(Exception, match="holds foot labels already") as refused:
        save(desk, found, found.plants[1:], may_replace=False)
    assert refused.value.exists
    assert file.read_bytes() == before
    save(desk, found, found.plants[1:])
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand")]
    assert ask(desk, m.Open("startup")).plants == found.plants[1:]


def test_another_name_is_another_file(tmp_path):
    desk, file, motion = put(tmp_path, ".json")
    found = ask(desk, m.Open("startup"))
    before = file.read_bytes()
    other = save(desk, found, [plant(motion, 10, 19)], path="other.feet.json")
    assert other.path == str(tmp_path / "work" / "other.feet.json")
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_sidecar_beside_our_own_format_is_read_where_it_fits_and_said(tmp_path):
    desk, file, motion = put(tmp_path, ".json")
    save_labels(truth(motion, *PART), motion, sidecar_of(file))
    found = ask(desk, m.Open("startup"))
    assert len(found.plants) == len(truth(motion, *PART).plants)
    assert any("those of walk.feet.json" in text for text in found.clip.warnings)
    save(desk, found, found.plants)
    assert rows(load_parts(file, motion), motion) == [(*PART, "hand")]
    assert not any("foot labels" in text for text in ask(desk, m.Open("startup")).clip.warnings)


def test_labels_within_count_before_those_beside(tmp_path):
    desk, file, motion = put(tmp_path, ".json")
    save_labels(truth(motion), motion, sidecar_of(file))
    save_labels(FootLabels((), motion.n_frames, motion.fps, motion.first_frame), motion, file)
    found = ask(desk, m.Open("startup"))
    assert found.plants == ()
    assert any("walk.feet.json beside it has others" in text for text in found.clip.warnings)


def test_a_sidecar_of_another_clip_is_passed_over(tmp_path):
    desk, file, _ = put(tmp_path, ".json")
    other = perform("run", seconds=1, fps=60, seed=1).motion
    save_labels(FootLabels((), other.n_frames, other.fps, other.first_frame), other, sidecar_of(file))
    found = ask(desk, m.Open("startup"))
    assert (found.plants, [text for text in found.clip.warnings if "labels" in text]) == ((), [])


def test_labels_that_came_along_become_a_persons(tmp_path):
    desk, file, motion = put(tmp_path, ".json")
    save_parts([LabelledPart(truth(motion), "hand")], motion, file, carried_from="walk.bvh")
    found = ask(desk, m.Open("startup"))
    save(desk, found, found.plants)
    assert stored_labels(file).carried_from is None


@pytest.mark.slow
def test_labels_within_a_file_that_the_page_sends_are_read(tmp_path):
    desk, file, motion = put(tmp_path, ".json")
    save_labels(truth(motion, *PART), motion, file)
    with served(desk, tmp_path) as address, address.page() as page:
        assert address.put("walk.json", file.read_bytes(), "d" * 16).status_code == 200
        _, opened = page.ask(m.Open("upload", "d" * 16))
    assert tuple(m.Plant(**one) for one in opened["plants"]) == ask(desk, m.Open("startup")).plants != ()
