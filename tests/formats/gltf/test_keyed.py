"""Sparse cubic splines come as a keyed animation: the curves that the file has, and nothing else."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import unbake
from formats.figures import figure_motion, keyed
from formats.gltf.gltf_maker import Maker
from unbake.curves.for_gltf import is_exact_in_gltf
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats import sparse_keys
from unbake.formats.gltf import reader
from unbake.formats.sparse_keys import NotKeyed
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion

KEYS = (0, 9, 18, 30, 45, 59)
CLASSES = ("keypose", "breakdown", "hold", "keypose", "breakdown", "keypose")


def ours():
    motion = figure_motion(first_frame=6)
    animation = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    return replace(animation, selection=Selection(KEYS, classes=CLASSES))


def sampled(file, monkeypatch, options=None):
    """The same file, each spline evaluated by the formula of glTF at every frame."""

    def refuse(*_):
        raise NotKeyed

    with monkeypatch.context() as patch:
        patch.setattr(reader, "keyed_animation", refuse)
        return unbake.load(file, options)


def same_poses(animation, motion, within_m=1e-9):
    """Whether a keyed animation has the poses of a motion at every frame."""
    found = animation.sample()
    assert (found.n_frames, found.fps, found.first_frame) == (motion.n_frames, motion.fps, motion.first_frame)
    assert np.abs(found.positions() - motion.positions()).max() < within_m
    alike = np.abs((found.rotations_xyzw * motion.rotations_xyzw).sum(axis=-1))
    assert alike.min() > 1.0 - 1e-12
    return True


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_keys_classes_and_curves_come_back(tmp_path, suffix, monkeypatch):
    meant = ours()
    unbake.save(meant, tmp_path / f"clip{suffix}")
    found = unbake.load(tmp_path / f"clip{suffix}")
    assert isinstance(found, KeyedAnimation)
    assert found.selection.frames == KEYS
    assert found.key_classes() == CLASSES
    assert (found.fps, found.first_frame, found.n_frames, found.warnings) == (60, 6, 60, ())
    for curve, other in zip(found.curves, meant.curves, strict=True):
        assert curve.channel == other.channel
        for part in ("values", "left", "right"):
            np.testing.assert_allclose(getattr(curve, part), getattr(other, part), rtol=0, atol=5e-6)
    assert same_poses(found, sampled(tmp_path / f"clip{suffix}", monkeypatch))
    assert is_exact_in_gltf(found)
    assert unbake.save(found, tmp_path / "again.glb") is None


def test_another_rate_plays_the_same_frames_faster(tmp_path, monkeypatch):
    unbake.save(ours(), tmp_path / "clip.glb")
    options = unbake.ReadOptions(fps=Fraction(24))
    found = unbake.load(tmp_path / "clip.glb", options)
    assert found.selection.frames == KEYS
    assert found.fps == 24
    assert same_poses(found, sampled(tmp_path / "clip.glb", monkeypatch, options))


@pytest.mark.parametrize("classes", [None, "keypose", ["keypose"], ["keypose"] * 5 + [3], ["keypose"] * 5 + ["other"]])
def test_classes_that_do_not_fit_are_keyposes(tmp_path, classes):
    unbake.save(ours(), tmp_path / "clip.gltf")
    document = json.loads((tmp_path / "clip.gltf").read_text())
    assert document["animations"][0]["extras"]["unbake"]["classes"] == list(CLASSES)
    document["animations"][0]["extras"]["unbake"]["classes"] = classes
    (tmp_path / "clip.gltf").write_text(json.dumps(document))
    found = unbake.load(tmp_path / "clip.gltf")
    assert found.selection.frames == KEYS
    assert found.key_classes() == ("keypose",) * len(KEYS)


@pytest.mark.parametrize(("count", "keys"), [(20, (0, 9, 18, 19)), (10, (0, 9)), (5, (0, 4)), (70, KEYS)])
def test_clips_that_are_shorter_or_longer_than_their_curves(tmp_path, monkeypatch, count, keys):
    unbake.save(ours(), tmp_path / "clip.gltf")
    document = json.loads((tmp_path / "clip.gltf").read_text())
    document["animations"][0]["extras"]["unbake"]["n_frames"] = count
    (tmp_path / "clip.gltf").write_text(json.dumps(document))
    found = unbake.load(tmp_path / "clip.gltf")
    assert found.selection.frames == keys
    assert same_poses(found, sampled(tmp_path / "clip.gltf", monkeypatch), within_m=1e-6)  # times outside are rounded


def cubic(rng, count, width):
    """Rows of incoming tangents, values and outgoing tangents, as glTF stores them."""
    values = Rotation.random(count, rng=rng).as_quat() if width == 4 else rng.normal(size=(count, width))
    if width == 4:
        for k in range(1, count):
            values[k] *= np.sign(values[k] @ values[k - 1])
    into, out = rng.normal(size=(2, count, width))
    return np.stack([into, values, out], axis=1).reshape(-1, width)


def foreign(**interpolations):
    """Two nodes, the lower one scaled; turns and places have keys on different frames of 30 a second."""
    rng, maker = np.random.default_rng(3), Maker()
    maker.content["nodes"] = [
        {"name": "a", "children": [1], "scale": [2, 2, 2]},
        {"name": "b", "translation": [1, 0, 0], "scale": [1, 1, -1], "children": [2]},
        {"name": "c", "translation": [0, 1, 0]},
    ]
    tracks = {
        "a": (0, "rotation", [0, 12, 40], 4),
        "b": (1, "rotation", [0, 20, 40], 4),
        "place": (1, "translation", [6, 20, 30], 3),
    }
    for name, (node, path, frames, width) in tracks.items():
        how = interpolations.get(name, "CUBICSPLINE")
        output = cubic(rng, len(frames), width)
        times = maker.array(np.array(frames) / 30.0, "SCALAR")
        rows = output if how == "CUBICSPLINE" else output[1::3]
        maker.animate(node, path, times, maker.array(rows, f"VEC{width}"), how)
    return maker


def loaded(maker, tmp_path):
    maker.load(tmp_path)
    return unbake.load(tmp_path / "foreign.gltf")


@pytest.mark.parametrize("place", ["CUBICSPLINE", "LINEAR"])
def test_keys_on_different_frames_are_united(tmp_path, monkeypatch, place):
    """Below nodes that are scaled and mirrored, too; straight moves are curves as well."""
    found = loaded(foreign(place=place), tmp_path)
    assert isinstance(found, KeyedAnimation)
    assert found.selection.frames == (0, 6, 12, 20, 30, 40)
    assert any("each now has the keys of all" in note for note in found.warnings)
    assert same_poses(found, sampled(tmp_path / "foreign.gltf", monkeypatch))


@pytest.mark.parametrize(
    ("interpolations", "said"),
    [
        ({"a": "LINEAR"}, "some joints turn straight from key to key: the motion was sampled on every frame"),
        ({"place": "STEP"}, "some joints move in steps: the motion was sampled on every frame"),
        ({"a": "LINEAR", "b": "LINEAR", "place": "STEP"}, None),
    ],
)
def test_what_curves_cannot_say_is_sampled(tmp_path, interpolations, said):
    found = loaded(foreign(**interpolations), tmp_path)
    assert isinstance(found, Motion)
    assert [note for note in found.warnings if "sampled" in note] == ([said] if said else [])


def test_too_many_keys_to_unite_are_sampled(tmp_path, monkeypatch):
    """Of three tracks with three keys each, six frames are keys: 9 would be added."""
    monkeypatch.setattr(sparse_keys, "MOST_ADDED", 9)
    assert isinstance(loaded(foreign(), tmp_path), KeyedAnimation)
    monkeypatch.setattr(sparse_keys, "MOST_ADDED", 8)
    found = loaded(foreign(), tmp_path)
    assert isinstance(found, Motion)
    assert any("on too many frames of their own: the motion was sampled" in note for note in found.warnings)


def test_keys_between_frames_are_sampled(tmp_path):
    maker = Maker()
    maker.content["nodes"] = [{}]
    rows = cubic(np.random.default_rng(1), 4, 3)
    maker.animate(
        0, "translation", maker.array([0.0, 0.5, 0.51, 2.0], "SCALAR"), maker.array(rows, "VEC3"), "CUBICSPLINE"
    )
    maker.load(tmp_path)
    found = unbake.load(tmp_path / "foreign.gltf", unbake.ReadOptions(fps=Fraction(24)))
    assert isinstance(found, Motion)
    assert "there are keys between frames: the motion was sampled on every frame" in found.warnings


def test_baked_splines_come_as_a_motion(tmp_path):
    maker = Maker()
    maker.content["nodes"] = [{}]
    rows = cubic(np.random.default_rng(1), 31, 4)
    maker.animate(0, "rotation", maker.array(np.arange(31) / 30.0, "SCALAR"), maker.array(rows, "VEC4"), "CUBICSPLINE")
    found = loaded(maker, tmp_path)
    assert isinstance(found, Motion)
    assert found.warnings == ()


def test_joints_that_stand_still_have_flat_curves(tmp_path):
    maker = foreign()
    still = np.tile([[0, 0, 0], [0, 3, 0], [0, 0, 0]], (2, 1))
    maker.animate(2, "translation", maker.array([0.0, 1.1], "SCALAR"), maker.array(still, "VEC3"), "CUBICSPLINE")
    found = loaded(maker, tmp_path)
    flat = [curve for curve in found.curves if found.skeleton.names[curve.channel.joint] == "c"]
    assert [float(np.ptp(curve.left[:, 1])) for curve in flat] == [0.0, 0.0, 0.0]
    assert found.selection.frames == (0, 6, 12, 20, 30, 40)


def test_a_baked_take_that_only_moves_is_a_motion(tmp_path):
    """Straight lines between keys on every frame could be said in curves."""
    motion = figure_motion()
    still = np.tile([0.0, 0.0, 0.0, 1.0], (motion.n_frames, 1, 1))
    moved = Motion.from_arrays(["camera"], [-1], np.zeros((1, 3)), still, motion.translations_m[:, 0], motion.fps)
    unbake.save(moved, tmp_path / "moved.glb")
    found = unbake.load(tmp_path / "moved.glb")
    assert isinstance(found, Motion)
    np.testing.assert_allclose(found.positions(), moved.positions(), atol=1e-6)


def test_keys_of_a_take_that_stands_still_come_back(tmp_path):
    meant = ours()
    poses = [np.full_like(curve.values, curve.values[0]) for curve in meant.curves]
    sides = [
        [side * [1.0, 0.0] + [0.0, value[0]] for side in (curve.left, curve.right)]
        for curve, value in zip(meant.curves, poses, strict=True)
    ]
    curves = tuple(
        replace(curve, values=value, left=left, right=right)
        for curve, value, (left, right) in zip(meant.curves, poses, sides, strict=True)
    )
    unbake.save(replace(meant, curves=curves), tmp_path / "still.glb")
    found = unbake.load(tmp_path / "still.glb")
    assert isinstance(found, KeyedAnimation)
    assert (found.selection.frames, found.key_classes(), found.warnings) == (KEYS, CLASSES, ())
