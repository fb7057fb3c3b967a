"""A kernel that kernels call becomes part of them; the same function called from Python is a kernel of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
from unbake.compiling import njit

@njit(cache=True)
def twice(number):
    return 2.0 * number

@njit(cache=True)
def outer(number):
    return twice(number) + 1.0
"""


def said(code: str, folder: Path) -> list[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kernels"), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", f"from unbake.compiling.progress import n_compiled; from inner import *; {code}"]
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.slow
def test_only_what_python_calls_is_kept(tmp_path: Path) -> None:
    (tmp_path / "inner.py").write_text(MODULE, encoding="utf-8")
    assert said("print(outer(3.0), n_compiled())", tmp_path) == ["7.0", "1"]
    assert [file.name for file in (tmp_path / "kernels").rglob("*.nbi") if "twice" in file.name] == []
    assert said("print(outer(3.0), n_compiled(), twice(4.0), n_compiled())", tmp_path) == ["7.0", "0", "8.0", "1"]
    assert said("print(twice(4.0), outer(3.0), n_compiled())", tmp_path) == ["8.0", "7.0", "0"]
