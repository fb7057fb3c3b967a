"""The tutorials run as they stand: every block or cell, in order, in one folder."""

import copy
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from docs import notebooks

from clips import jump_clip, packaged_bytes
from data import DATA
from formats.fbx.mixamo_like import write_mixamo_like
from unbake.cli.main import main
from unbake.formats.registry import load
from unbake.keyframes import CRITERIA

ROOT = Path(__file__).resolve().parents[1]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
FIRST_CLIP = ROOT / "docs" / "tutorials" / "first_clip.md"
"""Its blocks run where Blender opens what they write."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLENDER = Path(os.environ.get("UNBAKE_BLENDER_PYTHON", ROOT / ".venv-blender" / "bin" / "python"))


def run_console(text):
    for line in text.splitlines():
        program, *arguments = shlex.split(line.removeprefix("$ "))
        assert program == "unbake"
        assert main(arguments) == 0, line


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in TUTORIALS if page != FIRST_CLIP], ids=lambda page: page.stem)
def test_every_block_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_blocks(page, tmp_path)


def run_blocks(page, tmp_path):
    """Run what a page shows in a folder, the current one."""
    (tmp_path / "jump.bvh").write_bytes(packaged_bytes())
    if page.stem in ("library", "new_motion", "transitions"):
        link_captures(tmp_path / "cmu")
    if page.stem == "from_fbx":
        pytest.importorskip("ufbx", reason="needs the extra fbx (ufbx)")
        write_mixamo_like(tmp_path / "jumping.fbx", jump_clip())
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks
    python = "".join(text for kind, text in blocks if kind == "python")
    for kind, text in blocks:
        if kind == "console":
            run_console(text)
        elif kind == "toml":
            (tmp_path / "demand.toml").write_text(text, encoding="utf-8")
        elif page.stem == "editing":
            run_python(text)  # what follows works on its files
        else:
            assert kind in ("python", "py", "text")
    if page.stem == "editing":
        the_second_jump_is_edited()
    elif python:
        subprocess.run([sys.executable, "-c", python], check=True, timeout=300)


def run_python(text):
    subprocess.run([sys.executable, "-c", text], check=True, timeout=300)


def the_second_jump_is_edited():
    """The wrist is higher in both jumps, on the keys of the take."""
    take, edited, both, better = (load(f"{name}.json") for name in ("jump", "edited", "both", "better"))
    wrist = take.skeleton.roles["left-wrist"]
    heights = [one.sample().positions()[:, wrist, 1] for one in (take, edited, both)]
    assert (heights[1] - heights[0])[100:150].max() > 0.1
    assert np.abs(heights[1] - heights[0])[230:].max() < 1e-6
    assert (heights[2] - heights[0])[230:].max() > 0.05
    assert take.selection.frames == both.selection.frames == better.selection.frames


LINKED = [f"16_{n:02}" for n in (1, 11, 12, 13, 17, 21, 23, 25, 27, 29, 35)] + ["02_04"]
"""The clips that the pages name: to reduce all ninety takes minutes."""


def link_captures(folder):
    """Make a folder of the clips that pages about libraries work on; skip where there are none."""
    if not (DATA / "cmu").is_dir():
        pytest.skip(f"needs the real clips in {DATA} (set UNBAKE_DATA to another folder)")
    pytest.importorskip("sklearn", reason="needs the extra annotate (scikit-learn)")
    for clip in LINKED:
        subject = clip[:2]
        (folder / subject).mkdir(parents=True, exist_ok=True)
        for name in (f"{clip}.amc", f"{subject}.asf"):
            if not (folder / subject / name).exists():
                (folder / subject / name).symlink_to(DATA / "cmu" / subject / name)


COUNTED = """
keys = {k.co[0] for a in bpy.data.actions for l in a.layers for s in l.strips for b in s.channelbags
        for f in b.fcurves for k in f.keyframe_points}
