"""Motions of the SMPL family: what AMASS and others store, judged by SciPy and by where a body then is."""

from __future__ import annotations

import io
import json
import zipfile
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import unbake
from unbake.cli.main import main
from unbake.errors import FileError, UnbakeError
from unbake.formats.smpl.body import MODELS, skeleton_of
from unbake.motion.points import Points

FRAMES = 12
WAY = np.array([0.0, 0.0, 0.9]) + np.cumsum(np.full((FRAMES, 3), 0.01), axis=0)
UPRIGHT = Rotation.from_euler("x", 90, degrees=True)
"""What turns a body with y up so that z is up, as AMASS has it."""


def poses(joints, seed=3, upright=UPRIGHT):
    vectors = 0.4 * np.random.default_rng(seed).normal(size=(FRAMES, joints, 3))
    lean = Rotation.from_rotvec(0.2 * vectors[:, 0])
    vectors[:, 0] = ((upright * lean) if upright else lean).as_rotvec()
    return vectors


def stored(file, **arrays):
    np.savez(file, **arrays)
    return file


def amass(file, joints=52, **others):
    arrays = {
        "poses": poses(joints).reshape(FRAMES, -1),
        "trans": WAY,
        "betas": np.zeros(16),
        "dmpls": np.zeros((FRAMES, 8)),
        "gender": np.array(b"female"),
        "mocap_framerate": np.array(120.0),
    }
    return stored(file, **(arrays | others))


def world(vectors, parents):
    """World rotations by SciPy, frame by frame and joint by joint."""
    local = [Rotation.from_rotvec(vectors[:, joint]) for joint in range(vectors.shape[1])]
    found = []
    for joint, parent in enumerate(parents):
        found.append(local[joint] if parent < 0 else found[parent] * local[joint])
    return found


@pytest.mark.parametrize("joints", MODELS)
def test_amass_stands_up_with_y(tmp_path, joints):
    motion = unbake.load(amass(tmp_path / "walk.npz", joints))
    assert len(motion.skeleton.names) == joints
    assert (motion.fps, motion.n_frames) == (120, FRAMES)
    back = UPRIGHT.inv()
    for joint, turned in enumerate(world(poses(joints), motion.skeleton.parents)):
        meant, found = back * turned, Rotation.from_quat(motion.world_rotations_xyzw()[:, joint])
        assert (meant.inv() * found).magnitude().max() < 1e-6
    assert np.abs(motion.positions()[:, 0] - back.apply(WAY)).max() < 1e-12
    (note,) = motion.warnings
    assert note.code == "body-assumed"
    assert MODELS[joints][0] in note
    assert "z was taken as up" in note


def test_without_a_way_it_stands_up_in_its_place(tmp_path):
    file = stored(tmp_path / "still.npz", poses=poses(24).reshape(FRAMES, -1), fps=60)
    motion, way = unbake.load(file), unbake.load(amass(tmp_path / "walk.npz", 24))
    assert np.abs(motion.rotations_xyzw - way.rotations_xyzw).max() < 1e-12
    assert np.abs(motion.positions()[:, 0] - motion.skeleton.offsets_m[0]).max() < 1e-12
    (note,) = motion.warnings
    assert "there is no 'trans', and z was taken as up" in note


def test_what_stands_on_y_already_stays(tmp_path):
    vectors = poses(24, upright=None)
    file = stored(tmp_path / "dance.npz", poses=vectors, trans=np.zeros((FRAMES, 3)), fps=60)
    motion = unbake.load(file)
    assert motion.fps == 60
    assert "y was taken as up" in motion.warnings[0]
    off = Rotation.from_rotvec(vectors[:, 0]).inv() * Rotation.from_quat(motion.rotations_xyzw[:, 0])
    assert off.magnitude().max() < 1e-7


def test_parts_of_poses_are_put_together(tmp_path):
    whole = poses(55)
    parts = {
        "root_orient": whole[:, 0],
        "pose_body": whole[:, 1:22].reshape(FRAMES, -1),
        "pose_jaw": whole[:, 22],
        "pose_eye": whole[:, 23:25].reshape(FRAMES, -1),
        "pose_hand": whole[:, 25:].reshape(FRAMES, -1),
        "trans": np.zeros((FRAMES, 3)),
        "mocap_frame_rate": np.array(100.0),
    }
    found = unbake.load(stored(tmp_path / "parts.npz", **parts))
    same = unbake.load(stored(tmp_path / "whole.npz", poses=whole.reshape(FRAMES, -1), trans=parts["trans"]))
    assert np.array_equal(found.rotations_xyzw, same.rotations_xyzw)
    assert found.fps == 100
    assert (same.fps, same.warnings[1].code) == (120, "rate-assumed")
    other = unbake.load(tmp_path / "parts.npz", unbake.ReadOptions(fps=Fraction(50)))
    assert other.fps == 50


