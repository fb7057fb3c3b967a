"""glTF as other programs write it: scales, matrices, strides, shared names, several roots, integer quaternions."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

import unbake
from formats.gltf.gltf_maker import Maker
from unbake.formats.registry import several_takes, takes_of

TIMES = np.arange(5) / 30.0
TURNS = Rotation.from_euler("z", np.array([[0], [20], [50], [90], [100]]), degrees=True).as_quat()


def chain() -> Maker:
    """Two nodes, the second one metre to the right of the first; the first turns about z."""
    maker = Maker()
    maker.content["nodes"] = [{"name": "a", "children": [1]}, {"name": "b", "translation": [1, 0, 0]}]
    maker.animate(0, "rotation", maker.array(TIMES, "SCALAR"), maker.array(TURNS, "VEC4"))
    return maker


def test_a_plain_chain(tmp_path):
    motion = chain().load(tmp_path)
    angles = np.radians([0, 20, 50, 90, 100])
    assert motion.fps == 30
    assert motion.first_frame == 0
    assert motion.skeleton.channels == (("qx", "qy", "qz", "qw"), ())
    assert np.allclose(motion.positions()[:, 1, :2], np.stack([np.cos(angles), np.sin(angles)], axis=1), atol=1e-6)


def test_linear_rotations_turn_evenly(tmp_path):
    maker = Maker()
    maker.content["nodes"] = [{}]
    quaternions = Rotation.random(4, rng=5).as_quat()
    quaternions[2] *= -1.0
    maker.animate(0, "rotation", maker.array(np.arange(4) / 3.0, "SCALAR"), maker.array(quaternions, "VEC4"))
    motion = maker.load(tmp_path, unbake.ReadOptions(fps=Fraction(30)))
    meant = Slerp(np.arange(4) / 3.0, Rotation.from_quat(quaternions))(np.arange(31) / 30.0)
    assert (Rotation.from_quat(motion.rotations_xyzw[:, 0]) * meant.inv()).magnitude().max() < 1e-6
    assert motion.skeleton.names == ("node_0",)


def test_steps_hold_until_the_next_key(tmp_path):
    maker = chain()
    times = maker.array([0.0, 2 / 30, 4 / 30], "SCALAR")
    maker.animate(1, "translation", times, maker.array([[1, 0, 0], [2, 0, 0], [3, 0, 0]], "VEC3"), "STEP")
    motion = maker.load(tmp_path)
    assert np.allclose(motion.translations_m[:, 0, 0], [1, 1, 2, 2, 3])


def test_cubic_splines_against_the_formula_of_the_specification(tmp_path):
    rng = np.random.default_rng(4)
    keys, values, into, out = np.array([0.0, 0.5, 2.0]), *rng.normal(size=(3, 3, 3))
    maker = Maker()
    maker.content["nodes"] = [{}]
    triples = np.stack([into, values, out], axis=1).reshape(-1, 3)
    maker.animate(0, "translation", maker.array(keys, "SCALAR"), maker.array(triples, "VEC3"), "CUBICSPLINE")
    motion = maker.load(tmp_path, unbake.ReadOptions(fps=Fraction(24)))
    for frame, found in enumerate(motion.translations_m[:, 0]):
        place = min(int(np.searchsorted(keys, frame / 24, side="right")) - 1, 1)
        length = keys[place + 1] - keys[place]
        t = (frame / 24 - keys[place]) / length
        meant = (
            (2 * t**3 - 3 * t**2 + 1) * values[place]
            + length * (t**3 - 2 * t**2 + t) * out[place]
            + (-2 * t**3 + 3 * t**2) * values[place + 1]
            + length * (t**3 - t**2) * into[place + 1]
        )
        assert np.allclose(found, meant, atol=1e-6)


def test_scales_of_ancestors_lengthen_bones(tmp_path):
    maker = chain()
    maker.content["nodes"][0]["scale"] = [0.01, 0.01, 0.01]
    maker.content["nodes"][1] |= {"translation": [100, 0, 0], "children": [2], "scale": [2, 2, 2]}
    maker.content["nodes"].append({"name": "c", "translation": [0, 50, 0]})
    motion = maker.load(tmp_path)
    assert np.allclose(motion.positions()[0], [[0, 0, 0], [1, 0, 0], [1, 1, 0]])
    assert motion.warnings == ()


def test_a_scale_that_is_animated_but_stays_is_not_worth_a_word(tmp_path):
    maker = chain()
    maker.content["nodes"][0]["scale"] = [2, 2, 2]
    maker.animate(0, "scale", 0, maker.array(np.full((5, 3), 2.0), "VEC3"))
    motion = maker.load(tmp_path)
    assert motion.warnings == ()
    assert np.allclose(motion.positions()[0, 1], [2, 0, 0])


def test_a_scale_that_the_animation_sets_once_and_for_all_counts(tmp_path):
    maker = chain()
    maker.content["nodes"][0]["scale"] = [1, 1, 1]
    maker.animate(0, "scale", 0, maker.array(np.full((5, 3), 0.01), "VEC3"))
    motion = maker.load(tmp_path)
    assert motion.warnings == ()
    assert np.allclose(motion.positions()[0, 1], [0.01, 0, 0])


@pytest.mark.parametrize("mirror", list(itertools.product([1, -1], repeat=3)))
def test_joints_below_a_mirror_are_where_the_scene_has_them(tmp_path, mirror):
    maker, scale = chain(), 2.0 * np.array(mirror)
    turns, rest = Rotation.from_quat(TURNS), Rotation.from_euler("xyz", [40, -20, 10], degrees=True)
    maker.content["nodes"][0]["scale"] = scale.tolist()
    maker.content["nodes"][1]["children"] = [2]
    maker.animate(1, "rotation", 0, maker.array(TURNS, "VEC4"))
    hinge = {"name": "c", "translation": [1, 2, 3], "rotation": rest.as_quat().tolist(), "children": [3]}
    maker.content["nodes"] += [hinge, {"name": "d", "translation": [3, 2, 1]}]
    motion = maker.load(tmp_path)
    tip = np.array([1, 2, 3]) + rest.apply([3, 2, 1])
    meant = turns.apply(scale * (np.array([1, 0, 0]) + turns.apply(tip)))
    assert np.allclose(motion.positions()[:, 3], meant, atol=1e-5)
    assert motion.warnings == ()


def test_uneven_and_animated_scales_are_told(tmp_path):
    maker = chain()
    maker.content["nodes"][0]["scale"] = [1, 2, 1]
    maker.animate(1, "scale", 0, maker.array(np.linspace(1.0, 2.0, 15).reshape(5, 3), "VEC3"))
    maker.animate(0, "weights", 0, 0)
    told = " ".join(maker.load(tmp_path).warnings)
    assert "scaled unevenly" in told
    assert "'scale'" in told
    assert "'weights'" in told


@pytest.mark.parametrize("mirrored", [False, True])
def test_matrices_are_taken_apart(tmp_path, mirrored):
    maker = chain()
    rotation, scale = Rotation.from_euler("xyz", [10, 20, 30], degrees=True), np.array([2.0, 2.0, 2.0])
    if mirrored:
        scale[0] = -2.0
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation.as_matrix() * scale, [1, 2, 3]
    maker.content["nodes"][1] = {"matrix": matrix.T.ravel().tolist(), "children": [2]}
    maker.content["nodes"].append({"translation": [1, 1, 0]})
    motion = maker.load(tmp_path)
    meant = np.array([1, 2, 3]) + rotation.apply(scale * [1, 1, 0])
    assert np.allclose(motion.positions()[0, 2], meant, atol=1e-6)


def test_integer_quaternions_and_strides(tmp_path):
    maker = chain()
    short = np.round(TURNS * 32767).astype("<i2")
    padded = np.zeros((5, 6), "<i2")
    padded[:, :4] = short
    entry = {"bufferView": maker.view(padded.tobytes(), byteStride=12), "componentType": 5122, "count": 5}
    maker.content["accessors"].append({**entry, "type": "VEC4", "normalized": True})
    maker.content["animations"][0]["samplers"][0]["output"] = len(maker.content["accessors"]) - 1
    angle = Rotation.from_quat(maker.load(tmp_path).rotations_xyzw[:, 0]) * Rotation.from_quat(TURNS).inv()
    assert angle.magnitude().max() < 1e-4


def test_sparse_accessors(tmp_path):
    maker = chain()
    places, values = maker.view(np.array([1, 3], "<u1").tobytes()), maker.view(np.ones(6, "<f4").tobytes())
    sparse = {
        "count": 2,
        "indices": {"bufferView": places, "componentType": 5121},
        "values": {"bufferView": values},
    }
    maker.content["accessors"].append({"componentType": 5126, "count": 5, "type": "VEC3", "sparse": sparse})
    maker.animate(1, "translation", 0, len(maker.content["accessors"]) - 1)
    motion = maker.load(tmp_path)
    assert np.allclose(motion.translations_m[:, 0].T, [[0, 1, 0, 1, 0]] * 3, atol=1e-5)


def test_buffers_in_a_file_beside_it_but_nowhere_else(tmp_path):
    maker = chain()
    maker.load(tmp_path)
    (tmp_path / "my clip.bin").write_bytes(maker.data)
    (tmp_path.parent / "outside.bin").write_bytes(maker.data)
    for uri in (
        "../outside.bin",
        "%2e%2e/outside.bin",
        str(tmp_path / "my clip.bin"),
        "http://localhost/a",
        "gone",
        "",
    ):
        maker.content["buffers"][0]["uri"] = uri
        (tmp_path / "foreign.gltf").write_text(json.dumps(maker.content))
        with pytest.raises(unbake.FileError, match=r"buffers\[0\]\.uri"):
            unbake.load(tmp_path / "foreign.gltf")
    maker.content["buffers"][0]["uri"] = "my%20clip.bin"
    (tmp_path / "foreign.gltf").write_text(json.dumps(maker.content))
    assert unbake.load_motion(tmp_path / "foreign.gltf").n_frames == 5


def test_names_are_made_unique(tmp_path):
    maker = chain()
    maker.content["nodes"] = [
        {"name": "a", "children": [1, 2, 3]},
        {"name": "a"},
        {"name": "a_2"},
        {"children": [4]},
        {"name": "a"},
    ]
    motion = maker.load(tmp_path)
    assert motion.skeleton.names == ("a", "a_3", "a_2", "node_3", "a_4")
    assert any("shared a name" in warning for warning in motion.warnings)


def test_several_roots_get_one_above_them(tmp_path):
    maker = chain()
    maker.content["nodes"] += [{"name": "prop", "translation": [5, 0, 0]}, {"name": "lamp"}]
    maker.animate(2, "rotation", 0, 1)
    motion = maker.load(tmp_path)
    assert motion.skeleton.names == ("scene_root", "a", "b", "prop")
    assert motion.skeleton.parents == (-1, 0, 1, 0)
    assert motion.warnings == ("2 trees of nodes move, 'a', 'prop': a joint 'scene_root' was put above them",)


def test_meshes_and_cameras_are_no_joints_but_ends_are(tmp_path):
    maker = chain()
    maker.content["nodes"][0]["children"] = [1, 2, 3, 4]
    maker.content["nodes"] += [{"name": "skin", "mesh": 0}, {"name": "eye", "camera": 0}, {"name": "socket"}]
    maker.content["nodes"] += [{"name": "stage", "children": [0, 6]}, {"name": "wall"}]
    assert maker.load(tmp_path).skeleton.names == ("stage", "a", "b", "socket")


def test_children_may_stand_before_their_parents(tmp_path):
    maker = chain()
    maker.content["nodes"] = [
        {"name": "b", "translation": [1, 0, 0]},
        {"name": "a", "children": [0]},
    ]
    maker.content["animations"][0]["channels"][0]["target"]["node"] = 1
    assert maker.load(tmp_path).skeleton.names == ("a", "b")


def test_the_first_of_several_animations(tmp_path):
    maker = chain()
    maker.content["animations"].append(maker.content["animations"][0])
    assert "2 animations" in maker.load(tmp_path).warnings[0]


@pytest.mark.parametrize(
    ("times", "fps", "frames", "first"),
    [
        (np.arange(10) / 24, 24, 10, 0),
        (np.arange(1, 11) / 30, 30, 10, 1),
        (np.arange(10) * 1.001 / 30, Fraction(30000, 1001), 10, 0),
        (np.round(np.arange(40) / 60, 4), 60, 40, 0),
        (np.array([0.0, 7.0, 20.0, 33.0]) / 30, 30, 34, 0),
        (np.arange(36000) / 120, 120, 36000, 0),
        (np.array([0.0, 0.12345, 0.5]), 30, 16, 0),
        (np.array([2.0]), 30, 1, 60),
    ],
)
def test_the_rate_follows_from_the_key_times(tmp_path, times, fps, frames, first):
    maker = Maker()
    maker.content["nodes"] = [{}]
    output = maker.array(np.tile([0.0, 0.0, 0.0], (len(times), 1)), "VEC3")
    maker.animate(0, "translation", maker.array(times, "SCALAR"), output)
    motion = maker.load(tmp_path)
    assert (motion.fps, motion.n_frames, motion.first_frame) == (fps, frames, first)
    assert [note.code for note in motion.warnings] == ["rate-assumed"] * (times[1:2].tolist() == [0.12345])


def test_no_frame_is_lost_where_keys_stand_at_a_rate_that_nobody_uses(tmp_path):
    """Blender 5 writes a scene of 60/1.001 frames a second as if it had 60 · 1.001."""
    maker, times = Maker(), np.arange(90) / 60.06
    maker.content["nodes"] = [{}]
    places = np.random.default_rng(1).normal(size=(90, 3))
    maker.animate(0, "translation", maker.array(times, "SCALAR"), maker.array(places, "VEC3"))
    motion = maker.load(tmp_path)
    assert motion.fps == Fraction(6006, 100)
    assert np.abs(motion.translations_m[:, 0] - places).max() < 1e-4
    assert motion.warnings == ("the key times fit no usual frame rate: taken as 60.06 a second",)


def several(*names: str) -> Maker:
    """Animations of the chain by name, the n-th of which turns by n degrees a frame; the first one moves no joint."""
    maker = chain()
    morph = {"name": "Morph", "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}
    maker.content["animations"] = [{**morph, "samplers": maker.content["animations"][0]["samplers"]}]
    times = maker.array(TIMES, "SCALAR")
    for degrees, name in enumerate(names, start=1):
        turns = Rotation.from_euler("z", degrees * np.arange(5.0)[:, None], degrees=True).as_quat()
        channels = [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]
        samplers = [{"input": times, "output": maker.array(turns, "VEC4")}]
        named = {"name": name} if name else {}
        maker.content["animations"].append({**named, "channels": channels, "samplers": samplers})
    return maker


def degrees_a_frame(motion: unbake.Motion) -> float:
    turned = Rotation.from_quat(motion.rotations_xyzw[1, 0]) * Rotation.from_quat(motion.rotations_xyzw[0, 0]).inv()
    return float(np.degrees(turned.magnitude()))


def test_an_animation_is_read_by_its_name(tmp_path):
    maker = several("Idle", "Walk", "Walk", "")
    for name, degrees in (("Idle", 1), ("Walk", 2), ("Walk_2", 3), ("animation 5", 4)):
        motion = maker.load(tmp_path, unbake.ReadOptions(take=name))
        assert degrees_a_frame(motion) == pytest.approx(degrees, abs=1e-4)
        assert not motion.warnings
    assert takes_of(tmp_path / "foreign.gltf") == ("Idle", "Walk", "Walk_2", "animation 5")


def test_without_a_name_the_first_that_moves_joints_is_read_and_named(tmp_path):
    motion = several("Idle", "Walk").load(tmp_path)
    assert degrees_a_frame(motion) == pytest.approx(1, abs=1e-4)
    assert motion.warnings == ("the file has 3 animations, 'Morph', 'Idle', 'Walk': 'Idle' was read",)
    assert motion.warnings[0].code == "take-chosen"


def test_an_animation_that_moves_no_joint_is_no_other_take(tmp_path):
    motion = several("Walk").load(tmp_path)
    assert motion.warnings[0].code == "take-chosen"
    assert several_takes(tmp_path / "foreign.gltf", motion) == ()


def test_a_name_that_is_not_there_is_said_with_those_that_are(tmp_path):
    with pytest.raises(unbake.UsageError, match="no animation 'walk'; its animations are 'Morph', 'Idle', 'Walk'"):
        several("Idle", "Walk").load(tmp_path, unbake.ReadOptions(take="walk"))
