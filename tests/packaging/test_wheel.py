"""The wheel, built as pip builds it from a clean copy of the sources: with the studio, and without where asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from studio.browser.serving import StudioServer

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE", ".gitignore", "src")
UNREACHABLE = re.compile(
    r"No matching distribution|NewConnectionError|Could not fetch|Max retries"
    r"|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH"
)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the project, as a clone would be."""
    copy = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("node_modules", "built", "__pycache__", "*.egg-info")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, copy / name)
    return copy


def built_wheel(sources: Path, folder: Path, **environment: str) -> Path:
    """Return the wheel that pip builds in an environment of its own; skips where nothing can be downloaded."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-cache-dir", "--wheel-dir", str(folder)]
    inherited = {name: value for name, value in os.environ.items() if name != "UNBAKE_SKIP_WEB"}
    done = subprocess.run(
        [*command, str(sources)], capture_output=True, text=True, env={**inherited, **environment}, timeout=300
    )
    if done.returncode and UNREACHABLE.search(done.stdout + done.stderr):
        pytest.skip("needs the registries of Python's and Node's packages")
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as packed:
        return packed.namelist()


def unpacked(wheel: Path, folder: Path) -> Path:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(sources, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def bare_wheel(wheel: Path, sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built without the studio, although a built client lies about in the sources."""
    assert (sources / "src/unbake/studio/built/index.html").is_file()
    return built_wheel(sources, tmp_path_factory.mktemp("bare"), UNBAKE_SKIP_WEB="1")


def test_the_built_client_is_in_the_wheel(wheel: Path) -> None:
    found = [name for name in names(wheel) if name.startswith("unbake/studio/built/")]
    assert "unbake/studio/built/index.html" in found
    assert "unbake/studio/built/licences.md" in found
    assert {Path(name).suffix for name in found if "/assets/" in name} >= {".js", ".css"}
    assert not any(Path(name).name.startswith(".") for name in found)


def test_what_only_makes_the_client_stays_out(wheel: Path) -> None:
    strangers = [
        name
        for name in names(wheel)
        if "node_modules" in name or name.startswith(("unbake/studio/web", "tests/", "benchmarks/", "hatch_build"))
    ]
    assert strangers == []
    assert "unbake/studio/server/link/app.py" in names(wheel)


def test_without_the_studio_the_rest_is_the_same(wheel: Path, bare_wheel: Path) -> None:
    assert set(names(bare_wheel)) == {name for name in names(wheel) if "studio/built" not in name}


def test_the_wheel_serves_its_page(wheel: Path, tmp_path: Path) -> None:
    package = unpacked(wheel, tmp_path / "package")
    environment = {"PYTHONPATH": str(package), "UNBAKE_STUDIO_BUILT": None}
    server = StudioServer(tmp_path / "desk", state=tmp_path / "state", environment=environment)
    try:
        with urllib.request.urlopen(f"{server.origin}/", timeout=20) as reply:
            page = reply.read().decode()
        scripts = re.findall(r'src="\./(assets/[^"]+\.js)"', page)
        assert scripts
        for script in scripts:
            with urllib.request.urlopen(f"{server.origin}/{script}", timeout=20) as reply:
                assert reply.read() == (package / "unbake/studio/built" / script).read_bytes()
    finally:
        server.kill()


def test_without_the_client_the_command_says_how_to_get_it(bare_wheel: Path, tmp_path: Path) -> None:
    package = unpacked(bare_wheel, tmp_path)
    inherited = {name: value for name, value in os.environ.items() if name != "UNBAKE_STUDIO_BUILT"}
    done = subprocess.run(
        [sys.executable, "-c", "from unbake.cli.main import run; run()", "studio", "--no-browser"],
        env={**inherited, "PYTHONPATH": str(package), "UNBAKE_STATE": str(tmp_path / "state")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert "installing again without UNBAKE_SKIP_WEB" in done.stderr
    assert "Traceback" not in done.stderr
