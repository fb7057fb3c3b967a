"""No command loses what a person labelled: parts are kept, filled up, carried along, and never written over unsaid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from cli.running import run_json
from unbake.cli.main import main
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import save_oracle
from unbake.feet.labels import FootLabels, Plant
from unbake.formats.foot_labels.format import load_labels, load_parts, save_labels, stored_labels
from unbake.formats.foot_labels.parts import LabelledPart, filled, numbered
from unbake.performer import perform, with_drift

pytestmark = pytest.mark.usefixtures("one_thread")


def truth(performance, source="hand"):
    motion = performance.motion
    return FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame, source)


@pytest.fixture(scope="module")
def oracle_file(tmp_path_factory):
    walk = perform("walk", seconds=3, fps=60, seed=5)
    path = tmp_path_factory.mktemp("oracle") / "walk.oracle"
    save_oracle(Oracle().with_examples(walk.motion, truth(walk), "walk"), path)
    return path


@pytest.fixture
def clip(tmp_path):
    """A walk that slides, as a file, and what is true of it."""
    performance = perform("walk", seconds=2, fps=60, seed=1)
    unbake.save(with_drift(performance.motion, 1.0, 0.03, seed=3), tmp_path / "walk.bvh")
    return tmp_path / "walk.bvh", performance


def refused(capsys, *arguments):
    assert main([*map(str, arguments)]) != 0
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def parts_of(path, labels=None):
    return [(p.first_number, p.last_number, p.by) for p in load_parts(labels or path, unbake.load_motion(path))]


@pytest.mark.slow
def test_next_keeps_the_frames_that_a_person_labelled(capsys, clip, oracle_file, tmp_path):
    path, _ = clip
    hand = "lt = 1:50 rt = 3:4 lh = 34:50 rh = 40:50"
    run_json(capsys, "feet", "label", path, "--range", "1:50", "--blank", "--hand", hand)
    mine = load_parts(path, unbake.load_motion(path))[0]
    fields = run_json(capsys, "feet", "next", tmp_path, "--oracle", oracle_file, "--picture", tmp_path / "n.png")
    assert fields["labelled"] == [[1, 50, "hand"], [51, 121, "oracle"]]
    assert not fields["is_labelled"]
    parts = load_parts(path, unbake.load_motion(path))
    assert parts[0] == mine
    assert [(p.first_number, p.last_number, p.by) for p in parts] == [(1, 50, "hand"), (51, 121, "oracle")]
    assert parts[1].labels.plants  # the oracle's, in the frames that nobody labelled


@pytest.mark.slow
def test_frames_that_nobody_labelled_are_the_oracles(capsys, clip, tmp_path):
    """A stretch by hand counts as that stretch, and the command says what it did with the others."""
    path, performance = clip
    guess = run_json(capsys, "feet", "clean", path, "-o", tmp_path / "all.bvh")
    assert guess["warnings"] == [w for w in guess["warnings"] if "labelled" not in w]
    save_labels(truth(performance).excerpt(80, 120), unbake.load_motion(path), path)
    for words in (("feet", "clean"), ("reduce", "--keys", "12", "--hold-feet")):
        fields = run_json(capsys, words[0], *words[1:], path, "-o", tmp_path / f"{words[0]}.bvh")
        assert any("only frames 81–121 are labelled" in warning for warning in fields["warnings"]), fields["warnings"]
    part = run_json(capsys, "feet", "clean", path, "-o", tmp_path / "part.bvh")
    assert part["sources"] == ["hand", "oracle"]
    assert part["plants"] >= guess["plants"]
    assert parts_of(tmp_path / "part.bvh") == [(1, 80, "oracle"), (81, 121, "hand")]


def test_show_says_which_frames_are_labelled(capsys, clip):
    path, performance = clip
    save_labels(truth(performance).excerpt(80, 99), unbake.load_motion(path), path)
    assert run_json(capsys, "feet", "show", path)["labelled"] == [[81, 100, "hand"]]
    assert main(["feet", "show", str(path)]) == 0
    assert "81–100 by hand; the other 101 frames by nobody" in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["bvh", "glb", "json"])
def test_results_come_with_the_labels_they_were_made_by(capsys, clip, tmp_path, suffix):
    path, performance = clip
    save_labels(truth(performance), unbake.load_motion(path), path)
    for name, words in (("clean", ("feet", "clean")), ("held", ("reduce", "--keys", "12", "--hold-feet"))):
        out = tmp_path / f"{name}.{suffix}"
        run_json(capsys, *words, path, "-o", out)
        motion = unbake.load_motion(out)
        found = load_labels(out, motion)
        assert np.array_equal(found.planted(), performance.contacts)
        assert [p.by for p in load_parts(out, motion)] == ["hand"]
        again = run_json(capsys, "feet", "clean", out, "-o", tmp_path / f"again.{suffix}")
        assert again["sources"] == ["hand"]
        assert run_json(capsys, "feet", "show", out)["labelled"] == [[1, 121, "hand"]]


def test_a_result_of_a_range_has_the_labels_of_that_range(capsys, clip, tmp_path):
    path, performance = clip
    save_labels(truth(performance), unbake.load_motion(path), path)
    for suffix in ("bvh", "json"):
        out = tmp_path / f"cut.{suffix}"
        run_json(capsys, "feet", "clean", path, "-o", out, "--range", "20:80")
        assert np.array_equal(load_labels(out, unbake.load_motion(out)).planted(), performance.contacts[19:80])


@pytest.mark.slow
def test_labels_by_hand_are_not_written_over_by_results(capsys, clip, tmp_path):
    """Those of the clip itself, in one sidecar with the result's, and those that somebody made for the result."""
    path, performance = clip
    sidecar = save_labels(truth(performance), unbake.load_motion(path), path)
    stored = sidecar.read_bytes()
    fields = run_json(capsys, "feet", "clean", path, "-o", tmp_path / "walk.glb", "--range", "1:60")
    assert sidecar.read_bytes() == stored
    assert any("walk.feet.json keeps the labels of walk.bvh" in warning for warning in fields["warnings"])
    out = tmp_path / "still.bvh"
    run_json(capsys, "feet", "clean", path, "-o", out)
    run_json(capsys, "feet", "clean", path, "-o", out, "--max-move", "1mm")  # came along: takes the place of its like
    assert stored_labels(out).carried_from == "walk.bvh"
    run_json(capsys, "feet", "label", out, "--hand", "lh off 1:121")
    fields = run_json(capsys, "feet", "clean", path, "-o", out)
    assert any("holds labels by hand" in warning for warning in fields["warnings"])
    assert not load_labels(out, unbake.load_motion(out)).of_point(0)


