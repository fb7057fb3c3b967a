"""Notes are sentences with a code that survives copies; front ends add the words of their own controls."""

import ast
import copy
import pickle
import re
from pathlib import Path

import pytest

import unbake
from unbake.cli.shared.failures import failure_of
from unbake.cli.shared.remedies import REMEDIES, with_remedies
from unbake.errors import FileError, MotionError
from unbake.ground.notes import Note
from unbake.studio.server.remedies import REMEDIES as STUDIO_REMEDIES

ABOUT_COMMANDS = (
    "studio/server/remedies.py",  # what can be done in the studio, and what on the command line alone
    "studio/server/choosing/command.py",  # the command that does the same
    "studio/server/typescript.py",  # run by developers
    "blender/link/finding.py",  # pip's options
    "blender/preferences.py",  # where Unbake is
)
"""Modules that may speak of commands."""

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


def sentences(path):
    """The strings of a module with their lines: all but docstrings; … stands for what is put in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(ast.walk(tree))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    left_out |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if id(node) in left_out:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def speaks_of_the_command_line(text):
    """Whether a sentence names a command or an option; ``unbake layers``, the mark of a file, is no sentence."""
    is_mark = re.fullmatch(r"unbake \w+( \d+)?", text)
    return not is_mark and re.search(r"\bunbake [a-z]|(?<![-\w(;:])--[a-z]{2,}\b(?!:)|\bthe (same )?command\b", text)


@pytest.mark.parametrize(
    "text",
    [
        "no clips yet: unbake library add puts some in",
        "for several actors, which 'unbake synthesize' moves",
        "set CLIP FIRST LAST --no labels them",
        "without --port any free one is taken",
        "the same command goes on",
    ],
)
def test_the_judge_sees_a_command(tmp_path, text):
    module = tmp_path / "made_up.py"
    halves = text[:20], text[20:]
    module.write_text(f'"""As {text}."""\nraise ValueError(\n    f"{{1}}: {halves[0]}"\n    "{halves[1]}"\n)\n')
    assert [bool(speaks_of_the_command_line(said)) for _, said in sentences(module)] == [True]


def test_no_package_below_the_command_line_speaks_of_its_options():
    """Somebody in another program must never read `--role`, or which command to type."""
    package = Path(unbake.__file__).parent
    modules = [
        file for file in package.rglob("*.py") if not {"cli", "node_modules"} & set(file.relative_to(package).parts)
    ]
    extension = list((Path(__file__).parents[2] / "blender").rglob("*.py"))
    assert len(modules) > 700
    assert len(extension) > 40
    found = [
        f"{file}:{line}: {text}"
        for file in modules + extension
        if not file.as_posix().endswith(ABOUT_COMMANDS)
        for line, text in sentences(file)
        if speaks_of_the_command_line(text)
    ]
    assert found == []


@pytest.mark.parametrize("remedies", [REMEDIES, STUDIO_REMEDIES])
def test_every_remedy_belongs_to_a_code_that_is_used(remedies):
    source = Path(unbake.__file__).parent
    files = [file for file in source.rglob("*.py") if "cli" not in file.parts and file.name != "remedies.py"]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert remedies
    for code in remedies:
        assert f'"{code}"' in text
