"""Demands in the studio: read, written, checked part by part; searched, ended early, and opened."""

from dataclasses import replace

import numpy as np
import pytest
from tests.composition.demands.acted import FLAGS, filled

from studio.server.serving import desk_in, quietly
from unbake.composition.demands.toml_file import load_demand
from unbake.errors import FileError, UsageError
from unbake.library import Library
from unbake.performer.perform import perform
from unbake.studio.server import messages as m
from unbake.synthesis.blending.tracks import tracks_of

WALKS = m.DemandParts(
    length_s=4.0,
    flags=(m.FlagSpan("Walk", 0.0, 2.0, must=True), m.FlagSpan("Run", 2.5, 4.0, must=True)),
    start=m.DemandSpot(0.0, m.FloorPoint(0.5, 0.0), 0.0),
    places=(m.DemandSpot(4.0, m.FloorPoint(0.5, 5.0), None),),
    poses=(m.DemandPose(1.0, "walk-1", 60),),
    path=None,
)
FILE = """
length = 3
[start]
place = [1, 2]
[end]
place = [1, 5]
heading = 10
[[stretch]]
to = 1.5
must = ["walk"]
others = "must-not"
may = ["Turn Left"]
[[pose]]
at = 1
clip = "walk-2"
frame = 3
[path]
points = [[1, 2], [1, 5]]
"""


@pytest.fixture(scope="module")
def moves(tmp_path_factory):
    path = tmp_path_factory.mktemp("acted") / "moves.unbakelib"
    filled(path).close()
    return path.read_bytes()


@pytest.fixture
def desk(tmp_path, moves):
    desk = desk_in(tmp_path)
    (desk.folder / "moves.unbakelib").write_bytes(moves)
    ask(desk, m.OpenLibrary("moves.unbakelib"))
    return desk


def ask(desk, message, report=quietly):
    return desk.answer(message, report)


def problem(desk, **changes):
    return ask(desk, m.CheckDemand(replace(WALKS, **changes))).problem


@pytest.mark.slow
def test_a_file_is_read_by_flags_in_the_spelling_of_the_library(desk):
    parts = ask(desk, m.ReadDemand(FILE, "some.toml")).parts
    must = {span.flag for span in parts.flags if span.must}
    never = {span.flag for span in parts.flags if not span.must}
    assert (must, never) == ({"Walk"}, set(FLAGS) - {"Walk", "Turn Left"})
    assert {(span.start_s, span.stop_s) for span in parts.flags} == {(0.0, 1.5)}
    assert parts.start == m.DemandSpot(0.0, m.FloorPoint(1.0, 2.0), 0.0)
    assert parts.places == (m.DemandSpot(3.0, m.FloorPoint(1.0, 5.0), 10.0),)
    assert parts.poses == (m.DemandPose(1.0, "walk-2", 3),)
    assert parts.path == m.DemandPath((m.FloorPoint(1.0, 2.0), m.FloorPoint(1.0, 5.0)), 0.0, 3.0)
    with pytest.raises(FileError, match=r"some\.toml:3"):
        ask(desk, m.ReadDemand("length = 3\n[[stretch]]\nmust = 4\n", "some.toml"))
    with pytest.raises(FileError, match="is no TOML"):
        ask(desk, m.ReadDemand("length = ", "some.toml"))
    actors = 'length = 3\n[[actor]]\nname = "A"\n[[actor]]\nname = "B"\n'
    with pytest.raises(UsageError, match="several actors"):
        ask(desk, m.ReadDemand(actors, "some.toml"))


def test_a_library_without_clips_says_how_some_get_in(desk):
    Library.create(desk.folder / "empty.unbakelib").close()
    ask(desk, m.OpenLibrary("empty.unbakelib"))
    said = ask(desk, m.CheckDemand(WALKS)).problem.text
    assert said.endswith("a third of a second; open clips, and add them in the Library view")


def test_what_is_written_is_read_as_the_same_demand(desk, tmp_path):
    path = m.DemandPath((m.FloorPoint(0.5, 0.0), m.FloorPoint(0.1 + 0.2, 5.0)), 0.5, 3.5)
    parts = replace(WALKS, path=path, poses=(m.DemandPose(1.0, 'odd "clip"\x7f\\ü', 60),))
    text = ask(desk, m.WriteDemand(parts)).text
    assert ask(desk, m.ReadDemand(text, "x.toml")).parts == parts
    (tmp_path / "x.toml").write_text(text)
    assert load_demand(tmp_path / "x.toml").demand.length_s == 4.0
    twice = replace(WALKS, flags=(*WALKS.flags, m.FlagSpan("Run", 0.0, 2.0, must=False)))
    assert ask(desk, m.WriteDemand(twice)).text.count("[[stretch]]") == 2


