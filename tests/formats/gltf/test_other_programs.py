"""Our glTF files as others read them: valid by Khronos, and played by three.js and Godot as by us."""

from dataclasses import replace

import numpy as np
import pytest

import unbake
from clips import jump_clip
from data import DATA, needs_data
from formats.figures import figure_motion, figure_skeleton, keyed
from formats.gltf.judging import (
    NO_GODOT,
    NO_THREE,
    NO_VALIDATOR,
    godot_positions,
    three_positions,
    validated,
)
from unbake.curves import with_root_motion
from unbake.curves.fits.fit import fit
from unbake.formats import Delivery, delivered
from unbake.formats.gltf.samplers import Spline
from unbake.keyframes.selection import Selection
from unbake.motion import in_place, name_table, renamed
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere

KEYS = (0, 9, 17, 31, 44, 59)


def quaternions(what="hermite"):
    motion = figure_motion()
    return fit(motion, Selection(KEYS), what, skeleton=motion.skeleton.with_quaternion_channels())


def rested():
    """Joints with rest rotations, one of which does not turn at all."""
    rest = np.random.default_rng(3).normal(size=(16, 4))
    channels = list(figure_skeleton().channels)
    channels[4] = ()
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    return figure_motion(skeleton=replace(figure_skeleton(), rest_xyzw=rest, channels=tuple(channels)))


def cmu():
    return unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(1, 40)


FILES = {
    "baked.glb": figure_motion,
    "text.gltf": figure_motion,
    "one-frame.glb": lambda: figure_motion(1),
    "two-frames.glb": lambda: keyed(figure_motion(2), (0, 1)),
    "one-key.glb": lambda: keyed(figure_motion(1), (0,)),
    "euler.glb": lambda: keyed(figure_motion(), KEYS),
    "quaternions.glb": quaternions,
    "broken.glb": lambda: quaternions("broken"),
    "rested.glb": rested,
    "packaged.glb": jump_clip,
    "root.glb": lambda: with_root_motion(quaternions()),
    "in-place.glb": lambda: renamed(in_place(jump_clip()), name_table("unreal")),
    "delivered.glb": lambda: delivered(quaternions(), Delivery(names=name_table("mixamo"), travel="root", baked=True)),
    "still.glb": lambda: replace(figure_motion(20), rotations_xyzw=figure_motion(1).rotations_xyzw.repeat(20, axis=0)),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """What was saved by the name of the file, all in one folder."""
    folder = tmp_path_factory.mktemp("gltf")
    made = {folder / name: make() for name, make in FILES.items()}
    for file, what in made.items():
        unbake.save(what, file)
    return made


def played(what, times):
    """Our own poses (T, J, 3) at times in frames, between frames too: of curves, or of straight lines as glTF has."""
    if not isinstance(what, Motion):
        return unbake.curves.gltf_curves(what).sample(times).positions()
    frames = np.arange(what.n_frames, dtype=float)
    rotations = in_one_hemisphere(what.rotations_xyzw)
    turns = [Spline(frames, rotations[:, joint], "LINEAR").at(times) for joint in range(rotations.shape[1])]
    moves = [Spline(frames, what.translations_m[:, t], "LINEAR").at(times) for t in range(what.translations_m.shape[1])]
    return Motion(what.skeleton, np.stack(turns, axis=1), np.stack(moves, axis=1), what.fps).positions()


def times_of(what):
    """Frames, keys, and what lies between them."""
    return np.linspace(0.0, what.n_frames - 1.0, 3 * what.n_frames - 2)


@pytest.mark.skipif(NO_VALIDATOR is not None, reason=str(NO_VALIDATOR))
@pytest.mark.slow(1)
def test_khronos_finds_no_fault(written, tmp_path):
    damaged = tmp_path / "damaged.gltf"
    text = next(file for file in written if file.suffix == ".gltf").read_text()
    damaged.write_text(text.replace('"CUBICSPLINE"', '"CUBIC"').replace('"LINEAR"', '"CUBICSPLINE"', 1))
    *reports, of_damaged = validated([*written, damaged])
    assert len(reports) == len(FILES)
    for file, report in zip(written, reports, strict=True):
        assert (file.name, report["errors"], report["warnings"], report["messages"]) == (file.name, 0, 0, [])
    assert of_damaged["errors"]


@pytest.mark.skipif(NO_THREE is not None, reason=str(NO_THREE))
@pytest.mark.parametrize("name", ["baked.glb", "euler.glb", "broken.glb", "rested.glb", "root.glb", "in-place.glb"])
def test_three_plays_our_poses(written, tmp_path, name):
    file, what = next((file, what) for file, what in written.items() if file.name == name)
    times = times_of(what)
    found = three_positions(file, times / float(what.fps), len(what.skeleton.names), tmp_path)
    assert np.abs(found - played(what, times)).max() < 1e-5


@pytest.mark.slow
@pytest.mark.skipif(NO_THREE is not None, reason=str(NO_THREE))
@needs_data
def test_three_plays_a_captured_rig_with_bone_axes(tmp_path):
    motion = cmu()
    unbake.save(motion, tmp_path / "cmu.glb")
    times = times_of(motion)
    found = three_positions(tmp_path / "cmu.glb", times / float(motion.fps), len(motion.skeleton.names), tmp_path)
    assert np.abs(found - played(motion, times)).max() < 1e-5


GODOT_FILES = ("baked.glb", "packaged.glb", "in-place.glb", "delivered.glb", "broken.glb", "root.glb")


@pytest.mark.skipif(NO_GODOT is not None, reason=str(NO_GODOT))
@pytest.mark.slow(5)
def test_godot_plays_our_poses(written, tmp_path):
    """Between frames too where there is a key on every frame; of splines the keys.

    Godot before 4.3 takes the tangents of splines for Bézier handles (https://github.com/godotengine/godot/pull/93597),
    so between keys it plays other curves than those in the file.
    """
    chosen = {file: what for file, what in written.items() if file.name in GODOT_FILES}
    assert len(chosen) == len(GODOT_FILES)
    times = {f: times_of(w) if isinstance(w, Motion) else np.array(KEYS, float) for f, w in chosen.items()}
    seconds = {file: times[file] / float(what.fps) for file, what in chosen.items()}
    found = godot_positions(seconds, {file: what.skeleton for file, what in chosen.items()}, tmp_path)
    for file, what in chosen.items():
        off_m = np.abs(found[file] - played(what, times[file])).max()
        assert off_m < 5e-5, file.name
