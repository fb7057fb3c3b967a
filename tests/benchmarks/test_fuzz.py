"""Damaged files for every reader: a few of those that ``python -m benchmarks.fuzz`` makes by the ten thousand."""

import faulthandler
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from benchmarks.fuzz import trial
from benchmarks.fuzz.__main__ import damaged
from benchmarks.fuzz.c3d_entries import of_entries
from benchmarks.fuzz.damage import in_place, near_words, of_bytes
from benchmarks.fuzz.targets import Target
from benchmarks.fuzz.trial import outcomes

from formats.figures import figure_motion, keyed
from unbake import WriteOptions, save
from unbake.errors import FileError, UnbakeError

ROOT = Path(__file__).parents[2]
FORMATS = ("bvh", "asf", "amc", "gltf", "glb", "json", "npz", "smpl", "npy", "csv", "feet", "layers")
NATIVE = {"fbx": "ufbx", "usd": "pxr", "c3d": "ezc3d"}


def table(tmp_path, *arguments):
    """Run the command, and return its rows: format → the numbers of its row."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.fuzz", *arguments]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []
    rows = [re.split(r"\s{2,}", line.strip()) for line in done.stdout.splitlines()]
    return {
        row[0]: [float(cell.replace(",", "")) for cell in row[1:]]
        for row in rows
        if len(row) == 10 and row[0] != "format"
    }


@pytest.mark.slow(5.0)
def test_readers_end_well(tmp_path):
    found = table(tmp_path, *FORMATS, "--count", "60", "--seed", "2")
    assert set(found) == set(FORMATS)
    for name, (files, read, refused, crashed, bad, *_) in found.items():
        assert (files, crashed, bad) == (60, 0, 0), name
        assert (read + refused, refused > 0) == (60, True), name
    assert sum(row[1] for row in found.values()) > 60


@pytest.mark.slow(8.0)
@pytest.mark.parametrize("name", NATIVE)
def test_native_readers_end_well(tmp_path, name):
    pytest.importorskip(NATIVE[name])
    files, read, refused, _, bad, *_ = table(tmp_path, name, "--count", "40", "--seed", "2")[name]
    assert (files, bad) == (40, 0)
    assert min(read, refused) > 0


def usd_files(folder):
    motion = figure_motion(8)
    for suffix in ("usda", "usdc"):
        for kind, what in (("skeleton", motion), ("splines", keyed(motion, (0, 3, 7)))):
            save(what, folder / f"{kind}.{suffix}", WriteOptions(usd=kind))


def fbx_files(folder):
    from formats.fbx.fbx_maker import FbxTake, chain, turning, write_fbx

    curves = [*turning("Hips", [0.0, 0.2, 0.4], 1), *turning("Spine", [0.0, 0.1, 0.4], 2)]
    write_fbx(folder / "text.fbx", chain(), [FbxTake("Take 001", 0.0, 0.4, curves)])
    save(keyed(figure_motion(30), (0, 9, 29)), folder / "binary.fbx")


def c3d_files(folder):
    from formats.c3d.c3d_maker import write_trial

    write_trial(folder / "trial.c3d")


OTHERS = {"usd": (usd_files, 40), "fbx": (fbx_files, 150), "c3d": (c3d_files, 80)}


@pytest.mark.slow(8.0)
@pytest.mark.parametrize("name", OTHERS)
def test_native_readers_end_well_on_odd_figures(tmp_path, name):
    """Skeletons with axes, orders and rests of every kind, and files as other programs write them."""
    pytest.importorskip(NATIVE[name])
    make, count = OTHERS[name]
    sound, scratch = tmp_path / "sound", tmp_path / "scratch"
    sound.mkdir()
    scratch.mkdir()
    make(sound)
    given = [name, "--files", *map(str, sound.iterdir()), "--count", str(count), "--seed", "9"]
    files, read, refused, _, bad, *_ = table(scratch, *given)[name]
    assert (files, bad) == (count, 0)
    assert min(read, refused) > 2


def refuse(path):
    raise FileError(path, "is no clip")


class LongError(UnbakeError):
    def __str__(self):
        return "is no clip:\n[1, 2]"


def refuse_at_length(path):
    raise LongError("in two lines")


def crash(path):
    faulthandler.disable()  # a crash on purpose is not reported among the tests
    os.kill(os.getpid(), signal.SIGSEGV)


READERS = {
    "refused": refuse,
    "TRACEBACK": lambda path: 1 / 0,
    "TWO LINES": refuse_at_length,
    "SIGSEGV": crash,
    "SIGALRM": lambda path: time.sleep(20),
    "read": lambda path: None,
}


@pytest.mark.slow
def test_each_way_to_end_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(trial, "LONGEST_S", 1)

    def made(number):
        path = tmp_path / list(READERS)[number]
        path.write_bytes(b"")
        return path

    found = outcomes(made, lambda path: READERS[path.name](path), range(len(READERS)), tmp_path)
    assert [outcome.end for outcome in found] == list(READERS)
    assert [outcome.is_bad for outcome in found] == [False, True, True, True, True, False]


def test_memory_is_that_of_the_file(tmp_path):
    def read(path):
        if path.name == "1":
            np.ones(40_000_000, dtype=np.uint8)

    def made(number):
        (tmp_path / str(number)).write_bytes(b"")
        return tmp_path / str(number)

    before, large, after = (outcome.memory_mb for outcome in outcomes(made, read, range(3), tmp_path))
    assert 35.0 < large < 60.0
    assert max(before, after) < 15.0


def test_what_one_damage_left_need_not_suit_the_next():
    """An archive whose members end too soon cannot be packed again."""

    def unfit(data, rng):
        raise EOFError

    target = Target({"a.npz": bytes(100)}, (unfit, lambda data, rng: b"damaged" * 10))
    left = {damaged(target, "npz", 1, number)[1] for number in range(20)}
    assert left == {bytes(100), b"damaged" * 10}


@pytest.mark.parametrize("damage", [of_bytes, in_place, near_words((b"@ABC",))])
def test_damage_changes_files(damage):
    whole = bytes(range(256)) * 4
    changed = [damage(whole, np.random.default_rng(seed)) != whole for seed in range(60)]
    assert sum(changed) > 50


def test_damage_of_entries_changes_files(tmp_path):
    pytest.importorskip("ezc3d")
    c3d_files(tmp_path)
    whole = (tmp_path / "trial.c3d").read_bytes()
    changed = [of_entries(whole, np.random.default_rng(seed)) != whole for seed in range(60)]
    assert sum(changed) > 50
