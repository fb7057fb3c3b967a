"""``unbake graph``, as a user runs it."""

import pytest

from cli.running import run_json
from composition.making import walking_library
from unbake import load_motion
from unbake.cli.main import main
from unbake.formats.foot_labels.format import load_labels


@pytest.fixture
def library(tmp_path):
    return walking_library(tmp_path / "w.unbakelib")


def said(capsys, *arguments):
    code = main([str(a) for a in arguments])
    shown = capsys.readouterr()
    return code, " ".join((shown.out + shown.err).split())


@pytest.mark.slow
def test_a_graph_is_built_shown_and_walked(library, tmp_path, capsys):
    built = run_json(capsys, "graph", "build", library, "--threshold", "8cm", "--threshold-of", "Run=10cm")
    assert built["frames"] == 540
    assert 0 < built["frames_inside"] <= 540
    assert built["thresholds_m"] == {"Run": 0.1}
    assert built["flags"]["Walk"]["staying"] > 100
    shown = run_json(capsys, "graph", "show", library, "--picture", tmp_path / "graph.png")
    assert shown == built
    assert (tmp_path / "graph.png").exists()
    walked = run_json(capsys, "graph", "walk", library, tmp_path / "walk.bvh", "--seconds", "4", "--seed", "3")
    motion = load_motion(tmp_path / "walk.bvh")
    assert motion.n_frames == walked["frames"] >= 240
    assert load_labels(tmp_path / "walk.bvh", motion).plants
    assert float(motion.fps) == pytest.approx(60.0, abs=1e-3)
    assert len(walked["stretches"]) == walked["transitions"] + 1


def test_the_shortest_way_between_two_frames(library, tmp_path, capsys):
    main(["graph", "build", str(library), "--threshold", "8cm"])
    capsys.readouterr()
    out = tmp_path / "walk.glb"
    walked = run_json(capsys, "graph", "walk", library, out, "--from", "straight:61", "--to", "left:101")
    first, last = walked["stretches"][0], walked["stretches"][-1]
    assert (first["clip"], first["first_frame"]) == ("straight", 61)
    assert (last["clip"], last["last_frame"]) == ("left", 101)
    assert walked["transitions"] >= 1


def test_tables_are_for_people(library, tmp_path, capsys):
    code, text = said(capsys, "graph", "build", library, "--threshold", "8cm")
    assert code == 0
    assert "3, 540 frames at 60 a second" in text
    assert "median" in text
    code, text = said(capsys, "graph", "walk", library, tmp_path / "w.bvh", "--seconds", "2", "--flag", "walk")
    assert code == 0
    assert "transition" in text
    long = tmp_path / ("a walk " * 12 + ".bvh")
    assert main(["graph", "walk", str(library), str(long), "--seconds", "0.01"]) == 0
    assert f"{long}: 1 frame, 0.0 s, 0 transitions" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show"], "no motion graph of these clips is kept; unbake graph build makes one"),
        (["show", "--picture", "graph.jpg"], "graph.jpg: pictures are drawn as .png"),
        (["build", "--threshold", "0"], "must be a length above 0, not 0 cm"),
        (["build", "--threshold", "x"], "is no length"),
        (["build", "--threshold-of", "8cm"], "expected a flag and a length, such as Walk=4cm"),
        (["build", "--threshold-of", "Wave=8cm"], "no clip carries the flag 'Wave'"),
        (["build", "--window", "9"], "must be 0.05 s to 2 s long"),
    ],
)
def test_what_cannot_be_is_one_line(library, capsys, arguments, says):
    code, text = said(capsys, "graph", arguments[0], library, *arguments[1:])
    assert code == 2
    assert says in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--from", "straight"], "expected CLIP:FRAME, such as walk:120"),
        (["--from", "strait:3"], "no clip 'strait' among those of the graph"),
        (["--from", "straight:900"], "frame 900 is outside of straight, 1–180"),
        (["--to", "straight:180"], "straight:180 is not in the graph"),
        (["--flag", "Wave"], "no clip carries the flag 'Wave'"),
        (["--seconds", "-1"], "longer than 0 s"),
        (["--from", "straight:61", "--to", "left:101", "--flag", "Walk"], "--flag needs --seconds"),
        (["--from", "straight:61", "--to", "left:101", "--seed", "3"], "--seed needs --seconds"),
    ],
)
def test_walks_that_cannot_be(library, tmp_path, capsys, arguments, says):
    assert main(["graph", "build", str(library), "--threshold", "8cm"]) == 0
    capsys.readouterr()
    code, text = said(capsys, "graph", "walk", library, tmp_path / "w.bvh", *arguments)
    assert code == 2
    assert says in text
    assert not (tmp_path / "w.bvh").exists()
