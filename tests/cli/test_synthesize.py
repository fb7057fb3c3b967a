"""``unbake synthesize``: files that are written, and nothing half-written when something is wrong."""

import re
from pathlib import Path

import pytest
from tests.composition.demands.acted import filled

from cli.running import run_json
from unbake.cli.main import main
from unbake.formats.foot_labels.format import load_labels
from unbake.formats.registry import load_motion

WALK = 'length = 2.0\n[[stretch]]\nmust = ["Walk"]\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("synthesize")
    filled(folder / "acted.unbakelib").close()
    return folder


@pytest.fixture(autouse=True)
def _there(folder, monkeypatch):
    monkeypatch.chdir(folder)


def demand(text, name="demand.toml"):
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.slow
def test_a_motion_and_its_report(capsys, folder):
    arguments = ["synthesize", "acted.unbakelib", demand(WALK), "--sweeps", 2, "--exact"]
    found = run_json(capsys, *arguments, "-o", "walk.bvh", "--report", "walk.html")
    assert found["frames"] == load_motion(folder / "walk.bvh").n_frames == 121
    assert found["cost"] == 0.0
    assert found["runs"][0]["clip"].startswith("walk")
    assert found["optimum"]["is_exact"]
    assert found["optimum"]["at_least"] == 0.0
    assert (folder / "walk.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    again = run_json(capsys, *arguments, "-o", "again.bvh")
    assert again["runs"] == found["runs"]
    assert (folder / "again.bvh").read_bytes() == (folder / "walk.bvh").read_bytes()


def test_headings_and_paths_that_are_missed_are_printed(capsys):
    text = "length = 2.0\n[end]\nheading = 170.0\n[path]\npoints = [[0.0, 0.0], [0.0, 2.0]]\n"
    assert main(["synthesize", "acted.unbakelib", demand(text), "-o", "path.bvh", "--sweeps", "1"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert re.search(r"places off by [\d.]+ m at most, headings by \d+° at most, [\d.]+ m beside the path", shown)


@pytest.mark.slow
def test_clips_that_are_left_out(capsys):
    arguments = ["synthesize", "acted.unbakelib", demand(WALK), "-o", "some.bvh", "--sweeps", 1]
    found = run_json(capsys, *arguments, "--without", "walk-1", "--without", "walk-2")
    assert {run["clip"] for run in found["runs"]} <= {"walk-left", "walk-right"}
    assert main([*map(str, arguments), "--without", "walk*"]) == 2
    assert "no frame of the library has 'Walk'" in capsys.readouterr().err


def test_actors_in_files_of_their_own(capsys, folder):
    text = WALK + "".join(
        f'[[actor]]\nname = "{name}"\nstart = {{ place = [{x}, 0.0] }}\n' for name, x in (("A b", -1.0), ("C", 1.0))
    )
    found = run_json(capsys, "synthesize", "acted.unbakelib", demand(text), "-o", "two.bvh", "--sweeps", 1)
    assert found["outputs"] == ["two-A-b.bvh", "two-C.bvh"]
    assert (found["shared_frames"], found["shared_clips"]) == (0, 0)
    for name in found["outputs"]:
        assert load_labels(folder / name, load_motion(folder / name)).plants
    scripts = run_json(capsys, "synthesize", "acted.unbakelib", demand(text), "-o", "two.py", "--sweeps", 1)
    said = ("two-A-b.py: a Blender script has no place for them", "two-C.py: a Blender script has no place for them")
    assert [note.endswith(said) for note in scripts["warnings"]] == [True, True]


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (WALK.replace("Walk", "Crouch"), (), "demand.toml:2: from 0 to 2 s, no frame of the library has 'Crouch'"),
        (WALK + "[end]\nplace = [0, 99]\n", (), "demand.toml:4: the place at 2 s is 99.0 m away"),
        (WALK + 'must-not = ["Walk"]\n', (), "must hold and must not hold"),
        ("length = 1", ("--report", "page.txt"), "--report writes a .html file"),
        ("length = 1", ("--picture", "some.png"), "--picture shows several actors"),
        ("length = 1", ("--report", "none/page.html"), "none"),
        ("length = 1", ("--figure", "nobody"), "no clip 'nobody'"),
        ("length", (), "is no TOML"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_leaves_nothing(capsys, folder, text, options, words):
    code = main(["synthesize", "acted.unbakelib", demand(text), "-o", "nothing.bvh", "--sweeps", "1", *options])
    said = capsys.readouterr().err
    assert code in (1, 2)
    assert words in said
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert not (folder / "nothing.bvh").exists()


def test_outputs_do_not_overwrite_what_is_read(capsys):
    assert main(["synthesize", "acted.unbakelib", demand("length = 1"), "-o", "odd.xyz"]) == 2
    assert main(["synthesize", "none.unbakelib", demand("length = 1"), "-o", "odd.bvh"]) == 1
    assert "none.unbakelib" in capsys.readouterr().err
