"""``unbake annotate LIB …``: from labels to guesses, and what is refused."""

import csv

import numpy as np
import pytest

from annotations.acted import CLIPS, clip
from cli.running import run_json
from unbake.cli.main import main
from unbake.library import Library


@pytest.fixture
def library(tmp_path):
    """Five clips of the performer, nothing labelled."""
    path = tmp_path / "l.unbakelib"
    with Library.create(path) as made:
        for number in range(len(CLIPS)):
            made.add(clip(number)[0], f"clip{number}")
    return path


def label(capsys, library, *numbers):
    for number in numbers:
        flag = CLIPS[number][2]
        run_json(capsys, "annotate", library, "set", f"clip{number}", flag, 1, clip(number)[0].n_frames, "--only")


def refused(capsys, *arguments):
    """The one line that a command ends with."""
    assert main([*map(str, arguments)]) in (1, 2)
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


@pytest.mark.slow
def test_from_labels_to_guesses(capsys, library, tmp_path):
    found = run_json(capsys, "annotate", library, "next")
    assert (found["first"], found["left"], found["margin"]) == (1, 5, None)
    label(capsys, library, 0, 2, 3)
    learnt = run_json(capsys, "annotate", library, "train")["flags"]
    assert {flag for flag, known in learnt.items() if known["is_learnt"]} == {"Walk", "Stand"}
    following = run_json(capsys, "annotate", library, "next")
    assert following["clip"] in ("clip1", "clip4")
    assert following["margin"] > 0
    assert set(following["probability"]) == {"Walk", "Stand"}
    assert run_json(capsys, "annotate", library, "apply") == {"clips": 5, "without_body": 0, "flags": ["Walk", "Stand"]}
    shown = run_json(capsys, "annotate", library, "show", "clip1", "--picture", tmp_path / "p.png")
    assert shown["flags"]["Walk"]["guessed_yes_s"] == pytest.approx(clip(1)[0].n_frames / 30.0)
    assert shown["clips"]["clip1"][0]["is_set"]
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    assert run_json(capsys, "annotate", library, "accept", "clip1", 1, 20)["flags"] == ["Walk"]
    with Library(library) as opened:
        known = opened.annotations(opened.clip("clip1").id)
        assert known.by_person[:, :20].all()
        assert not known.by_person[:, 20:].any()
        assert known.is_set("Walk").all()


@pytest.mark.parametrize("words", [["next"], ["moves.unbakelib", "next"], ["set", "next"]])
def test_a_command_shows_its_own_help_with_a_library_and_without(capsys, words):
    assert main(["annotate", *words, "--help"]) == 0
    assert "stretch to label next" in capsys.readouterr().out
    assert main(["annotate", *words, "-h"]) == 0
    assert "--rule" in capsys.readouterr().out


def test_the_group_shows_its_help(capsys):
    assert main(["annotate", "--help"]) == 0
    assert "vocabulary" in capsys.readouterr().out


@pytest.mark.slow
def test_people_get_tables(capsys, library):
    label(capsys, library, 0, 3)
    for words in (["next"], ["set", "clip1", "jump", "5", "9"], ["train", "--apply"], ["show"], ["show", "clip1"]):
        assert main(["annotate", str(library), *words]) == 0
    shown = capsys.readouterr().out
    assert "clip1 5–9: Jump, yes" in shown
    assert "supporting examples" in shown
    assert "clip1 5–9: Jump (said)" in shown


def test_said_denied_and_taken_back(capsys, library):
    for more, value in (([], 1), (["--no"], 0), (["--clear"], -1)):
        run_json(capsys, "annotate", library, "set", "clip0", "turn-left", 11, 20, *more)
        with Library(library) as opened:
            known = opened.annotations(opened.clip("clip0").id)
            row = known.row("Turn Left")
            assert (known.values[row, 10:20] == value).all()
            assert (np.delete(known.values, np.s_[10:20], axis=1) == -1).all()


def test_the_vocabulary_is_edited(capsys, library):
    label(capsys, library, 0)
    flags = run_json(
        capsys, "annotate", library, "vocabulary", "--add", "Limp", "--rename", "walk=Stroll", "--remove", "catch"
    )["flags"]
    assert flags[-1] == "Limp"
    assert "Stroll" in flags
    assert not {"Walk", "Catch"} & set(flags)
    with Library(library) as opened:
        assert opened.annotations(1).is_set("Stroll").all()
    assert "there twice" in refused(capsys, "annotate", library, "vocabulary", "--add", "limp", "--remove", "run")
    assert run_json(capsys, "annotate", library, "vocabulary")["flags"] == flags


