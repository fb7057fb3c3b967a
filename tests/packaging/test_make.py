"""``make`` takes the first Python that fits, and says what is missing where none does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(os.name != "posix" or not shutil.which("make"), reason="needs make and a shell")


def make(folder: Path, **pythons: tuple[int, int]) -> subprocess.CompletedProcess[str]:
    """What ``make -n setup`` says where these Pythons, of these versions, are all that there are."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "sh").symlink_to(shutil.which("sh") or "/bin/sh")
    for name, version in pythons.items():
        program = programs / name.replace("_", ".")
        # It answers what the makefile asks, as if it were of that version.
        asked = f"import sys; sys.version_info = {(*version, 0)}; exec(sys.argv[1])"
        program.write_text(f'#!/bin/sh\n[ "$1" = -c ] && exec {sys.executable} -c "{asked}" "$2"\nexit 1\n')
        program.chmod(0o755)
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder / name)
    command = [shutil.which("make") or "make", "setup"]
    if pythons:
        command.append("--dry-run")
    environment = {"PATH": str(programs), "HOME": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("pythons", "taken"),
    [
        ({"python3_11": (3, 11), "python3_12": (3, 12), "python3": (3, 12)}, "python3.11"),
        ({"python3_13": (3, 13), "python3": (3, 9)}, "python3.13"),
        ({"python3_14": (3, 14)}, "python3.14"),
        ({"python3": (3, 12)}, "python3"),
    ],
)
def test_the_first_python_that_fits_is_taken(tmp_path: Path, pythons: dict[str, tuple[int, int]], taken: str) -> None:
    done = make(tmp_path, **pythons)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\n{taken} -m venv .venv\n" in done.stdout


def test_without_any_it_says_which_are_needed(tmp_path: Path) -> None:
    done = make(tmp_path)
    assert done.returncode == 2
    assert "Unbake needs Python 3.11 to 3.14, and none was found; make PYTHON=/path/to/python" in done.stderr


@pytest.mark.parametrize("version", [(3, 10), (3, 15), (4, 0)])
def test_a_python_that_does_not_fit_is_not_taken(tmp_path: Path, version: tuple[int, int]) -> None:
    assert 'test -n ""' in make(tmp_path, python3=version).stdout
