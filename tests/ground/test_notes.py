"""Notes are sentences with a code that survives copies; front ends add the words of their own controls."""

import copy
import pickle
import re
from pathlib import Path

import unbake
from unbake.cli.shared.failures import failure_of
from unbake.cli.shared.remedies import REMEDIES, with_remedies
from unbake.errors import FileError, MotionError
from unbake.ground.notes import Note

NOTE = Note("no unit in the file", "unit-assumed", frame=3)


def test_a_note_reads_as_its_sentence_and_keeps_its_code():
    assert f"{NOTE}!" == "no unit in the file!"
    for other in (copy.copy(NOTE), copy.deepcopy(NOTE), pickle.loads(pickle.dumps(NOTE))):
        assert other == NOTE
        assert (other.code, other.about) == ("unit-assumed", {"frame": 3})


def test_a_command_line_adds_its_options():
    assert with_remedies(["as it is", NOTE]) == ["as it is", "no unit in the file; --unit overrides"]
    shown = failure_of(MotionError("there is no marker", code="no-marker", role="left-toe"))
    assert shown.text == "there is no marker; --role left-toe=LABEL says which it is"
    assert shown.code == "no-marker"


def test_an_error_of_contents_becomes_the_files_and_may_be_named_anew():
    inner = MotionError("there is no marker", code="no-marker", role="left-toe")
    error = FileError.of("/tmp/x/clip.c3d", inner)
    assert str(error) == "/tmp/x/clip.c3d: there is no marker"
    named = error.named("clip.c3d")
    assert str(named) == "clip.c3d: there is no marker"
    for one in (error, named):
        assert one.code == "no-marker"
        assert one.about["role"] == "left-toe"
    assert FileError.of("a", MotionError("no joints")).code == "file"
    full = FileError("/tmp/a.bvh", "no number", line=3, expected="a number", actual="x").named("a.bvh")
    assert str(full) == "a.bvh:3: no number; expected a number, found 'x'"
    assert full.about == {"file": "a.bvh", "line": 3, "expected": "a number", "actual": "x"}


def test_no_package_below_the_command_line_speaks_of_its_options():
    """Somebody in another program must never read `--role`."""
    source = Path(unbake.__file__).parent
    below = [file for file in source.rglob("*.py") if not {"cli", "studio"} & set(file.relative_to(source).parts)]
    assert len(below) > 200
    found = []
    for file in below:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if re.search(r"(?<![-\w(;])--[a-z]{3,}\b(?!:)", line) and '"""' not in line:
                found.append(f"{file.relative_to(source)}:{number}: {line.strip()}")
    assert found == []


def test_every_remedy_belongs_to_a_code_that_is_used():
    source = Path(unbake.__file__).parent
    text = "".join(file.read_text(encoding="utf-8") for file in source.rglob("*.py") if "cli" not in file.parts)
    assert REMEDIES
    for code in REMEDIES:
        assert f'"{code}"' in text
