"""A second opinion: Blender imports what we write, and its bones must stand where our joints stand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import unbake
from clips import packaged_clip
from data import DATA, needs_data
from formats.asking_blender import ask
from formats.figures import figure_motion, keyed
from unbake.cli.demo import BLENDER_OFF_CM
from unbake.formats.blender_frames import BlenderFrames
from unbake.motion.points import default_joints

MILLIMETRE = 1e-3
KEYS = (0, 9, 17, 31, 44, 59)
pytestmark = pytest.mark.usefixtures("needs_blender")


def ask_blender(file: Path, clip, frames, metres_per_unit: float = 1.0) -> dict:
    """Import a file in Blender and return its answer, positions as bone name → (T, 3)."""
    fps = [clip.fps.numerator, clip.fps.denominator]
    wanted = {"file": str(file), "fps": fps, "metres_per_unit": metres_per_unit, "frames": [float(f) for f in frames]}
    out = ask("import_and_sample.py", wanted, file.parent, file.stem)
    names = out["positions"][0]
    out["positions"] = {name: np.array([row[name] for row in out["positions"]]) for name in names}
    return out


def deviations(answer: dict, clip, frames) -> np.ndarray:
    """Distance in metres (T, B) between Blender's bone heads and our joints; every joint of ours must be there."""
    sampled = clip.sample(np.asarray(frames, dtype=float)) if isinstance(clip, unbake.KeyedAnimation) else clip
    rows = slice(None) if isinstance(clip, unbake.KeyedAnimation) else list(frames)
    ours = sampled.positions()[rows]
    names = clip.skeleton.names
    found = [j for j, name in enumerate(names) if name in answer["positions"]]
    missing = [names[j] for j in range(len(names)) if j not in found and not clip.skeleton.end_sites[j]]
    assert not missing
    return np.stack([np.linalg.norm(answer["positions"][names[j]] - ours[:, j], axis=1) for j in found], axis=1)


def assert_glb_agrees(animation, file: Path, record) -> None:
    keys = animation.selection.frames
    between = [k + 0.5 * (n - k) for k, n in pairwise(keys)]
    between += [k + 0.25 * (n - k) for k, n in pairwise(keys)]
    unbake.save(animation, file)
    answer = ask_blender(file, animation, [*keys, *between])
    off = deviations(answer, animation, [*keys, *between])
    assert off.shape[1] == len(animation.skeleton.names)
    assert off[: len(keys)].max() < MILLIMETRE
    # The exchange's limit: Blender keeps the keys but makes handles of its own, so the curves between them differ.
    assert set(answer["keys"]["interpolation"]) == {"BEZIER"}
    assert set(answer["keys"]["handles"]) <= {"AUTO", "AUTO_CLAMPED"}
    assert set(answer["keys"]["keys_on_a_curve"]) == {str(len(keys))}
    assert answer["meshes"] >= 1
    record("blender", answer["blender"])
    record("largest deviation at keys, mm", float(off[: len(keys)].max() * 1e3))
    record("largest deviation between keys, mm", float(off[len(keys) :].max() * 1e3))
    print(
        f"{file.name}: Blender is off by {off[: len(keys)].max() * 1e3:.4f} mm at the keys, "
        f"by up to {off[len(keys) :].max() * 1e3:.1f} mm between them (its handles: {answer['keys']['handles']})"
    )


@pytest.mark.parametrize("channels", ["euler", "quaternion"])
def test_keyed_glb(tmp_path, channels, record_property):
    motion = figure_motion()
    skeleton = motion.skeleton if channels == "euler" else motion.skeleton.with_quaternion_channels()
    assert_glb_agrees(keyed(motion, KEYS, skeleton), tmp_path / f"{channels}.glb", record_property)


@needs_data
def test_keyed_glb_of_a_real_walk(tmp_path, record_property):
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 420)
    keys = tuple(int(k) for k in np.linspace(0, motion.n_frames - 1, 20).round())
    assert_glb_agrees(keyed(motion, keys), tmp_path / "walk.glb", record_property)


def test_baked_glb(tmp_path):
    motion = figure_motion()
    unbake.save(motion, tmp_path / "baked.glb")
    frames = range(0, 60, 7)
    answer = ask_blender(tmp_path / "baked.glb", motion, frames)
    assert deviations(answer, motion, frames).max() < MILLIMETRE
    assert set(answer["keys"]["interpolation"]) == {"LINEAR"}


def test_one_frame(tmp_path):
    motion = figure_motion(1)
    unbake.save(keyed(motion, (0,)), tmp_path / "one.glb")
    assert deviations(ask_blender(tmp_path / "one.glb", motion, [0]), motion, [0]).max() < MILLIMETRE


def assert_bvh_agrees(clip, file: Path, frames, metres_per_unit: float) -> None:
    unbake.save(clip, file, unbake.WriteOptions(metres_per_unit=metres_per_unit))
    answer = ask_blender(file, clip, frames, metres_per_unit)
    off = deviations(answer, clip, frames)
    print(f"{file.name}: Blender is off by {off.max() * 1e3:.4f} mm at {len(frames)} frames")
    assert off.max() < MILLIMETRE
    assert abs(answer["fps"] - float(clip.fps)) < 1e-3


