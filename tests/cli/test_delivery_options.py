"""``--to-fps``, ``--in-place``, ``--root-motion``, ``--up``, ``--forward``, ``--names`` and ``--units``."""

import json
from dataclasses import replace

import numpy as np
import pytest

from cli.running import run_json
from clips import jump_bytes, jump_clip
from unbake.cli.main import main
from unbake.curves.measure import measure_motions
from unbake.formats.registry import ReadOptions, WriteOptions, load, load_motion, save
from unbake.motion import in_place, turn_to, with_root_motion

CM = ReadOptions(metres_per_unit=0.01)


@pytest.fixture
def clip(tmp_path):
    file = tmp_path / "jump.bvh"
    file.write_bytes(jump_bytes())
    return file


def test_convert_takes_them_all(capsys, clip, tmp_path):
    out = tmp_path / "out.bvh"
    options = ("--root-motion", "--up", "z", "--forward", "x", "--names", "unreal", "--to-fps", "30", "--units", "cm")
    said = run_json(capsys, "convert", clip, out, *options)
    assert any("Unreal" in warning and "LHipJoint" in warning for warning in said["warnings"])
    back, source = load_motion(out, CM), jump_clip()
    assert (float(back.fps), back.n_frames) == (30.0, 35)
    assert back.skeleton.names[:2] == ("root", "pelvis")
    # What is read of a file with z up has y up again.
    turned = source.positions()[::4] @ turn_to("z", "x").T @ turn_to("-z").T
    names = ["pelvis", "head", "hand_l", "foot_r", "LHipJoint"]
    old = [source.skeleton.index(name) for name in ("Hips", "Head", "LeftHand", "RightFoot", "LHipJoint")]
    new = [back.skeleton.index(name) for name in names]
    assert np.abs(back.positions()[:, new] - turned[:, old]).max() < 1e-4


def test_in_place_points(capsys, clip, tmp_path):
    run_json(capsys, "convert", clip, tmp_path / "out.npz", "--in-place", "--up", "z")
    points = load(tmp_path / "out.npz")
    hips = points.names.index("Hips") if "Hips" in points.names else 0
    places = points.values.reshape(points.n_frames, -1, 3)
    assert np.abs(places[:, hips, :2]).max() < 1e-12
    assert np.ptp(places[:, hips, 2]) > 0.1


@pytest.mark.slow(3)
def test_reduce_takes_them(capsys, clip, tmp_path):
    glb, native = tmp_path / "out.glb", tmp_path / "out.json"
    options = ("--keys", "6", "--to-fps", "30", "--root-motion", "--names", "mixamo")
    said = run_json(capsys, "reduce", clip, "-o", glb, "-o", native, *options)
    assert sum("kept the old name" in warning for warning in said["warnings"]) == 1
    assert said["frames"][-1] == 35
    source = jump_clip().resampled(30)
    keys = [frame - 1 for frame in said["frames"]]
    for file in (glb, native):
        back = load_motion(file)
        assert (float(back.fps), back.n_frames) == (30.0, 35)
        assert back.skeleton.names[:2] == ("root", "mixamorig:Hips")
        assert np.abs(back.positions()[keys, 1:] - source.positions()[keys]).max() < 1e-5
    assert load(native).selection.frames == tuple(keys)
    json.loads(native.read_text())


@pytest.mark.slow(4)
def test_a_promised_error_is_kept_in_place(capsys, clip, tmp_path):
    files = [tmp_path / "out.glb", tmp_path / "out.bvh"]
    said = run_json(
        capsys, "reduce", clip, "-o", files[0], "-o", files[1], "--error", "1cm", "--in-place", "--units", "cm"
    )
    target = in_place(jump_clip())
    for file, listed in zip(files, said["files"], strict=True):
        found = measure_motions(target, load_motion(file, CM if file.suffix == ".bvh" else None))
        assert found.max_cm < 1.0 + 1e-4
        assert abs(found.max_cm - listed["max_cm"]) < 1e-4
    in_world = run_json(capsys, "reduce", clip, "-o", tmp_path / "world.json", "--keys", "6")
    on_the_spot = run_json(capsys, "reduce", clip, "-o", tmp_path / "spot.json", "--keys", "6", "--in-place")
    assert on_the_spot["leads"] == in_world["leads"]  # of the motion as it was acted


