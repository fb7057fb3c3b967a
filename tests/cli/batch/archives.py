"""Folders of clips, and runs over them in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from clips import jump_bytes

TESTS = Path(__file__).resolve().parents[2]


def make_clips(folder, count):
    """Clips in two folders, each of other content; their names."""
    names = [f"{'ab'[n % 2]}/{n:02}.bvh" for n in range(count)]
    head, frames = jump_bytes().split(b"Frames: 140\n")
    rate, *rows = frames.splitlines(keepends=True)
    for number, name in enumerate(names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        kept = rows[: 100 + number]
        (folder / name).write_bytes(head + f"Frames: {len(kept)}\n".encode() + rate + b"".join(kept))
    return names


def start(*words):
    """A run of the command line."""
    command = [sys.executable, "-m", "unbake", "batch", *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        return subprocess.Popen(command, text=True, start_new_session=True, **pipes)
    finally:
        signal.signal(signal.SIGINT, before)


def events(results, command="convert"):
    """What happened so far, in order: (what, clip)."""
    file = results / ".unbake-batch" / command / "journal.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return [(entry["what"], entry["clip"]) for entry in map(json.loads, lines)]


def wait_until(is_so, what, seconds=90.0):
    """Wait for something to happen in other processes."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"no {what} within {seconds} s"
        time.sleep(0.05)


def n_done(results, command="convert"):
    """How many clips are done so far, by their records."""
    records = (results / ".unbake-batch" / command).glob("[!.]*.json")
    return sum(json.loads(one.read_text())["state"] == "done" for one in records)


def kill_group(process, number=signal.SIGKILL):
    """End a process and what it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
    process.wait(30)
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()
