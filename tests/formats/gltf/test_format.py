"""glTF written and read back, against the source, and as pygltflib understands it."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pygltflib
import pytest

import unbake
from formats.figures import figure_motion, figure_skeleton, keyed
from unbake.curves.fits.hermite import fit_hermite
from unbake.curves.fits.quaternion_hermite import fit_quaternions
from unbake.formats.gltf.samplers import Spline
from unbake.formats.gltf.writer import write_animation
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere, rotation_angle

KEYS = (0, 9, 17, 31, 44, 59)
SUFFIXES = pytest.mark.parametrize("suffix", [".glb", ".gltf"])


def accessor(document: pygltflib.GLTF2, index: int) -> np.ndarray:
    """The plain meaning of an accessor, read without the package's own reader."""
    entry = document.accessors[index]
    view = document.bufferViews[entry.bufferView]
    uri = document.buffers[0].uri
    blob = base64.b64decode(uri.partition(",")[2]) if uri else document.binary_blob()
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[entry.type]
    kind = {5123: "<u2", 5126: "<f4"}[entry.componentType]
    start = (view.byteOffset or 0) + (entry.byteOffset or 0)
    return np.frombuffer(blob, kind, entry.count * width, start).reshape(entry.count, width)


def tracks(document: pygltflib.GLTF2) -> dict[tuple[str, str], tuple[str, np.ndarray, np.ndarray]]:
    """Interpolation, times and values by the name of the node and the path."""
    animation = document.animations[0]
    assert animation.channels
    return {
        (document.nodes[c.target.node].name, c.target.path): (
            animation.samplers[c.sampler].interpolation,
            accessor(document, animation.samplers[c.sampler].input)[:, 0],
            accessor(document, animation.samplers[c.sampler].output),
        )
        for c in animation.channels
    }


@SUFFIXES
def test_a_motion_comes_back(tmp_path, suffix):
    motion = figure_motion(first_frame=6)
    unbake.save(motion, tmp_path / f"clip{suffix}")
    back = unbake.load(tmp_path / f"clip{suffix}")
    assert isinstance(back, Motion)
    assert (back.skeleton.names, back.skeleton.parents) == (motion.skeleton.names, motion.skeleton.parents)
    assert back.skeleton.end_sites == motion.skeleton.end_sites
    assert (back.fps, back.first_frame, back.n_frames, back.warnings) == (motion.fps, 6, 60, ())
    assert np.abs(back.positions() - motion.positions()).max() < 2e-6
    assert rotation_angle(back.rotations_xyzw, motion.rotations_xyzw).max() < 1e-6
    assert back.skeleton.translated == (0,)


@SUFFIXES
def test_quaternion_curves_come_back_exactly(tmp_path, suffix):
    motion = figure_motion()
    animation = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    unbake.save(animation, tmp_path / f"clip{suffix}")
    back = unbake.load_motion(tmp_path / f"clip{suffix}")
    assert np.abs(back.positions() - animation.sample().positions()).max() < 5e-6


def test_keys_are_the_selection_and_tangents_follow_from_the_handles(tmp_path):
    motion = figure_motion()
    animation = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    unbake.save(animation, tmp_path / "clip.glb")
    for (name, path), (interpolation, times, output) in tracks(pygltflib.GLTF2().load(tmp_path / "clip.glb")).items():
        assert interpolation == "CUBICSPLINE"
        assert np.array_equal(times, np.array(KEYS, np.float32) / np.float32(60.0))
        joint = motion.skeleton.index(name)
        letters = ("qx", "qy", "qz", "qw") if path == "rotation" else ("tx", "ty", "tz")
        for column, letter in enumerate(letters):
            curve = next(c for c in animation.curves if (c.channel.joint, c.channel.name) == (joint, letter))
            seconds = np.diff(KEYS) / 60.0
            assert np.allclose(output[1::3, column], curve.values, atol=1e-6)
            leaving = 3.0 * (curve.right[:-1, 1] - curve.values[:-1]) / seconds
            arriving = 3.0 * (curve.values[1:] - curve.left[1:, 1]) / seconds
            assert np.allclose(output[2::3, column][:-1], leaving, atol=1e-5)
            assert np.allclose(output[0::3, column][1:], arriving, atol=1e-5)
        assert not output[0].any()
        assert not output[-1].any()


def test_euler_curves_are_met_at_the_keys_and_followed_between(tmp_path):
    motion = figure_motion()
    animation = keyed(motion, KEYS)
    unbake.save(animation, tmp_path / "clip.glb")
    back, meant = unbake.load_motion(tmp_path / "clip.glb").positions(), animation.sample().positions()
    assert np.abs(back - meant)[list(KEYS)].max() < 5e-6
    assert np.abs(back - meant).max() < 0.04
    # The best quaternion spline on the keys is nearer to the Euler curves than keys alone, joined by slerp, would be.
    unbake.save(joined_straight(animation), tmp_path / "linear.glb")
    linear = unbake.load_motion(tmp_path / "linear.glb").positions()
    assert np.abs(back - meant).mean() < 0.3 * np.abs(linear - meant).mean()


