"""Unsaved work: kept while it is done, found after a crash, gone once it is saved."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from studio.server.serving import desk_in, file_bytes, opened_clip, quietly, served
from unbake.errors import FileError, UsageError
from unbake.studio.server import messages as m


def keep(desk, opened, text='{"version": 1}', changes=3):
    return desk.answer(m.Autosave(opened.clip.id, text, changes), quietly)


def recoverable(desk):
    return desk.answer(m.Hello(), quietly).recoverable


def left_by_another(tmp_path, **others):
    """A desk that finds work of one that has ended."""
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keep(desk, opened, **others)
    desk.put_away(opened.clip.id)
    return desk_in(tmp_path), opened


@pytest.mark.slow
def test_work_is_found_after_a_kill(tmp_path):
    (tmp_path / "walk.bvh").write_bytes(file_bytes(".bvh"))
    program = Path(__file__).with_name("leave_work.py")
    with subprocess.Popen([sys.executable, program, tmp_path], stdout=subprocess.PIPE, text=True) as studio:
        try:
            assert studio.stdout.readline() == "kept\n"
            desk = desk_in(tmp_path)
            assert recoverable(desk) == (), "another studio works on it"
            (number,) = (folder.name for folder in (tmp_path / "state" / "autosave").iterdir())
            for message in (m.Open("recovery", number), m.Forget(number)):
                with pytest.raises(UsageError, match="another studio has it open"):
                    desk.answer(message, quietly)
        finally:
            os.kill(studio.pid, signal.SIGKILL)
    (found,) = recoverable(desk)
    assert (found.id, found.name, found.changes) == (number, "walk.bvh", 3)
    (tmp_path / "walk.bvh").unlink()
    opened = desk.answer(m.Open("recovery", number), quietly)
    assert opened.project == '{"changes": 3}'
    assert opened.clip.last_frame == 30
    assert recoverable(desk) == (), "it is open"


def test_work_of_a_page_that_went_is_found_by_the_next(tmp_path):
    desk = desk_in(tmp_path)
    (tmp_path / "work" / "walk.bvh").write_bytes(file_bytes(".bvh"))
    desk.startup = tmp_path / "work" / "walk.bvh"
    with served(desk, tmp_path) as address:
        with address.page() as page:
            opened = page.ask(m.Open("startup"))[1]
            assert page.ask(m.Autosave(opened["clip"]["id"], "{}", 1))[0] == "Done"
            with address.page() as other:
                assert other.ask(m.Hello())[1]["recoverable"] == []
        with address.page() as page:
            (found,) = wait_for(lambda: page.ask(m.Hello())[1]["recoverable"])
            assert page.ask(m.Open("recovery", found["id"]))[1]["project"] == "{}"


def test_a_page_that_is_loaded_again_waits_for_what_it_left(tmp_path, monkeypatch):
    desk = desk_in(tmp_path)
    (tmp_path / "work" / "walk.bvh").write_bytes(file_bytes(".bvh"))
    desk.startup = tmp_path / "work" / "walk.bvh"
    is_kept = threading.Event()
    answer_now = desk.answer

    def keep_slowly(message, report):
        if isinstance(message, m.Autosave):
            is_kept.wait(20)
        return answer_now(message, report)

    monkeypatch.setattr(desk, "answer", keep_slowly)
    with served(desk, tmp_path) as address:
        with address.page() as page:
            opened = page.ask(m.Open("startup"))[1]
            page.send(m.Autosave(opened["clip"]["id"], '{"old": 1}', 1))
        wait_for(lambda: desk.leaving)
        with address.page() as page:
            number = page.send(m.Open("recovery", opened["work"]))
            assert page.ask(m.Hello())[0] == "Welcome", "other requests go on"
            is_kept.set()
            while (answer := page.receive())[0] == "Progress":
                pass
            assert answer[:2] == ("Opened", number)
            assert answer[2]["project"] == '{"old": 1}'
            assert page.ask(m.Hello())[1]["recoverable"] == []
    assert not desk.leaving


def wait_for(ask):
    """What `ask` returns once it returns something; a page's going is noticed a little later."""
    while not (found := ask()):
        pass
    return found


