"""``unbake convert``, as a user runs it."""

import numpy as np
import pytest

import unbake
from cli.running import run_json
from formats.figures import figure_motion, keyed
from unbake.cli.main import main
from unbake.curves.measure import measure_motions
from unbake.formats.registry import load, load_motion

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("suffix", [".glb", ".gltf", ".json", ".bvh"])
def test_convert_there_and_back(capsys, clip, tmp_path, suffix):
    there, back = tmp_path / f"there{suffix}", tmp_path / "back.bvh"
    run_json(capsys, "convert", clip, there, "--range", "1:60")
    run_json(capsys, "convert", there, back)
    assert measure_motions(load_motion(clip).excerpt(1, 60), load_motion(there)).max_cm < 0.01
    assert np.abs(load_motion(back).positions()[:, 0] - load_motion(clip).positions()[:60, 0]).max() < 1e-4


def test_convert_to_a_script_for_blender(capsys, clip, tmp_path):
    native = tmp_path / "held.json"
    run_json(capsys, "reduce", clip, "-o", native, "--keys", "5", "--range", "1:60", "--hold-feet", "--foot-layer")
    assert run_json(capsys, "convert", clip, tmp_path / "baked.py")["kind"] == "motion"
    result = run_json(capsys, "convert", native, tmp_path / "keys.py")
    assert result["kind"] == "keyed animation"
    assert any("the layer 'feet' is left out" in warning for warning in result["warnings"])
    assert any("keys.py: a Blender script has no place for them" in warning for warning in result["warnings"])
    assert "TYPES = " in (tmp_path / "keys.py").read_text()
    labels = [
        note for note in run_json(capsys, "convert", native, tmp_path / "points.c3d")["warnings"] if "labels" in note
    ]
    assert labels == ["the foot labels are not stored with points.c3d: a C3D has no place for them"]


@pytest.mark.parametrize("suffix", [".ma", ".anim"])
def test_convert_to_maya(capsys, clip, tmp_path, suffix):
    native, reduced = tmp_path / "keys.json", tmp_path / f"reduced{suffix}"
    few = ("--keys", "5", "--range", "1:40", "--fit", "hermite")
    said = run_json(capsys, "reduce", clip, f"-o{native}", f"-o{reduced}", *few)
    result = run_json(capsys, "convert", native, tmp_path / f"keys{suffix}")
    assert (result["kind"], result["deviation"]) == ("keyed animation", None)
    assert (tmp_path / f"keys{suffix}").read_text() == reduced.read_text()
    left_out = f"reduced{suffix}: the skeleton is not in a .anim"
    assert any(left_out in warning for warning in said["warnings"]) == (suffix == ".anim")


@pytest.mark.slow
def test_convert_says_what_maya_loses_of_quaternions(capsys, clip, tmp_path):
    """What comes from glTF turns by quaternions: its curves are fitted again, and how far that is off is said."""
    gltf, native, out = tmp_path / "clip.glb", tmp_path / "keys.json", tmp_path / "keys.ma"
    run_json(capsys, "convert", clip, gltf, "--range", "1:40")
    run_json(capsys, "reduce", gltf, f"-o{native}", "--keys", "5", "--fit", "hermite")
    result = run_json(capsys, "convert", native, out)
    assert 0.0 < result["deviation"]["max_cm"] < 5.0
    assert any("by Euler angles, not by quaternions" in warning for warning in result["warnings"])
    main(["convert", str(native), str(out)])
    assert "Maya holds Euler angles only" in " ".join(capsys.readouterr().out.split())


def test_convert_to_fbx(capsys, clip, tmp_path):
    assert run_json(capsys, "convert", clip, tmp_path / "baked.fbx", "--range", "1:60")["kind"] == "motion"
    native = tmp_path / "keys.json"
    unbake.save(keyed(figure_motion(), (0, 20, 59)), native)
    plain = run_json(capsys, "convert", native, tmp_path / "keys.fbx")
    assert (plain["kind"], plain["deviation"]) == ("keyed animation", None)
    run_json(capsys, "convert", native, tmp_path / "figure.fbx", "--figure")
    assert (tmp_path / "figure.fbx").read_bytes().count(b"SubDeformer") > 5
    assert b"SubDeformer" not in (tmp_path / "keys.fbx").read_bytes()


def test_convert_to_points_and_units(capsys, clip, tmp_path):
    result = run_json(capsys, "convert", clip, tmp_path / "points.csv")
    assert result["kind"] == "points"
    assert load(tmp_path / "points.csv").names[0] == "Hips"
    run_json(capsys, "convert", clip, tmp_path / "cm.bvh", "--out-unit", "cm")
    again = load_motion(tmp_path / "cm.bvh")
    assert np.abs(again.positions() - load_motion(clip).positions()).max() < 1e-4