@pytest.mark.parametrize("what", ["motion", "animation"])
def test_bvh(tmp_path, what):
    motion = figure_motion()
    clip = motion if what == "motion" else keyed(motion, KEYS)
    assert_bvh_agrees(clip, tmp_path / "clip.bvh", range(0, 60, 5), 0.01)


@needs_data
def test_bvh_of_a_real_walk(tmp_path):
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 420)
    keys = tuple(int(k) for k in np.linspace(0, motion.n_frames - 1, 20).round())
    assert_bvh_agrees(keyed(motion, keys), tmp_path / "walk.bvh", range(0, 415, 23), 0.01)


def test_keys_land_on_the_frames_that_are_said(tmp_path):
    """With Blender's default import settings, at the scene rate that is said; a part of a clip keeps its numbers."""
    whole = figure_motion()
    requests, expected = [], []
    for fps in ("30", "60", "120", "25", "30000/1001", "12.5", "119"):
        for first in (0, 1, 6):
            motion = replace(whole, fps=Fraction(fps), first_frame=first)
            part = motion.excerpt(first + 9, first + 44)
            for name, clip, keys in (("clip", motion, KEYS), ("part", part, (0, 8, 22, 35))):
                for suffix in (".glb", ".bvh"):
                    file = tmp_path / f"{name}_{len(requests)}{suffix}"
                    unbake.save(keyed(clip, keys), file)
                    said = BlenderFrames.of(file, clip.first_frame, clip.fps)
                    numbers = [clip.first_frame + key for key in keys]
                    requests.append({"file": str(file), "fps": said.scene_fps})
                    expected.append([round(said.shown(number), 3) for number in numbers])
                    if said.needs_rate and said.stretch == 1:
                        assert expected[-1] == list(keys)
    landings = ask("key_frames.py", requests, tmp_path, "landings")
    for asked, frames, shown in zip(requests, expected, landings, strict=True):
        # A BVH has a key on every frame.
        landed = shown if asked["file"].endswith(".glb") else [frame for frame in shown if frame in frames]
        assert landed == pytest.approx(frames, abs=2e-3), asked


def test_the_demo_says_how_far_blender_moves_it(tmp_path, record_property):
    motion = packaged_clip()
    animation = unbake.reduce_motion(motion, unbake.ReduceOptions(curves=("quaternions",))).animation
    unbake.save(animation, tmp_path / "demo.glb")
    frames = range(motion.n_frames)
    answer = ask_blender(tmp_path / "demo.glb", animation, frames)
    names = [motion.skeleton.names[joint] for joint in default_joints(motion)]
    ours = animation.sample().positions()[:, default_joints(motion)]
    off_cm = 100.0 * np.linalg.norm(np.stack([answer["positions"][n] for n in names], axis=1) - ours, axis=2).max()
    record_property("largest deviation of demo.glb in Blender, cm", float(off_cm))
    assert off_cm == pytest.approx(BLENDER_OFF_CM, abs=0.3)


@needs_data
def test_blender_evaluates_free_handles_as_we_do(tmp_path, record_property):
    """Handles of any length, aligned or broken: inside their segments every program means the same curve by them."""
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 420)
    animation = unbake.reduce_motion(motion, unbake.ReduceOptions(keys=20, break_weight=0.3)).animation
    moving = [curve for curve in animation.curves if np.ptp(curve.values) > 1e-3]
    assert sum(len(curve.breaks()) for curve in moving) > 10
    times = np.linspace(0.0, 414.0, 3 * 414 + 1)
    curves = [
        {
            "frames": list(curve.frames),
            "values": list(curve.values),
            "left": curve.left.tolist(),
            "right": curve.right.tolist(),
            "breaks": curve.breaks().tolist(),
        }
        for curve in moving
    ]
    found = ask("evaluate_curves.py", {"curves": curves, "times": times.tolist()}, tmp_path)
    off = [
        np.abs(np.array(values) - curve.evaluate(times)).max() / np.ptp(curve.values)
        for curve, values in zip(moving, found["values"], strict=True)
    ]
    record_property("largest deviation of a curve, part of its range", float(max(off)))
    # Blender keeps keys and handles in single precision, and aligns them in that.
    assert max(off) < 2e-4
    assert found["moved"] < 1e-3


def test_sparse_keys_that_blender_exports_come_in_as_keys(tmp_path):
    """Each bone has keys on frames of its own; between them Blender rewrites its curves when it exports them."""
    keys = [[1, 20, 60], [1, 31, 60], [1, 20, 41, 60]]
    file = tmp_path / "sparse.glb"
    places = np.array(ask("export_sparse.py", {"file": str(file), "keys": keys}, tmp_path))
    found = unbake.load(file)
    assert isinstance(found, unbake.KeyedAnimation)
    assert found.key_numbers() == (1, 20, 31, 41, 60)
    bones = [found.skeleton.index(f"bone{number}") for number in range(3)]
    off_m = np.linalg.norm(found.sample().positions()[:, bones] - places, axis=2)
    assert off_m[[0, 59]].max() < 1e-5
    assert off_m.max() < 0.05