def test_the_clip_is_written_once(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keep(desk, opened)
    (clip,) = (tmp_path / "state" / "autosave").glob("*/clip.unbake")
    before = clip.stat()
    keep(desk, opened, text='{"version": 1, "more": true}')
    after = clip.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert b"more" in clip.with_name("work.json").read_bytes()


@pytest.mark.parametrize("end", ["nothing changed", "no project", "saved"])
def test_saved_work_is_not_kept(tmp_path, end):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keep(desk, opened)
    if end == "saved":
        desk.answer(m.SaveProject(opened.clip.id, "{}", "a.unbake", False, False), quietly)
    elif end == "no project":
        keep(desk, opened, text="")
    else:
        keep(desk, opened, changes=0)
    assert list((tmp_path / "state" / "autosave").iterdir()) == []
    desk.put_away(opened.clip.id)
    assert recoverable(desk_in(tmp_path)) == ()


def test_a_download_is_not_trusted_to_have_been_saved(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keep(desk, opened)
    desk.answer(m.SaveProject(opened.clip.id, "{}", "a.unbake", True, False), quietly)
    desk.put_away(opened.clip.id)
    assert len(recoverable(desk)) == 1


def test_recovered_work_is_kept_until_it_is_saved(tmp_path):
    desk, _ = left_by_another(tmp_path)
    (found,) = recoverable(desk)
    opened = desk.answer(m.Open("recovery", found.id), quietly)
    desk.put_away(opened.clip.id)
    assert [work.id for work in recoverable(desk)] == [found.id]
    opened = desk.answer(m.Open("recovery", found.id), quietly)
    keep(desk, opened, text='{"version": 2}', changes=9)
    desk.put_away(opened.clip.id)
    assert [(work.id, work.changes) for work in recoverable(desk)] == [(found.id, 9)]
    opened = desk.answer(m.Open("recovery", found.id), quietly)
    assert opened.project == '{"version": 2}'
    desk.answer(m.SaveProject(opened.clip.id, "{}", "a.unbake", False, False), quietly)
    desk.put_away(opened.clip.id)
    assert recoverable(desk) == ()


def test_recovered_work_opens_once_more_at_another_rate(tmp_path):
    desk, _ = left_by_another(tmp_path)
    (found,) = recoverable(desk)
    first = desk.answer(m.Open("recovery", found.id), quietly)
    again = desk.answer(m.Open("recovery", found.id, fps=25.0), quietly)
    assert again.clip.fps == 25.0
    desk.put_away(first.clip.id)
    assert recoverable(desk) == (), "the newer one has it"
    desk.put_away(again.clip.id)
    assert len(recoverable(desk)) == 1


def test_the_place_of_the_project_is_remembered(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    saved = desk.answer(m.SaveProject(opened.clip.id, "{}", "a.unbake", False, False), quietly)
    keep(desk, opened)
    desk.put_away(opened.clip.id)
    (found,) = recoverable(desk)
    assert desk.answer(m.Open("recovery", found.id), quietly).project_path == saved.path


def test_work_can_be_thrown_away(tmp_path):
    desk, _ = left_by_another(tmp_path)
    (found,) = recoverable(desk)
    desk.answer(m.Forget(found.id), quietly)
    assert recoverable(desk) == ()
    assert list((tmp_path / "state" / "autosave").iterdir()) == []


@pytest.mark.parametrize("number", ["", "..", "../../work", "0123456789abcdef", "0123456789abcde\n"])
def test_other_folders_are_no_work(tmp_path, number):
    desk, _ = left_by_another(tmp_path)
    for message in (m.Open("recovery", number), m.Forget(number)):
        with pytest.raises(UsageError, match="this work is gone"):
            desk.answer(message, quietly)
    assert (tmp_path / "work").is_dir()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"name": 5}', b"\xff", b"[" * 100_000])
def test_broken_work_is_not_offered(tmp_path, content):
    desk, _ = left_by_another(tmp_path)
    (work,) = (tmp_path / "state" / "autosave").glob("*/work.json")
    work.write_bytes(content)
    assert recoverable(desk) == ()


def test_a_broken_clip_says_so_and_can_be_thrown_away(tmp_path):
    desk, _ = left_by_another(tmp_path)
    (clip,) = (tmp_path / "state" / "autosave").glob("*/clip.unbake")
    clip.write_bytes(clip.read_bytes()[:100])
    (found,) = recoverable(desk)
    with pytest.raises(FileError, match=r"walk\.bvh: is no project"):
        desk.answer(m.Open("recovery", found.id), quietly)
    assert recoverable(desk) == (found,)
    desk.answer(m.Forget(found.id), quietly)
    assert recoverable(desk) == ()


def test_what_is_kept_is_nobody_elses_business(tmp_path):
    left_by_another(tmp_path)
    assert (tmp_path / "state").stat().st_mode & 0o077 == 0


def test_the_page_knows_from_the_beginning_where_its_work_will_be(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keep(desk, opened)
    # A page that is loaded again is quicker than the end of the one before.
    again = desk.answer(m.Open("recovery", opened.work), quietly)
    assert again.project == '{"version": 1}'
    assert again.work == opened.work
    keep(desk, again, text="new")
    desk.put_away(opened.clip.id)
    desk.put_away(again.clip.id)
    assert [found.id for found in recoverable(desk)] == [opened.work]


def test_two_pages_with_the_same_work_do_not_share_its_place(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keep(desk, opened)
    again = desk.answer(m.Open("recovery", opened.work), quietly)
    keep(desk, opened, text="of the first")
    keep(desk, again, text="of the second")
    for page in (opened, again):
        desk.put_away(page.clip.id)
    assert len(recoverable(desk)) == 2
