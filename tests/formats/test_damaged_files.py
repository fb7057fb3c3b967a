"""Damage at random: whatever is done to a file, it loads as something valid or ends in one line that says why."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formats.acclaim.acclaim_texts import AMC, ASF
from formats.bvh.bvh_texts import ARM
from unbake.errors import UnbakeError
from unbake.formats.bvh import format as bvh
from unbake.formats.registry import Loaded, load, load_motion, save
from unbake.motion.points import Points

JUNK = ("nan", "inf", "-1e400", "1e308", "-9e8", "1e12", "x", "{", "}", "1_0", "٣", "0x1")
MORE_JUNK = ("", "1,5", "-", "1e", "#", "'", '"', "(", ")", "\0")
WORDS = ("JOINT", "ROOT", "End Site", "MOTION", "OFFSET", "CHANNELS 6", "Frames: 999999999999", "begin", "end", ":root")
KINDS = ("cut", "flip", "drop", "double", "swap", "word", "keyword")
SECONDS = 60.0
"""A fence against work without end, far beyond what any of these files takes."""

Damage = Callable[[bytes], bytes]


@st.composite
def damages(draw: st.DrawFn) -> Damage:
    """Draw one to three of: cut, flip a byte, drop, double or swap lines, replace a word, put in a keyword."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    seeds = [draw(st.integers(0, 2**32 - 1)) for _ in kinds]

    def damage(data: bytes) -> bytes:
        for kind, seed in zip(kinds, seeds, strict=True):
            data = damaged(data, kind, np.random.default_rng(seed))
        return data

    return damage


def damaged(data: bytes, kind: str, rng: np.random.Generator) -> bytes:
    """Return the data with one damage."""
    if not data:
        return data
    place = int(rng.integers(0, len(data)))
    if kind == "cut":
        return data[:place]
    if kind == "flip":
        return data[:place] + bytes([int(rng.integers(0, 256))]) + data[place + 1 :]
    if kind == "word":
        words = data.split(b" ")
        words[int(rng.integers(0, len(words)))] = str(rng.choice((*JUNK, *MORE_JUNK))).encode()
        return b" ".join(words)
    lines = data.split(b"\n")
    line, other = (int(n) for n in rng.integers(0, len(lines), size=2))
    if kind == "drop":
        del lines[line]
    elif kind == "double":
        lines.insert(line, lines[line])
    elif kind == "swap":
        lines[line], lines[other] = lines[other], lines[line]
    else:
        lines.insert(line, str(rng.choice(WORDS)).encode())
    return b"\n".join(lines)


def outcome(file: Path) -> Loaded | UnbakeError:
    try:
        return load(file)
    except UnbakeError as error:
        return error


def check(file: Path) -> None:
    """Load a file: a valid result, or an error of ours in one line, in the end. Warnings are errors in this suite."""
    start = time.perf_counter()
    result = outcome(file)
    if isinstance(result, UnbakeError):
        assert "\n" not in str(result)
        assert str(result).startswith(str(file.parent))
    else:
        values = result.values if isinstance(result, Points) else load_motion(file).positions()
        assert np.isfinite(values).all()
        assert np.abs(values).max() < 1e12
    assert time.perf_counter() - start < SECONDS


def whole_files(folder: Path) -> dict[str, bytes]:
    points = Points(np.arange(12.0).reshape(2, 6), ("a", "b"), 3, Fraction(25), 4)
    for suffix in (".npy", ".npz", ".csv"):
        save(points, folder / f"whole{suffix}")
    arrays = {suffix: (folder / f"whole{suffix}").read_bytes() for suffix in (".npy", ".npz", ".csv")}
    return {
        "a.bvh": ARM.encode(),
        "a.amc": AMC.encode(),
        "a.asf": ASF.encode(),
        **{f"a{s}": d for s, d in arrays.items()},
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return whole_files(tmp_path_factory.mktemp("whole"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.bvh", "a.amc", "a.asf", "a.npy", "a.npz", "a.csv"])
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damage=damages())
def test_damaged_files_end_well(folder: Path, files: dict[str, bytes], name: str, damage: Damage) -> None:
    for other in ("a.asf", "a.amc", name):
        (folder / other).write_bytes(files[other] if other != name else damage(files[name]))
    check(folder / ("a.amc" if name == "a.asf" else name))


@pytest.mark.parametrize("name", ["a.bvh", "a.amc", "a.asf", "a.npy", "a.npz", "a.csv"])
def test_files_cut_at_any_byte_end_well(folder: Path, files: dict[str, bytes], name: str) -> None:
    (folder / "a.asf").write_bytes(files["a.asf"])
    (folder / "a.amc").write_bytes(files["a.amc"])
    for length in range(0, len(files[name]), 1 if len(files[name]) < 400 else 5):
        (folder / name).write_bytes(files[name][:length])
        check(folder / ("a.amc" if name == "a.asf" else name))


@pytest.mark.parametrize("name", ["a.bvh", "a.amc", "a.npy", "a.npz", "a.csv"])
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300))
def test_garbage_end_well(folder: Path, files: dict[str, bytes], name: str, data: bytes) -> None:
    (folder / "a.asf").write_text(ASF)
    for start in (b"", files[name][:80]):
        (folder / name).write_bytes(start + data)
        check(folder / name)


def test_the_check_itself_sees_a_wrong_result(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.bvh").write_text(ARM)
    monkeypatch.setattr(bvh, "read_bvh", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        check(folder / "a.bvh")
