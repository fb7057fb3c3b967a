"""The commands as a user runs them, on the clip that comes with the package."""

import csv
import itertools
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.spatial.transform import Rotation

from cli.running import run_json
from formats.bvh.bvh_texts import random_bvh
from unbake.cli.main import main
from unbake.curves.measure import measure_motions
from unbake.formats.registry import load, load_motion, save
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_product

pytestmark = pytest.mark.usefixtures("one_thread")


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


def test_one_frame_is_counted_as_one(capsys, clip, tmp_path, monkeypatch):
    words = []
    monkeypatch.setattr(Axes, "set_xlabel", lambda axes, text, **style: words.append(text))
    monkeypatch.setattr(Figure, "suptitle", lambda figure, text, **style: words.append(text))
    plot = ("--range", "9:9", "--plot", str(tmp_path / "one.png"))
    assert main(["space", str(clip), *plot]) == 0
    assert "1 selection of frames 9–9" in " ".join(capsys.readouterr().out.split())
    assert main(["compare", str(clip), *plot, "--methods", "k-means"]) == 0
    assert {"keyframes, of 1 frame", "clip.bvh, 1 frame"} <= set(words)


def test_info_for_people(capsys, clip):
    assert main(["info", str(clip), "--role", "left-ankle=LeftToeBase", "--fps", "60"]) == 0
    out = capsys.readouterr().out
    assert "left-ankle: LeftToeBase" in " ".join(out.split())
    assert "60 frames a second" in out