@pytest.mark.parametrize("kind", ["csv", "json", "eaf"])
def test_files_out_and_in(capsys, library, tmp_path, kind):
    run_json(capsys, "annotate", library, "set", "clip0", "walk", 3, 30)
    run_json(capsys, "annotate", library, "set", "clip0", "jump", 3, 30, "--no")
    file = tmp_path / f"clip0.{kind}"
    assert run_json(capsys, "annotate", library, "export", file, "clip0")["spans"] == 2
    assert kind != "eaf" or 'TIER_ID="Pick Up"' in file.read_text()
    with Library(library) as opened:
        before = opened.annotations(1).values
    run_json(capsys, "annotate", library, "set", "clip0", "walk", 1, 40, "--clear")
    run_json(capsys, "annotate", library, "set", "clip0", "jump", 1, 40, "--clear")
    assert run_json(capsys, "annotate", library, "import", file)["spans"] == 2
    with Library(library) as opened:
        np.testing.assert_array_equal(opened.annotations(1).values, before)


def test_a_table_that_says_all(capsys, library, tmp_path):
    file = tmp_path / "said.csv"
    with file.open("w", newline="") as out:
        csv.writer(out).writerows([("clip", "flag", "first", "last"), ("clip0", "walk", 1, 9)])
    run_json(capsys, "annotate", library, "import", file, "--complete")
    with Library(library) as opened:
        assert opened.annotations(1).by_person.all()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["train"], "nothing in it is labelled; unbake annotate LIB set"),
        (["apply"], "not been trained yet; unbake annotate LIB train"),
        (["set", "clip0", "wlak", "1", "9"], "unknown flag 'wlak'"),
        (["set", "clip0", "zzz", "1", "9"], "unknown flag 'zzz'; known: Run, Walk, Wave"),
        (["set", "clipp0", "walk", "1", "9"], "no clip 'clipp0'"),
        (["set", "clip0", "walk", "9", "1"], "are not inside clip0"),
        (["set", "clip0", "walk", "1", "999"], "are not inside clip0"),
        (["set", "clip0", "walk", "1", "9", "--no", "--clear"], "do not go together"),
        (["set", "clip0", "walk", "1", "9", "--only", "--no"], "do not go together"),
        (["accept", "clip0", "1", "9"], "nothing is guessed"),
        (["next", "--rule", "best"], "no rule 'best'"),
        (["vocabulary", "--rename", "walk"], "expected OLD=NEW"),
        (["vocabulary", "--remove", "wlak"], "unknown flag"),
        (["vocabulary", "--add", "And"], "'And' is not a valid name for a flag: in expressions"),
        (["vocabulary", "--add", "Jump (guess)"], "not a valid name for a flag: in ELAN's files guesses"),
        (["export", "a.txt"], "annotations are kept as"),
        (["export", "a.eaf"], "of one clip; name one of the 5"),
        (["import", "none.csv"], "cannot be read"),
        (["import", "none.csv", "--clip", "clip0"], "--clip is for .eaf"),
        (["import", "none.eaf"], "--clip names the clip of none.eaf"),
        (["show", "--picture", "p.jpg"], "drawn as .png"),
        ([], "Missing command"),
    ],
)
def test_what_cannot_be_done_is_one_line(capsys, library, words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused(capsys, "annotate", library, *words)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("clip0,zzz,1,9", "said.csv:3: unknown flag 'zzz'; known:"),
        ("clip0,walk,1,999", "said.csv:3: clip0: frames 1 to 999 of walk are not inside"),
        ("nobody,walk,1,9", "said.csv:3: "),
    ],
)
def test_a_row_that_does_not_fit_is_named(capsys, library, tmp_path, row, message):
    (tmp_path / "said.csv").write_text(f"clip,flag,first,last\nclip0,run,1,9\n{row}\n")
    assert f"{tmp_path}/{message}" in refused(capsys, "annotate", library, "import", tmp_path / "said.csv")


def test_no_library_is_one_line(capsys, tmp_path):
    assert "does not exist" in refused(capsys, "annotate", tmp_path / "none.unbakelib", "show")