def test_what_stands_in_the_way_names_its_part(desk):
    assert problem(desk) is None
    spans = (WALKS.flags[0], m.FlagSpan("Fly", 1.0, 2.0, must=True))
    assert (found := problem(desk, flags=spans)) is not None
    assert (found.part, found.number) == ("flag", 1)
    assert "Fly" in found.text
    spans = (WALKS.flags[0], m.FlagSpan("Crouch", 3.0, 4.0, must=True))
    found = problem(desk, flags=spans)
    assert (found.part, found.number) == ("flag", 1)
    assert "no frame of the library has 'Crouch'" in found.text
    far = (WALKS.places[0], m.DemandSpot(1.0, m.FloorPoint(0.0, 90.0), None))
    found = problem(desk, places=far)
    assert (found.part, found.number) == ("place", 1)
    assert "fastest in the library" in found.text
    found = problem(desk, poses=(m.DemandPose(1.0, "gone", 1),))
    assert (found.part, found.number) == ("pose", 0)
    found = problem(desk, poses=(m.DemandPose(1.0, "walk-1", 9999),))
    assert (found.part, found.number) == ("pose", 0)
    found = problem(desk, path=m.DemandPath((m.FloorPoint(0, 0),), 0.0, 4.0))
    assert (found.part, found.number) == ("path", 0)
    found = problem(desk, start=m.DemandSpot(0.0, m.FloorPoint(float("inf"), 0.0), 0.0))
    assert (found.part, found.number) == ("start", 0)
    assert problem(desk, length_s=0.01).part == "demand"


@pytest.mark.slow
def test_a_library_without_annotations_says_what_makes_them(desk):
    filled(desk.folder / "bare.unbakelib", annotated=False).close()
    ask(desk, m.OpenLibrary("bare.unbakelib"))
    found = problem(desk)
    assert found.part == "demand"
    assert "is annotated; the Annotations view labels stretches" in found.text


@pytest.mark.slow
def test_a_motion_is_found_opens_and_says_where_every_frame_is_from(desk):
    steps = []
    found = ask(desk, m.Synthesize(WALKS, 2.0, 0), lambda step, part: steps.append((step, part)))
    assert found.problem is None
    assert any(step.startswith("Searching: the best so far costs") for step, _ in steps)
    assert all(0.0 <= part <= 1.0 for _, part in steps)
    assert found.n_frames == 241
    assert [run.first for run in found.runs] == [1, *(run.last + 1 for run in found.runs[:-1])]
    assert found.runs[-1].last == 241
    assert [(one.flag, one.must, one.frames) for one in found.flags] == [("Walk", True, 120), ("Run", True, 91)]
    for one in found.flags:
        assert one.wrong == sum(run.last + 1 - run.first for run in found.wrong if run.flag == one.flag)
    assert found.poses == (m.PoseMet(1.0, True),)
    (place,) = found.places
    assert place.off_m < 0.5
    opened = ask(desk, m.Open("upload", found.upload)).clip
    motion = desk.clip(opened.id).motion
    way = found.way.reshape(-1, 3)
    np.testing.assert_allclose(way[:, :2], tracks_of(motion).places_m, atol=1e-5)
    assert np.linalg.norm(way[-1, :2] - [0.5, 5.0]) == pytest.approx(place.off_m, abs=0.05)
    html = ask(desk, m.ReportDemand(found.upload, "<mine>.toml")).html
    assert "&lt;mine&gt;.toml" in html
    assert all(run.clip in html for run in found.runs)
    with pytest.raises(UsageError, match="another motion was found"):
        ask(desk, m.ReportDemand("other", "x"))
    refused = ask(desk, m.Synthesize(replace(WALKS, length_s=0.01), 2.0, 0))
    assert (refused.problem.part, refused.upload) == ("demand", "")


@pytest.mark.slow
def test_notes_are_sentences_among_others(desk):
    with Library.open(desk.folder / "moves.unbakelib") as library:
        clip, _ = library.add(perform("stand", fps=60, seconds=0.2, seed=1).motion, "glimpse")
        library.annotate(clip, "Stand", 0, 5, True)
    notes = ask(desk, m.Synthesize(WALKS, 1.0, 0)).notes
    assert any(note.startswith("Left out, as they have no legs with toes") for note in notes)
    assert all(note.endswith(".") and not note[0].islower() for note in notes)


@pytest.mark.slow
def test_a_search_that_is_ended_gives_the_best_so_far(desk):
    def stop_at_once(step, part):
        if step.startswith("Searching"):
            ask(desk, m.StopSynthesis())

    found = ask(desk, m.Synthesize(WALKS, 3600.0, 0), stop_at_once)
    assert found.was_stopped
    assert found.n_frames == 241
