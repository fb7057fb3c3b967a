"""Temporary folders: nothing stays, however a process ends, and nothing that is still needed goes."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from unbake.ground.files import scratch
from unbake.ground.files.scratch import scratch_folder

SCRATCH = """
import sys, time
from unbake.ground.files.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "deep").mkdir()
    (folder / "deep" / "file").write_text("something")
    print("working", flush=True)
    for _ in range(1200):
        time.sleep(0.05)  # Python sees a signal that comes just before a sleep when that ends
"""

posix = pytest.mark.skipif(os.name != "posix", reason="signals and locks are tested as POSIX has them")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where temporary folders are made, here and in processes that are started."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def killed(number, meanwhile=lambda: None):
    with subprocess.Popen([sys.executable, "-c", SCRATCH], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "working\n"
            meanwhile()
        finally:
            process.send_signal(number)
    return process


def made_by(host, place):
    folder = place / f"unbake-{host}-abcdefgh"
    folder.mkdir()
    (folder / "file").write_text("half")
    return folder


def test_it_goes_with_all_that_is_in_it(place):
    with scratch_folder() as folder:
        assert folder.parent == place
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("something")
    assert list(place.iterdir()) == []


def test_it_goes_where_something_fails(place):
    with pytest.raises(RuntimeError, match="stumbled"), scratch_folder():
        raise RuntimeError("stumbled")
    assert list(place.iterdir()) == []


def test_one_that_is_gone_already_is_no_fault(place):
    with scratch_folder() as folder:
        folder.rmdir()
    assert list(place.iterdir()) == []


@posix
def test_a_signal_that_ends_the_process_leaves_nothing(place):
    assert killed(signal.SIGTERM).returncode == -signal.SIGTERM
    assert list(place.iterdir()) == []


@posix
def test_the_next_removes_what_a_killed_process_left_and_nothing_of_a_running_one(place):
    def use_one():
        with scratch_folder() as folder:
            assert {folder.name} < {path.name for path in place.iterdir()}
        assert len(list(place.glob("*/deep/file"))) == 1

    killed(signal.SIGKILL, use_one)
    assert len(list(place.glob("*/deep/file"))) == 1
    with scratch_folder() as folder:
        assert list(place.iterdir()) == [folder]
    assert list(place.iterdir()) == []


@posix
def test_two_of_one_process_do_not_remove_each_other(place):
    with scratch_folder() as first, scratch_folder() as second:
        assert first.is_dir()
        assert second.is_dir()
    assert list(place.iterdir()) == []


@posix
def test_what_others_have_there_stays(place):
    own = made_by(scratch.HOST, place)
    elsewhere = made_by("00000000", place)
    kernels = place / "unbake-kernels-0"
    kernels.mkdir()
    (place / f"unbake-{scratch.HOST}-bbcdefgh").symlink_to(kernels)
    with scratch_folder():
        pass
    assert not own.exists()
    assert {path.name for path in place.iterdir()} == {
        elsewhere.name,
        kernels.name,
        f"unbake-{scratch.HOST}-bbcdefgh",
    }


@posix
def test_without_locks_nothing_is_removed(place, monkeypatch):
    def no_locks(opened):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(scratch, "lock", no_locks)
    old = made_by(scratch.HOST, place)
    with scratch_folder() as folder:
        assert folder.is_dir()
    assert list(place.iterdir()) == [old]


@posix
def test_a_folder_that_is_removed_before_it_is_locked_is_made_again(place, monkeypatch):
    made, real = [], scratch.lock

    def too_late(opened):
        made.append(opened)
        if len(made) == 1:
            next(Path(place).iterdir()).rmdir()
        real(opened)

    monkeypatch.setattr(scratch, "lock", too_late)
    with scratch_folder() as folder:
        assert folder.is_dir()
    assert len(made) == 2
