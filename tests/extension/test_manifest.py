"""What Blender asks of an extension: the manifest's rules, and what lies in the zip."""

import ast
import os
import subprocess
import sys
import tomllib
import zipfile

import pytest

import unbake
from extension.conftest import EXTENSION, ROOT
from formats.asking_blender import PYTHON, why_not

ALLOWED = {"bpy", "gpu", "gpu_extras", "mathutils", "numpy", "bpy_extras"}
MODULES = sorted(EXTENSION.rglob("*.py"))


@pytest.fixture(scope="module")
def manifest():
    return tomllib.loads((EXTENSION / "blender_manifest.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def zipped(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zip")
    done = subprocess.run(
        [sys.executable, ROOT / "build_blender.py", folder], capture_output=True, text=True, check=True
    )
    (path,) = folder.glob("*.zip")
    assert str(path) in done.stdout
    return path


def test_the_manifest_keeps_the_rules(manifest):
    needed = {
        "schema_version",
        "id",
        "version",
        "name",
        "tagline",
        "maintainer",
        "type",
        "blender_version_min",
        "license",
    }
    assert needed <= set(manifest)
    assert manifest["schema_version"] == "1.0.0"
    assert manifest["type"] == "add-on"
    assert manifest["license"] == ["SPDX:GPL-3.0-or-later"]
    for sentence in (manifest["tagline"], *manifest["permissions"].values()):
        assert 0 < len(sentence) <= 64
        assert sentence[-1].isalnum()
    assert all(part.isdigit() for part in manifest["blender_version_min"].split("."))
    assert "wheels" not in manifest


def test_it_has_the_version_of_the_package(manifest):
    assert unbake.__version__.startswith(manifest["version"])


def test_the_zip_is_whole_and_always_the_same(zipped, tmp_path):
    with zipfile.ZipFile(zipped) as archive:
        names = archive.namelist()
    assert {"blender_manifest.toml", "__init__.py", "LICENSE"} <= set(names)
    assert {path.relative_to(EXTENSION).as_posix() for path in MODULES} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.startswith("/")]
    subprocess.run([sys.executable, ROOT / "build_blender.py", tmp_path], capture_output=True, check=True)
    assert (tmp_path / zipped.name).read_bytes() == zipped.read_bytes()


def test_a_zip_with_wheels_is_the_same_with_these_beside(zipped, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    import build_blender

    wheel = tmp_path / "unbake-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    with (
        zipfile.ZipFile(build_blender.packed(tmp_path / "offline.zip", [wheel])) as archive,
        zipfile.ZipFile(zipped) as own,
    ):
        assert archive.namelist() == [*own.namelist(), f"wheels/{wheel.name}"]
        assert archive.read(f"wheels/{wheel.name}") == b"a wheel"


@pytest.mark.slow
def test_without_network_the_plain_zip_is_there_all_the_same(tmp_path):
    environment = os.environ | {"PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1"}
    environment |= {"PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": ""}
    done = subprocess.run(
        [sys.executable, ROOT / "build_blender.py", tmp_path, "--offline"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert [path.name for path in tmp_path.glob("*.zip")] == ["unbake-blender-0.1.0.zip"]
    assert done.stderr.startswith("The zip with wheels was left out: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_blenders_own_validator_takes_it(zipped):
    if reason := why_not():
        pytest.skip(reason)
    where = "import bpy, pathlib; print(pathlib.Path(bpy.utils.resource_path('LOCAL')) / 'scripts' / 'addons_core')"
    core = subprocess.run([PYTHON, "-c", where], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    command = [PYTHON, f"{core}/bl_pkg/cli/blender_ext.py", "validate", zipped]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Success" in done.stdout


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(EXTENSION).as_posix())
def test_numpy_and_the_standard_library_are_enough(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module]
        for name in names:
            top = name.split(".")[0]
            assert top in ALLOWED or top in sys.stdlib_module_names, name


def test_every_module_says_what_it_is_for():
    assert len(MODULES) > 20
    assert all(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) for path in MODULES)
