"""The commands as a user runs them, on the clip that comes with the package."""

import csv
import json
import subprocess
import sys

import numpy as np
import pytest

from clips import packaged_bytes
from unbake.cli.main import main
from unbake.curves.measure import measure_motions
from unbake.formats.registry import load, load_motion


@pytest.fixture
def clip(tmp_path):
    file = tmp_path / "clip.bvh"
    file.write_bytes(packaged_bytes())
    return file


def run_json(capsys, *arguments):
    assert main([*map(str, arguments), "--json"]) == 0
    captured = capsys.readouterr()
    return json.loads(captured.out)


def test_info_fields(capsys, clip):
    facts = run_json(capsys, "info", clip)
    assert list(facts) == [
        *("file", "format", "frames", "first_frame", "last_frame", "fps", "duration_s", "joints", "height_m", "roles"),
        "warnings",
    ]
    assert (facts["frames"], facts["first_frame"], facts["last_frame"], facts["fps"]) == (400, 1, 400, 120.0)
    assert facts["roles"]["left-ankle"] == "LeftFoot"
    assert 1.4 < facts["height_m"] < 2.2
    assert any("unit" in warning for warning in facts["warnings"])


def test_info_for_people(capsys, clip):
    assert main(["info", str(clip), "--role", "left-ankle=LeftToeBase", "--fps", "60"]) == 0
    out = capsys.readouterr().out
    assert "left-ankle: LeftToeBase" in " ".join(out.split())
    assert "60 frames a second" in out


def test_space_fields_csv_and_plot(capsys, clip, tmp_path):
    table, plot = tmp_path / "space.csv", tmp_path / "space.png"
    space = run_json(
        capsys, "space", clip, "--range", "1:120", "--keys-max", "30", "--pin", "60", "--csv", table, "--plot", plot
    )
    assert list(space) == [
        *("file", "first_frame", "last_frame", "criterion", "metric", "compose", "method", "lead", "pins"),
        *("pose_range_m", "selections", "seconds"),
    ]
    assert set(space["seconds"]) == {"load", "table", "select"}
    assert [s["keys"] for s in space["selections"]] == list(range(3, 31))
    for selection in space["selections"]:
        assert len(selection["frames"]) == selection["keys"]
        assert {1, 60, 120} <= set(selection["frames"])
    with table.open() as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["keys"]) for row in rows] == list(range(3, 31))
    assert [float(row["error_m"]) for row in rows] == [s["error"] for s in space["selections"]]
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_space_of_bare_points(capsys, tmp_path):
    points = tmp_path / "points.npy"
    np.save(points, np.cumsum(np.random.default_rng(0).normal(size=(40, 6)), axis=0))
    space = run_json(capsys, "space", points, "--criterion", "line-max", "--metric", "pose")
    assert len(space["selections"]) == 39
    assert main(["reduce", str(points), "-o", str(tmp_path / "out.glb")]) == 2
    assert "no skeleton" in capsys.readouterr().err


def test_reduce_fields_and_outputs(capsys, clip, tmp_path):
    outputs = [tmp_path / name for name in ("out.glb", "out.bvh", "out.json", "out.gltf")]
    options = [word for path in outputs for word in ("-o", path)]
    result = run_json(capsys, "reduce", clip, *options, "--keys", "20", "--fit", "hermite", "--range", "41:240")
    assert list(result) == [
        *("keys", "frames", "keyposes", "breakdowns", "compression", "error", "outputs", "seconds", "warnings"),
    ]
    assert list(result["error"]) == ["max_cm", "mean_cm", "rms_cm", "worst_joint", "worst_frame"]
    assert set(result["seconds"]) == {"load", "table", "select", "fit", "save"}
    assert (result["keys"], result["compression"]) == (20, 10.0)
    assert (result["frames"][0], result["frames"][-1]) == (41, 240)
    capture = load_motion(clip).excerpt(41, 240)
    for path in outputs:
        loaded = load_motion(path)
        assert loaded.n_frames == 200
        measured = measure_motions(capture, loaded)
        assert measured.max_cm <= result["error"]["max_cm"] + 0.01
    keyed = load(outputs[2])
    assert list(keyed.key_numbers()) == result["frames"]