@pytest.mark.parametrize("joints", MODELS)
def test_the_body_is_a_person(joints):
    skeleton = skeleton_of(joints)
    places = dict(zip(skeleton.names, skeleton.rest_positions(), strict=True))
    assert len(skeleton.roles) == 21
    assert skeleton.names[skeleton.roles["left-ankle"]] == "left_ankle"
    assert skeleton.names[skeleton.roles["right-toe"]] == "right_foot"
    assert abs(places["left_ankle"][1] - 0.039 * 1.7) < 0.03
    assert abs(places["left_shoulder"][1] - 0.818 * 1.7) < 0.03
    assert abs(places["left_shoulder"][0] - 0.259 * 1.7 / 2) < 0.02
    for name, place in places.items():
        if name.startswith("left_"):
            assert np.allclose(place * [-1, 1, 1], places[name.replace("left", "right")])


def test_it_can_be_reduced_and_written(tmp_path):
    motion = unbake.load_motion(amass(tmp_path / "walk.npz"))
    unbake.save(motion, tmp_path / "walk.glb")
    assert np.abs(unbake.load_motion(tmp_path / "walk.glb").positions() - motion.positions()).max() < 1e-5


def test_points_stay_points(tmp_path):
    assert isinstance(unbake.load(stored(tmp_path / "points.npz", points=np.zeros((4, 2, 3)), fps=30)), Points)


def test_other_arrays_are_not_looked_at(tmp_path):
    """Objects are pickles, which are never read; those of no use do not matter."""
    file = amass(tmp_path / "walk.npz", labels=np.array([{"a": 1}], dtype=object))
    assert unbake.load(file).n_frames == FRAMES


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ({"poses": np.zeros((FRAMES, 100))}, "poses have 100 numbers a frame, which no known model has"),
        ({"poses": np.array([{"a": 1}], dtype=object)}, "Python objects, which are never read"),
        ({"poses": np.zeros(FRAMES)}, "'poses' holds no numbers over frames"),
        ({"poses": np.zeros((0, 156))}, "'poses' holds no numbers over frames"),
        ({"poses": np.full((FRAMES, 156), np.nan)}, "not finite"),
        ({"poses": np.full((FRAMES, 156), 1e300)}, "not finite, or beyond a million"),
        ({"trans": np.zeros((FRAMES - 1, 3))}, "'trans' has 11 frames, the poses have 12"),
        ({"trans": np.zeros((FRAMES, 2))}, "'trans' has 2 numbers a frame"),
        ({"trans": np.full((FRAMES, 3), np.inf)}, "not finite"),
        ({"mocap_framerate": np.array(0.0)}, "'mocap_framerate' is no frame rate"),
        ({"mocap_framerate": np.array("fast")}, "'mocap_framerate' is no frame rate"),
    ],
)
def test_what_is_no_motion(tmp_path, others, reason):
    with pytest.raises(FileError, match=reason) as raised:
        unbake.load(amass(tmp_path / "walk.npz", **others))
    assert "\n" not in str(raised.value)


def test_an_array_that_is_packed_to_fill_the_memory(tmp_path):
    with (
        zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("poses.npy", "w") as out,
    ):
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (60_000, 156)})
        out.write(header.getvalue())
        out.write(bytes(60_000 * 156 * 8))
    with pytest.raises(FileError, match="packed tighter than numbers are"):
        unbake.load(tmp_path / "bomb.npz")


def test_damaged_files_are_errors_or_motions(tmp_path):
    whole = amass(tmp_path / "walk.npz", 24).read_bytes()
    file, rng, refused = tmp_path / "damaged.npz", np.random.default_rng(1), 0
    for number in range(300):
        data = bytearray(whole)
        if number % 3 == 0:
            data = data[: rng.integers(len(data))]
        else:
            for place in rng.integers(len(data), size=rng.integers(1, 6)):
                data[place] = rng.integers(256)
        file.write_bytes(bytes(data))
        try:
            unbake.load(file)
        except UnbakeError:
            refused += 1
    assert refused > 100


def test_it_is_not_called_points(capsys, tmp_path):
    amass(tmp_path / "walk.npz")
    stored(tmp_path / "points.npz", points=np.zeros((4, 2, 3)), fps=30)
    for name, kind in (("walk", "SMPL motion"), ("points", "points")):
        assert main(["info", str(tmp_path / f"{name}.npz"), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["format"] == kind
