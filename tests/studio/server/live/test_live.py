"""Live characters in the studio's server: frames, requests, engines that lack something, recordings."""

import numpy as np
import pytest

from composition.making import walking_library
from studio.server.serving import desk_in, quietly
from unbake.errors import UsageError
from unbake.library import Library
from unbake.studio.server import messages as m


@pytest.fixture
def desk(tmp_path):
    """A desk with a library of three walks."""
    desk = desk_in(tmp_path)
    walking_library(desk.folder / "w.unbakelib")
    desk.answer(m.OpenLibrary("w.unbakelib"), quietly)
    return desk


@pytest.fixture
def live(desk):
    return desk.answer(m.StartLive(), quietly)


def step(desk, live, count=10, engine="matching", **asked):
    return desk.answer(m.StepLive(live.id, count, engine, **asked), quietly)


def test_a_character_says_what_it_is_made_of(live):
    assert live.flags == ("Walk", "Run")
    assert live.clips == ("left", "right", "straight")
    assert live.fps == 60.0
    assert [(engine.name, bool(engine.problem), engine.can_build) for engine in live.engines] == [
        ("matching", False, False),
        ("graph", True, True),
        ("table", True, True),
    ]
    assert live.engines[1].problem.startswith("no motion graph")


def test_frames_go_on_and_say_where_they_come_from(desk, live):
    first, second = step(desk, live), step(desk, live, 5)
    assert (first.first, second.first) == (0, 10)
    joints = len(live.figure.joints)
    places = np.concatenate([first.positions, second.positions]).reshape(15, joints, 3)
    assert np.linalg.norm(np.diff(places, axis=0), axis=-1).max() < 0.1
    assert np.linalg.norm(places[-1, 0] - places[0, 0]) > 0.1
    assert first.planted.shape == (40,)
    assert first.frames[1] == first.frames[0] + 1


def test_what_is_asked_is_met(desk, live):
    step(desk, live)
    run = [step(desk, live, 30, flag="Run") for _ in range(2)][-1]
    assert run.clips.tolist() == [1] * 30
    assert run.met.all()
    assert not step(desk, live, 1, flag="Walk", direction_rad=3.0).met.any()


def test_what_cannot_be_done_is_a_line_and_the_character_goes_on(desk, live):
    for asked in ({"flag": "Wave"}, {"engine": "graph"}):
        made = step(desk, live, **asked)
        assert made.problem
        assert "\n" not in made.problem
        assert len(made.clips) == 10
    assert step(desk, live).problem == ""
    for count in (0, 1000):
        with pytest.raises(UsageError, match="at once"):
            step(desk, live, count)


def test_a_graph_is_built_and_used(desk, live):
    step(desk, live)
    built = desk.answer(m.BuildLive(live.id, "graph"), quietly)
    assert [bool(engine.problem) for engine in built.engines] == [False, False, True]
    assert set(step(desk, live, 60, "graph").engines.tolist()) == {1}
    with pytest.raises(UsageError, match="nothing to build"):
        desk.answer(m.BuildLive(live.id, "matching"), quietly)


def test_a_recording_opens_as_a_clip_with_its_plants(desk, live):
    made = [step(desk, live, 60) for _ in range(2)]
    kept = desk.answer(m.KeepLive(live.id, 30, 99), quietly)
    opened = desk.answer(m.Open("upload", kept.upload), quietly)
    assert opened.clip.last_frame - opened.clip.first_frame + 1 == 70
    joints = len(live.figure.joints)
    shown = np.concatenate([part.positions for part in made]).reshape(120, joints, 3)[30:100]
    assert np.allclose(np.asarray(opened.clip.positions).reshape(70, joints, 3), shown, atol=1e-5)
    assert opened.plants
    for first, last in ((-1, 5), (50, 40), (100, 120)):
        with pytest.raises(UsageError, match="can be recorded"):
            desk.answer(m.KeepLive(live.id, first, last), quietly)


def test_characters_end_and_libraries_lack_something(desk, live, tmp_path):
    desk.answer(m.StopLive(live.id), quietly)
    with pytest.raises(UsageError, match="start it again"):
        step(desk, live)
    Library.create(desk.folder / "empty.unbakelib").close()
    desk.answer(m.OpenLibrary("empty.unbakelib"), quietly)
    with pytest.raises(UsageError, match="has no clips yet"):
        desk.answer(m.StartLive(), quietly)
    desk.answer(m.CloseLibrary(), quietly)
    with pytest.raises(UsageError, match="no library is open"):
        desk.answer(m.StartLive(), quietly)
