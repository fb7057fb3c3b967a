import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import unbake

STUB = Path(unbake.__file__).with_name("__init__.pyi")
PARTS = re.findall(r"^from \. import (\w+) as \1$", STUB.read_text(encoding="utf-8"), re.MULTILINE)
PACKAGES = ("unbake", *(f"unbake.{part}" for part in PARTS))


def names_of(package):
    """The public names of a package, without those of its packages."""
    names = import_module(package).__all__
    return [name for name in names if not isinstance(getattr(import_module(package), name), ModuleType)]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_listed_name_is_there(package):
    module = import_module(package)
    assert names_of(package)
    assert len(set(module.__all__)) == len(module.__all__)
    for name in names_of(package):
        found = getattr(module, name)
        assert found if name.isupper() else found.__name__ == name
    assert set(module.__all__) <= set(dir(module))


def test_every_function_takes_the_name_of_a_file_as_text():
    functions = [getattr(import_module(package), name) for package in PACKAGES for name in names_of(package)]
    files = {
        (function.__name__, parameter): str(kind)
        for function in filter(inspect.isfunction, functions)
        for parameter, kind in function.__annotations__.items()
        if parameter != "return" and re.search(r"\b(Path|PathLike)\b", str(kind))
    }
    assert ("load_motion", "path") in files
    assert {one for one, kind in files.items() if not re.search(r"\bstr\b", kind)} == set()


def test_the_docstring_names_every_package():
    assert len(PARTS) > 10
    assert sorted(re.findall(r"`unbake\.(\w+)`", unbake.__doc__)) == sorted(PARTS)


def test_the_top_level_stays_small():
    assert len(names_of("unbake")) <= 26


def test_importing_costs_nothing():
    code = "import sys, unbake; print(sorted(m for m in ('numpy', 'numba', 'scipy') if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_reference_holds_every_public_name():
    pages = (Path(__file__).parents[1] / "docs" / "reference").glob("*.md")
    directives = re.compile(r"(?:class|function|data):: (unbake[\w.]*\.\w+)$", re.MULTILINE)
    documented = {name for page in pages for name in directives.findall(page.read_text(encoding="utf-8"))}
    assert documented == {f"{package}.{name}" for package in PACKAGES for name in names_of(package)}
