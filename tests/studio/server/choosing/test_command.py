"""The command line that the studio shows gives the same keys, curves and errors when it is run."""

import json
import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from clips import packaged_bytes, packaged_clip
from data import needs_data
from studio.asking import asked, opened, silent, walk
from unbake.cli.main import main
from unbake.formats.native import format as native
from unbake.formats.registry import ReadOptions, load_motion
from unbake.keyframes.layers import BLOCKING_LAYERS, THESIS_LAYERS
from unbake.studio.server.choosing.choosing import choose
from unbake.studio.server.choosing.command import command_line
from unbake.studio.server.keys.keys import animation_from
from unbake.studio.server.opening.open_clip import layer_settings

RANGE = {"first": 101, "last": 260}
COUNT = {"by": "count", "keys": 12}
BLOCKING, THESIS = (tuple(map(layer_settings, layers)) for layers in (BLOCKING_LAYERS, THESIS_LAYERS))

CASES = {
    "layers": {},
    "thesis": {"choice": {"layers": THESIS}},
    "thresholds of layers": {
        "choice": {
            "layers": tuple(
                replace(layer, accuracy=accuracy, significance=0.07, floor_cm=floor)
                for layer, accuracy, floor in zip(BLOCKING, (0.123, 0.2, 0.0075), (0.7, 0.0, 1.3), strict=True)
            )
        }
    },
    "layers, lead and limits": {"lead": ("feet",), "pins": (131, 180), "min_gap": 6, "max_gap": 33},
    "count": {"choice": COUNT},
    "nudged": {"choice": {**COUNT, "nudges": True}},
    "thresholds": {"choice": {"by": "auto", "accuracy": 0.04, "significance": 0.15}},
    "criterion": {"choice": COUNT, "criterion": "line-max", "metric": "pose", "compose": "sum"},
    "joint by name": {"choice": COUNT, "lead": ("LeftFoot", "hips"), "pins": (101, 150)},
    "pins outside the range": {"choice": COUNT, "pins": (20, 150, 900)},
    "hermite": {"choice": COUNT, "joining": {"fit": "hermite", "break_weight": 0.5}},
    "breaks": {"choice": COUNT, "joining": {"break_weight": 0.35}},
    "no world": {"choice": COUNT, "joining": {"holds_ends": False, "end_weights": {"feet": 4.0}}},
    "weights": {"choice": COUNT, "joining": {"end_weights": {"feet": 4.5, "left-toe": 4.5, "hands": 0.0}}},
    "detail": {"choice": COUNT, "detail": 0.35},
    "error": {"choice": {"by": "error", "error_cm": 3.3}},
    "error of tips": {"choice": {"by": "error", "error_cm": 3.3, "tips": True}},
}


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    """The packaged clip, open from a file whose name a shell would take apart."""
    path = tmp_path_factory.mktemp("a folder") / "clip's take.bvh"
    path.write_bytes(packaged_bytes())
    return opened(load_motion(path, ReadOptions()), path)


def run(command, target, capsys):
    """What a command says and writes, when it is pasted into a shell."""
    words = shlex.split(command, comments=True)
    assert words[:2] == ["unbake", "reduce"]
    words[words.index("-o") + 1] = str(target)
    code = main([*words[1:], "--json"])
    out = capsys.readouterr()
    assert code == 0, out.err
    return json.loads(out.out), native.load(target, ReadOptions())


def check_command(clip, request, target, capsys):
    """Check that the command of a choice gives what the choice gave."""
    chosen = choose(clip, request, silent)
    said, written = run(chosen.command, target, capsys)
    assert said["frames"] == chosen.keys.frames.tolist()
    assert len(said["breakdowns"]) == int(chosen.keys.classes.sum())
    assert said["error"]["max_cm"] == pytest.approx(chosen.evaluation.max_cm, abs=1e-9)
    assert said["error"]["worst_frame"] == chosen.evaluation.worst_frame
    assert (said["ends"] and said["ends"]["after_max_cm"]) == pytest.approx(chosen.ends_after_cm, abs=1e-9)
    if not request.detail:
        excerpt = clip.excerpt(chosen.keys.first, chosen.keys.last)
        shown = animation_from(chosen.keys, excerpt.motion, excerpt.skeleton)
        for ours, theirs in zip(shown.curves, written.curves, strict=True):
            np.testing.assert_allclose(theirs.right, ours.right, rtol=0.0, atol=1e-9)
    return chosen


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_command_gives_the_same(clip, name, tmp_path, capsys):
    chosen = check_command(clip, asked(clip, **RANGE, **CASES[name]), tmp_path / "out.json", capsys)
    assert "#" not in chosen.command


def test_the_command_of_the_whole_clip_names_no_range(clip):
    assert "--range" not in command_line(clip, asked(clip), 20)


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("name", ["layers", "weights"])
def test_the_command_gives_the_same_for_a_walk(name, tmp_path, capsys):
    check_command(walk(), asked(walk(), **CASES[name]), tmp_path / "out.json", capsys)


def test_layers_that_the_command_line_cannot_say_are_said_in_a_comment(clip):
    changed = (replace(BLOCKING[0], accuracy=0.2), BLOCKING[1], replace(BLOCKING[2], criterion="lerp-max"))
    command = command_line(clip, asked(clip, choice={"layers": changed}), 20)
    assert command.endswith("  # without what was changed of breakdowns besides the thresholds")
    assert shlex.split(command, comments=True)[-2:] == ["--accuracy", "20,15,1"]


def test_rotation_orders_of_the_whole_clip_are_said_in_a_comment():
    # A stretch without gimbal lock keeps the file's orders on the command line; a clip open in the studio has one
    # skeleton for all its stretches.
    whole = opened(packaged_clip())
    stretch = asked(whole, first=101, last=260)
    other = whole.skeleton.with_quaternion_channels()
    whole.__dict__["skeleton"] = other
    assert "rotation orders" in command_line(whole, stretch, 20)
    assert "rotation orders" not in command_line(whole, asked(whole), 20)


def test_lengths_and_parts_keep_their_digits(clip):
    layers = (replace(BLOCKING[0], accuracy=0.012345), *BLOCKING[1:])
    assert "--accuracy 1.2345,15,1" in command_line(clip, asked(clip, choice={"layers": layers}), 20)
    small = asked(clip, choice={"by": "error", "error_cm": 0.00005}, detail=0.07)
    assert "--error 0.00005cm" in command_line(clip, small, 20)
    assert "--detail 0.07" in command_line(clip, small, 20)


@pytest.mark.slow
def test_what_was_said_about_the_file_is_said_again(clip, tmp_path, capsys):
    options = ReadOptions(Fraction(30000, 1001), 0.0254 / 0.45)
    other = opened(load_motion(clip.path, options), clip.path)
    other.options = options
    chosen = check_command(other, asked(other, **RANGE, choice=COUNT), tmp_path / "out.json", capsys)
    assert "--fps 30000/1001 --unit 0.05644" in chosen.command


def test_a_take_is_said_again_and_a_unit_only_where_it_counts(clip):
    other = opened(clip.motion, Path("pack.glb"))
    other.options = ReadOptions(metres_per_unit=0.01, take="Run Fast")
    line = command_line(other, asked(other), 20)
    assert "--take 'Run Fast'" in line
    assert "--unit" not in line


def test_a_clip_without_a_path_goes_by_its_name(clip):
    uploaded = opened(clip.motion)
    words = shlex.split(command_line(uploaded, asked(uploaded), 20))
    assert words[2:5] == ["clip.bvh", "-o", "clip_keys.json"]