print("KEYS", len(keys))
"""


@pytest.mark.slow
def test_the_first_page_runs_keys_arrive_in_blender_and_named_files_are_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_blocks(FIRST_CLIP, tmp_path)
    page = FIRST_CLIP.read_text(encoding="utf-8")
    named = set(re.findall(r"`(jump\w*\.\w+)`", page))
    assert named
    for name in named:
        assert (tmp_path / name).is_file(), name
    if not BLENDER.exists():
        pytest.skip(f"Blender's second opinion needs bpy: no Python at {BLENDER} (set UNBAKE_BLENDER_PYTHON)")
    code = "import bpy\nbpy.ops.wm.read_factory_settings(use_empty=True)\n"
    code += "".join(text for kind, text in BLOCK.findall(page) if kind == "py") + COUNTED
    run = subprocess.run([BLENDER, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert "KEYS 16" in run.stdout


def printed(notebook):
    """What the cells of a notebook print, one text a cell."""
    cells = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return ["".join(line for output in cell for line in output.get("text", ())) for cell in cells]


def pictures(notebook):
    """How many figures each cell of a notebook shows."""
    cells = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [sum("image/png" in output.get("data", ()) for output in cell) for cell in cells]


@pytest.fixture(scope="module")
def comparing_methods(tmp_path_factory):
    """The notebook as it is kept, as it runs now, and the names that it defines."""
    kept = json.loads((ROOT / "docs" / "tutorials" / "comparing_methods.ipynb").read_text(encoding="utf-8"))
    fresh = copy.deepcopy(kept)
    with pytest.MonkeyPatch.context() as here, patch.dict(CRITERIA):
        here.chdir(tmp_path_factory.mktemp("notebook"))
        names = notebooks.run(fresh)
    return kept, fresh, names


@pytest.mark.slow
def test_a_notebook_keeps_what_its_cells_show(comparing_methods):
    kept, fresh, _ = comparing_methods
    assert printed(kept) == printed(fresh), "python -m docs.notebooks brings it up to date"
    assert pictures(kept) == pictures(fresh)
    assert sum(pictures(fresh)) == 4


@pytest.mark.slow
def test_the_notebook_says_what_is_so(comparing_methods):
    names = comparing_methods[2]
    is_slow = names["is_slow"]
    assert 0.1 < is_slow.mean() < 0.5
    for calm, lerp in names["pairs"]:
        assert calm[is_slow].max() < lerp[is_slow].max(), "keeps slow joints nearer"
        assert calm[~is_slow].max() > lerp[~is_slow].max(), "and pays for it with fast ones"
    comparison = names["comparison"]
    for result in comparison.results:
        assert min(comparison.ratio(result, count) for count in result.errors) >= 1.0
    fitted = names["fitted"]
    few, many = ({name: errors[place].max_cm for name, errors in fitted.items()} for place in (0, 1))
    assert min(few, key=few.get) == "lerp-max"
    assert min(many, key=many.get) == "curve-max"
    between_jumps = [frame for frame in names["rows"]["low-velocity"] if 150 < frame < 210]
    assert len(between_jumps) > names["COUNT"] / 2


@pytest.mark.slow
def test_the_notebook_uses_public_names_only(comparing_methods):
    code = "".join("".join(cell["source"]) + "\n" for cell in comparing_methods[0]["cells"] if "outputs" in cell)
    assert set(re.findall(r"(?:from|import) (unbake[\w.]*)", code)) == {"unbake", "unbake.keyframes"}
    assert " _" not in code
    assert "._" not in code


def test_a_page_shows_code_prints_and_figures(comparing_methods):
    page = notebooks.as_markdown(comparing_methods[0])
    assert page.startswith("# Comparing methods")
    assert page.count("](data:image/png;base64,iVBOR") == 4
    assert page.count("```text\n") == sum(bool(text) for text in printed(comparing_methods[0]))
    assert page.count("```") % 2 == 0
