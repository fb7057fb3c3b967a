"""Readers of FBX that are not ours, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unbake.motion.rotations import quaternion_product, rotate

HERE = Path(__file__).parent


def ask_ufbx(file: Path, frames, fps) -> Any:
    """What ufbx finds in a file; frames are numbered as the file does."""
    pytest.importorskip("ufbx")
    answer = file.with_suffix(".ufbx.json")
    command = [sys.executable, HERE / "ufbx_child.py", file, json.dumps(list(frames)), str(fps), answer]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert answer.exists(), done.stderr
    return json.loads(answer.read_text())


def ufbx_positions_m(answer, names) -> np.ndarray:
    """(T, J, 3) where ufbx has nodes in the world, in metres."""
    rows = []
    for local in answer["worlds"]:
        worlds: dict[str, tuple[np.ndarray, np.ndarray]] = {}

        def world(name, local=local, worlds=worlds):
            if name not in worlds:
                parent, shift, turn = local[name]
                shift, turn = np.array(shift), np.array(turn)
                if parent is not None:
                    place, around = world(parent)
                    shift, turn = place + rotate(around, shift), quaternion_product(around, turn)
                worlds[name] = shift, turn
            return worlds[name]

        rows.append([world(name)[0] for name in names])
    return 0.01 * np.array(rows)
