"""The file: what is no library is refused in one line, and whatever happens, nothing is lost."""

import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from library.making import same, wobble
from unbake import FileError
from unbake.library import database, schema
from unbake.library.checking import problems
from unbake.library.library import Library


@pytest.fixture
def path(tmp_path):
    return tmp_path / "moves.unbakelib"


@pytest.fixture
def library(path):
    with Library.create(path) as opened:
        yield opened


def test_a_file_that_is_there_is_not_replaced(path):
    path.write_bytes(b"precious")
    with pytest.raises(FileError, match="is there already"):
        Library.create(path)
    assert path.read_bytes() == b"precious"


def test_nothing_is_half_made(path, monkeypatch):
    monkeypatch.setattr(database, "MIGRATIONS", (("CREATE TABLE one (id)", "NONSENSE"),))
    with pytest.raises(FileError, match="cannot be written"):
        Library.create(path)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00", b"SQLite format 3\x00" + bytes(84)])
def test_what_is_no_library_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(FileError, match="is no library, or damaged"):
        Library.open(path)
    assert path.read_bytes() == content


def test_other_databases_are_refused(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (id)")
    other.close()
    with pytest.raises(FileError, match="is no library"):
        Library.open(path)


def test_missing_files_and_folders_are_refused(tmp_path):
    with pytest.raises(FileError, match="does not exist"):
        Library.open(tmp_path / "none.unbakelib")
    with pytest.raises(FileError, match="is a folder"):
        Library.open(tmp_path)
    with pytest.raises(FileError, match="its folder does not exist"):
        Library.create(tmp_path / "nowhere" / "a.unbakelib")


def test_a_newer_library_is_refused_and_unchanged(path, library):
    library.add(wobble(), "a")
    library.database.rows(f"PRAGMA user_version = {schema.VERSION + 1}")
    library.close()
    before = path.read_bytes()
    with pytest.raises(FileError, match=rf"newer Unbake \(version {schema.VERSION + 1}"):
        Library.open(path)
    assert path.read_bytes() == before


def test_an_older_library_takes_the_steps_that_it_lacks(path, library, monkeypatch):
    library.add(wobble(), "a")
    library.close()
    second = ("ALTER TABLE clip ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",)
    monkeypatch.setattr(database, "MIGRATIONS", (*schema.MIGRATIONS, second))
    monkeypatch.setattr(database, "VERSION", schema.VERSION + 1)
    for _ in range(2):  # the second time there is nothing to do
        with Library.open(path) as opened:
            assert opened.database.row("SELECT mood FROM clip") == ("calm",)
            assert same(opened.motion("a"), wobble())


def test_a_step_that_fails_leaves_the_library_as_it_was(path, library, monkeypatch):
    library.add(wobble(), "a")
    library.close()
    second = ("ALTER TABLE clip ADD COLUMN mood TEXT", "NONSENSE")
    monkeypatch.setattr(database, "MIGRATIONS", (*schema.MIGRATIONS, second))
    monkeypatch.setattr(database, "VERSION", schema.VERSION + 1)
    with pytest.raises(FileError, match="cannot be used"):
        Library.open(path)
    monkeypatch.undo()
    with Library.open(path) as opened:
        assert same(opened.motion("a"), wobble())


def said_of(path):
    """What is said of a damaged file: by the check, or when it is opened. Anything but a FileError is raised."""
    try:
        with Library.open(path) as opened:
            return problems(opened)
    except FileError as error:
        return [str(error)]


def is_whole(path):
    """Whether all clips are there: a page's empty space may be damaged without harm."""
    with Library.open(path) as opened:
        return all(same(opened.motion(f"clip{seed}"), wobble(seed, frames=200)) for seed in range(5))


def test_a_truncated_file_is_one_line(path, library):
    for seed in range(5):
        library.add(wobble(seed, frames=200), f"clip{seed}")
    library.close()
    whole = path.read_bytes()
    for length in range(100, len(whole), len(whole) // 23):
        path.write_bytes(whole[:length])
        assert said_of(path), length


def test_damaged_pages_are_found(path, library):
    for seed in range(5):
        library.add(wobble(seed, frames=200), f"clip{seed}")
    library.close()
    whole = path.read_bytes()
    for place in range(5 * 16384, len(whole) - 64, len(whole) // 17):
        path.write_bytes(whole[:place] + b"\xff" * 64 + whole[place + 64 :])
        assert said_of(path) or is_whole(path), place


def test_a_full_disk_is_one_line_and_loses_nothing(path, library):
    library.add(wobble(), "a")
    pages = library.database.row("PRAGMA page_count")[0]
    library.database.rows(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(FileError, match="the disk is full"):
        library.add(wobble(1, frames=3000), "b")
    assert [clip.name for clip in library.clips()] == ["a"]
    assert problems(library) == []
    library.database.rows("PRAGMA max_page_count = 1000000")
    library.add(wobble(1, frames=3000), "b")
    assert same(library.motion("b"), wobble(1, frames=3000))


def test_a_transaction_is_whole_or_not_there(library):
    library.add(wobble(), "a", tags=["old"])

    def change():
        with library.database.transaction():
            library.tag(1, ["new"])
            library.add(wobble(1), "b")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        change()
    assert [(clip.name, clip.tags) for clip in library.clips()] == [("a", ("old",))]


def test_a_change_waits_for_another_process_and_says_so_in_the_end(path, library, monkeypatch):
    monkeypatch.setattr(database, "WAIT_S", 0.1)
    with Library.open(path) as other, library.database.transaction():
        library.tag(library.add(wobble(), "a")[0], ["x"])
        assert other.clips() == []  # who reads is not kept waiting
        with pytest.raises(FileError, match="in use by another process"):
            other.add(wobble(1), "b")
    with Library.open(path) as other:
        other.add(wobble(1), "b")
        assert [clip.name for clip in other.clips()] == ["a", "b"]


WRITER = """
import sys
from library.making import wobble
from unbake.library.library import Library
with Library.open(sys.argv[1]) as library:
    for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 20):
        library.add(wobble(seed), "clip")
"""


@pytest.mark.slow
def test_two_processes_add_at_once(path, library):
    here = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([here, *filter(None, sys.path)])}
    command = [sys.executable, "-c", WRITER, str(path)]
    running = [subprocess.Popen([*command, str(start)], env=environment) for start in (0, 10)]
    assert [process.wait() for process in running] == [0, 0]
    assert len(library.clips()) == 30  # ten were the same
    assert len({clip.name for clip in library.clips()}) == 30
    assert problems(library) == []


def test_threads_share_a_library(library):
    def work(start):
        for seed in range(start, start + 10):
            clip_id, _ = library.add(wobble(seed), f"clip{seed}")
            library.tag(clip_id, [f"thread{start}"])
            assert same(library.motion(clip_id), wobble(seed))

    threads = [threading.Thread(target=work, args=(start,)) for start in (0, 100, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(library.clips()) == 30
    assert all(len(clip.tags) == 1 for clip in library.clips())


def test_a_file_that_can_only_be_read_is_read(path, library, monkeypatch):
    library.add(wobble(), "a")
    library.close()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Library.open(path) as opened:
        assert same(opened.motion("a"), wobble())
        with pytest.raises(FileError, match="read-only"):
            opened.add(wobble(1), "b")


@pytest.mark.slow
def test_what_another_process_changes_is_seen_while_several_connections_are_open(path, library):
    """A process that opens and closes a library beside one that it has open gives no lock back."""
    number, _ = library.add(wobble(), "a")
    Library.open(path).close()
    once = "import sys; from unbake.library import Library; Library.open(sys.argv[1]).close()"
    subprocess.run([sys.executable, "-c", once, str(path)], check=True)  # would take the journal away
    lines = (
        "import sys",
        "from unbake.library import Library",
        "with Library.open(sys.argv[1]) as other:",
        "    other.annotate(int(sys.argv[2]), 'Walk', 0, 2, True)",
        "    print('done', flush=True)",
        "    sys.stdin.read()",
    )
    command = [sys.executable, "-c", "\n".join(lines), str(path), str(number)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "done\n"
        with Library.open(path) as again:
            assert again.annotations(number).is_set("Walk")[:2].all()
        assert library.annotations(number).is_set("Walk")[:2].all()