def joined_straight(animation):
    """The keys alone, joined by straight lines: what LINEAR samplers on the keys would do."""
    sparse = animation.sample(np.array(KEYS, dtype=float))
    times = np.arange(animation.n_frames, dtype=float)
    rotations = np.stack(
        [
            Spline(np.array(KEYS, float), in_one_hemisphere(sparse.rotations_xyzw[:, j]), "LINEAR").at(times)
            for j in range(len(sparse.skeleton.names))
        ],
        axis=1,
    )
    moves = Spline(np.array(KEYS, float), sparse.translations_m[:, 0], "LINEAR").at(times)[:, None]
    return replace(sparse, rotations_xyzw=rotations, translations_m=moves)


@pytest.mark.parametrize("kind", ["euler", "quaternion"])
def test_free_handles_become_the_nearest_slopes(tmp_path, kind):
    """Handles away from the thirds have no counterpart in glTF: the writer alone takes the nearest smooth tangents."""
    motion = figure_motion()
    skeleton = motion.skeleton if kind == "euler" else motion.skeleton.with_quaternion_channels()
    animation = keyed(motion, KEYS, skeleton)
    lengths = np.diff(KEYS)
    moved = []
    for curve in animation.curves:
        left, right = curve.left.copy(), curve.right.copy()
        right[:-1, 0], left[1:, 0] = KEYS[:-1] + 0.6 * lengths, KEYS[1:] - 0.1 * lengths
        moved.append(replace(curve, left=left, right=right))
    animation = replace(animation, curves=tuple(moved), fit="free")
    write_animation(animation, tmp_path / "clip.glb")
    meant = animation.sample()
    frames = np.array(KEYS)
    for (name, path), (interpolation, _, output) in tracks(pygltflib.GLTF2().load(tmp_path / "clip.glb")).items():
        assert interpolation == "CUBICSPLINE"
        rotations = in_one_hemisphere(meant.rotations_xyzw[:, meant.skeleton.index(name)])
        values = rotations if path == "rotation" else meant.translations_m[:, 0]
        nearest = fit_quaternions(frames, values[:, None])[:, 0] if path == "rotation" else fit_hermite(frames, values)
        slopes = 60.0 * nearest
        assert np.allclose(output[1::3], values[frames], atol=1e-6)
        assert np.allclose(output[0::3][1:], slopes[1:], atol=1e-4)
        assert np.allclose(output[2::3][:-1], slopes[:-1], atol=1e-4)
        assert not output[0].any()
        assert not output[-1].any()


