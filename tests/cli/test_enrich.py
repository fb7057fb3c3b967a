"""``unbake enrich``, as a user runs it."""

import pytest
from tests.synthesis.figures import walker

from cli.running import run_json
from unbake.cli.main import main
from unbake.library.library import Library


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "moves.unbakelib"
    with Library.create(file) as library:
        library.add(walker(n=180).motion, "plain")
        library.add(walker(n=200, lean=0.4, turning=2.0).motion, "leaning")
    return file


def test_a_library_grows_and_all_commands_know_its_new_clips(path, tmp_path, capsys):
    said = run_json(capsys, "enrich", path, "--minutes", "0.1", "--seed", "1", "--rules", "halves", "--jobs", "1")
    assert said["transplants"]["duration_s"] >= 6.0
    assert said["rules"]["halves"]["applied"] >= 1
    again = run_json(capsys, "enrich", path, "--minutes", "0.1", "--seed", "1", "--rules", "halves", "--jobs", "1")
    assert (again["transplants"], again["draws"]) == (said["transplants"], said["draws"])
    clips = run_json(capsys, "library", "list", path, "--tag", "transplant")["clips"]
    assert len(clips) == said["transplants"]["clips"]
    assert all(clip["is_composed"] for clip in clips)
    shown = run_json(capsys, "library", "show", path, clips[0]["name"])
    assert {limb["clip"] for limb in shown["made_of"]} == {"plain", "leaning"}
    assert shown["made_of"][0]["frames"].startswith("frames 1–")
    assert run_json(capsys, "library", "check", path)["problems"] == []
    files = run_json(capsys, "library", "export", path, tmp_path / "out", clips[0]["name"])["files"]
    assert len(files) == 1
    assert main(["library", "remove", str(path), "plain"]) == 2
    assert "made of 'plain'" in " ".join(capsys.readouterr().err.split())
    removed = run_json(capsys, "library", "remove", path, "*", "--yes")["removed"]
    assert len(removed) == 2 + len(clips)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--minutes", "0"], "above 0"),
        (["--minutes", "1", "--rules", "halfs"], "did you mean 'halves'"),
        (["--minutes", "1", "--keep", "best"], "all or judged"),
        (["--minutes", "1", "--seed", "-1"], "0 or more"),
        (
            ["--minutes", "1", "--judge", "svm"],
            "labelled as not looking human; unbake enrich makes some, and unbake annotate LIB set CLIP 'Looks Human' "
            "FIRST LAST --no labels them",
        ),
    ],
)
def test_what_cannot_be_is_one_line(path, capsys, options, said):
    assert main(["enrich", str(path), *options]) == 2
    error = capsys.readouterr().err
    assert said in " ".join(error.split())
    assert "Traceback" not in error
