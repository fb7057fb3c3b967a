"""A real Dask scheduler with two worker processes, which are lost in mid-run."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from batch.performing import check_once
from cli.batch.archives import events, kill_group, make_clips, n_done, start, wait_until
from cli.batch.test_interrupted import check_results
from cli.running import run_json
from unbake.batch.running import cluster
from unbake.cli.main import main

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are tested as POSIX has them")
CLIPS = 14


class Cluster:
    """A scheduler and its workers, processes that can be killed."""

    def __init__(self, n_workers=2):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        host = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._start("scheduler", *host, "--port", str(self.port))
        alone = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.workers = [self._start("worker", self.address, "--host", "127.0.0.1", *alone) for _ in range(n_workers)]

    def _start(self, *words):
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, start_new_session=True, env=os.environ | {"TMPDIR": self.folder}, **quiet)

    folder = "/tmp"

    def end(self):
        for process in (self.scheduler, *self.workers):
            kill_group(process)


@pytest.fixture
def started(tmp_path):
    """A function that starts a cluster; all of them are ended."""
    there = []

    def begin(**options):
        Cluster.folder = str(tmp_path)
        there.append(Cluster(**options))
        return there[-1]

    yield begin
    for one in there:
        one.end()


@pytest.mark.slow(20)
@pytest.mark.parametrize("how", [(), ("--through-scheduler",)], ids=["shared-folders", "through-scheduler"])
def test_workers_and_schedulers_may_be_lost(tmp_path, started, how):
    names = make_clips(tmp_path / "in", CLIPS)
    results, here = tmp_path / "out", started()
    words = ("convert", tmp_path / "in", results, "--to", "glb", *how, "--json", "--scheduler")
    run = start(*words, here.address)
    wait_until(lambda: n_done(results) >= 2, "clip")
    os.kill(here.workers[0].pid, signal.SIGKILL)
    after_worker = n_done(results)
    wait_until(lambda: n_done(results) >= after_worker + 2, "clip by the worker that is left")
    os.kill(here.scheduler.pid, signal.SIGKILL)
    out, said = run.communicate(timeout=90)
    assert run.returncode == 1, said
    assert f"the scheduler at {here.address} is gone; what was done is kept; the same command goes on" in said
    assert len(said.splitlines()) == 1
    n_before = n_done(results)
    assert n_before < CLIPS
    there = started(n_workers=1)
    run = start(*words, there.address)
    out, said = run.communicate(timeout=120)
    assert run.returncode == 0, said
    assert json.loads(out)["done_before"] >= n_before
    check_once(events(results), names, lost=len(here.workers))
    check_results(results, names)


def test_a_cluster_needs_its_extra(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    make_clips(tmp_path / "in", 1)
    words = ["batch", "convert", str(tmp_path / "in"), str(tmp_path / "out"), "--to", "glb"]
    assert main([*words, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install unbake[cluster]" in capsys.readouterr().err


@pytest.mark.slow
def test_no_scheduler_is_one_line(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(cluster, "CONNECT_S", 0.3)
    make_clips(tmp_path / "in", 1)
    words = ["batch", "convert", str(tmp_path / "in"), str(tmp_path / "out"), "--to", "glb"]
    assert main([*words, "--scheduler", "tcp://127.0.0.1:1"]) == 2
    shown = capsys.readouterr().err
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in shown
    assert len(shown.splitlines()) == 1
    assert run_json  # the command line's other tests share it
