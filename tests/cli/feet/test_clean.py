"""``unbake feet clean`` and ``unbake reduce --hold-feet``, run as a person would."""

import json
import re

import numpy as np
import pytest

from unbake.cli.main import main
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import drifts_m
from unbake.formats.foot_labels.format import save_labels
from unbake.formats.registry import load, load_motion, save
from unbake.performer import perform, with_drift


@pytest.fixture
def clip(tmp_path):
    """A walk that slides, and its labels beside it."""
    done = perform("walk", seconds=2, seed=1, fps=60)
    motion = with_drift(done.motion, 1.0, 0.03, seed=3)
    file = tmp_path / "walk.bvh"
    save(motion, file)
    read = load_motion(file)
    save_labels(FootLabels.from_frames(done.contacts, read.fps, read.first_frame, "hand"), read, file)
    return file


def labels_of(file):
    from unbake.formats.foot_labels.format import load_labels

    return load_labels(file, load_motion(file))


def told(capsys, *arguments):
    code = main([str(word) for word in arguments])
    out = capsys.readouterr()
    assert code == 0, out.err
    return json.loads(out.out)


def refused(capsys, *arguments):
    assert main([str(word) for word in arguments]) != 0
    error = capsys.readouterr().err.strip()
    assert len(error.splitlines()) == 1
    return error


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["bvh", "glb", "json"])
def test_clean_holds_the_plants_beside_the_clip(clip, capsys, suffix):
    out = clip.with_name(f"out.{suffix}")
    fields = told(capsys, "feet", "clean", clip, "-o", out, "--json")
    assert fields["sources"] == ["hand"]
    assert fields["before"]["drift_worst_mm"] > 5.0
    inside, over_labels = fields["drift_mm"]["held_part"], fields["drift_mm"]["whole_labels"]
    assert inside["after"]["worst"] < 0.05 < inside["before"]["worst"]
    assert inside["after"]["worst"] < over_labels["after"]["worst"] < 2.5
    assert fields["before"]["drift_worst_mm"] == pytest.approx(over_labels["before"]["worst"])
    assert fields["stretch"] == pytest.approx([1.0, 1.0], abs=1e-9)
    before, after = load_motion(clip), load_motion(out)
    joint, frame = (fields["foot_moved"][name] for name in ("joint", "frame"))
    at = frame - before.first_frame, before.skeleton.index(joint)
    assert fields["foot_moved"]["mm"] == pytest.approx(
        1000.0 * np.linalg.norm(after.positions()[at] - before.positions()[at]), abs=0.1
    )
    assert fields["foot_turned"]["deg"] > 0.1
    points = legs_of(before).points_m(after) if suffix == "bvh" else legs_of(after).points_m(after)
    assert drifts_m(points, labels_of(clip)).max() < (2.5e-3 if suffix == "bvh" else 4e-3)


@pytest.mark.slow
def test_clean_prints_a_table(clip, capsys):
    assert main(["feet", "clean", str(clip), "-o", str(clip.with_name("out.bvh"))]) == 0
    shown = capsys.readouterr().out
    assert "drift where feet are held" in shown
    assert "drift over whole labels" in shown
    assert "toes" in shown
    assert re.search(r"feet +moved by \d+ mm at most \(\w+, frame \d+\)", shown)


@pytest.mark.slow
def test_labels_can_be_named_and_the_oracle_asked(clip, capsys, tmp_path):
    labels = clip.with_name("elsewhere.feet.json")
    clip.with_name("walk.feet.json").rename(labels)
    out = tmp_path / "out.bvh"
    assert told(capsys, "feet", "clean", clip, "-o", out, "--labels", labels, "--json")["sources"] == ["hand"]
    assert told(capsys, "feet", "clean", clip, "-o", out, "--json")["sources"] in (["oracle"], [])


@pytest.mark.slow
def test_options_of_clean(clip, capsys, tmp_path):
    out = tmp_path / "out.bvh"
    cut = told(capsys, "feet", "clean", clip, "-o", out, "--range", "20:80", "--json")
    assert load_motion(out).n_frames == 61
    assert cut["plants"] > 0
    stretched = told(capsys, "feet", "clean", clip, "-o", out, "--lengths", "stretched", "--json")
    assert 0.974 <= stretched["stretch"][0] <= stretched["stretch"][1] <= 1.026
    none = told(capsys, "feet", "clean", clip, "-o", out, "--max-move", "1mm", "--json")
    assert none["skipped"] > 0
    lowered = told(capsys, "feet", "clean", clip, "-o", out, "--floor", "-10cm", "--json")
    assert lowered["floor_m"] == pytest.approx(-0.1)
    assert told(capsys, "feet", "clean", clip, "-o", out, "--floor", "0", "--json")["floor_m"] == 0.0


