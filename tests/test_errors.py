"""Errors: one line of bearable length, and the same facts for programs."""

import copy
import json
import pickle

import pytest

import unbake
from clips import packaged_bytes
from unbake.errors import (
    MOST_CHARACTERS,
    FileError,
    MemoryLimitError,
    MotionError,
    UnbakeError,
    UsageError,
    one_line,
)


def test_a_message_is_one_line():
    assert one_line("two\n  lines\tand more") == "two lines and more"


def test_what_a_damaged_file_repeats_is_cut():
    word = "x" * 5000
    assert len(one_line(f"joint 'Hips' has channel {word}")) < 200
    assert one_line(f"before {word} after").startswith("before x")
    assert one_line(f"before {word} after").endswith("x after")
    many = one_line("unknown joints: " + ", ".join(f"joint{n}" for n in range(1000)))
    assert len(many) == MOST_CHARACTERS + 1
    assert "…" in many
    assert many.endswith("joint999")


def test_errors_say_what_they_are_about():
    error = FileError("walk.bvh", "is damaged", line=3, expected="a number", actual="x" * 99)
    assert error.about == {"file": "walk.bvh", "line": 3, "expected": "a number", "actual": f"{'x' * 20}…{'x' * 20}"}
    assert FileError("walk.bvh", "is empty").about == {"file": "walk.bvh"}


@pytest.mark.parametrize(
    ("refusal", "reason"),
    [
        (PermissionError(13, "Permission denied", "/some/where"), "Permission denied"),
        (OSError("no reason"), "no reason"),
    ],
)
def test_what_the_system_refuses_is_told_with_its_reason(refusal, reason):
    error = FileError.of_system("walk.bvh", "cannot be read", refusal)
    assert str(error) == f"walk.bvh: cannot be read ({reason})"
    assert error.file == "walk.bvh"
    assert MotionError("is not finite", joint="Hips", frame_index=0).about == {"joint": "Hips", "frame_index": 0}
    assert UsageError("no such thing", option="--keys").about == {"option": "--keys"}
    assert {kind.code for kind in (FileError, MotionError, UsageError)} == {"file", "motion", "request"}


def raised() -> list[UnbakeError]:
    """Return an error of each kind with all that it can be about."""
    return [
        FileError("a.bvh", "is cut off", line=7, expected="a number", actual="x" * 99, code="cut", take="Run"),
        MotionError("is not finite", joint="hips", frame_index=3),
        MemoryLimitError("needs 9 GB"),
        UsageError("unknown joint", code="joint", option="lead"),
    ]


@pytest.mark.parametrize("error", raised(), ids=lambda error: type(error).__name__)
def test_errors_come_whole_from_other_processes(error):
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".bvh", ".json", ".gltf"])
def test_no_reader_repeats_a_damaged_file(tmp_path, suffix):
    """A long word in place of each word of a file's head, and of its rotation orders and channels."""
    clip = tmp_path / "clip.bvh"
    clip.write_bytes(packaged_bytes())
    file = tmp_path / f"damaged{suffix}"
    unbake.save(unbake.load_motion(clip).excerpt(1, 3), file)
    text = file.read_text()
    words = ["OFFSET", "CHANNELS", "Zrotation"] if suffix == ".bvh" else list(_texts(json.loads(text)))
    messages = []
    for word in words:
        file.write_text(text.replace(word, 2000 * "x", 1))
        try:
            unbake.load(file)
        except unbake.UnbakeError as error:
            messages.append(str(error).removeprefix(str(file)))
    assert len(messages) >= 3
    assert max(map(len, messages)) <= 300


def _texts(value):
    """Every text of a JSON document, each once; no data."""
    if isinstance(value, str):
        yield from [value] if len(value) < 100 else []
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(below)
