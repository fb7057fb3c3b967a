"""``unbake compare`` as a user runs it."""

import json
import re

import numpy as np
import pytest

from cli.running import run_json
from unbake.cli.main import main
from unbake.keyframes.rivals import RIVALS

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.slow
def test_fields(capsys, clip):
    found = run_json(capsys, "compare", clip, "--range", "101:200", "--repeats", "1", "--lead", "hips,hands")
    assert list(found) == [
        *("file", "first_frame", "last_frame", "lead", "pose_range_m", "counts", "seed", "repeats", "optima"),
        *("methods", "warnings"),
    ]
    assert (found["first_frame"], found["last_frame"], found["lead"]) == (101, 200, ["hips", "hands"])
    assert [method["name"] for method in found["methods"]] == list(RIVALS)
    assert {optimum["criterion"] for optimum in found["optima"]} == {"line-max", "lerp-sum", "curve-sum"}
    units = {"line-max": "m", "lerp-sum": "m²", "curve-sum": "m²"}
    for one in (*found["optima"], *found["methods"]):
        assert one["unit"] == units[one["criterion"]]
    for method in found["methods"]:
        best = next(
            {s["keys"]: s for s in optimum["selections"]}
            for optimum in found["optima"]
            if all(optimum[field] == method[field] for field in ("criterion", "metric", "compose"))
        )
        assert method["selections"]
        for selection in method["selections"]:
            assert len(selection["frames"]) == selection["keys"]
            assert (selection["frames"][0], selection["frames"][-1]) == (101, 200)
            assert selection["error"] >= best[selection["keys"]]["error"]
            assert selection["ratio"] >= 1.0


@pytest.mark.slow
def test_one_criterion_for_chosen_methods(capsys, clip):
    options = ("--methods", "genetic,greedy-adding", "--counts", "5,9", "--criterion", "lerp-max", "--metric", "joint")
    found = run_json(capsys, "compare", clip, *options, "--seed", "3", "--repeats", "2")
    (optimum,) = found["optima"]
    assert (optimum["criterion"], optimum["metric"], optimum["compose"]) == ("lerp-max", "joint", "max")
    assert [(method["name"], [s["keys"] for s in method["selections"]]) for method in found["methods"]] == [
        ("genetic", [5, 9]),
        ("greedy-adding", [5, 9]),
    ]
    again = run_json(capsys, "compare", clip, *options, "--seed", "3", "--repeats", "2")
    assert [m["selections"] for m in again["methods"]] == [m["selections"] for m in found["methods"]]


@pytest.mark.slow
def test_for_people(capsys, clip, tmp_path):
    plot = tmp_path / "compared.png"
    names = "greedy-adding,curve-saliency,k-means"
    assert main(["compare", str(clip), "--range", "1:120", "--methods", names, "--plot", str(plot)]) == 0
    out = capsys.readouterr().out
    assert "line-max, whole pose, composed by max; cm" in out
    assert "lerp-sum, whole pose, composed by sum; cm, root mean square" in out
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert "24 keys" in out
    assert rows["greedy-adding"].count("×") == 4
    assert "–" in rows["curve-saliency"]
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_time_is_of_all_selections_and_gaps_are_explained(capsys, clip):
    names = "greedy-adding,curve-saliency"
    for counts, has_gaps in (("5,9,60", True), ("5,9", False)):
        assert main(["compare", str(clip), "--methods", names, "--counts", counts]) == 0
        out = capsys.readouterr().out
        adding = next(line for line in out.splitlines() if line.startswith("greedy-adding"))
        assert adding.endswith(f"/ {len(counts.split(','))}  ")
        assert ("–: the method has no selection of so many keys" in out) == has_gaps
        assert "ms / counts: time for all of a method's selections, and how many those are" in out


@pytest.mark.parametrize("scale", [1e-7, 1.0, 1e4])
def test_numbers_of_every_size(capsys, tmp_path, scale):
    """Loose numbers have no unit; nothing is written with an exponent, cut off, or wrapped."""
    file = tmp_path / "points.npy"
    np.save(file, scale * np.cumsum(np.random.default_rng(0).normal(size=(80, 2)), axis=0))
    assert main(["compare", str(file), "--repeats", "1"]) == 0
    out = capsys.readouterr().out
    assert "line-max, whole pose, composed by max\n" in out
    assert "lerp-sum, whole pose, composed by sum; root mean square\n" in out
    assert not re.search(r"\de[+-]?\d|cm|…", out)
    for name in RIVALS:
        assert f"\n{name} " in out
    assert main(["compare", str(file), "--methods", "greedy-adding,genetic", "--counts", "5", "--json"]) == 0
    captured = json.loads(capsys.readouterr().out)
    assert [one["unit"] for one in captured["methods"]] == [None, None]


def test_one_dimension(capsys, tmp_path):
    file = tmp_path / "points.npy"
    np.save(file, np.interp(np.arange(80), np.arange(0, 90, 10), [0, 500] * 4 + [0])[:, None])
    arguments = ["compare", str(file), "--methods", "greedy-adding", "--counts", "5"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert "×>1000" in captured.out
    assert re.search(r"\noptimum +0 ×1\.00 ", captured.out)
    assert "line-max is blind" in captured.err.replace("\n", " ")
    found = run_json(capsys, "compare", *arguments[1:])
    assert any("line-max is blind" in warning for warning in found["warnings"])
    ratios = [s["ratio"] for method in found["methods"] for s in method["selections"]]
    assert {type(ratio) for ratio in ratios} == {float}


def test_one_key(capsys, tmp_path):
    file = tmp_path / "points.npy"
    np.save(file, np.ones((1, 3)))
    assert main(["compare", str(file)]) == 0
    out = capsys.readouterr().out
    assert "1 key " in out
    assert "1 keys" not in out


def test_bare_points_and_short_clips(capsys, tmp_path):
    file = tmp_path / "points.npy"
    for frames in (1, 2, 3, 20):
        np.save(file, np.cumsum(np.random.default_rng(0).normal(size=(frames, 6)), axis=0))
        assert main(["compare", str(file), "--repeats", "1"]) == 0
    assert "optimum" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--methods", "genetik"), "did you mean 'genetic'"),
        (("--methods", ","), "--methods names no method"),
        (("--counts", "5,x"), "--counts '5,x' is no list of numbers of keys"),
        (("--counts", ""), "no counts"),
        (("--counts", "401"), "401 keyframes"),
        (("--counts", "1"), "1 keyframe asked for"),
        (("--repeats", "0"), "at least one run"),
        (("--seed", "-1"), "seed"),
        (("--criterion", "line-mux"), "line-mux"),
        (("--metric", "foot"), "--metric 'foot'"),
        (("--compose", "mean"), "--compose 'mean'"),
        (("--plot", "compared.gif"), ".png"),
        (("--range", "5"), "--range '5'"),
        (("--lead", "left-hnd"), "did you mean 'left-hand'"),
    ],
)
def test_wrong_usage(capsys, clip, options, message):
    assert main(["compare", str(clip), *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err.replace("\n", " ")


def test_a_plot_needs_its_folder(capsys, clip, tmp_path):
    assert main(["compare", str(clip), "--plot", str(tmp_path / "nowhere" / "compared.png")]) == 1
    assert "folder does not exist" in capsys.readouterr().err
