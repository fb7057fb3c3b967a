"""Layers in the package's own JSON: those of version 2, the foot layer of version 1, and what is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import numpy as np
import pytest

import unbake
from formats.figures import figure_motion, keyed
from formats.native.test_format import EXAMPLE, odd_animation, places_of, refused, same
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import AnimationLayer
from unbake.formats.native.format import load_extras

KEYS = (0, 4, 11)


def layered_animation() -> KeyedAnimation:
    """An animation with a layer of turns and shifts and a muted one of turns; joints in an order of their own."""
    random = np.random.default_rng(4)
    shape = {"vectors_rad": random.normal(size=(3, 2, 3)), "shifts_m": np.full((3, 1, 3), -0.0)}
    pose = AnimationLayer("pose", np.array([1, 2, 9]), (9, 2), moved=(0,), weight=1 / 3, **shape)
    none = np.zeros((1, 0, 3))
    muted = AnimationLayer("\n", np.array([5]), (1,), random.normal(size=(1, 1, 3)), (), none, is_muted=True)
    return replace(odd_animation(), layers=(pose, muted))


def test_layers_come_back_bit_for_bit(tmp_path):
    animation = layered_animation()
    unbake.save(animation, tmp_path / "a.json")
    assert same(unbake.load(tmp_path / "a.json"), animation)
    unbake.save(unbake.load(tmp_path / "a.json"), tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_without_layers_a_file_is_of_version_1(tmp_path):
    animation = layered_animation()
    unbake.save(animation, tmp_path / "with.json")
    unbake.save(replace(animation, layers=()), tmp_path / "without.json")
    with_layers, without = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("with", "without"))
    assert (with_layers.pop("version"), without.pop("version")) == (2, 1)
    assert [layer["name"] for layer in with_layers.pop("layers")] == ["pose", "\n"]
    assert with_layers == without


@pytest.fixture(scope="module")
def content(tmp_path_factory) -> dict:
    file = tmp_path_factory.mktemp("layered") / "a.json"
    feet = AnimationLayer("feet", np.array([1, 6]), (3, 4), np.ones((2, 2, 3)), (0,), np.ones((2, 1, 3)))
    unbake.save(replace(keyed(figure_motion(12), KEYS), layers=(feet,)), file)
    return json.loads(file.read_text())


VECTORS = [[1.0, 1.0, 1.0]] * 2


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("layers", {}, "layers"),
        ("layers.0", 3, "layers[0]"),
        ("layers.0.blend", "add", "layers[0] has an unknown member 'blend'"),
        ("layers.0.name", 3, "layers[0].name"),
        ("layers.0.name", None, "layers[0] lacks 'name'"),
        ("layers.0.weight", "1", "layers[0].weight"),
        ("layers.0.weight", 1e300, "layers[0].weight"),
        ("layers.0.weight", True, "layers[0].weight"),
        ("layers.0.muted", 0, "layers[0].muted"),
        ("layers.0.frames", [6, 1], "layers[0].frames"),
        ("layers.0.frames", [1, 1], "layers[0].frames"),
        ("layers.0.frames", [1, 12], "layers[0].frames[1]"),
        ("layers.0.frames", [-1, 6], "layers[0].frames[0]"),
        ("layers.0.frames", [], "layers[0].frames"),
        ("layers.0.frames", [1], "layers[0].turns_rad.LeftArm"),
        ("layers.0.turns_rad", [], "layers[0].turns_rad"),
        ("layers.0.turns_rad.Tail", VECTORS, "layers[0].turns_rad names a joint 'Tail'"),
        ("layers.0.turns_rad.LeftArm", [[1.0, 1.0], [1.0, 1.0, 1.0]], "layers[0].turns_rad.LeftArm[0]"),
        ("layers.0.turns_rad.LeftArm", [*VECTORS, VECTORS[0]], "layers[0].turns_rad.LeftArm"),
        ("layers.0.turns_rad.LeftArm", None, "layers[0].turns_rad.LeftArm"),
        ("layers.0.turns_rad.LeftArm.1.2", 1e300, "layers[0].turns_rad.LeftArm holds a number beyond"),
        ("layers.0.turns_rad.LeftArm.1.2", 10**400, "layers[0].turns_rad.LeftArm[1][2]"),
        ("layers.0.shifts_m.LeftArm", VECTORS, "layers[0].shifts_m moves joint 'LeftArm'"),
        ("layers.0.shifts_m", None, "layers[0] lacks 'shifts_m'"),
    ],
)
def test_layers_that_are_none_are_refused(tmp_path, content, path, value, said):
    assert said in refused(tmp_path / "bad.json", json.dumps(changed(content, path, value)))


@pytest.mark.slow
def test_any_change_of_a_layer_is_refused_or_understood(tmp_path, content):
    file = tmp_path / "a.json"
    for way in [way for way in places_of(content["layers"], ("layers",)) if len(way) > 1]:
        for odd in (None, True, -1, 11, 0.5, 1e308, 2**63, "", "Hips", [], [0], {}):
            file.write_text(json.dumps(changed(content, ".".join(map(str, way)), odd)))
            try:
                animation = unbake.load(file)
            except unbake.FileError:
                continue
            unbake.save(animation, tmp_path / "again.json")
            assert same(unbake.load(tmp_path / "again.json"), animation)
            assert np.isfinite(animation.layered().positions()).all()


def test_the_documented_layer_is_read(tmp_path):
    whole, _, layers = (text.split("```")[0] for text in EXAMPLE.read_text(encoding="utf-8").split("```json\n")[1:])
    (tmp_path / "a.json").write_text(json.dumps({**json.loads(whole), "version": 2, **json.loads(f"{{{layers}}}")}))
    (layer,) = unbake.load(tmp_path / "a.json").layers
    assert layer.changed_frames(11).tolist() == [5, 6, 7, 8, 9]


def test_two_layers_of_one_name_are_refused(tmp_path, content):
    twice = content | {"layers": content["layers"] * 2}
    assert "two layers are called 'feet'" in refused(tmp_path / "bad.json", json.dumps(twice))


def changed(content, path, value):
    document = copy.deepcopy(content)
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    place = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


@pytest.fixture
def first_version(content) -> dict:
    """A file as version 1 had it: the foot layer among the extras, on the frames that it changes."""
    layer = {"version": 1, "frames": [1, 6], **{key: content["layers"][0][key] for key in ("turns_rad", "shifts_m")}}
    document = {key: value for key, value in content.items() if key != "layers"}
    return document | {"version": 1, "extras": {"foot_layer": layer, "other": [1]}}


def test_the_foot_layer_of_version_1_is_a_layer(tmp_path, first_version):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(first_version))
    (layer,) = unbake.load(file).layers
    assert (layer.name, layer.joints, layer.moved) == ("feet", (3, 4), (0,))
    # Every other frame is as it was.
    expected = np.isin(np.arange(12), (1, 6)).astype(float)[:, None, None]
    vectors, shifts = layer.at(np.arange(12))
    assert (vectors == expected).all()
    assert (shifts == expected).all()
    # Whoever writes the file again with its extras writes the layer once.
    assert load_extras(file).value == {"other": [1]}


def test_an_empty_foot_layer_of_version_1_changes_nothing(tmp_path, first_version):
    first_version["extras"]["foot_layer"] |= {"frames": [], "turns_rad": {}, "shifts_m": {}}
    (tmp_path / "a.json").write_text(json.dumps(first_version))
    assert unbake.load(tmp_path / "a.json").layers[0].changed_frames(12).tolist() == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("version", 2, "extras.foot_layer.version"),
        ("frames", [500], "extras.foot_layer.frames[0]"),
        ("frames", [3, 2], "extras.foot_layer.frames"),
        ("turns_rad.Tail", [], "names a joint 'Tail'"),
        ("turns_rad.LeftArm", [[0.0, 0.0]], "extras.foot_layer.turns_rad.LeftArm"),
        ("shifts_m.LeftArm", VECTORS, "moves joint 'LeftArm'"),
        ("turns_rad", None, "lacks 'turns_rad'"),
    ],
)
def test_foot_layers_of_version_1_that_are_none_are_refused(tmp_path, first_version, path, value, said):
    broken = changed(first_version, f"extras.foot_layer.{path}", value)
    assert said in refused(tmp_path / "bad.json", json.dumps(broken))


def test_any_other_extras_are_passed_over(tmp_path, content, first_version):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(first_version | {"layers": content["layers"], "extras": {}}))
    assert unbake.load(file).layers == ()
    file.write_text(json.dumps(content | {"extras": first_version["extras"]}))
    assert len(unbake.load(file).layers) == 1
