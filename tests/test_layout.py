"""The packages: imports are those that the docstrings allow, and the page shows them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from docs import packages

import unbake

ROOT = Path(unbake.__file__).parent
EVERYONES = ("errors", "_version")
"""Modules that everyone may import."""
BINDS_THE_PACKAGE = ("unbake.studio.server.handlers",)
"""Modules with ``import unbake.…`` and no ``as``: this one only runs others, of which most have the same name."""
IMPORTS_BY_COMPUTED_NAMES = ("unbake.formats.registry", "unbake.cli.main")
"""Modules that import what only a table names: the package of a format, and the module of a command."""

MODULES = sorted(path for path in ROOT.rglob("*.py") if "node_modules" not in path.parts)
FOLDERS = sorted({path.parent for path in MODULES})
"""Rules of all modules are one test each, which names whatever breaks it: a test a module costs more than the rule."""


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path):
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def called(node):
    """The last word of what a call calls."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def dynamic_imports_of(path):
    """For every call that imports by a name, the node of that name."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            yield from node.args[:1] or [keyword.value for keyword in node.keywords if keyword.arg == "name"]


def imports_of(path):
    """Every name that a module imports from the package, wherever the statement stands, as ``unbake.package.…``.

    ``unbake.package`` in an expression counts, too: any ``import unbake.…`` binds ``unbake`` with all that was loaded.
    """
    package = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "unbake":
            yield f"unbake.{node.attr}"
    yield from (name.value for name in dynamic_imports_of(path) if isinstance(name, ast.Constant))


def package_of(name):
    words = name.split(".")
    return words[1] if len(words) > 1 else ""


@cache
def imported_packages(path):
    """The other packages that a module imports; "" is the package as a whole, whose lazy names are above everyone."""
    own = package_of(name_of(path))
    found = {package_of(name) for name in imports_of(path) if name.split(".")[0] == "unbake"}
    return found - {own, *EVERYONES}


@pytest.fixture(scope="module")
def may_import():
    return packages.may_import()


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """Makes a module in ``keyframes``, and the only one there, of its text."""
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path / "unbake")
    made = iter(range(9))

    def write(text):
        module = tmp_path / "unbake" / "keyframes" / f"made_up_{next(made)}.py"
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(f"import numpy\n{text}")
        return module

    return write


def test_imports_are_allowed(may_import):
    inside = [path for path in MODULES if path.parent != ROOT]
    assert len(inside) > 100
    forbidden = {name_of(path): imported_packages(path) - set(may_import[package_of(name_of(path))]) for path in inside}
    assert {name: packages for name, packages in forbidden.items() if packages} == {}


def binds_the_package(path):
    """Whether a module has ``import unbake.…`` without ``as``."""
    names = [alias for node in ast.walk(tree_of(path)) if isinstance(node, ast.Import) for alias in node.names]
    return any(alias.name.startswith("unbake.") and not alias.asname for alias in names)


def imports_by_computed_names(path):
    return any(not isinstance(name, ast.Constant) for name in dynamic_imports_of(path))


def test_imports_can_be_read():
    assert {name_of(path) for path in MODULES if binds_the_package(path)} == set(BINDS_THE_PACKAGE)
    assert {name_of(path) for path in MODULES if imports_by_computed_names(path)} == set(IMPORTS_BY_COMPUTED_NAMES)


def test_what_is_allowed_is_needed(may_import):
    needed = {path.parent.name: set() for path in ROOT.glob("*/__init__.py")}
    assert needed
    for path in MODULES:
        if path.parent != ROOT:
            needed[package_of(name_of(path))] |= imported_packages(path)
    assert {package: set(may_import[package]) for package in needed} == needed


def test_imports_go_down(may_import):
    order = list(may_import)
    assert order
    for name, others in may_import.items():
        assert all(order.index(other) < order.index(name) for other in others)


def test_the_page_shows_the_packages():
    page = packages.PAGE.read_text(encoding="utf-8")
    assert packages.updated(page) == page, "python -m docs.packages brings it up to date"


def test_modules_outside_packages():
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py", "_version.py", "errors.py"}


@pytest.mark.parametrize(
    "statement",
    [
        "from unbake.cli.main import main",
        "import unbake.reports.page.report",
        "def late():\n    from unbake.formats import registry",
        "from ..curves import fits",
        "from unbake import load",
        "import unbake",
        "import_module('unbake.formats.bvh.format')",
        "import_module(name='unbake.cli.main')",
        "import unbake.motion\nunbake.feet.clean_feet",
        "import unbake.errors\nunbake.formats.load",
    ],
)
def test_the_judge_sees_an_import_upwards(made_up, statement, may_import):
    module = made_up(f"from unbake._version import __version__\nfrom unbake.motion import points\n{statement}\n")
    assert len(imported_packages(module) - set(may_import["keyframes"])) == 1


@pytest.mark.parametrize("name", ["'unbake.' + 'cli'", "f'unbake.{package}'", "name=package"])
def test_the_judge_sees_what_it_cannot_read(made_up, name):
    assert imports_by_computed_names(made_up(f"package = 'cli'\nimport_module({name})\n"))
    assert not imports_by_computed_names(made_up("import_module('numba')\n"))


def test_the_judge_sees_what_binds_the_package(made_up):
    assert binds_the_package(made_up("import numpy, unbake.motion\n"))
    assert not binds_the_package(made_up("import unbake.motion as motion\nfrom unbake.motion import points\n"))


def has_docstring(path):
    return path.is_file() and bool(ast.get_docstring(tree_of(path)))


def test_every_package_says_what_it_is_for():
    assert [folder for folder in FOLDERS if not has_docstring(folder / "__init__.py")] == []


def test_every_module_says_what_it_is_for():
    assert [name_of(path) for path in MODULES if not has_docstring(path)] == []


def listed_in(folder):
    """The files and folders that a package's docstring lists, as their paths in it."""
    doc = ast.get_docstring(tree_of(folder / "__init__.py"))
    return set(re.findall(r"(?<!\S)(?:\w+/)*(?:\w+\.py|\w+/)(?![\w/])", doc))


def test_what_a_package_lists_is_what_it_holds():
    listed = {folder: names for folder in FOLDERS if (names := listed_in(folder))}
    assert len(listed) >= 4
    for folder, names in listed.items():
        assert {name for name in names if not (folder / name).exists()} == set(), folder
        held = {path.name for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
        assert held - {"__init__.py"} == {name.split("/")[0] for name in names}, folder


def test_folders_stay_small():
    sizes = {folder.relative_to(ROOT.parent).as_posix(): len(list(folder.glob("*.py"))) for folder in FOLDERS}
    assert sum(sizes.values()) == len(MODULES), "every module is in a folder that was counted"
    assert {name: size for name, size in sizes.items() if size > 14} == {}


def test_files_stay_short():
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > 370} == {}
