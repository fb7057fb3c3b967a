"""The script as text: what it says is read as Python reads it, without Blender."""

import ast
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import unbake
from formats.figures import figure_motion, keyed
from unbake.curves.layers import AnimationLayer, with_layers
from unbake.errors import UsageError
from unbake.formats.registry import load

KEYS = (0, 9, 17, 31, 44, 59)


@pytest.fixture
def animation():
    return keyed(figure_motion(first_frame=11), KEYS)


def literals(text) -> dict:
    """What the script sets at its top level to plain literals."""
    out = {}
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            try:
                out[statement.targets[0].id] = ast.literal_eval(statement.value)
            except ValueError:
                continue
    return out


def saved(what, file) -> dict:
    unbake.save(what, file)
    return literals(file.read_text(encoding="utf-8"))


def test_it_says_what_the_animation_is(animation, tmp_path):
    data = saved(animation, tmp_path / "a.py")
    assert data["FPS"] == (60, 1)
    assert data["FRAMES"] == (11, 70)
    assert data["KEYS"] == [11, 20, 28, 42, 55, 70]
    assert data["TYPES"] == "KBKBKB"
    assert data["INTERPOLATION"] == "BEZIER"
    assert len(data["BONES"]) == 11
    assert len(data["CURVES"]) == len(animation.curves)
    for row, curve in zip(data["CURVES"], animation.curves, strict=True):
        handles = np.array([row[4], row[5]]).reshape(2, len(KEYS), 2) - [11, row[3][0] - curve.values[0]]
        np.testing.assert_allclose(handles, [curve.left, curve.right], rtol=1e-7, atol=1e-7)
        assert {0, len(KEYS) - 1} <= set(row[6])


def test_the_same_animation_makes_the_same_file(animation, tmp_path):
    unbake.save(animation, tmp_path / "a.py")
    unbake.save(animation, tmp_path / "b.py")
    assert (tmp_path / "a.py").read_bytes() == (tmp_path / "b.py").read_bytes()


@pytest.mark.parametrize("name", ["'''", '"""', "a\\", "@DATA@", "line\nbreak", "Straße 腕", "{0}", "#"])
def test_names_are_only_ever_text(animation, tmp_path, name):
    skeleton = animation.skeleton
    renamed = replace(skeleton, names=(name, *skeleton.names[1:]))
    data = saved(replace(animation, skeleton=renamed), tmp_path / "a.py")
    assert data["BONES"][0][0] == name
    assert len(data["CURVES"]) == len(animation.curves)


def test_a_motion_has_a_key_on_every_frame(tmp_path):
    data = saved(figure_motion(30), tmp_path / "a.py")
    assert data["INTERPOLATION"] == "LINEAR"
    assert data["KEYS"] == list(range(1, 31))
    assert {len(row) for row in data["CURVES"]} == {4}


def test_an_end_site_that_turns_is_a_bone(tmp_path):
    motion = figure_motion(30)
    end = motion.skeleton.end_sites.index(True)
    turn = AnimationLayer("tip", np.array([0]), (end,), np.full((1, 1, 3), 0.3), (), np.zeros((1, 0, 3)))
    still, turned = saved(motion, tmp_path / "a.py"), saved(with_layers(motion, [turn]), tmp_path / "b.py")
    assert {row[0] for row in turned["BONES"]} - {row[0] for row in still["BONES"]} == {motion.skeleton.names[end]}
    assert len(turned["CURVES"]) == len(still["CURVES"]) + 3


def test_outside_blender_it_says_what_it_is_for_in_one_line(animation, tmp_path):
    unbake.save(animation, tmp_path / "a.py")
    done = subprocess.run(
        [sys.executable, "-I", tmp_path / "a.py"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Blender" in done.stderr


def test_a_script_cannot_be_read_back(animation, tmp_path):
    unbake.save(animation, tmp_path / "a.py")
    with pytest.raises(UsageError, match="cannot be read; known"):
        load(tmp_path / "a.py")
