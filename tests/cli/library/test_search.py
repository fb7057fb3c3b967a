"""``unbake library search``: what it shows, what programs get, and what is wrong with what was typed."""

import json

import pytest

from cli.running import run_json
from search.libraries import filled
from unbake.cli.library.search import parse_seconds
from unbake.cli.main import main
from unbake.errors import UsageError
from unbake.formats.registry import save


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("search")
    with filled(folder / "some.unbakelib") as library:
        library.annotate(library.clip("walk").id, "Walk", 60, 180, True)
        save(library.motion("walk"), folder / "walk.bvh")
        save(library.motion("turn", mirrored=True), folder / "image.bvh")
    return folder


@pytest.fixture(autouse=True)
def _there(folder, monkeypatch):
    monkeypatch.chdir(folder)


@pytest.mark.slow
def test_a_file_is_found_by_its_own_frame_numbers(capsys):
    found = run_json(capsys, "library", "search", "some.unbakelib", "--like", "walk.bvh:101:221", "-n", 2)
    best = found["hits"][0]
    assert len(found["hits"]) == 2
    assert (best["clip"], best["first_frame"], best["last_frame"]) == ("walk", 101, 221)
    assert best["distance_cm"] == pytest.approx(0.0, abs=0.05)
    assert best["mirrored"] is False


@pytest.mark.slow
def test_as_a_table(capsys):
    assert main(["library", "search", "some.unbakelib", "--like", "image.bvh", "--tag", "gait", "-n", "1"]) == 0
    shown = capsys.readouterr().out.split()
    assert shown[shown.index("turn") :][-4:] == ["cm", "mirrored", "1", "result"]
    assert main(["library", "search", "some.unbakelib", "--like", "walk:150", "--tag", "other", "-n", "1"]) == 0
    assert "walk-other" in capsys.readouterr().out


@pytest.mark.slow
def test_a_clip_that_is_called_like_a_range(tmp_path, capsys):
    with filled(tmp_path / "own.unbakelib") as library:
        library.rename(library.clip("turn").id, "turn:1:20")
    [best] = run_json(capsys, "library", "search", tmp_path / "own.unbakelib", "--like", "turn:1:20", "-n", 1)["hits"]
    assert best["clip"] == "turn:1:20"
    assert best["last_frame"] - best["first_frame"] == 30


def test_annotations_and_lengths(capsys):
    found = run_json(capsys, "library", "search", "some.unbakelib", "--flags", "walk", "--longer", "1s")["hits"]
    assert [(h["clip"], h["first_frame"], h["last_frame"], h["distance_cm"]) for h in found] == [
        ("walk", 61, 180, None)
    ]
    assert run_json(capsys, "library", "search", "some.unbakelib", "--flags", "walk", "--least", "1.5s")["hits"] == []
    assert main(["library", "search", "some.unbakelib", "--flags", "run"]) == 0
    assert "Nothing in some.unbakelib is like that." in capsys.readouterr().err


@pytest.mark.parametrize("others", [(), ("--like", "walk:100"), ("--like", "walk:100", "--flags", "walk")])
def test_a_shortest_stretch_that_nothing_is_measured_by(capsys, others):
    assert main(["library", "search", "some.unbakelib", *others, "--least", "1s"]) == 2
    assert "--least is the shortest stretch that --flags finds without --like" in capsys.readouterr().err


def test_lengths_of_time():
    assert [parse_seconds(text, "--longer") for text in ("2s", " 1.5 S", "500ms", "2min", ".25", None)] == [
        2.0,
        1.5,
        0.5,
        120.0,
        0.25,
        None,
    ]
    for text in ("", "s", "-1s", "1h", "nan", "1e3"):
        with pytest.raises(UsageError, match=r"--longer '.*' is no length of time"):
            parse_seconds(text, "--longer")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--like", "nothing.bvh:3"], "there is no file nothing.bvh, and some.unbakelib: no clip 'nothing.bvh'"),
        (["--like", "wlak"], "did you mean 'walk'"),
        (["--like", "walk:900:950"], "frames 900 to 950 are no stretch of the clip's 1 to"),
        (["--like", "walk:0"], "frame 0 is none of the clip's 1 to"),
        (["--like", "walk.bvh:0:50"], "frames 0 to 50 are no stretch of the clip's 1 to"),
        (["--like", ""], "there is no file"),
        (["--like", "box"], "has no body"),
        (["--flags", "walk and"], "ends where a flag should follow"),
        (["--longer", "long"], "--longer 'long' is no length of time"),
        (["--count", "0"], "must be 1 or more"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, message):
    assert main(["library", "search", "some.unbakelib", *arguments]) in (1, 2)
    shown = capsys.readouterr()
    assert message in " ".join(shown.err.split())
    assert shown.out == ""
    assert main(["library", "search", "some.unbakelib", *arguments, "--json"]) in (1, 2)
    assert "error" in json.loads(capsys.readouterr().out)
