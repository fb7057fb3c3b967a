"""The tutorials run as they stand: every block, in order, in one folder."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from clips import packaged_bytes
from unbake.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLENDER = Path(os.environ.get("UNBAKE_BLENDER_PYTHON", ROOT / ".venv-blender" / "bin" / "python"))


def run_console(text):
    for line in text.splitlines():
        program, *arguments = shlex.split(line.removeprefix("$ "))
        assert program == "unbake"
        assert main(arguments) == 0, line


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_every_block_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jump.bvh").write_bytes(packaged_bytes())
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks
    python = "".join(text for kind, text in blocks if kind == "python")
    for kind, text in blocks:
        if kind == "console":
            run_console(text)
        else:
            assert kind in ("python", "py")
    if python:
        subprocess.run([sys.executable, "-c", python], check=True, timeout=300)


COUNTED = """
keys = {k.co[0] for a in bpy.data.actions for l in a.layers for s in l.strips for b in s.channelbags
        for f in b.fcurves for k in f.keyframe_points}
print("KEYS", len(keys))
"""


def test_keys_arrive_in_blender_and_named_files_are_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jump.bvh").write_bytes(packaged_bytes())
    page = (ROOT / "docs" / "tutorials" / "first_clip.md").read_text(encoding="utf-8")
    for kind, text in BLOCK.findall(page):
        if kind == "console":
            run_console(text)
    named = set(re.findall(r"`(jump\w*\.\w+)`", page))
    assert named
    for name in named:
        assert (tmp_path / name).is_file(), name
    if not BLENDER.exists():
        pytest.skip(f"Blender's second opinion needs bpy: no Python at {BLENDER} (set UNBAKE_BLENDER_PYTHON)")
    code = "import bpy\nbpy.ops.wm.read_factory_settings(use_empty=True)\n"
    code += "".join(text for kind, text in BLOCK.findall(page) if kind == "py") + COUNTED
    run = subprocess.run([BLENDER, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert "KEYS 21" in run.stdout
