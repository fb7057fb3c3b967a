"""A first run compiles on two cores."""

import os
import subprocess
import sys

import pytest

from unbake.compiling import progress
from unbake.compiling.meanwhile import one_call_made
from unbake.curves.fits.free_kernels import fit_channel
from unbake.curves.world.kernels import fill_equations
from unbake.keyframes.kernels.joint_rows import fill_joint_rows
from unbake.reduce import ahead


class Process:
    """What stands for the second process."""

    started: list["Process"]

    def __init__(self, command, **streams):
        self.command, self.state = command, "running"
        self.started.append(self)

    def kill(self):
        self.state = "killed"

    def wait(self):
        self.state += ", waited for"


@pytest.fixture
def started(monkeypatch):
    monkeypatch.setattr(Process, "started", [], raising=False)
    monkeypatch.setattr(ahead.subprocess, "Popen", Process)
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    return Process.started


def test_one_process_is_started_by_the_first_kernel_and_ended_with_the_work(started):
    with ahead.curves_compiled_ahead():
        assert started == []
        progress.begin()
        progress.begin()
        (process,) = started
        assert process.command == [sys.executable, "-m", "unbake.reduce.ahead", str(os.getpid())]
        assert process.state == "running"
    assert process.state == "killed, waited for"


def test_who_waits_for_the_fit_fills_equations_meanwhile(monkeypatch):
    filled = []
    monkeypatch.setattr(ahead, "fill_equations", lambda *_: filled.append(1))
    with ahead.curves_compiled_ahead():
        assert filled == []
        assert one_call_made()
        assert not one_call_made()
    assert filled == [1]


def test_it_is_ended_when_the_work_fails(started):
    def fail():
        with ahead.curves_compiled_ahead():
            progress.begin()
            raise ValueError("broken off")

    with pytest.raises(ValueError, match="broken off"):
        fail()
    assert [process.state for process in started] == ["killed, waited for"]


@pytest.mark.skipif(os.name != "posix", reason="parents are looked for on POSIX alone")
def test_it_ends_with_the_first_process_however_that_ends(tmp_path):
    gone = "0"
    command = [sys.executable, "-m", "unbake.reduce.ahead", gone]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert subprocess.run(command, env=environment, check=False, timeout=60).returncode == 1
    assert not [kernel for kernel in tmp_path.rglob("*.nbc") if "fit_channel" in kernel.name]


def test_nothing_is_started_where_all_is_cached(started):
    with ahead.curves_compiled_ahead():
        pass
    assert started == []


def test_a_single_core_and_no_cache_start_nothing(started, monkeypatch):
    monkeypatch.setattr(ahead, "cores", lambda: 1)
    with ahead.curves_compiled_ahead():
        progress.begin()
    monkeypatch.setattr(ahead, "cores", lambda: 2)
    monkeypatch.setattr(ahead, "cache_folder", lambda: type("Folder", (), {"kind": "none"}))
    with ahead.curves_compiled_ahead():
        progress.begin()
    assert started == []


@pytest.mark.slow
def test_the_second_process_calls_the_kernels_of_curves_and_of_nothing_else():
    code = (
        "from unbake.reduce.ahead import call_curves; call_curves();"
        f"from {fit_channel.py_func.__module__} import fit_channel;"
        f"from {fill_equations.py_func.__module__} import fill_equations;"
        f"from {fill_joint_rows.py_func.__module__} import fill_joint_rows;"
        "print(len(fit_channel.signatures), len(fill_equations.signatures), len(fill_joint_rows.signatures))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["1", "1", "0"]