@pytest.mark.slow(3)
def test_a_promised_error_is_kept_below_a_root_that_moves(capsys, tmp_path):
    acted = with_root_motion(jump_clip())
    turned = np.tile([0.0, np.sin(0.4), 0.0, np.cos(0.4)], (acted.n_frames, 1))
    skeleton = acted.skeleton.with_rotation_orders({0: "zyx"})
    acted = replace(
        acted, skeleton=skeleton, rotations_xyzw=np.stack([turned, *acted.rotations_xyzw.swapaxes(0, 1)[1:]], 1)
    )
    save(acted, tmp_path / "rooted.bvh", WriteOptions(metres_per_unit=0.01))
    out = tmp_path / "out.bvh"
    said = run_json(
        capsys, "reduce", tmp_path / "rooted.bvh", "-o", out, "--error", "1cm", "--root-motion", "--unit", "cm"
    )
    found = measure_motions(acted, load_motion(out, CM))
    assert found.max_cm < 1.0 + 1e-4
    assert abs(found.max_cm - said["error"]["max_cm"]) < 1e-4
    assert not any("fitted again" in warning for warning in said["warnings"])


@pytest.mark.slow(2)
def test_errors_of_feet_that_hold_are_said_in_place_too(capsys, clip, tmp_path):
    out = tmp_path / "out.json"
    said = run_json(capsys, "reduce", clip, "-o", out, "--keys", "12", "--hold-feet", "--in-place")
    assert any("in place they are" in warning for warning in said["warnings"])


@pytest.mark.slow(2)
def test_the_unit_of_what_reduce_writes(capsys, clip, tmp_path):
    run_json(
        capsys, "reduce", clip, "-o", tmp_path / "a.bvh", "-o", tmp_path / "a.json", "--keys", "5", "--units", "cm"
    )
    assert (
        np.abs(load_motion(tmp_path / "a.bvh", CM).positions() - load_motion(tmp_path / "a.json").positions()).max()
        < 1e-4
    )


@pytest.mark.parametrize(
    ("target", "options", "reason"),
    [
        ("a.glb", ["--up", "z"], "programs know which way is up in glTF"),
        ("a.json", ["--forward", "x"], "--forward: programs know which way is up in Unbake JSON"),
        ("a.bvh", ["--up", "w"], "up 'w' is no axis; expected one of x, y, z, -x, -y, -z"),
        ("a.bvh", ["--up", "z", "--forward", "-z"], "lie on one axis"),
        ("a.bvh", ["--in-place", "--root-motion"], "leave out one of them"),
        ("a.bvh", ["--to-fps", "fast"], "--to-fps 'fast' is no frame rate"),
        ("a.bvh", ["--to-fps", "0"], "--to-fps '0' is no frame rate"),
        ("a.bvh", ["--names", "maximo"], "did you mean 'mixamo'"),
        ("a.glb", ["--units", "cm"], "has a unit of its own"),
    ],
)
@pytest.mark.parametrize("command", ["convert", "reduce"])
def test_options_that_do_not_go(capsys, clip, tmp_path, command, target, options, reason):
    out = tmp_path / target
    arguments = ["convert", str(clip), str(out)] if command == "convert" else ["reduce", str(clip), "-o", str(out)]
    assert main([*arguments, *options]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert reason in said
    assert not out.exists()


def test_points_have_no_skeleton_to_change(capsys, clip, tmp_path):
    run_json(capsys, "convert", clip, tmp_path / "a.npz")
    assert main(["convert", str(tmp_path / "a.npz"), str(tmp_path / "b.npz"), "--in-place"]) == 2
    assert "bare points" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("target", "options"), [("a.csv", ("--root-motion",)), ("a.npy", ("--names", "mixamo"))], ids=["root", "names"]
)
def test_what_points_cannot_have_is_refused(capsys, clip, tmp_path, target, options):
    assert main(["convert", str(clip), str(tmp_path / target), *options]) == 2
    assert f"leave out {options[0]}" in capsys.readouterr().err
    assert not (tmp_path / target).exists()


def test_another_rate_comes_before_feet_that_hold(capsys, clip, tmp_path):
    assert main(["reduce", str(clip), "-o", str(tmp_path / "a.glb"), "--hold-feet", "--to-fps", "30"]) == 2
    assert "convert it first" in " ".join(capsys.readouterr().err.split())