def test_auto_classes_reach_the_files(capsys, clip, tmp_path):
    out = tmp_path / "out.json"
    result = run_json(capsys, "reduce", clip, "-o", out, "-o", tmp_path / "out.glb", "--fit", "hermite")
    assert sorted(result["keyposes"] + result["breakdowns"]) == result["frames"]
    assert result["breakdowns"]
    loaded = load(out)
    assert [f + 1 for f in loaded.selection.breakdowns] == result["breakdowns"]


def test_the_error_is_a_promise(capsys, clip, tmp_path):
    """Measured again from the files, by loading them: each output stays within the error that was asked for."""
    outputs = [tmp_path / "out.glb", tmp_path / "out.bvh"]
    result = run_json(capsys, "reduce", clip, "-o", outputs[0], "-o", outputs[1], "--error", "3cm", "--range", "1:200")
    assert result["error"]["max_cm"] <= 3.0
    capture = load_motion(clip).excerpt(1, 200)
    for path in outputs:
        assert measure_motions(capture, load_motion(path)).max_cm <= 3.001


def test_pins_lead_and_thresholds(capsys, clip, tmp_path):
    out = tmp_path / "o.json"
    few = run_json(capsys, "reduce", clip, "-o", out, "--fit", "hermite", "--accuracy", "50", "--floor", "20cm")
    many = run_json(
        capsys,
        "reduce",
        clip,
        "-o",
        out,
        "--fit",
        "hermite",
        "--accuracy",
        "5,5,1",
        "--floor",
        "1mm",
        "--pin",
        "77,200",
    )
    assert few["keys"] < many["keys"]
    assert {77, 200} <= set(many["keyposes"])
    hands = run_json(capsys, "reduce", clip, "-o", out, "--fit", "hermite", "--lead", "hands")
    assert hands["keyposes"] != few["keyposes"]
    thesis = run_json(capsys, "reduce", clip, "-o", out, "--fit", "hermite", "--layers", "thesis")
    assert len(thesis["keyposes"]) < len(hands["keyposes"])


def test_detail_gives_the_capture_back(capsys, clip, tmp_path):
    out = tmp_path / "out.bvh"
    run_json(capsys, "reduce", clip, "-o", out, "--keys", "5", "--fit", "hermite", "--detail", "1")
    assert measure_motions(load_motion(clip), load_motion(out)).max_cm < 0.01


def test_report_is_written(capsys, clip, tmp_path):
    report = tmp_path / "report.html"
    options = ["reduce", clip, "-o", tmp_path / "o.glb", "--fit", "hermite", "--report", report, "--range", "1:150"]
    run_json(capsys, *options)
    assert report.read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")


def test_reduce_for_people(capsys, clip, tmp_path):
    assert main(["reduce", str(clip), "-o", str(tmp_path / "out.glb"), "--keys", "12", "--fit", "schneider"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "12 of 400 frames (3.0 %)" in out
    assert "cm at worst" in out


@pytest.mark.parametrize("suffix", [".glb", ".gltf", ".json", ".bvh"])
def test_convert_there_and_back(capsys, clip, tmp_path, suffix):
    there, back = tmp_path / f"there{suffix}", tmp_path / "back.bvh"
    run_json(capsys, "convert", clip, there, "--range", "1:60")
    run_json(capsys, "convert", there, back)
    assert measure_motions(load_motion(clip).excerpt(1, 60), load_motion(there)).max_cm < 0.01
    assert np.abs(load_motion(back).positions()[:, 0] - load_motion(clip).positions()[:60, 0]).max() < 1e-4


def test_convert_to_points_and_units(capsys, clip, tmp_path):
    result = run_json(capsys, "convert", clip, tmp_path / "points.csv")
    assert result["kind"] == "points"
    assert load(tmp_path / "points.csv").names[0] == "Hips"
    run_json(capsys, "convert", clip, tmp_path / "cm.bvh", "--out-unit", "cm")
    again = load_motion(tmp_path / "cm.bvh")
    assert np.abs(again.positions() - load_motion(clip).positions()).max() < 1e-4


def test_demo_in_a_process_of_its_own(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", "from unbake.cli.main import run; run()", "demo", "here"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert {p.name for p in (tmp_path / "here").iterdir()} >= {"demo.glb", "report.html"}
    assert "demo.glb" in run.stdout
    assert "report.html" in run.stdout


def test_version_and_help(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("unbake 0.")
    assert main(["reduce", "--help"]) == 0
    assert "--error" in capsys.readouterr().out