def test_labels_of_another_motion_say_the_way_out(capsys, clip, oracle_file, tmp_path):
    path, _ = clip
    other = perform("walk", seconds=3, fps=60, seed=2)
    save_labels(truth(other), other.motion, path)
    out = tmp_path / "out.bvh"
    for words in (
        ("label", path),
        ("clean", path, "-o", out),
        ("show", path),
        ("label", path, "--again", "--range", "1:9"),
    ):
        line = refused(capsys, "feet", *words)
        assert "they do not match; unbake feet label --again stores new ones" in line
    assert "--again stores new ones" in refused(capsys, "reduce", path, "-o", out, "--hold-feet")
    run_json(capsys, "feet", "label", path, "--again", "--oracle", oracle_file)
    assert parts_of(path) == [(1, 121, "oracle")]
    save_labels(truth(other), other.motion, path)
    run_json(capsys, "feet", "label", path, "--again", "--blank", "--hand", "lh 1:5")
    assert parts_of(path) == [(1, 121, "hand")]


def test_labels_come_from_another_rate(capsys, tmp_path):
    fast = perform("walk", seconds=2, fps=120, seed=1)
    slow = perform("walk", seconds=2, fps=60, seed=1)
    unbake.save(slow.motion, tmp_path / "slow.bvh")
    labels = truth(fast)
    theirs = save_labels(labels.excerpt(0, 120), fast.motion, tmp_path / "fast.feet.json")
    run_json(capsys, "feet", "label", tmp_path / "slow.bvh", "--from", theirs, "--range", "1:60")
    found = load_labels(tmp_path / "slow.bvh", unbake.load_motion(tmp_path / "slow.bvh"))
    assert np.array_equal(found.planted()[:60], labels.at_rate(Fraction(60), 121).planted()[:60])
    other = perform("walk", seconds=2, fps=60, seed=9, speed_m_s=1.9)
    unbake.save(other.motion, tmp_path / "other.bvh")
    assert "of another motion: at frame" in refused(capsys, "feet", "label", tmp_path / "other.bvh", "--from", theirs)