@pytest.mark.parametrize("suffix", [".json", ".glb", ".fbx"])
def test_info_says_which_keys_a_file_has(capsys, clip, tmp_path, suffix):
    file = tmp_path / f"keyed{suffix}"
    made = run_json(capsys, "reduce", clip, "--range", "41:200", "--accuracy", "0.5", "--floor", "0.5cm", "-o", file)
    assert made["breakdowns"]
    facts = run_json(capsys, "info", file)
    assert facts["keys"] == made["frames"]
    assert [f for f, word in zip(facts["keys"], facts["classes"], strict=True) if word == "breakdown"] == made[
        "breakdowns"
    ]
    assert facts["layers"] == []
    assert main(["info", str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"keys {made['keys']} of 160 frames: 41, " in said
    assert f"{len(made['keyposes'])} keyposes, {len(made['breakdowns'])} breakdown" in said


def test_info_of_a_key_on_every_frame_names_none(capsys, clip, tmp_path):
    assert main(["convert", str(clip), str(tmp_path / "baked.json")]) == 0
    assert main(["convert", str(clip), str(tmp_path / "baked.glb")]) == 0
    capsys.readouterr()
    for suffix in (".json", ".glb"):
        assert "keys" not in run_json(capsys, "info", tmp_path / f"baked{suffix}")


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


def test_space_says_what_an_unusual_composition_does(capsys, clip):
    asked = ["space", str(clip), "--range", "1:40", "--keys-max", "5", "--criterion", "line-max", "--metric", "pose"]
    assert main(asked) == 0
    assert "composed by" not in capsys.readouterr().err
    assert main([*asked, "--compose", "sum"]) == 0
    assert "line-max composed by sum: largest distances are added up" in " ".join(capsys.readouterr().err.split())


def test_space_of_bare_points(capsys, tmp_path):
    points = tmp_path / "points.npy"
    np.save(points, np.cumsum(np.random.default_rng(0).normal(size=(40, 6)), axis=0))
    space = run_json(capsys, "space", points, "--criterion", "line-max", "--metric", "pose")
    assert len(space["selections"]) == 39
    assert main(["reduce", str(points), "-o", str(tmp_path / "out.glb")]) == 2
    assert "no skeleton" in capsys.readouterr().err


@pytest.mark.slow
def test_reduce_fields_and_outputs(capsys, clip, tmp_path):
    outputs = [tmp_path / name for name in ("out.glb", "out.bvh", "out.json", "out.gltf")]
    options = [word for path in outputs for word in ("-o", path)]
    result = run_json(capsys, "reduce", clip, *options, "--keys", "20", "--fit", "hermite", "--range", "41:240")
    assert list(result) == [
        *("keys", "frames", "keyposes", "breakdowns", "holds", "leads"),
        *("keys_alone", "compression", "error", "tips", "outputs", "files"),
        "seconds",
        *("warnings", "ends", "broken_tangents"),
    ]
    shown = [one["blender"] and one["blender"]["first_frame"] for one in result["files"]]
    assert shown == [0, 1, None, 0]
    assert [one["path"] for one in result["files"]] == result["outputs"]
    assert result["files"][0]["max_cm"] <= result["error"]["max_cm"]
    assert 0.0 < result["ends"]["after_max_cm"] < result["ends"]["before_max_cm"]
    assert result["broken_tangents"] == 0
    assert list(result["error"]) == ["max_cm", "mean_cm", "rms_cm", "worst_joint", "worst_frame", "joints"]
    assert [one["max_cm"] for one in result["error"]["joints"]] == sorted(
        (one["max_cm"] for one in result["error"]["joints"]), reverse=True
    )
    assert result["tips"]["joints"][0]["joint"] == result["tips"]["worst_joint"]
    assert (result["tips"]["limit_cm"], result["tips"]["beyond"]) == (None, [])
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


@pytest.mark.slow
def test_reduce_by_weights_and_breaks(capsys, clip, tmp_path):
    out = tmp_path / "out.json"
    options = ("-o", out, "--keys", "9", "--range", "1:150")
    plain = run_json(capsys, "reduce", clip, *options)
    heavy = run_json(capsys, "reduce", clip, *options, "--weight", "left-foot=50", "--weight", "LeftToeBase=50")
    broken = run_json(capsys, "reduce", clip, *options, "--breaks", "0.2")
    without = run_json(capsys, "reduce", clip, *options, "--no-world")
    assert plain["error"] != heavy["error"]
    assert broken["broken_tangents"] > 0
    assert without["ends"] is None
    assert without["error"]["max_cm"] > plain["error"]["max_cm"]


@pytest.mark.slow
def test_auto_classes_reach_the_files(capsys, clip, tmp_path):
    out = tmp_path / "out.json"
    result = run_json(
        capsys, "reduce", clip, "-o", out, "-o", tmp_path / "out.glb", "--fit", "hermite", "--floor", "1cm"
    )
    assert sorted(result["keyposes"] + result["breakdowns"]) == result["frames"]
    assert result["breakdowns"]
    loaded = load(out)
    assert [f + 1 for f in loaded.selection.breakdowns] == result["breakdowns"]


@pytest.mark.slow
def test_the_error_is_a_promise(capsys, clip, tmp_path):
    """Measured again from the files, by loading them: each output stays within the error that was asked for."""
    outputs = [tmp_path / "out.glb", tmp_path / "out.bvh"]
    result = run_json(capsys, "reduce", clip, "-o", outputs[0], "-o", outputs[1], "--error", "3cm", "--range", "1:200")
    assert result["error"]["max_cm"] <= 3.0
    capture = load_motion(clip).excerpt(1, 200)
    for path in outputs:
        assert measure_motions(capture, load_motion(path)).max_cm <= 3.001


@pytest.mark.slow(8)
def test_the_promise_is_kept_by_files_that_turn_joints_by_angles_alone(capsys, tmp_path):
    capture = _tumble()
    save(capture, tmp_path / "tumble.glb")
    files = [tmp_path / "out.fbx", tmp_path / "out.usda", tmp_path / "out.json", tmp_path / "out.glb"]
    outputs = [word for file in files for word in ("-o", file)]
    result = run_json(capsys, "reduce", tmp_path / "tumble.glb", *outputs, "--usd", "splines", "--error", "3cm")
    for file, listed in zip(files, result["files"], strict=True):
        found = measure_motions(capture, load_motion(file))
        assert found.max_cm <= 3.01
        assert abs(found.max_cm - listed["max_cm"]) < 0.02
    assert load(files[1]).selection.frames == load(files[2]).selection.frames
    note = "joints are keyed by Euler angles in place of quaternions, which out.fbx, out.usda cannot hold"
    assert note in result["warnings"]
    alone = run_json(capsys, "reduce", tmp_path / "tumble.glb", "-o", files[2], "--error", "3cm")
    assert "qw" in load(files[2]).skeleton.channels[1]
    assert not any("Euler" in warning for warning in alone["warnings"])


def _tumble():
    """A chain whose joints turn by quaternions, all ways round."""
    rng, fps = np.random.default_rng(1), 30
    ways = np.cumsum(rng.normal(size=(5, 60, 3)) * 0.1, axis=1) + rng.normal(size=(5, 1, 3))
    ways *= 8.0 / fps / np.linalg.norm(ways, axis=-1, keepdims=True)
    turns = np.empty((60, 5, 4))
    turns[0] = [0.0, 0.0, 0.0, 1.0]
    for frame in range(1, 60):
        turns[frame] = quaternion_product(turns[frame - 1], Rotation.from_rotvec(ways[:, frame]).as_quat())
    offsets = [[0.0, 1.0, 0.0], *[[0.0, 0.3, 0.0]] * 4]
    motion = Motion.from_arrays([f"j{joint}" for joint in range(5)], [-1, 0, 1, 2, 3], offsets, turns, fps=fps)
    return replace(motion, skeleton=motion.skeleton.with_quaternion_channels())


@pytest.mark.slow
def test_the_promise_reaches_the_tips(capsys, clip, tmp_path):
    """All that are beyond it are listed; with --tips none are."""
    out = tmp_path / "out.glb"
    asked = ("reduce", clip, "-o", out, "--error", "3cm", "--range", "1:200")
    capture = load_motion(clip).excerpt(1, 200)
    every = list(capture.skeleton.names)
    found = run_json(capsys, *asked)["tips"]
    away = measure_motions(capture, load_motion(out), every)
    assert found["max_cm"] > 3.0
    assert not found["are_promised"]
    beyond = [one.joint for one in away.by_joint() if one.max_cm > 3.0]
    assert [one["joint"] for one in found["beyond"]] == beyond
    assert {one["joint"] for one in found["joints"]} | set(measure_motions(capture, load_motion(out)).joints) == set(
        every
    )
    promised = run_json(capsys, *asked, "--tips")["tips"]
    assert measure_motions(capture, load_motion(out), every).max_cm <= 3.001
    assert (promised["are_promised"], promised["limit_cm"], promised["beyond"]) == (True, 3.0, [])


@pytest.mark.slow
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


@pytest.mark.slow
def test_detail_gives_the_capture_back(capsys, clip, tmp_path):
    out = tmp_path / "out.bvh"
    run_json(capsys, "reduce", clip, "-o", out, "--keys", "5", "--fit", "hermite", "--detail", "1")
    assert measure_motions(load_motion(clip), load_motion(out)).max_cm < 0.01


def test_report_is_written(capsys, clip, tmp_path):
    report = tmp_path / "report.html"
    options = ["reduce", clip, "-o", tmp_path / "o.glb", "--fit", "hermite", "--report", report, "--range", "1:150"]
    run_json(capsys, *options)
    assert report.read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")


@pytest.mark.slow
def test_each_file_has_its_own_error(capsys, clip, tmp_path):
    """Where curves for glTF are others than the rest has, the error above is that of the worse ones."""
    files = [tmp_path / f"out.{suffix}" for suffix in ("glb", "json", "bvh")]
    outputs = [word for file in files for word in ("-o", file)]
    asked = ["reduce", clip, "--range", "1:120", "--keys", "8", "--report", tmp_path / "out.html"]
    errors = [one.get("max_cm") for one in run_json(capsys, *asked, *outputs)["files"]]
    assert errors[0] != errors[1] == errors[2]
    assert main([*map(str, [*asked, *outputs])]) == 0
    said = "".join(capsys.readouterr().out.split())
    for file, error in zip(files, errors, strict=False):
        assert f"{file}({error:.2f}cmatworst)" in said
    assert f"{tmp_path / 'out.html'}(" not in said
    assert main([*map(str, [*asked, "-o", files[0]])]) == 0
    assert f"{files[0]}(" not in "".join(capsys.readouterr().out.split())


def test_reduce_for_people(capsys, clip, tmp_path):
    assert main(["reduce", str(clip), "-o", str(tmp_path / "out.glb"), "--keys", "12", "--fit", "schneider"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "12 of 400 frames (3.0 %)" in out
    assert "cm at worst" in out


def test_the_percentage_is_of_the_excerpt(capsys, clip, tmp_path):
    out = tmp_path / "out.glb"
    assert main(["reduce", str(clip), "-o", str(out), "--keys", "20", "--fit", "hermite", "--range", "201:360"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "frames 201–360 at 120 a second" in out
    assert re.search(r"20 of 160 frames \(12\.5 %\): (\d+, ){14}… 360", out)


@pytest.fixture(scope="module")
def known_keys():
    """What commands of this module answered, by their options: the same command is not run again for each option."""
    return {}


@pytest.fixture
def keys_of(capsys, clip, tmp_path, known_keys):
    """Return a function from options to the keyframes that they choose."""

    def keys(*options):
        if options not in known_keys:
            arguments = ["reduce", clip, "-o", tmp_path / "keys.json", "--fit", "hermite", "--range", "1:200"]
            known_keys[options] = run_json(capsys, *arguments, *options)["frames"]
        return known_keys[options]

    return keys


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["--floor", "1cm"],
        ["--layers", "blocking"],
        ["--layers", "thesis"],
        ["--lead", "hands"],
        ["--min-gap", "20"],
        ["--max-gap", "12"],
        ["--role", "hips=Head"],
    ],
    ids=" ".join,
)
def test_each_option_of_the_layers_changes_the_keys(keys_of, options):
    assert keys_of(*options) != keys_of()


@pytest.mark.slow
def test_layers_choose_where_nothing_is_said(keys_of):
    assert keys_of("--auto") == keys_of()


@pytest.mark.parametrize("options", [["--significance", "90"], ["--accuracy", "4"], ["--floor", "3cm"]], ids=" ".join)
def test_each_threshold_of_layers_with_criteria_changes_the_keys(keys_of, options):
    layers = ["--layers", "blocking"]
    assert keys_of(*layers, *options) != keys_of(*layers)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["--criterion", "lerp-max"],
        ["--metric", "pose"],
        ["--compose", "sum"],
        ["--pin", "77"],
        ["--min-gap", "15"],
        ["--max-gap", "25"],
        ["--lead", "feet"],
        ["--method", "pieces", "--pin", "77"],
        ["--nudge"],
    ],
    ids=" ".join,
)
def test_each_option_of_the_space_changes_the_keys(keys_of, options):
    assert keys_of("--keys", "9", *options) != keys_of("--keys", "9")


@pytest.mark.slow
def test_roles_are_held_to_the_promise(capsys, clip, tmp_path):
    """The toe bases take the ankles' places: measured from the file that was written."""
    out = tmp_path / "out.bvh"
    roles = ["--role", "left-ankle=LeftToeBase", "--role", "right-ankle=RightToeBase"]
    run_json(capsys, "reduce", clip, "-o", out, "--error", "2cm", "--range", "1:160", *roles)
    capture, written = load_motion(clip).excerpt(1, 160), load_motion(out)
    toes = [capture.skeleton.names.index(name) for name in ("LeftToeBase", "RightToeBase")]
    away = np.linalg.norm(capture.positions()[:, toes] - written.positions()[:, toes], axis=-1)
    assert away.max() <= 0.02001


@pytest.mark.parametrize("options", [[], ["--keys", "6"], ["--error", "50cm"], ["--keys", "6", "--lead", "j3"]])
def test_joints_that_no_one_recognises(capsys, tmp_path, options):
    """A figure without hips or any other role: the root leads, all joints are measured."""
    figure = tmp_path / "figure.bvh"
    figure.write_text(random_bvh(np.random.default_rng(3), joints=6, frames=20))
    assert run_json(capsys, "info", figure)["roles"] == {}
    outputs = ["-o", tmp_path / "out.bvh", "-o", tmp_path / "out.glb"]
    result = run_json(capsys, "reduce", figure, *outputs, "--fit", "hermite", *options)
    assert (result["frames"][0], result["frames"][-1]) == (1, 20)
    assert result["error"]["worst_joint"].split(" (")[0] in [f"j{n}" for n in range(6)]
    assert load_motion(tmp_path / "out.bvh").n_frames == load_motion(tmp_path / "out.glb").n_frames == 20


@pytest.mark.slow
def test_the_methods_for_long_takes(capsys, clip, tmp_path):
    out = tmp_path / "out.bvh"
    result = run_json(
        capsys,
        "reduce",
        clip,
        "-o",
        out,
        "--fit",
        "hermite",
        "--range",
        "1:160",
        "--error",
        "3cm",
        "--method",
        "bounded",
    )
    assert measure_motions(load_motion(clip).excerpt(1, 160), load_motion(out)).max_cm <= 3.001
    assert all(result["warnings"])
    arguments = ["reduce", clip, "-o", out, "--fit", "hermite", "--keys", "9", "--method", "pieces"]
    assert main([*map(str, arguments)]) == 0
    notes = capsys.readouterr().err.splitlines()
    # One piece has no cuts that could cost anything.
    assert not any("cuts" in note for note in notes)
    assert "note: " not in notes


@pytest.mark.slow
def test_half_of_the_detail(capsys, clip, tmp_path):
    errors, noted = [], []
    for detail in ("0", "0.5", "1"):
        out = tmp_path / "out.bvh"
        arguments = ["reduce", clip, "-o", out, "--keys", "5", "--fit", "hermite", "--range", "1:80"]
        result = run_json(capsys, *arguments, "--detail", detail)
        errors.append(measure_motions(load_motion(clip).excerpt(1, 80), load_motion(out)).max_cm)
        assert errors[-1] == pytest.approx(result["error"]["max_cm"], abs=1e-3)
        noted.append([w for w in result["warnings"] if "lost detail put back" in w])
    assert errors[2] < 1e-3 < 0.3 * errors[0] < errors[1] < 0.7 * errors[0]
    assert [len(notes) for notes in noted] == [0, 1, 1]
    assert noted[1][0].startswith("with 50 % of")


def test_space_for_people_and_the_range_of_poses(capsys, tmp_path):
    """A table in centimetres; the distance between the two poses farthest apart."""
    values = np.zeros((40, 3))
    values[20] = [0.1234, 0.05, 0.0]
    values[30] = [0.0, 0.0, 0.3]
    points = tmp_path / "points.npy"
    np.save(points, values)
    arguments = ["space", points, "--criterion", "lerp-max", "--metric", "pose"]
    ways = np.linalg.norm(values[:, None] - values[None], axis=-1)
    assert run_json(capsys, *arguments)["pose_range_m"] == pytest.approx(ways.max())
    assert main([*map(str, arguments)]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["keys", "error", "cm", "frames"]
    assert lines[1] == ["2", "30", "0,", "39"] or lines[1] == ["2", "30", "1,", "40"]
    assert main([*map(str, arguments[:2]), "--criterion", "lerp-sum", "--metric", "pose"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["keys", "error", "m²", "frames"]
    assert float(lines[1][1]) == pytest.approx(np.sum(values**2), abs=5e-4)


@pytest.mark.slow
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


@pytest.mark.slow
def test_demo_as_json(capsys, tmp_path):
    result = run_json(capsys, "demo", tmp_path / "here")
    names = ["demo.glb", "demo.bvh", "demo.json", "report.html"]
    assert result["outputs"] == [str(tmp_path / "here" / name) for name in names]
    assert {p.name for p in (tmp_path / "here").iterdir()} == {"capture.bvh", *names}


def test_without_a_command_there_is_help_and_nothing_else(capsys):
    main(["--help"])
    wanted = capsys.readouterr().out
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.out.strip() == wanted.strip()
    assert captured.err == ""


def test_paragraphs_of_help_flow(capsys, monkeypatch):
    """Lines end where the terminal does, not where those of the docstring end."""
    monkeypatch.setenv("COLUMNS", "100")
    for arguments in (["compare"], ["library", "add"]):
        main([*arguments, "--help"])
        lines = [line.strip() for line in capsys.readouterr().out.split("╭")[0].splitlines()]
        wrapped = [(line, following) for line, following in itertools.pairwise(lines) if line and following]
        assert wrapped
        for line, following in wrapped:
            assert len(line) + 1 + len(following.split()[0]) > 97, line


def test_a_single_breakdown_is_not_in_the_plural(clip, tmp_path, capsys):
    assert main(["reduce", str(clip), "--keys", "9", "-o", str(tmp_path / "out.json")]) == 0
    assert re.search(r"\d keyposes, 1 breakdown\s", capsys.readouterr().out)


def test_version_and_help(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("unbake 0.")
    assert main(["reduce", "--help"]) == 0
    assert "--error" in capsys.readouterr().out
