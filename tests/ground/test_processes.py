"""Work in processes beside this one. What they do is defined in each test: so it is sent along, not imported there."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from threading import Timer

import pytest

from unbake.errors import UsageError
from unbake.ground.processes import AHEAD, ONE_THREAD, as_they_come, in_processes


def quiet(part):
    pass


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_results_come_in_the_order_of_the_tasks(jobs):
    def doubled(task, progress):
        return 2 * task, os.getpid(), {name: os.environ.get(name) for name in ONE_THREAD}

    found = in_processes(doubled, [5, 3, 8], jobs, quiet)
    assert [one[0] for one in found] == [10, 6, 16]
    assert ({one[1] for one in found} == {os.getpid()}) == (jobs == 1)
    if jobs > 1:
        assert os.getpid() not in {one[1] for one in found}
        assert all(one[2] == ONE_THREAD for one in found)


def test_one_task_needs_no_process():
    def where(task, progress):
        return os.getpid()

    assert in_processes(where, [5], 4, quiet) == [os.getpid()]
    assert in_processes(where, [], 4, quiet) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_is_told_how_far_all_of_it_is(jobs):
    def in_steps(task, progress):
        for step in range(1, 5):
            time.sleep(0.15)
            progress(step / 5)

    parts = []
    in_processes(in_steps, [1, 2], jobs, parts.append)
    assert parts == sorted(parts)
    assert len(set(parts)) > 4
    assert parts[-1] == 1.0


@pytest.mark.parametrize(("jobs", "tasks"), [(1, [1, 2, 3]), (2, [2, 3])])
def test_what_a_task_raises_ends_all_of_them(jobs, tasks):
    def refused(task, progress):
        if task == 2:
            raise UsageError("not this one", code="mine", frame=task)
        time.sleep(0.0 if task == 1 else 60.0)

    began = time.monotonic()
    with pytest.raises(UsageError, match="not this one") as raised:
        in_processes(refused, tasks, jobs, quiet)
    assert (raised.value.code, raised.value.about) == ("mine", {"frame": 2})
    assert time.monotonic() - began < 30.0


def test_what_progress_raises_ends_the_work(tmp_path):
    def endless(task, progress):
        task.joinpath(str(os.getpid())).touch()
        while True:
            time.sleep(0.05)
            progress(0.5)

    def enough(part):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_processes(endless, [tmp_path, tmp_path], 2, enough)
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert workers
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_this_process_does_what_killed_ones_leave():
    here = os.getpid()

    def killed_elsewhere(task, progress):
        progress(0.5)
        progress(0.2)
        if task == 1 and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(60.0)
        return task, os.getpid()

    parts = []
    found = in_processes(killed_elsewhere, [0, 1, 2], 2, parts.append)
    assert parts == sorted(parts), "what is begun again takes nothing back"
    assert [task for task, _ in found] == [0, 1, 2]
    assert found[1][1] == here


class Slow:
    """A pool that takes what it is given a little later, and does all of it but the last call."""

    def __init__(self, n_calls):
        self.given, self.untaken, self.n_calls = [], None, n_calls

    def submit(self, call):
        future = Future()
        self.given.append(future)
        if len(self.given) < self.n_calls:
            future.set_running_or_notify_cancel()
            future.set_result(call())
        else:
            Timer(0.2, future.set_running_or_notify_cancel).start()
        return future

    def shutdown(self, wait, kill_workers):
        self.untaken = [future for future in self.given if not (future.running() or future.done())]


def test_a_pool_is_ended_when_it_has_taken_all_that_it_was_given():
    pool = Slow(2)
    results = as_they_come(pool, 1, [(int,)] * 2)
    assert next(results) == (0, 0)
    with pytest.raises(KeyboardInterrupt):
        results.throw(KeyboardInterrupt)
    assert len(pool.given) == 2
    assert pool.untaken == []


def test_a_pool_is_given_little_more_than_it_has_processes():
    drawn = []
    results = as_they_come(Slow(101), 3, ((drawn.append(call) or int,) for call in range(100)))
    for _ in range(7):
        next(results)
        assert len(drawn) <= 7 + 3 * AHEAD
    results.close()
    assert len(drawn) < 20


@pytest.mark.parametrize("filters", ["", "error::DeprecationWarning"])
@pytest.mark.parametrize(
    "start", ["unbake.ground.processes.start_tracker", "joblib.externals.loky.backend.resource_tracker.ensure_running"]
)
def test_nobody_is_warned_of_what_an_interrupt_left(start, filters):
    """Of a semaphore that nobody took away: loky's own way to start does warn."""
    module, name = start.rsplit(".", 1)
    code = (
        f"from {module} import {name} as start; start(); import os\n"
        "from joblib.externals.loky.backend.resource_tracker import register; register('/no-such', 'semlock')\n"
        "print(os.environ['PYTHONWARNINGS'])"
    )
    environment = {**os.environ, "PYTHONWARNINGS": filters}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert ("leaked semlock" in done.stderr) == start.startswith("joblib")
    assert done.stdout == f"{filters}\n"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no masks of signals here")
def test_no_worker_hears_of_interrupts():
    """In a process of its own, which has started no other before."""
    code = (
        "import os, signal, time\n"
        "from unbake.ground.processes import in_processes\n"
        "def mask(task, progress):\n"
        "    time.sleep(0.5)\n"
        "    return os.getpid(), signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
        "found = in_processes(mask, range(4), 2, lambda part: None)\n"
        "print(len(dict(found)), all(is_masked for _, is_masked in found))\n"
        "print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "True", "False"]
