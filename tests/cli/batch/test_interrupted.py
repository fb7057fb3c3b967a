"""A run that is ended in its midst goes on where it was."""

import json
import os
import signal
import time

import pytest

from batch.performing import check_once
from cli.batch.archives import events, kill_group, make_clips, n_done, start, wait_until
from unbake.formats.registry import load_motion

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are tested as POSIX has them")
CLIPS = 40
"""So many that a run is in its midst when it is ended, however busy the machine is."""
JOBS = 2


def check_results(results, names):
    """Every result is whole, and nothing half-written is left."""
    for number, name in enumerate(names):
        assert load_motion((results / name).with_suffix(".glb")).n_frames == 100 + number
    assert not list(results.rglob(".unbake-*-*"))


@pytest.mark.slow(10)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_whoever_stops_it_is_told_soon_how_to_go_on(tmp_path, number):
    names = make_clips(tmp_path / "in", CLIPS)
    results = tmp_path / "out"
    words = ("convert", tmp_path / "in", results, "--to", "glb", "--jobs", JOBS)
    run = start(*words)
    wait_until(lambda: n_done(results) >= 3, "clip")
    asked = time.monotonic()
    if number == signal.SIGINT:
        os.killpg(run.pid, number)  # as a terminal does: to the workers, too
    else:
        os.kill(run.pid, number)
    _, said = run.communicate(timeout=30)
    assert time.monotonic() - asked < 10.0
    assert run.returncode == 130, said
    assert f"of {CLIPS} clips are done; to go on: " in said
    assert "Traceback" not in said
    assert "Warning" not in said
    before = n_done(results)
    assert 3 <= before < CLIPS
    time.sleep(1.0)
    assert n_done(results) == before
    run = start(*words, "--json")
    out, said = run.communicate(timeout=120)
    assert run.returncode == 0, said
    assert json.loads(out)["done_before"] == before
    check_once(events(results), names, lost=JOBS)
    check_results(results, names)


@pytest.mark.slow(10)
def test_a_run_that_is_killed_goes_on(tmp_path):
    """Its workers outlive it for a moment, while the next run has begun: no clip is done by both."""
    names = make_clips(tmp_path / "in", CLIPS)
    results = tmp_path / "out"
    words = ("convert", tmp_path / "in", results, "--to", "glb", "--jobs", JOBS)
    run = start(*words)
    wait_until(lambda: n_done(results) >= 3, "clip")
    os.kill(run.pid, signal.SIGKILL)
    again = start(*words, "--json")
    kill_later = run.wait(30)
    out, said = again.communicate(timeout=120)
    kill_group(run)
    assert kill_later == -signal.SIGKILL
    assert again.returncode == 0, said
    assert 3 <= json.loads(out)["done_before"] <= CLIPS
    check_once(events(results), names, lost=JOBS)
    check_results(results, names)
