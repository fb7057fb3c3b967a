"""Blender as a second opinion, in a process and a Python environment of its own: it is GPL and pins its own NumPy.

UNBAKE_BLENDER_PYTHON names a Python that has bpy; by default, that is `.venv-blender/bin/python` in the project.
UNBAKE_NEWEST_BLENDER_PYTHON names one with a newer bpy, `.venv-blender-newest/bin/python` by default; it may be absent.
UNBAKE_OLDEST_BLENDER_PYTHON names one with the oldest bpy that the extension supports, that of `.venv-blender-oldest`
by default.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(os.environ.get("UNBAKE_BLENDER_PYTHON", ROOT / ".venv-blender" / "bin" / "python"))
NEWEST = Path(os.environ.get("UNBAKE_NEWEST_BLENDER_PYTHON", ROOT / ".venv-blender-newest" / "bin" / "python"))
OLDEST = Path(os.environ.get("UNBAKE_OLDEST_BLENDER_PYTHON", ROOT / ".venv-blender-oldest" / "bin" / "python"))
SCRIPTS = ROOT / "tests" / "blender"


@functools.cache
def why_not(python: Path = PYTHON) -> str | None:
    """Why Blender cannot be asked, or None."""
    if not python.exists():
        variable = "UNBAKE_OLDEST_BLENDER_PYTHON" if python == OLDEST else "UNBAKE_BLENDER_PYTHON"
        return f"Blender's second opinion needs bpy: no Python at {python} (set {variable})"
    tried = subprocess.run([python, "-c", "import bpy"], capture_output=True, text=True, timeout=300, check=False)
    if tried.returncode:
        return f"Blender's second opinion needs bpy: {(tried.stderr.strip() or 'it ended').splitlines()[-1]}"
    return None


def ask(script: str, request: Any, folder: Path, name: str = "blender") -> Any:
    """Run a script of `tests/blender` on a request and return its answer; both are kept as JSON in `folder`."""
    asked, answer = folder / f"{name}.request.json", folder / f"{name}.answer.json"
    asked.write_text(json.dumps(request))
    command = [PYTHON, SCRIPTS / script, asked, answer]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert answer.exists(), f"Blender ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return json.loads(answer.read_text())
