"""What killed processes leave is removed; what somebody still writes, or somebody else's, never is."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from unbake.ground.files import unfinished
from unbake.ground.files.unfinished import remove_abandoned, unfinished_file
from unbake.ground.files.whole_file import whole_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and locks are tested as POSIX has them")

WRITER = """
import sys, time
from pathlib import Path
from unbake.ground.files.whole_file import whole_file
with whole_file(Path("out.txt")) as temporary:
    temporary.write_text("half of it")
    print("writing", flush=True)
    for _ in range(1200):
        time.sleep(0.05)  # Python sees a signal that comes just before a sleep when that ends
"""


def writer(folder):
    """A process that is in the middle of writing `out.txt`."""
    process = subprocess.Popen([sys.executable, "-c", WRITER], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "writing\n"
    return process


def kill(process, number):
    process.send_signal(number)
    process.wait(60)
    process.stdout.close()


def left(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def made_by(host, folder, age_s=0.0):
    file = folder / f".unbake-{host}-abcdefgh.txt"
    file.write_text("half")
    os.utime(file, (time.time() - age_s,) * 2)
    return file


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_the_process_leaves_nothing(tmp_path, name):
    number = getattr(signal, name)
    (tmp_path / "out.txt").write_text("old")
    process = writer(tmp_path)
    kill(process, number)
    assert process.returncode == -number
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert (tmp_path / "out.txt").read_text() == "old"


def test_the_next_run_removes_what_a_killed_one_left(tmp_path):
    kill(writer(tmp_path), signal.SIGKILL)
    assert len(left(tmp_path)) == 1
    with whole_file(tmp_path / "another.txt") as temporary:
        temporary.write_text("whole")
    assert [path.name for path in tmp_path.iterdir()] == ["another.txt"]


def test_what_a_running_process_writes_stays(tmp_path):
    process = writer(tmp_path)
    try:
        for age in (0.0, 1e6):  # whatever the clock says
            for name in left(tmp_path):
                os.utime(tmp_path / name, (time.time() - age,) * 2)
            with whole_file(tmp_path / "out.txt") as temporary:
                temporary.write_text("the other's")
            assert len(left(tmp_path)) == 1
    finally:
        kill(process, signal.SIGTERM)
    assert (tmp_path / "out.txt").read_text() == "the other's"


def test_two_files_of_one_process_do_not_remove_each_other(tmp_path):
    with unfinished_file(tmp_path, ".a") as first, unfinished_file(tmp_path, ".b") as second:
        remove_abandoned(tmp_path)
        assert first.exists()
        assert second.exists()
    assert list(tmp_path.iterdir()) == []


def test_only_own_names_are_removed(tmp_path):
    mine = made_by(unfinished.HOST, tmp_path)
    others = (".unbake", ".unbake-notes.txt", ".out-abcdefgh.txt", "unbake-00000000-abcdefgh.txt")
    for name in others:
        (tmp_path / name).write_text("somebody's")
        os.utime(tmp_path / name, (0, 0))
    remove_abandoned(tmp_path)
    assert not mine.exists()
    assert {path.name for path in tmp_path.iterdir()} == set(others)


def test_another_hosts_are_removed_only_after_a_day(tmp_path):
    fresh = made_by("00000000", tmp_path)
    remove_abandoned(tmp_path)
    assert fresh.exists()
    old = made_by("00000000", tmp_path, unfinished.DAY_S + 60)
    remove_abandoned(tmp_path)
    assert not old.exists()


def test_where_nothing_open_is_renamed_it_is_closed_and_goes_after_a_day(tmp_path, monkeypatch):
    monkeypatch.setattr(unfinished, "IS_WINDOWS", True)
    fresh, old = made_by(unfinished.HOST, tmp_path), made_by("00000000", tmp_path, unfinished.DAY_S + 60)
    with whole_file(tmp_path / "out.txt") as temporary:
        temporary.write_text("whole")
        assert temporary not in {Path(os.path.realpath(name)) for name in Path("/dev/fd").iterdir()}
    assert (tmp_path / "out.txt").read_text() == "whole"
    assert fresh.exists()
    assert not old.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may change owners")
def test_another_users_stay(tmp_path):
    file = made_by(unfinished.HOST, tmp_path)
    os.chown(file, 65534, 65534)
    remove_abandoned(tmp_path)
    assert file.exists()


def test_links_and_folders_stay(tmp_path):
    (tmp_path / "mine.txt").write_text("kept")
    (tmp_path / f".unbake-{unfinished.HOST}-abcdefgh.txt").symlink_to("mine.txt")
    (tmp_path / f".unbake-{unfinished.HOST}-bbcdefgh.txt").mkdir()
    remove_abandoned(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_name_as_long_as_the_file_system_takes(tmp_path):
    file = tmp_path / ("n" * 251 + ".txt")
    with whole_file(file) as temporary:
        temporary.write_text("whole")
    assert file.read_text() == "whole"


def test_a_file_system_without_locks_is_written_to_and_never_cleaned(tmp_path, monkeypatch):
    def no_locks(opened):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(unfinished, "lock", no_locks)
    abandoned = made_by(unfinished.HOST, tmp_path, 1e6)
    with whole_file(tmp_path / "out.txt") as temporary:
        temporary.write_text("whole")
    assert (tmp_path / "out.txt").read_text() == "whole"
    assert abandoned.exists()


def test_a_file_that_is_removed_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    made = []
    real = unfinished.lock

    def lock(opened):
        if not made:
            made.append(opened)
            for name in left(tmp_path):
                (tmp_path / name).unlink()
        real(opened)

    monkeypatch.setattr(unfinished, "lock", lock)
    with whole_file(tmp_path / "out.txt") as temporary:
        temporary.write_text("whole")
    assert (tmp_path / "out.txt").read_text() == "whole"


def test_handlers_of_signals_are_as_before(tmp_path):
    before = signal.getsignal(signal.SIGTERM)
    with whole_file(tmp_path / "out.txt") as temporary:
        temporary.write_text("whole")
        assert signal.getsignal(signal.SIGTERM) is unfinished._end
    assert signal.getsignal(signal.SIGTERM) is before

    def own(number, frame):
        raise AssertionError

    signal.signal(signal.SIGTERM, own)
    try:
        with whole_file(Path(tmp_path / "out.txt")) as temporary:
            temporary.write_text("whole")
            assert signal.getsignal(signal.SIGTERM) is own
    finally:
        signal.signal(signal.SIGTERM, before)
