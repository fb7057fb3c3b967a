"""Files with several takes: which there are, another one, and projects and recovered work that keep theirs."""

import numpy as np
import pytest

from studio.server.serving import desk_in, file_bytes, opened_clip, quietly, two_takes
from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions, load_motion
from unbake.studio.server import messages as m

WORK = '{"version": 1}'


@pytest.fixture
def desk(tmp_path):
    """A desk that is told to open a file with two takes."""
    made = desk_in(tmp_path, startup=tmp_path / "work" / "two.gltf")
    made.startup.write_bytes(two_takes())
    return made


def ask(desk, source, name="", **said):
    return desk.answer(m.Open(source, name, **said), quietly)


def save(desk, opened, name):
    return desk.answer(m.SaveProject(opened.clip.id, WORK, name, False, False), quietly).path


def takes(opened):
    return opened.clip.take, opened.clip.takes


def test_the_first_take_is_opened_and_all_are_named(desk):
    assert takes(ask(desk, "startup")) == ("Walk", ("Walk", "Sway"))


def test_another_take_is_opened_at_the_rate_that_was_said(desk):
    opened = ask(desk, "startup", take="Sway", fps=30.0)
    assert (takes(opened), opened.clip.fps) == (("Sway", ("Walk", "Sway")), 30.0)
    motion = load_motion(desk.startup, ReadOptions(take="Sway"))
    np.testing.assert_array_equal(opened.clip.positions, motion.positions().astype(np.float32).ravel())
    assert (opened.clip.positions != ask(desk, "startup").clip.positions).any()


def test_a_take_of_an_fbx_file_is_opened(tmp_path):
    pytest.importorskip("ufbx", reason="needs the extra fbx (ufbx)")
    from formats.fbx.fbx_maker import FbxTake, chain, turning, write_fbx

    times = [frame / 30.0 for frame in range(13)]
    made = [FbxTake("Empty", 0.0, 1.0, [])]
    made += [FbxTake(name, 0.0, 0.4, turning("Hips", times, n, slopes=False)) for n, name in enumerate(("walk", "run"))]
    desk = desk_in(tmp_path, startup=write_fbx(tmp_path / "work.fbx", chain(), made))
    assert takes(ask(desk, "startup")) == ("walk", ("walk", "run"))
    assert takes(ask(desk, "startup", take="run")) == ("run", ("walk", "run"))


def test_files_with_one_take_say_nothing_of_takes(tmp_path):
    assert takes(opened_clip(desk_in(tmp_path), tmp_path)) == (None, ())
    desk = desk_in(tmp_path, startup=tmp_path / "work" / "one.glb")
    desk.startup.write_bytes(file_bytes(".glb"))
    assert takes(ask(desk, "startup")) == (None, ())


def test_a_take_that_is_not_there_is_said_with_those_that_are(desk):
    with pytest.raises(UsageError, match="no animation 'Run'; its animations are 'Walk', 'Sway'"):
        ask(desk, "startup", take="Run")


@pytest.mark.parametrize(("take", "other"), [("Sway", "Walk"), (None, "Sway")])
def test_a_project_keeps_its_take_and_another_begins_anew(desk, take, other):
    opened = ask(desk, "startup", take=take)
    path = save(desk, opened, "two.unbake")
    again = ask(desk, "path", path)
    assert (again.clip.take, again.project, again.project_path) == (opened.clip.take, WORK, path)
    another = ask(desk, "path", path, take=other)
    assert (another.clip.take, another.project, another.project_path) == (other, None, None)
    back = ask(desk, "path", path, take=opened.clip.take)
    assert (back.clip.take, back.project, back.project_path) == (opened.clip.take, WORK, path)


def test_a_recent_file_opens_with_the_take_of_last_time(desk):
    ask(desk, "startup", take="Sway")
    (recent,) = desk.answer(m.Hello(), quietly).recent
    assert takes(ask(desk, "recent", recent.path)) == ("Sway", ("Walk", "Sway"))
    assert takes(ask(desk, "recent", recent.path, take="Walk"))[0] == "Walk"
    assert takes(ask(desk, "recent", recent.path))[0] == "Walk"
    ask(desk, "recent", recent.path, take="Sway")
    desk.startup.write_bytes(two_takes().replace(b"Sway", b"Swim"))
    assert takes(ask(desk, "recent", recent.path)) == ("Walk", ("Walk", "Swim"))


def test_a_recent_project_opens_with_its_own_take_whatever_else_was_looked_at(desk):
    path = save(desk, ask(desk, "startup", take="Sway"), "two.unbake")
    ask(desk, "path", path, take="Walk")
    again = ask(desk, "recent", path)
    assert (again.clip.take, again.project, again.project_path) == ("Sway", WORK, path)


def test_work_is_recovered_with_its_take(desk):
    opened = ask(desk, "startup", take="Sway")
    desk.answer(m.Autosave(opened.clip.id, WORK, 1), quietly)
    desk.put_away(opened.clip.id)
    again = ask(desk, "recovery", opened.work)
    assert (again.clip.take, again.project) == ("Sway", WORK)


@pytest.mark.parametrize("end", ["saved", "thrown away"])
def test_what_was_recovered_opens_anew_once_its_work_is_done_with(desk, end):
    opened = ask(desk, "startup")
    desk.answer(m.Autosave(opened.clip.id, WORK, 1), quietly)
    desk.put_away(opened.clip.id)
    recovered = ask(desk, "recovery", opened.work)
    if end == "saved":
        save(desk, recovered, "two.unbake")
    else:
        desk.answer(m.Autosave(recovered.clip.id, "", 0), quietly)
    for take in ("Sway", "Walk"):
        another = ask(desk, "recovery", opened.work, take=take)
        assert (another.clip.take, another.project, another.project_path) == (take, None, None)
