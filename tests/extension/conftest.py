"""The extension's scenarios, run once in Blender; and those of its modules that need no Blender."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import unbake
from clips import packaged_clip
from data import DATA
from formats.asking_blender import NEWEST, PYTHON, SCRIPTS, why_not
from formats.figures import figure_motion, keyed

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "blender"
FRAMES = 60
KEYS = (0, 9, 17, 31, 44, 59)
WALK = (20, 219)
"""Frames of CMU trial 02_01 in which each foot comes down, stands, and leaves."""
SCENARIOS = (
    "registered_again",
    "imported_clip",
    "clip_in_place",
    "without_subjects",
    "one_key",
    "plain_objects",
    "kept_things",
    "shape_keys",
    "chosen_bones",
    "scaled_armature",
    "constraint_rig",
    "rigify_rig",
    "controls_of_a_leg",
    "controls_of_a_straight_leg",
    "controls_of_another_rig",
    "controls_of_rigify",
    "controls_that_cannot",
    "controls_undone",
    "propagated",
    "propagated_from_two",
    "not_carried",
    "installed",
    "killed_worker",
    "cancelled",
    "edited_by_hand",
    "exchanged",
    "settings_stay",
    "ways_to_choose",
    "by_hand",
    "drawn",
    "keys_not_shown",
    "detail_of_a_part",
    "detail_of_parts_of_quaternions",
    "changed_since",
    "refitted",
    "two_figures",
    "not_playing",
    "linked",
    "awkward_names",
    "odd_scales",
    "sizes",
    "settings_of_scripts",
    "only_turning",
    "what_files_lose",
    "edited_and_exported",
    *(("held_walk",) if DATA.is_dir() else ()),
)


@pytest.fixture(scope="session", params=[PYTHON, NEWEST] if NEWEST.exists() else [PYTHON], ids=lambda p: p.parts[-3])
def in_blender(request, tmp_path_factory):
    """Answers of all scenarios, by name, and the files that they wrote: one Blender of a version serves all tests."""
    return run_scenarios(request.param, SCENARIOS, tmp_path_factory.mktemp("extension"))


def run_scenarios(python, scenarios, folder):
    """Return the answers of some scenarios by name, run by one Blender, and the folder of what they wrote; skips
    where there is no such Blender."""
    if reason := why_not(python):
        pytest.skip(reason)
    names = ("json", "glb")
    first = packaged_clip().first_frame + 100
    unbake.save(packaged_clip().excerpt(first, first + FRAMES - 1), folder / "clip.bvh")
    jumps = packaged_clip()
    unbake.save(jumps, folder / "jumps.bvh")
    animation = keyed(figure_motion(), KEYS)
    for suffix in names:
        unbake.save(animation, folder / f"keyed.{suffix}")
    asked = {
        "command": str(Path(sys.executable).parent / "unbake"),
        "folder": str(folder),
        "bvh": str(folder / "clip.bvh"),
        "frames": [1, FRAMES],
        "jumps": str(folder / "jumps.bvh"),
        "jump_frames": [1, jumps.n_frames],
        "exported": str(folder / "exported.json"),
        "evaluated": str(folder / "evaluated.npz"),
        "exchange_frames": [animation.first_frame, animation.last_frame],
        "scenarios": scenarios,
    }
    if "held_walk" in scenarios:
        unbake.save(unbake.load(DATA / "cmu" / "02" / "02_01.amc").excerpt(*WALK), folder / "walk.bvh")
        asked |= {"walk": str(folder / "walk.bvh"), "walk_frames": [1, WALK[1] - WALK[0] + 1]}
    asked |= {name: str(folder / f"keyed.{name}") for name in names}
    asked |= {f"{name}_evaluated": str(folder / f"{name}.npz") for name in names}
    (folder / "request.json").write_text(json.dumps(asked))
    command = [python, SCRIPTS / "use_extension.py", folder / "request.json", folder / "answer.json"]
    paths = os.environ | {"PYTHONPATH": str(ROOT)}  # where the package `blender` is
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, env=paths)
    assert (folder / "answer.json").exists(), f"Blender ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return json.loads((folder / "answer.json").read_text()), folder


@pytest.fixture
def answer(in_blender):
    """Give what a scenario answered; it must not have raised."""

    def of(name):
        found = in_blender[0][name]
        assert "raised" not in found, found["raised"]
        return found

    return of


@pytest.fixture
def modules(monkeypatch):
    """Let the packages of the extension that do without Blender be imported by their own names."""
    monkeypatch.syspath_prepend(str(EXTENSION))
