"""Paths that a person types: where they lead, what they can go on with, and what is said of those that lead nowhere."""

import os
import sys

import pytest

from formats.acclaim.acclaim_texts import AMC, ASF
from studio.server.serving import desk_in, file_bytes, quietly
from unbake.errors import FileError, UnbakeError, UsageError
from unbake.studio.server import messages as m
from unbake.studio.server.opening import typed_paths
from unbake.studio.server.opening.typed_paths import MOST_ENTRIES, checked_path, listed, typed_path

needs_permissions = pytest.mark.skipif(
    sys.platform == "win32" or (hasattr(os, "geteuid") and os.geteuid() == 0),
    reason="permissions bind nobody here",
)


@pytest.fixture
def clips(tmp_path, monkeypatch):
    """A home with a folder of clips."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    folder = tmp_path / "clips"
    (folder / "Takes").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name in ("walk.bvh", "Wave.GLB", "notes.txt", ".secret.bvh", "left.unbake"):
        (folder / name).write_bytes(file_bytes(".bvh"))
    return folder


@pytest.mark.parametrize(
    "text", ["{0}/walk.bvh", "  {0}/walk.bvh\n", "'{0}/walk.bvh'", '"{0}/walk.bvh"', "~/clips/walk.bvh", "walk.bvh"]
)
def test_a_path_is_found_however_it_was_copied(clips, text):
    assert checked_path(text.format(clips), clips) == clips / "walk.bvh"


def test_an_address_of_a_file_is_a_path(clips):
    (clips / "long walk.bvh").write_bytes(b"")
    assert checked_path((clips / "long walk.bvh").as_uri(), clips) == clips / "long walk.bvh"


@pytest.mark.parametrize(("is_windows", "path"), [(True, "C:/my clips/walk.bvh"), (False, "/C:/my clips/walk.bvh")])
def test_an_address_has_a_slash_before_the_letter_of_a_drive(clips, monkeypatch, is_windows, path):
    monkeypatch.setattr(typed_paths, "IS_WINDOWS", is_windows)
    assert typed_path("file:///C:/my%20clips/walk.bvh", clips) == clips / path


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", UsageError, "type the path of a file"),
        (" '' ", UsageError, "type the path of a file"),
        ("a\0b.bvh", UsageError, "control characters"),
        ("~nobody-of-this-name/a.bvh", UsageError, "no such user's folder"),
        ("gone.bvh", FileError, r"gone\.bvh: there is no such file"),
        ("Takes", FileError, "Takes: is a folder, not a file"),
        ("notes.txt", UsageError, r"notes\.txt: unknown suffix '\.txt'; known: \.bvh .* \.unbake \.unbakelib$"),
        ("walk.bvh/deeper.bvh", FileError, "there is no such file|cannot be read"),
        (f"{'x' * 300}.bvh", FileError, "cannot be read"),
    ],
)
def test_what_leads_nowhere_is_said_in_one_line(clips, text, kind, said):
    with pytest.raises(kind, match=said) as caught:
        checked_path(text, clips)
    assert "\n" not in str(caught.value)
    assert listed(text, clips).problem == str(caught.value) or not listed(text, clips).entries


@needs_permissions
def test_a_file_that_may_not_be_read_says_so(clips):
    (clips / "walk.bvh").chmod(0)
    with pytest.raises(FileError, match="cannot be read"):
        checked_path("walk.bvh", clips)
    (clips / "Takes").chmod(0)
    assert "cannot be looked into" in listed("Takes/", clips).problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_not_waited_for(clips):
    os.mkfifo(clips / "pipe.bvh")
    with pytest.raises(FileError, match="is a device or a pipe, not a file"):
        checked_path("pipe.bvh", clips)


def test_an_amc_file_needs_its_skeleton_beside_it(clips):
    (clips / "16_15.amc").write_text(AMC)
    with pytest.raises(FileError, match="no skeleton beside it"):
        checked_path("16_15.amc", clips)
    (clips / "16.asf").write_text(ASF)
    assert checked_path("16_15.amc", clips) == clips / "16_15.amc"


def names(found):
    return [entry.name for entry in found.entries]


def test_folders_come_first_then_what_can_be_opened(clips):
    everything = ["Takes", "left.unbake", "walk.bvh", "Wave.GLB"]
    for text in ("", "./", f"{clips}/", "~/clips/", "."):
        assert names(listed(text, clips)) == everything, text
    assert names(listed("w", clips)) == ["walk.bvh", "Wave.GLB"]
    assert names(listed(".", clips.parent / "clips")) == everything
    assert names(listed("./.", clips)) == [".hidden", ".secret.bvh"]
    found = listed("walk.bvh", clips)
    assert (names(found), found.problem) == (["walk.bvh"], None)
    assert names(listed("~/cl", clips)) == ["clips"]


def test_a_folder_that_is_missing_has_nothing_and_says_so(clips):
    found = listed(f"{clips}/gone/w", clips)
    assert (found.entries, found.has_more) == ((), False)
    assert "gone" in found.problem


def test_a_long_list_says_that_there_is_more(clips):
    for number in range(MOST_ENTRIES + 1):
        (clips / "Takes" / f"{number}.bvh").write_bytes(b"")
    found = listed("Takes/", clips)
    assert (len(found.entries), found.has_more) == (MOST_ENTRIES, True)


def test_nothing_is_read_by_looking(clips):
    before = {file: file.stat().st_atime_ns for file in clips.iterdir()}
    listed("", clips)
    assert typed_path("walk.bvh", clips) == clips / "walk.bvh"
    assert {file: file.stat().st_atime_ns for file in clips.iterdir() if file.is_file()}.items() <= before.items()


def test_a_typed_path_is_opened_becomes_recent_and_may_be_written_beside(clips, tmp_path):
    desk = desk_in(tmp_path)
    assert names(desk.answer(m.ListFolder("~/clips/wal"), quietly)) == ["walk.bvh"]
    opened = desk.answer(m.Open("path", "~/clips/walk.bvh"), quietly)
    assert opened.clip.path == str(clips / "walk.bvh")
    assert desk.answer(m.Hello(), quietly).recent[0].path == str(clips / "walk.bvh")
    beside = m.SaveProject(opened.clip.id, "{}", str(clips / "walk.unbake"), False, False)
    assert desk.answer(beside, quietly).path == str(clips / "walk.unbake")


def test_what_cannot_be_opened_opens_no_folder_for_writing(clips, tmp_path):
    desk = desk_in(tmp_path)
    (clips / "broken.bvh").write_bytes(b"HIERARCHY\n")
    for name in ("broken.bvh", "notes.txt", "gone.bvh"):
        with pytest.raises(UnbakeError):
            desk.answer(m.Open("path", str(clips / name)), quietly)
    desk.startup = desk.folder / "own.bvh"
    desk.startup.write_bytes(file_bytes(".bvh"))
    opened = desk.answer(m.Open("startup"), quietly)
    with pytest.raises(UsageError, match="the studio writes only to"):
        desk.answer(m.SaveProject(opened.clip.id, "{}", str(clips / "walk.unbake"), False, False), quietly)