@pytest.mark.parametrize("target", ["out.bvh", "out.glb", "out.json"])
def test_convert_takes_the_labels_along(capsys, clip, tmp_path, target):
    path, performance = clip
    save_labels(truth(performance).excerpt(20, 99), unbake.load_motion(path), path)
    out = tmp_path / target
    run_json(capsys, "convert", path, out)
    assert parts_of(out) == [(21, 100, "hand")]
    cut = tmp_path / f"cut-{target}"
    run_json(capsys, "convert", path, cut, "--range", "61:121", "--fps", "30")
    motion = unbake.load_motion(cut)
    assert [
        (p.first_number - motion.first_frame, p.last_number - motion.first_frame) for p in load_parts(cut, motion)
    ] == [(0, 39)]
    assert np.array_equal(load_labels(cut, motion).planted()[:40], performance.contacts[60:100])


def test_convert_says_what_did_not_come_along(capsys, clip, tmp_path):
    path, performance = clip
    other = perform("walk", seconds=3, fps=60, seed=2)
    save_labels(truth(other), other.motion, path)
    fields = run_json(capsys, "convert", path, tmp_path / "out.bvh")
    assert any("the foot labels did not come along" in warning for warning in fields["warnings"])
    save_labels(truth(performance), unbake.load_motion(path), path)
    sidecar = path.with_suffix(".feet.json").read_bytes()
    assert not [w for w in run_json(capsys, "convert", path, tmp_path / "walk.glb")["warnings"] if "labels" in w]
    fields = run_json(capsys, "convert", path, tmp_path / "walk.glb", "--fps", "30")
    assert any("keeps the labels of walk.bvh" in warning for warning in fields["warnings"])
    assert path.with_suffix(".feet.json").read_bytes() == sidecar


def test_parts_at_other_rates_and_numbers():
    labels = FootLabels((Plant(2, 5, 0), Plant(8, 9, 3, "oracle")), 10, Fraction(60), 11)
    parts = (LabelledPart(labels.excerpt(0, 6), "hand"), LabelledPart(labels.excerpt(8, 9), "oracle"))
    same = numbered(parts, 10, 11, (10, Fraction(60), 11))
    assert same == parts
    renumbered = numbered(parts, 10, 11, (10, Fraction(30), 1))
    assert [(p.first_number, p.last_number, p.by) for p in renumbered] == [(1, 7, "hand"), (9, 10, "oracle")]
    assert [p.labels.planted().tolist() for p in renumbered] == [p.labels.planted().tolist() for p in parts]
    slower = numbered(parts, 10, 11, (5, Fraction(30), 11))  # frames 0, 2, 4, 6, 8
    assert [(p.first_number, p.last_number, p.by) for p in slower] == [(11, 14, "hand"), (15, 15, "oracle")]
    assert slower[0].labels.plants == (Plant(1, 2, 0),)
    assert numbered((), 10, 11, (5, Fraction(30), 11)) == ()


def test_filling_changes_nothing_that_is_labelled():
    blank = FootLabels((), 10, Fraction(60), 11)
    guess = replace(blank, plants=(Plant(0, 9, 1, "oracle"),))
    part = LabelledPart(blank.excerpt(3, 5), "hand")
    found = filled((part,), guess)
    assert [(p.first_number, p.last_number, p.by) for p in found] == [
        (11, 13, "oracle"),
        (14, 16, "hand"),
        (17, 20, "oracle"),
    ]
    assert found[1] == part
    assert filled((LabelledPart(blank, "hand"),), guess) == (LabelledPart(blank, "hand"),)
