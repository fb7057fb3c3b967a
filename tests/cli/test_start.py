"""What a command imports before it begins: no other command, and nothing that it does not need."""

import gzip
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
import typer

from unbake.cli.demo import CLIP
from unbake.cli.main import PANELS, app_for

NAMES = [name for commands in PANELS.values() for name in commands]


def modules_after(code: str) -> set[str]:
    said = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(said.stderr.split())


def test_the_version_imports_neither_commands_nor_numpy() -> None:
    found = modules_after("from unbake.cli.main import main; main(['--version'])")
    assert not {"numpy", "numba", "unbake.cli.reduce", "unbake.formats"} & found


def test_a_command_imports_no_other() -> None:
    found = modules_after("from unbake.cli.main import app_for; app_for(['info', 'x.bvh'])")
    assert "unbake.cli.info" in found
    assert not {"unbake.cli.retarget", "unbake.cli.annotate.app", "unbake.library"} & found


@pytest.mark.slow
def test_a_short_clip_is_reduced_without_the_linear_algebra_of_scipy(tmp_path: Path) -> None:
    clip = tmp_path / "clip.bvh"
    clip.write_bytes(gzip.decompress(files("unbake.data").joinpath(CLIP).read_bytes()))
    words = ["reduce", str(clip), "-o", str(tmp_path / "keys.json"), "--json"]
    code = f"from unbake.cli.main import main; assert main({words!r}) == 0"
    assert not {"scipy.linalg", "scipy.ndimage", "scipy.special", "pandas"} & modules_after(code)


def test_the_studio_says_where_it_is_before_it_loads_what_fits_curves() -> None:
    """Numba and what of SciPy is needed are loaded in the background, while a person opens the page."""
    found = modules_after("import unbake.studio.server.launch")
    assert "starlette" in found
    assert not {"numba", "scipy.linalg", "scipy.ndimage", "scipy.spatial", "scipy.special"} & found


@pytest.mark.parametrize("name", NAMES)
def test_each_command_is_found_alone_under_its_name(name: str) -> None:
    group = typer.main.get_command(app_for([name]))
    assert list(group.commands) == [name]  # type: ignore[attr-defined]


def test_anything_else_gets_all_commands() -> None:
    for arguments in ([], ["--help"], ["reduec"], ["-h"]):
        assert sorted(typer.main.get_command(app_for(arguments)).commands) == sorted(NAMES)  # type: ignore[attr-defined]


def test_a_command_ends_without_another_look_for_garbage() -> None:
    code = (
        "import gc, sys; from unbake.cli.main import run\n"
        "class Ring:\n"
        "    def __init__(self): self.me = self\n"
        "    def __del__(self): sys.stderr.write('looked for')\n"
        "sys.argv = ['unbake', '--version']; ring = Ring(); gc.disable(); del ring; run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("unbake")
    assert done.stderr == ""
