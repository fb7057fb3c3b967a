"""``unbake live``, as a user runs it."""

import csv

import pytest

from cli.running import run_json
from composition.making import walking_library
from unbake import load_motion
from unbake.cli.main import main
from unbake.formats.foot_labels.format import load_labels

SCRIPT = """
seconds = 6
engine = "matching"
start = "straight:31"

[[request]]
at = 0
flag = "walk"
direction = 0

[[request]]
at = 2.5
flag = "Run"
within = 0.5
engine = "{engine}"
"""


@pytest.fixture
def library(tmp_path):
    return walking_library(tmp_path / "w.unbakelib")


@pytest.fixture
def script(tmp_path):
    file = tmp_path / "script.toml"
    file.write_text(SCRIPT.format(engine="matching"))
    return file


def test_a_recording_is_a_clip_that_knows_its_origins(library, script, tmp_path, capsys):
    out, origins = tmp_path / "out.bvh", tmp_path / "origins.csv"
    said = run_json(capsys, "live", library, "--record", script, "-o", out, "--origins", origins)
    motion = load_motion(out)
    rows = list(csv.DictReader(origins.read_text().splitlines()))
    assert motion.n_frames == said["frames"] == len(rows) == 360
    assert load_labels(out, motion).plants
    assert rows[0]["clip"] in ("straight", "left")
    assert rows[-1]["clip"] == "right"
    walk, run = said["requests"]
    assert (walk["flag"], walk["direction_deg"], walk["engine"]) == ("walk", 0.0, "matching")
    assert 0.0 <= run["met_after_s"] <= 0.5
    # Plants are held firmly between their ends; over these they come and go.
    assert 0.0 <= said["held_median_mm"] <= said["held_worst_mm"]
    assert said["held_median_mm"] < said["skating_mean_mm"]
    assert said["jumps"] == sum(int(row["jump"]) for row in rows) > 0


def test_engines_change_by_script(library, script, tmp_path, capsys):
    script.write_text(SCRIPT.format(engine="graph"))
    arguments = ["live", str(library), "--record", str(script), "-o", str(tmp_path / "out.bvh")]
    assert main(arguments) == 2
    assert "unbake graph build makes one" in capsys.readouterr().err
    assert main(["graph", "build", str(library), "--threshold", "8cm"]) == 0
    assert main([*arguments, "--origins", str(tmp_path / "o.csv")]) == 0
    assert "met after" in capsys.readouterr().out
    rows = list(csv.DictReader((tmp_path / "o.csv").read_text().splitlines()))
    assert [rows[frame]["engine"] for frame in (100, 200)] == ["matching", "graph"]
    assert any(0.0 < float(row["second_part"]) < 1.0 for row in rows)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seconds = ", "is no TOML"),
        ("minutes = 3", "a script has no 'minutes'"),
        ("seconds = '3'", "seconds is a number"),
        ("seconds = 1e8", "at most an hour"),
        ("engine = 'magic'", "unknown engine 'magic'"),
        ("request = 3", "requests are tables"),
        ("[[request]]\nat = 1", "the request at 1 s: a request names a flag"),
        ("[[request]]\nflags = 'Walk'", "a request has no 'flags'"),
        ("[[request]]\nspeed = 99", "the request at 0 s: a speed must lie between 0 and 15 m/s"),
        ("[[request]]\nspeed = 1\nwithin = 0", "the request at 0 s: the time to reach a request must lie"),
        ("[[request]]\nspeed = nan\nat = 2.5", "the request at 2.5 s: speed is a number"),
        (
            "[[request]]\nat = 3\nspeed = 1\n[[request]]\nat = -1\nspeed = 1",
            "request 2: at is seconds from 0 on, not -1",
        ),
        ("[[request]]\nat = '1'\nspeed = 1", "request 1: at is a number"),
        (
            "[[request]]\nflag = 'Wave'\nat = 0.25",
            "the request at 0.25 s: no clip carries the flag 'Wave': annotate or add clips that do",
        ),
        ("start = 'nobody:3'", "no clip 'nobody'"),
        ("seed = -1", "whole number"),
    ],
)
def test_scripts_that_cannot_be(library, script, tmp_path, capsys, text, says):
    script.write_text(text)
    code = main(["live", str(library), "--record", str(script), "-o", str(tmp_path / "out.bvh")])
    shown = capsys.readouterr().err
    assert code in (1, 2)
    assert says in " ".join(shown.split())
    assert len(shown.strip().splitlines()) == 1
    assert not (tmp_path / "out.bvh").exists()


def test_one_frame_is_one(library, script, tmp_path, capsys):
    script.write_text("seconds = 0.01")
    assert main(["live", str(library), "--record", str(script), "-o", str(tmp_path / "out.bvh")]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "recorded 1 frame, 0.0 s from 1 frame of the clips, 0 jumps" in shown


def test_requests_after_the_end_are_said_to_be_left_out(library, script, tmp_path, capsys):
    script.write_text(
        "seconds = 0.5\n[[request]]\nspeed = 1\n[[request]]\nat = 0.5\nspeed = 2\n[[request]]\nat = 7\nspeed = 3"
    )
    said = run_json(capsys, "live", library, "--record", script, "-o", tmp_path / "out.bvh")
    assert len(said["requests"]) == 1
    assert any("requests at 0.5 s, 7 s were left out: the recording ends at 0.5 s" in note for note in said["warnings"])


def test_origins_that_cannot_be_written_are_refused_before_anything_is(library, script, tmp_path, capsys):
    out = tmp_path / "out.bvh"
    arguments = [
        "live",
        str(library),
        "--record",
        str(script),
        "-o",
        str(out),
        "--origins",
        str(tmp_path / "no" / "o.csv"),
    ]
    assert main(arguments) == 1
    assert "its folder does not exist" in capsys.readouterr().err
    assert not out.exists()


def test_a_script_that_is_not_there(library, tmp_path, capsys):
    code = main(["live", str(library), "--record", str(tmp_path / "no.toml"), "-o", str(tmp_path / "out.bvh")])
    assert code == 1
    assert "no.toml" in capsys.readouterr().err
