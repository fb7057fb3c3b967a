"""The rooms of the package: imports go down only, and every room says what it is for."""

import ast
from pathlib import Path

import pytest

import unbake

ROOT = Path(unbake.__file__).parent
ROOMS = ("errors", "files", "compiling", "motion", "feet", "keyframes", "curves", "formats", "reports", "studio", "cli")
"""From the ground up: a module imports from its own room and from those below it."""

MODULES = sorted(ROOT.rglob("*.py"))


def name_of(path):
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path):
    """Every name that a module imports from the package, wherever the statement stands, as ``unbake.room.…``."""
    package = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            yield from (word.value for word in node.args if isinstance(word, ast.Constant))


def room_of(name):
    words = name.split(".")
    return words[1] if len(words) > 1 else ""


def wrong_imports(path):
    own = room_of(name_of(path))
    for name in imports_of(path):
        if name.split(".")[0] != "unbake" or name in ("unbake", "unbake.__version__"):
            continue
        room = room_of(name)
        if room not in ROOMS or ROOMS.index(room) > ROOMS.index(own):
            yield name


@pytest.mark.parametrize("path", [p for p in MODULES if p.parent != ROOT or p.stem in ROOMS], ids=name_of)
def test_imports_go_down(path):
    if room_of(name_of(path)) == "data":
        assert list(imports_of(path)) == []
        return
    assert list(wrong_imports(path)) == []


def test_every_module_is_in_a_known_room():
    assert {room_of(name_of(path)) for path in MODULES} == {"", "__main__", "data", *ROOMS}
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py", "errors.py"}


@pytest.mark.parametrize(
    "statement",
    [
        "from unbake.cli.main import main",
        "import unbake.reports.report",
        "def late():\n    from unbake.formats import registry",
        "from ..curves import fit",
        "from unbake import load",
        "import_module('unbake.formats.bvh')",
    ],
)
def test_the_judge_sees_an_import_upwards(tmp_path, monkeypatch, statement):
    module = tmp_path / "unbake" / "keyframes" / "made_up.py"
    module.parent.mkdir(parents=True)
    module.write_text(f"import numpy\nfrom unbake import __version__\nfrom unbake.motion import points\n{statement}\n")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path / "unbake")
    assert len(list(wrong_imports(module))) == 1


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES}), ids=lambda folder: folder.name)
def test_every_room_says_what_it_is_for(folder):
    opening = folder / "__init__.py"
    assert opening.is_file()
    assert ast.get_docstring(ast.parse(opening.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_says_what_it_is_for(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
