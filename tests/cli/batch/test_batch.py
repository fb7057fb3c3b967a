"""``unbake batch``, as a user runs it."""

import csv
import json
import shutil
import zipfile

import pytest

from batch.performing import check_once
from cli.batch.archives import events, make_clips
from cli.running import run_json
from clips import jump_bytes
from unbake.cli.batch.options import suffixes_of
from unbake.cli.main import main

FEW = ("--keys", "4", "--fit", "hermite", "--no-world")


@pytest.mark.slow(8)
def test_only_what_is_new_is_done(capsys, tmp_path):
    source, results = tmp_path / "in", tmp_path / "out"
    names = make_clips(source, 3)
    command = ("batch", "convert", source, results, "--to", "glb", "--jobs", "1")
    first = run_json(capsys, *command)
    assert (first["done"], first["done_before"], first["failed"]) == (3, 0, [])
    assert all((results / name).with_suffix(".glb").is_file() for name in names)
    stamps = {name: (results / name).with_suffix(".glb").stat().st_mtime_ns for name in names}
    (source / names[0]).write_bytes(jump_bytes())
    (source / "broken.bvh").write_text("no BVH")
    code = main([*map(str, command), "--json"])
    second = json.loads(capsys.readouterr().out)
    assert (code, second["done"], second["done_before"]) == (1, 3, 2)
    assert [failure["clip"] for failure in second["failed"]] == ["broken.bvh"]
    changed = [name for name in names if stamps[name] != (results / name).with_suffix(".glb").stat().st_mtime_ns]
    assert changed == [names[0]]
    (source / "broken.bvh").unlink()
    assert run_json(capsys, *command)["done_before"] == 3
    assert run_json(capsys, *command, "--root-motion")["done_before"] == 0


@pytest.mark.slow(8)
def test_reducing_many_is_reducing_each(capsys, tmp_path):
    source, results = tmp_path / "in", tmp_path / "out"
    names = make_clips(source, 2)
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as packed:
        for name in names:
            packed.write(source / name, name)
    shutil.copy(source / names[0], source / "a" / "00.again.bvh")
    (source / "a" / "00.feet.json").write_text("nothing")  # of nobody's interest unless feet are to hold
    said = run_json(capsys, "batch", "reduce", source, results, "--to", "json", "--reports", *FEW, "--jobs", "1")
    assert said["done"] == 3
    for name in names:
        run_json(capsys, "reduce", source / name, "-o", tmp_path / "one.json", *FEW)
        assert (results / name).with_suffix(".json").read_bytes() == (tmp_path / "one.json").read_bytes()
    page = (results / "batch-reduce.html").read_text()
    assert 'href="./a/00.html"' in page
    assert page.count('<svg class="thumbnail"') == 3
    report = (results / "a" / "00.html").read_text()
    assert f"unbake reduce {source / names[0]} -o {results / 'a' / '00.json'}" in report
    rows = list(csv.DictReader((results / "batch-reduce.csv").read_text().splitlines()))
    assert [row["clip"] for row in rows] == ["a/00.again.bvh", "a/00.bvh", "b/01.bvh"]
    assert {row["keys"] for row in rows} == {"4"}
    of_zip = run_json(capsys, "batch", "reduce", tmp_path / "in.zip", tmp_path / "zip", "--to", "json", *FEW, "-j1")
    assert of_zip["done"] == 2
    for name in names:
        there = (tmp_path / "zip" / name).with_suffix(".json")
        assert there.read_bytes() == (results / name).with_suffix(".json").read_bytes()


@pytest.mark.slow(12)
def test_feet_are_labelled_and_cleaned(capsys, tmp_path):
    source = tmp_path / "in"
    (source / "a").mkdir(parents=True)
    (source / "a" / "jump.bvh").write_bytes(jump_bytes())
    said = run_json(capsys, "batch", "label", source, source)
    assert said["results"][0]["figures"]["plants"] > 0
    assert (source / "a" / "jump.feet.json").is_file()
    assert run_json(capsys, "batch", "label", source, source)["done_before"] == 1
    [cleaned] = run_json(capsys, "batch", "clean", source, tmp_path / "out", "--to", "bvh")["results"]
    assert (tmp_path / "out" / "a" / "jump.bvh").is_file()
    assert cleaned["figures"]["drift_mm"] < cleaned["figures"]["drift_before_mm"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("reduce", "in", "out", "--to", "glb", "--error", "2 miles"), "is no length"),
        (("reduce", "in", "out", "--to", "glb", "--keys", "3", "--layers", "thesis"), "--layers is about"),
        (("reduce", "in", "out", "--to", "xyz"), "unknown suffix"),
        (("reduce", "in", "in", "--to", "glb"), "among the clips"),
        (("reduce", "in", "out", "--to", "glb", "--foot-layer"), "goes with --hold-feet"),
        (("convert", "in", "out", "--to", "amc"), "cannot hold"),
        (("convert", "in", "out", "--to", "bvh,json"), "--to bvh,json: this command writes one format"),
        (("clean", "in", "out", "--to", "glb,bvh"), "this command writes one format"),
        (("convert", "in", "out", "--to", "glb", "--out-unit", "cm"), "has a unit of its own"),
        (("convert", "in", "out", "--to", "bvh", "--memory", "much"), "is no size"),
        (("convert", "in", "out", "--to", "bvh", "--memory", "1MB"), "--jobs takes fewer workers"),
        (("convert", "in", "out", "--to", "bvh", "--through-scheduler"), "goes with --scheduler"),
        (("convert", "in", "out", "--to", "bvh", "--scheduler", "tcp://x:1", "-j2"), "is about this machine"),
        (("convert", "in", "in/a/00.bvh", "--to", "bvh"), "cannot be made a folder"),
        (("convert", "nowhere", "out", "--to", "bvh"), "does not exist"),
        (("clean", "in", "out", "--to", "bvh", "--lengths", "long"), "is unknown"),
        (("label", "in", "out", "--plates", "--oracle", "x"), "leave out --oracle"),
    ],
)
def test_what_makes_no_sense_is_one_line_before_any_work(capsys, tmp_path, monkeypatch, words, text):
    monkeypatch.chdir(tmp_path)
    make_clips(tmp_path / "in", 1)
    assert main(["batch", *words]) in (1, 2)
    shown = capsys.readouterr().err
    assert text in " ".join(shown.split())
    assert len(shown.splitlines()) == 1
    left = list((tmp_path / "out").glob("*"))
    assert [one.name for one in left] == ([".unbake-batch"] if "1MB" in words else [])
    assert (tmp_path / "out").exists() == bool(left)
    assert events(tmp_path / "out") == []


def test_a_judge_of_single_work():
    check_once([("start", "a"), ("start", "a"), ("done", "a")], ["a"])
    for wrong in ([("done", "a"), ("done", "a")], [("done", "a"), ("start", "a")], [("start", "a")]):
        with pytest.raises(AssertionError):
            check_once(wrong, ["a"])
    check_once([("start", "a")], ["a"], lost=1)
    for wrong in ([("done", "a"), ("done", "a")], [("start", "a"), ("start", "a")], []):
        with pytest.raises(AssertionError):
            check_once(wrong, ["a"], lost=1)


def test_several_suffixes_are_given_together_or_one_by_one():
    assert suffixes_of(["glb,json"]) == suffixes_of(["glb", ".JSON"]) == suffixes_of(["glb, json", "glb"])
    assert suffixes_of(["glb,json"]) == (".glb", ".json")
