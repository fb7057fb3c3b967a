"""Worker processes: what happens in one stays there."""

import importlib
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from batch.performing import TESTS, tasks_of
from unbake.batch.running import local
from unbake.batch.running.limits import memory_shares
from unbake.batch.running.local import run_here
from unbake.batch.task import Performed, run
from unbake.errors import UsageError

MB = 1_000_000


@pytest.fixture(autouse=True)
def _workers_find_what_they_do(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", TESTS)


@pytest.mark.slow(8)
def test_clips_that_break_their_worker_fail_alone(tmp_path):
    texts = {f"{n}.bvh": "steps" for n in range(4)} | {"a.bvh": "kill", "b.bvh": "fail", "c.bvh": "threads"}
    found = {one.clip: one for one in run_here(tasks_of(tmp_path, texts), 2, 2000 * MB)}
    assert set(found) == set(texts)
    assert {clip for clip, one in found.items() if one.state == "failed"} == {"a.bvh", "b.bvh"}
    assert found["a.bvh"].reason == "its worker process ended in the midst of it (SIGKILL), alone, too"
    assert found["c.bvh"].figures["threads"] == [1]
    assert str(os.getpid()) not in found["0.bvh"].worker


@pytest.mark.slow(6)
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="bounds are kept by Linux")  # noqa: PTH110
def test_a_clip_that_needs_more_memory_is_done_alone(tmp_path):
    texts = {"long.bvh": "memory", "short.bvh": "steps"}
    found = list(run_here(tasks_of(tmp_path, texts), 2, 600 * MB))
    assert [one.clip for one in found] == ["short.bvh", "long.bvh"]
    assert found[1].figures["sum"] == 90_000_000
    [alone] = run_here(tasks_of(tmp_path / "alone", {"long.bvh": "memory"}), 1, 600 * MB)
    assert (alone.state, alone.code) == ("failed", "memory")


@pytest.mark.slow(4)
def test_a_worker_that_is_full_makes_place_for_a_new_one(tmp_path, monkeypatch):
    monkeypatch.setattr(local, "CLIPS_A_WORKER", 2)
    found = list(run_here(tasks_of(tmp_path, {f"{n}.bvh": "steps" for n in range(4)}), 1, 2000 * MB))
    workers = [one.worker for one in found]
    assert workers[0] == workers[1] != workers[2] == workers[3]


@pytest.mark.slow(4)
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no masks of signals here")
def test_no_worker_hears_of_interrupts(tmp_path):
    """In a process of its own, which has started no other before."""
    code = (
        "import sys; from pathlib import Path; from batch.performing import tasks_of\n"
        "from unbake.batch.running.local import run_here\n"
        "tasks = tasks_of(Path(sys.argv[1]), {f'{n}.bvh': 'mask' for n in range(4)})\n"
        "found = list(run_here(tasks, 2, 2_000_000_000))\n"
        "print(len({one.worker for one in found}), {one.figures['masked'] for one in found})"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout == "2 {True}\n"


def test_shares_of_the_memory():
    assert memory_shares(2, 3000 * MB) == 3000 * MB
    assert memory_shares(1, None) > memory_shares(2, None)
    with pytest.raises(UsageError, match="too few for a worker"):
        memory_shares(2, 100 * MB)
    with pytest.raises(UsageError, match="too few for a worker"):
        memory_shares(100_000, None)


def test_the_first_clip_of_a_worker_is_not_judged_by_its_time(tmp_path, monkeypatch):
    """It loads modules, which those after it find there."""
    (tmp_path / "loaded_late.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))

    def perform(clip, outputs, names):
        importlib.import_module("loaded_late")
        return Performed({"duration_s": 1.0})

    tasks = [replace(task, perform=perform) for task in tasks_of(tmp_path, {"a.bvh": "", "b.bvh": ""}, ())]
    assert [run(task).compiled for task in tasks] == [True, False]