@pytest.mark.slow
def test_a_baked_json_is_a_motion(capsys, clip, tmp_path):
    baked, cut = tmp_path / "baked.json", tmp_path / "cut.bvh"
    assert run_json(capsys, "convert", clip, baked)["kind"] == "motion"
    assert run_json(capsys, "convert", baked, cut, "--range", "5:20")["kind"] == "motion"
    assert measure_motions(load_motion(clip).excerpt(5, 20), load_motion(cut)).max_cm < 0.01
    keyed = tmp_path / "keyed.json"
    run_json(capsys, "reduce", clip, "-o", keyed, "--keys", "5", "--fit", "hermite", "--range", "1:60")
    assert run_json(capsys, "convert", keyed, tmp_path / "again.json")["kind"] == "keyed animation"


@pytest.mark.parametrize("suffix", [".json", ".glb", ".fbx"])
def test_a_range_of_a_keyed_animation_keeps_its_keys(capsys, clip, tmp_path, suffix):
    keyed, part = tmp_path / f"keyed{suffix}", tmp_path / "part.json"
    made = run_json(capsys, "reduce", clip, "-o", keyed, "--keys", "6", "--range", "1:120")
    said = run_json(capsys, "convert", keyed, part, "--range", "15:90")
    assert said["kind"] == "keyed animation"
    found, whole = load(part), load(keyed)
    assert set(found.key_numbers()) == {15, 90, *(frame for frame in made["frames"] if 15 < frame < 90)}
    assert measure_motions(whole.sample().excerpt(15, 90), found.sample()).max_cm < 0.1


@pytest.mark.slow
def test_convert_says_what_gltf_loses_of_the_curves(capsys, clip, tmp_path):
    """Free handles become handles at thirds: how far that moves joints is measured against the curves of the JSON."""
    native, out = tmp_path / "keys.json", tmp_path / "keys.glb"
    run_json(capsys, "reduce", clip, "-o", native, "--keys", "9", "--range", "1:200")
    said = run_json(capsys, "convert", native, out)["deviation"]
    measured = measure_motions(load(native).sample(), load_motion(out))
    assert (said["max_cm"], said["worst_joint"]) == (pytest.approx(measured.max_cm), measured.worst_joint)
    assert said["tips_max_cm"] == pytest.approx(measured.tips.max_cm)
    main(["convert", str(native), str(tmp_path / "again.glb")])
    text = " ".join(capsys.readouterr().out.split())
    assert f"{measured.max_cm:.2f} cm at worst ({measured.worst_joint}, frame {measured.worst_number})" in text
    assert run_json(capsys, "convert", native, tmp_path / "keys.bvh")["deviation"] is None
    assert run_json(capsys, "convert", out, tmp_path / "other.glb")["deviation"] is None


@pytest.mark.slow
def test_convert_to_c3d(capsys, clip, tmp_path):
    """All joints are markers; of a keyed animation, at every frame."""
    native, out = tmp_path / "keys.json", tmp_path / "walk.c3d"
    result = run_json(capsys, "convert", clip, out, "--range", "5:60")
    assert any("they have no skeleton any more" in warning for warning in result["warnings"])
    written, motion = load(out), load_motion(clip).excerpt(5, 60)
    assert (written.names, written.first_frame) == (motion.skeleton.names, 5)
    np.testing.assert_allclose(written.positions(), motion.positions(), atol=1e-6)
    run_json(capsys, "reduce", clip, f"-o{native}", "--keys", "5", "--range", "1:40", "--fit", "hermite")
    run_json(capsys, "convert", native, out)
    np.testing.assert_allclose(load(out).positions(), load(native).sample().positions(), atol=1e-6)


@pytest.mark.slow
def test_usd_as_a_skeleton_and_as_splines(capsys, clip, tmp_path):
    pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")
    keys, again = tmp_path / "keys.usda", tmp_path / "again.json"
    result = run_json(capsys, "reduce", clip, "-o", keys, "--keys", "5", "--range", "1:60", "--usd", "splines")
    assert not any("left out" in warning for warning in result["warnings"])
    run_json(capsys, "convert", keys, again)
    assert load(again).key_numbers() == load(keys).key_numbers()
    assert len(load(again).selection) == 5
    result = run_json(capsys, "convert", again, tmp_path / "baked.usdc")
    assert any("left out; --usd splines writes them" in warning for warning in result["warnings"])
    assert measure_motions(load(again).sample(), load_motion(tmp_path / "baked.usdc")).max_cm < 1e-3