def test_neighbouring_keys_lie_in_one_hemisphere(tmp_path):
    motion = figure_motion(seed=11)
    unbake.save(keyed(motion, KEYS), tmp_path / "keyed.glb")
    unbake.save(motion, tmp_path / "baked.glb")
    for file, step in (("keyed.glb", 3), ("baked.glb", 1)):
        for (_, path), (_, _, output) in tracks(pygltflib.GLTF2().load(tmp_path / file)).items():
            values = output[step // 2 :: step]
            if path == "rotation":
                assert (np.sum(values[1:] * values[:-1], axis=1) > 0.0).all()
                assert np.allclose(np.linalg.norm(values, axis=1), 1.0, atol=1e-6)


def test_key_classes_and_the_clip_stand_in_the_extras(tmp_path):
    animation = keyed(figure_motion(first_frame=6), KEYS)
    unbake.save(animation, tmp_path / "clip.gltf")
    content = json.loads((tmp_path / "clip.gltf").read_text())
    assert content["asset"]["generator"] == f"Unbake {unbake.__version__}"
    assert content["animations"][0]["extras"]["unbake"] == {
        "version": unbake.__version__,
        "fps": "60/1",
        "first_frame": 6,
        "n_frames": 60,
        "keys": list(KEYS),
        "classes": list(animation.key_classes()),
        "fit": unbake.curves.gltf_curves(animation).fit,
    }


def test_a_baked_motion_shares_one_accessor_of_times(tmp_path):
    unbake.save(figure_motion(), tmp_path / "clip.glb")
    document = pygltflib.GLTF2().load(tmp_path / "clip.glb")
    inputs = {sampler.input for sampler in document.animations[0].samplers}
    assert len(inputs) == 1
    times = document.accessors[inputs.pop()]
    assert (times.count, times.min, times.max) == (60, [0.0], [float(np.float32(59 / 60))])
    assert {sampler.interpolation for sampler in document.animations[0].samplers} == {"LINEAR"}


def test_partial_translations_keep_the_offset(tmp_path):
    plain = figure_skeleton()
    channels = list(plain.channels)
    channels[8] = ("ty", *channels[8])
    motion = figure_motion(skeleton=replace(plain, channels=tuple(channels)))
    for what in (motion, keyed(motion, KEYS)):
        unbake.save(what, tmp_path / "clip.glb")
        back = unbake.load_motion(tmp_path / "clip.glb")
        meant = motion if isinstance(what, Motion) else what.sample()
        assert back.skeleton.translated == (0, 8)
        assert np.abs(back.positions() - meant.positions())[list(KEYS)].max() < 5e-6


def test_rest_rotations_are_the_nodes(tmp_path):
    rng = np.random.default_rng(3)
    rest = rng.normal(size=(16, 4))
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    channels = list(figure_skeleton().channels)
    channels[4] = ()
    motion = figure_motion(skeleton=replace(figure_skeleton(), rest_xyzw=rest, channels=tuple(channels)))
    unbake.save(motion, tmp_path / "clip.glb")
    back = unbake.load_motion(tmp_path / "clip.glb")
    assert np.abs(back.skeleton.rest_xyzw - rest).max() < 1e-12
    assert np.abs(back.positions() - motion.positions()).max() < 5e-6


@pytest.mark.parametrize("fps", [Fraction(24), Fraction(30000, 1001), Fraction(120), Fraction(7, 3)])
def test_any_rate_comes_back_and_can_be_overridden(tmp_path, fps):
    unbake.save(replace(figure_motion(), fps=fps), tmp_path / "clip.glb")
    assert unbake.load_motion(tmp_path / "clip.glb").fps == fps
    other = unbake.load_motion(tmp_path / "clip.glb", unbake.ReadOptions(fps=Fraction(50)))
    assert (other.fps, other.n_frames) == (50, 60)


@pytest.mark.parametrize("n_frames", [1, 2])
def test_the_shortest_clips(tmp_path, n_frames):
    motion = figure_motion(n_frames)
    for what in (motion, keyed(motion, tuple(range(n_frames)))):
        unbake.save(what, tmp_path / "clip.glb")
        back = unbake.load_motion(tmp_path / "clip.glb")
        assert back.n_frames == n_frames
        assert np.abs(back.positions() - motion.positions()).max() < 5e-6


def test_keys_that_do_not_reach_the_ends_hold_there(tmp_path):
    motion = figure_motion()
    whole = keyed(motion.excerpt(11, 41), (0, 9, 20, 30))
    later = np.array([10.0, 0.0])
    moved = tuple(replace(c, frames=c.frames + 10, left=c.left + later, right=c.right + later) for c in whole.curves)
    selection = replace(whole.selection, frames=(10, 19, 30, 40))
    animation = replace(whole, curves=moved, selection=selection, n_frames=60, first_frame=1)
    unbake.save(animation, tmp_path / "clip.glb")
    back = unbake.load_motion(tmp_path / "clip.glb")
    assert np.abs(back.positions() - animation.sample().positions())[[0, 5, 10, 19, 40, 59]].max() < 5e-6


def test_quaternion_keys_off_the_unit_sphere_are_fitted_anew(tmp_path):
    motion = figure_motion()
    animation = keyed(motion, KEYS, motion.skeleton.with_quaternion_channels())
    doubled = tuple(
        replace(c, values=2 * c.values, left=c.left * [1, 2], right=c.right * [1, 2]) if c.channel.name[0] == "q" else c
        for c in animation.curves
    )
    unbake.save(replace(animation, curves=doubled), tmp_path / "clip.glb")
    for (_, path), (_, _, output) in tracks(pygltflib.GLTF2().load(tmp_path / "clip.glb")).items():
        if path == "rotation":
            assert np.allclose(np.linalg.norm(output[1::3], axis=1), 1.0, atol=1e-6)
    back = unbake.load_motion(tmp_path / "clip.glb")
    assert np.abs(back.positions() - animation.sample().positions())[list(KEYS)].max() < 5e-6


def test_nothing_animated_is_written_without_an_animation(tmp_path):
    plain = figure_skeleton()
    still = replace(plain, channels=((),) * 16)
    motion = Motion(still, np.tile(still.rest_xyzw, (5, 1, 1)), np.empty((5, 0, 3)), Fraction(30))
    unbake.save(motion, tmp_path / "clip.glb")
    with pytest.raises(unbake.FileError, match="holds no animation"):
        unbake.load(tmp_path / "clip.glb")


def test_what_is_saved_is_not_changed(tmp_path):
    motion = figure_motion()
    animation = keyed(motion, KEYS)
    before = [(c.values.copy(), c.left.copy(), c.right.copy()) for c in animation.curves]
    unbake.save(animation, tmp_path / "clip.glb")
    for curve, (values, left, right) in zip(animation.curves, before, strict=True):
        assert np.array_equal(curve.values, values)
        assert np.array_equal(curve.left, left)
        assert np.array_equal(curve.right, right)
