"""``unbake layers``: on captured and on reduced clips."""

import json

import numpy as np

from cli.running import run_json
from unbake.cli.main import main
from unbake.editing import apply_layers
from unbake.feet.labels import FootLabels, Plant
from unbake.formats import load_layers
from unbake.formats.foot_labels.format import load_labels, save_labels
from unbake.formats.registry import load, load_motion


def layer_file(tmp_path, **more):
    nod = {"name": "nod", "frames": [10, 30, 50], "turns_rad": {"Head": [[0, 0, 0], [0.4, 0, 0], [0, 0, 0]]}}
    file = tmp_path / "layers.json"
    file.write_text(json.dumps({"format": "unbake layers", "version": 1, "layers": [nod | more]}))
    return file


def test_a_capture_gets_its_layers(capsys, clip, tmp_path):
    out, file = tmp_path / "out.bvh", layer_file(tmp_path, time_frames=[1, 40, 60], time_offsets_s=[0, 0.1, 0])
    said = run_json(capsys, "layers", clip, file, "-o", out)
    assert (said["kind"], said["layers"], said["left_out"]) == ("motion", ["nod"], [])
    motion = load_motion(clip)
    expected = apply_layers(motion, load_layers(file, motion))
    assert np.abs(load_motion(out).positions() - expected.positions()).max() < 1e-4
    assert np.abs(expected.positions() - motion.positions()).max() > 0.01


def test_a_reduced_clip_keeps_its_keys_below_the_layers(capsys, clip, tmp_path):
    keys, out, file = tmp_path / "keys.json", tmp_path / "out.json", layer_file(tmp_path)
    run_json(capsys, "reduce", clip, f"-o{keys}", "--keys", "7", "--range", "1:80", "--fit", "hermite")
    said = run_json(capsys, "layers", keys, file, "-o", out)
    assert said["kind"] == "keyed animation"
    found = load(out)
    assert found.key_numbers() == load(keys).key_numbers()
    assert [one.name for one in found.layers] == ["nod"]
    said = run_json(capsys, "layers", keys, file, "-o", tmp_path / "out.bvh")
    assert any("a key on every frame" in note for note in said["warnings"])
    assert np.abs(load_motion(tmp_path / "out.bvh").positions() - found.layered().positions()).max() < 1e-4


def test_what_is_wrong_is_one_line(capsys, clip, tmp_path):
    out = tmp_path / "out.bvh"
    back = {"time_frames": [10, 20], "time_offsets_s": [0, -2]}
    for more, target, code, said in (
        (back, out, 1, "layers.json: layer 'nod' would turn time back"),
        ({}, clip, 2, "would overwrite"),
        ({"frames": [10, 30, 5000]}, out, 1, "layers[0].frames[2] is outside"),
    ):
        assert main(["layers", str(clip), str(layer_file(tmp_path, **more)), "-o", str(target)]) == code
        shown = capsys.readouterr().err.strip()
        assert said in shown
        assert "\n" not in shown
    assert main(["layers", str(clip), str(tmp_path / "none.json"), "-o", str(out)]) == 1
    assert "none.json: cannot be read" in capsys.readouterr().err
    assert not out.exists()


def test_layers_that_change_nothing_leave_keys_as_they_are(capsys, clip, tmp_path):
    keys, out = tmp_path / "keys.json", tmp_path / "out.fbx"
    run_json(capsys, "reduce", clip, f"-o{keys}", "--keys", "7", "--range", "1:80", "--fit", "hermite")
    said = run_json(capsys, "layers", keys, layer_file(tmp_path, muted=True), "-o", out)
    assert (said["layers"], said["left_out"]) == ([], ["nod"])
    assert not any("a key on every frame" in note for note in said["warnings"])
    assert load(out).key_numbers() == load(keys).key_numbers()
    said = run_json(capsys, "layers", keys, layer_file(tmp_path, weight=0), "-o", tmp_path / "out.glb")
    assert not any("a key on every frame" in note for note in said["warnings"])


def test_foot_labels_come_along_where_they_are_true_of_the_result(capsys, clip, tmp_path):
    source, out = tmp_path / "take.bvh", tmp_path / "out.bvh"
    source.write_bytes(clip.read_bytes())
    motion = load_motion(source)
    labels = FootLabels((Plant(20, 60, 0, "hand"),), motion.n_frames, motion.fps, motion.first_frame)
    save_labels(labels, motion, source)
    said = run_json(capsys, "layers", source, layer_file(tmp_path), "-o", out)
    assert not any("foot labels" in note for note in said["warnings"])
    assert load_labels(out, load_motion(out)).plants == labels.plants
    (tmp_path / "out.feet.json").unlink()
    for more, reason in (
        ({"time_frames": [1, 40, 60], "time_offsets_s": [0, 0.1, 0]}, "the layers move time"),
        ({"shifts_m": {"Hips": [[0, 0, 0], [0, -0.1, 0], [0, 0, 0]]}}, "the layers move planted feet by up to 10 cm"),
    ):
        said = run_json(capsys, "layers", source, layer_file(tmp_path, **more), "-o", out)
        assert f"the foot labels of take.bvh are not stored with out.bvh: {reason}" in said["warnings"]
        assert not (tmp_path / "out.feet.json").exists()