def test_bad_requests_of_clean_are_one_line(clip, capsys, tmp_path):
    out = tmp_path / "out.bvh"
    assert "overwrite" in refused(capsys, "feet", "clean", clip, "-o", clip)
    assert "no length" in refused(capsys, "feet", "clean", clip, "-o", out, "--floor", "low")
    assert "kept or stretched" in refused(capsys, "feet", "clean", clip, "-o", out, "--lengths", "bent")
    assert "does not exist" in refused(capsys, "feet", "clean", clip, "-o", out, "--labels", tmp_path / "n.feet.json")
    assert "read from .feet.json" in refused(capsys, "feet", "clean", clip, "-o", out, "--labels", clip)
    both = ("--labels", clip, "--oracle", clip)
    assert "one of them" in refused(capsys, "feet", "clean", clip, "-o", out, *both)
    assert not out.exists()


@pytest.mark.parametrize("cut", [None, (13, 84)])
def test_labels_come_along_to_another_rate(clip, capsys, tmp_path, cut):
    out, before = tmp_path / "out.bvh", labels_of(clip)
    part = ("--range", f"{cut[0]}:{cut[1]}") if cut else ()
    warnings = told(capsys, "convert", clip, out, "--to-fps", 24, *part, "--json")["warnings"]
    assert not any("labels" in warning for warning in warnings)
    labels, motion = labels_of(out), load_motion(out)
    assert (labels.n_frames, labels.fps) == (motion.n_frames, 24)
    kept = before if cut is None else before.excerpt(*(number - before.first_frame for number in cut))
    nearest = (np.arange(motion.n_frames) * 2.5 + 0.5).astype(int)
    np.testing.assert_array_equal(labels.planted(), kept.planted()[nearest])
    assert 0.1 < labels.planted().mean() < 0.9


@pytest.mark.slow
def test_reduce_holds_feet_and_keeps_the_layer_apart(clip, capsys, tmp_path):
    apart, baked, figure = tmp_path / "out.json", tmp_path / "out.bvh", tmp_path / "out.fbx"
    outputs = ("-o", apart, "-o", baked, "-o", figure, "--figure")
    wanted = ("reduce", clip, *outputs, "--keys", 12, "--hold-feet", "--json")
    fields = told(capsys, *wanted)
    assert load(apart).layers == ()
    assert fields["feet"]["layer"]["drift_worst_mm"] <= 1.0 < fields["feet"]["keys"]["drift_worst_mm"]
    assert any("--foot-layer writes it" in warning for warning in fields["warnings"])
    told(capsys, *wanted, "--foot-layer")
    assert figure.read_bytes().count(b"SubDeformer") > 5
    animation = load(apart)
    assert len(animation.key_numbers()) == 12
    there = load_motion(baked).positions()
    assert np.abs(animation.layered().positions() - there).max() < 1e-4
    points = legs_of(load_motion(clip)).points_m(load_motion(baked))
    assert drifts_m(points, labels_of(clip)).max() < 2e-3
    plain, again, with_layer = tmp_path / "plain.glb", tmp_path / "again.json", tmp_path / "layered.bvh"
    said = "the layer 'feet' is left out"
    warnings = told(capsys, "convert", apart, plain, "--json")["warnings"]
    assert f"{said}; unbake convert --foot-layer bakes layers in" in warnings
    assert not any("left out" in warning for warning in told(capsys, "convert", apart, again, "--json")["warnings"])
    assert len(load(again).key_numbers()) == 12
    dense = tmp_path / "dense.json"
    assert any(said in warning for warning in told(capsys, "convert", apart, dense, "--baked", "--json")["warnings"])
    told(capsys, "reduce", clip, "-o", dense, "--keys", 12, "--hold-feet", "--foot-layer", "--baked", "--json")
    assert np.abs(load_motion(dense).positions() - there).max() < 1e-4
    baked = told(capsys, "convert", again, with_layer, "--foot-layer", "--json")["warnings"]
    assert "with the layers baked in there is a key on every frame" in baked
    assert np.abs(load_motion(with_layer).positions() - there).max() < 1e-4
    assert f"out.json: {said}" in load_motion(apart).warnings
    assert "no layers in it" in refused(capsys, "convert", plain, with_layer, "--foot-layer")


def test_reduce_says_which_options_belong_together(clip, capsys, tmp_path):
    out = tmp_path / "out.json"
    assert "--hold-feet" in refused(capsys, "reduce", clip, "-o", out, "--foot-layer")
    assert "--hold-feet" in refused(capsys, "reduce", clip, "-o", out, "--labels", clip)
