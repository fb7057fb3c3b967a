"""C3D markers as a skeleton: asked for, or because what is written needs one."""

import json

import numpy as np
import pytest

pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from benchmarks.markers.marked import marked

from data import DATA, needs_data
from formats.c3d.c3d_maker import write_c3d
from unbake.cli.main import main
from unbake.errors import FileError
from unbake.formats.c3d.skeleton import fitted
from unbake.formats.c3d.trial import read_trial
from unbake.formats.registry import ReadOptions, load, load_motion, save
from unbake.markers.directions import usual_length
from unbake.markers.fit import body_of
from unbake.markers.measures import Measures
from unbake.markers.sets import PLUG_IN_GAIT, recognise
from unbake.motion.motion import Motion
from unbake.motion.points import Points
from unbake.performer import perform

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]


@pytest.fixture(scope="module")
def walk():
    return perform("walk", seconds=1, fps=50, seed=2)


@pytest.fixture
def file(walk, tmp_path):
    return written(tmp_path / "walk.c3d", walk)


def written(path, walk, hidden=None, without=(), **more):
    """A C3D file of the markers on a performer, in millimetres, Z up."""
    markers = marked(walk, PLUG_IN_GAIT)
    there = [n for n, label in enumerate(markers.labels) if label not in without]
    labels = [markers.labels[n] for n in there]
    positions = 1000.0 * markers.positions_m[:, there][..., [0, 2, 1]] * [1.0, -1.0, 1.0]
    residuals = np.zeros(positions.shape[:2])
    for label, frames in (hidden or {}).items():
        residuals[frames, labels.index(label)] = -1.0
    return write_c3d(path, positions, labels, rate=50.0, first_frame=31, residuals=residuals, **more)


def test_points_unless_a_skeleton_is_asked_for(file, walk):
    assert isinstance(load(file), Points)
    motion = load(file, ReadOptions(as_skeleton=True))
    assert isinstance(motion, Motion)
    assert (motion.fps, motion.first_frame, motion.n_frames) == (50, 31, walk.motion.n_frames)
    for role in ("left-knee", "right-ankle", "left-wrist"):
        true = walk.motion.positions()[:, walk.motion.skeleton.roles[role]]
        found = motion.positions()[:, motion.skeleton.roles[role]]
        assert np.linalg.norm(found - true, axis=1).max() < 0.015
    assert load_motion(file).skeleton.names == motion.skeleton.names


def test_roles_are_those_of_the_joints(file):
    motion = load(file, ReadOptions(as_skeleton=True, roles=(("left-wrist", "LeftHand_end"),)))
    assert motion.skeleton.names[motion.skeleton.roles["left-wrist"]] == "LeftHand_end"


def test_gaps_are_named(walk, tmp_path):
    hidden = {"LKNE": slice(10, 13), "RTIB": slice(5, 40)}
    motion = load_motion(written(tmp_path / "gaps.c3d", walk, hidden))
    notes = "; ".join(motion.warnings)
    assert "filled by a cubic through the frames beside the gap: LKNE 3" in notes
    assert "not seen for too long to be filled, the others place the body there: RTIB (frames 36–70)" in notes


def test_measured_widths_are_used(walk, tmp_path):
    widths = [("PROCESSING", f"{side}KneeWidth", [width]) for side, width in (("L", 140.0), ("R", 94.0))]
    trial = read_trial(written(tmp_path / "wide.c3d", walk, extra=widths), ReadOptions())
    assert trial.widths_m == pytest.approx({"left-knee": 0.14, "right-knee": 0.094})
    places = {landmark: trial.positions_m[:, n] for landmark, n in recognise(trial.labels).places.items()}
    joints = body_of(places, Measures(trial.widths_m), 50.0).joints
    inward = [usual_length(joints[f"{side}Leg"] - places[f"{side.lower()}-knee-lateral"]) for side in ("Left", "Right")]
    assert inward == pytest.approx([0.077, 0.054], abs=0.001)


def test_what_is_missing_is_one_line(walk, tmp_path, capsys):
    file = written(tmp_path / "walk.c3d", walk, without=("LKNE", "RANK"))
    with pytest.raises(FileError, match=r"Plug-in Gait .* but a skeleton also needs LKNE, RANK$"):
        load_motion(file)
    assert main(["convert", str(file), str(tmp_path / "walk.bvh")]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "walk.bvh").exists()
    assert isinstance(load(file), Points)


def test_bare_points_have_no_markers(tmp_path, file):
    save(load(file), tmp_path / "points.npy")
    with pytest.raises(FileError, match="no labelled markers"):
        load(tmp_path / "points.npy", ReadOptions(as_skeleton=True))
    with pytest.raises(FileError, match="points without a skeleton"):
        load_motion(tmp_path / "points.npy")


def test_commands(file, tmp_path, capsys):
    assert main(["convert", str(file), str(tmp_path / "walk.bvh"), "--range", "41:60", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert fields["kind"] == "motion"
    assert any("a skeleton was fitted to" in note for note in fields["warnings"])
    assert load(tmp_path / "walk.bvh").n_frames == 20
    for points in ("walk.csv", "again.c3d"):
        assert main(["convert", str(file), str(tmp_path / points), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["kind"] == "points"
    assert main(["reduce", str(file), "-o", str(tmp_path / "keys.json"), "--keys", "6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["keys"] == 6


@needs_data
@pytest.mark.parametrize(("name", "roles"), [("PiG_Motion-FlatFoot-Full", 21), ("PiG_Motion3_FF", 9)])
def test_real_trials_agree_with_vicon(name, roles):
    """Vicon's own joint centres are in the files; its hips are by another regression, some 2 cm away."""
    trial = read_trial(DATA / "forceplates" / f"{name}.c3d", ReadOptions())
    found = fitted(trial)
    assert len(found.motion.skeleton.roles) == roles
    assert 1000.0 * np.nanmedian(found.distances_m) < 4.0
    for side in ("left", "right"):
        for joint, label, most_m in (("hip", "FEP", 0.025), ("knee", "FEO", 0.03), ("ankle", "TIO", 0.025)):
            vicon = trial.positions_m[:, trial.labels.index(f"{side[0].upper()}{label}")]
            ours = found.motion.positions()[:, found.motion.skeleton.roles[f"{side}-{joint}"]]
            assert np.nanmean(np.linalg.norm(ours - vicon, axis=1)) < most_m
