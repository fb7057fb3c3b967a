"""What is kept from one session to the next: preferences, recent files; what is broken is as good as nothing."""

import json
from pathlib import Path

import pytest

from studio.server.serving import desk_in, quietly
from unbake.errors import FileError, UsageError
from unbake.studio.server import messages as m
from unbake.studio.server.keeping.state import state_folder
from unbake.studio.server.opening.recent import KEPT, RecentFiles


def test_preferences_are_kept(tmp_path):
    desk = desk_in(tmp_path)
    assert desk.answer(m.Hello(), quietly).preferences == "{}"
    desk.answer(m.KeepPreferences('{"theme": "light", "öfter": [1, null]}'), quietly)
    kept = desk_in(tmp_path).answer(m.Hello(), quietly).preferences
    assert json.loads(kept) == {"theme": "light", "öfter": [1, None]}


@pytest.mark.parametrize("text", ["", "[]", "5", "null", "{", '{"a": ' + "[" * 100_000, '{"a": "' + "x" * 10**6 + '"}'])
def test_preferences_that_are_none_are_refused(tmp_path, text):
    desk = desk_in(tmp_path)
    desk.answer(m.KeepPreferences('{"theme": "light"}'), quietly)
    with pytest.raises(UsageError, match="no JSON object"):
        desk.answer(m.KeepPreferences(text), quietly)
    assert json.loads(desk.answer(m.Hello(), quietly).preferences) == {"theme": "light"}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'[{"path": 5}]', b"\xff\xfe", b"[" * 100_000])
def test_what_is_broken_is_as_good_as_nothing(tmp_path, content):
    (tmp_path / "state").mkdir()
    for name in ("preferences.json", "recent.json"):
        (tmp_path / "state" / name).write_bytes(content)
    welcome = desk_in(tmp_path).answer(m.Hello(), quietly)
    assert welcome.preferences == "{}"
    assert welcome.recent == ()


def test_recent_files_come_newest_first_and_once(tmp_path):
    recent = RecentFiles(tmp_path / "state" / "recent.json")
    for name in ("a", "b", "c", "a"):
        (tmp_path / name).touch()
        recent.add(tmp_path / name)
    assert [file.name for file in recent.listed()] == ["a", "c", "b"]
    (tmp_path / "c").unlink()
    assert [file.name for file in recent.listed()] == ["a", "b"], "what is gone is not offered"


def test_the_list_of_recent_files_has_an_end(tmp_path):
    recent = RecentFiles(tmp_path / "recent.json")
    for number in range(KEPT + 5):
        (tmp_path / str(number)).touch()
        recent.add(tmp_path / str(number))
    assert len(recent.listed()) == KEPT
    with pytest.raises(UsageError):
        recent.checked(str(tmp_path / "0"))


def test_a_folder_that_cannot_be_written_stops_nothing_but_keeping(tmp_path):
    (tmp_path / "state").touch()
    desk = desk_in(tmp_path)
    desk.recent.add(tmp_path / "state")
    assert desk.answer(m.Hello(), quietly).recent == ()
    with pytest.raises(FileError, match="cannot be made"):
        desk.answer(m.KeepPreferences("{}"), quietly)


def test_the_folder_can_be_named(monkeypatch, tmp_path):
    monkeypatch.setenv("UNBAKE_STATE", str(tmp_path))
    assert state_folder() == tmp_path
    monkeypatch.delenv("UNBAKE_STATE")
    assert state_folder().name == "unbake"
    assert state_folder() != Path()
