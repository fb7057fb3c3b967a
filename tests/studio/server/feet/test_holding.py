"""Feet that hold: the studio's keys are those of the library's `hold_feet`, and all that is made of them goes on so."""

import json
import shlex
from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_bytes
from data import needs_data
from studio.asking import asked, opened, packaged, silent, walk
from unbake.cli.main import main
from unbake.errors import MotionError
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.labels import FootLabels, Plant
from unbake.formats.foot_labels.format import save_labels
from unbake.formats.native import format as native
from unbake.formats.registry import ReadOptions, load_motion
from unbake.motion.channels import channels_of
from unbake.reduce.hold_feet import hold_feet
from unbake.reduce.reduction import ReduceOptions
from unbake.studio.server.choosing.choosing import choose
from unbake.studio.server.feet import holding
from unbake.studio.server.feet.feet import plants_of
from unbake.studio.server.feet.foot_files import plants_of_command
from unbake.studio.server.feet.holding import capture_of, held_stretch, plants_to_hold, source_of
from unbake.studio.server.keys.evaluating import evaluate
from unbake.studio.server.keys.keys import animation_from

RANGE = {"first": 101, "last": 260}
COUNT = {"by": "count", "keys": 14}
HOLDS = {"holds_feet": True}

CASES = {
    "layers": ({}, ReduceOptions()),
    "count": ({"choice": COUNT}, ReduceOptions(keys=14)),
    "count, detail": ({"choice": COUNT, "detail": 0.4}, ReduceOptions(keys=14, detail=0.4)),
    "count, no last step": (
        {"choice": COUNT, "joining": {"holds_ends": False}},
        ReduceOptions(keys=14, holds_ends=False),
    ),
    "error": ({"choice": {"by": "error", "error_cm": 3.0}}, ReduceOptions(error_m=0.03)),
}


def holds(clip, request, **others):
    """A request for keys whose planted feet hold."""
    said = {**request, "joining": {**request.get("joining", {}), **HOLDS}}
    plants = said.pop("plants", ())
    return replace(asked(clip, **RANGE, **said, **others), plants=plants)


def library(clip, labels, options):
    """What the library makes of the range."""
    start = clip.motion.first_frame
    stretch = clip.motion.excerpt(RANGE["first"], RANGE["last"])
    return hold_feet(stretch, labels.excerpt(RANGE["first"] - start, RANGE["last"] - start), options)


def curves_of(clip, keys):
    """The curves of a message."""
    excerpt = capture_of(clip, keys)
    return animation_from(keys, excerpt.motion, excerpt.skeleton)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_held_keys_are_the_librarys(name):
    clip = packaged()
    request, options = CASES[name]
    chosen = choose(clip, holds(clip, request), silent)
    result = library(clip, guess_feet(clip.motion).labels, options)
    reduction = result.reduction
    assert chosen.keys.frames.tolist() == [f + RANGE["first"] for f in reduction.selection.frames]
    for ours, theirs in zip(curves_of(clip, chosen.keys).curves, reduction.animation.curves, strict=True):
        assert np.array_equal(ours.values, theirs.values)
        np.testing.assert_allclose(ours.right, theirs.right, rtol=0.0, atol=1e-12)
    assert chosen.evaluation.max_cm == pytest.approx(reduction.error.max_cm, abs=1e-12)
    assert (chosen.feet.captured_mean_mm, chosen.feet.captured_worst_mm) == (
        result.skating["capture"].mean_mm,
        result.skating["capture"].worst_mm,
    )
    assert chosen.feet.mean_mm == pytest.approx(result.skating["keys"].mean_mm, abs=1e-9)
    assert chosen.feet.worst_mm == pytest.approx(result.skating["keys"].worst_mm, abs=1e-9)
    ends = reduction.ends_of_error
    assert chosen.ends_after_cm == (ends and ends.after.max_cm)


@pytest.mark.slow
def test_feet_hold_better_than_without():
    clip = packaged()
    held = choose(clip, holds(clip, {"choice": COUNT}), silent)
    loose = choose(clip, asked(clip, **RANGE, choice=COUNT), silent)
    stretch = held_stretch(clip, RANGE["first"], RANGE["last"], held.keys.holds)
    assert held.feet.mean_mm < 0.5 * stretch.reached(curves_of(clip, loose.keys).sample()).mean_mm
    assert held.feet.mean_mm < 0.5 * held.feet.captured_mean_mm
    assert (loose.feet, loose.keys.holds) == (None, ())


@pytest.mark.slow
def test_labels_are_held_rather_than_what_the_oracle_finds():
    clip = packaged()
    labels = FootLabels((Plant(150, 200, 1, "hand"),), clip.motion.n_frames, clip.motion.fps, clip.motion.first_frame)
    request = {"choice": COUNT, "plants": plants_of(labels)}
    never = []
    chosen = choose(clip, holds(clip, request), silent, lambda: never.append(1))
    assert never == []
    assert chosen.keys.holds == plants_of(labels)
    theirs = library(clip, labels, ReduceOptions(keys=14))
    assert chosen.keys.frames.tolist() == [f + RANGE["first"] for f in theirs.reduction.selection.frames]
    assert chosen.feet.mean_mm == pytest.approx(theirs.skating["keys"].mean_mm, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["layers", "count"])
def test_a_preview_has_the_keys_of_the_answer(name):
    clip = opened(packaged().motion)
    request, _ = CASES[name]
    preview = choose(clip, holds(clip, request, is_preview=True), silent)
    chosen = choose(clip, holds(clip, request), silent)
    assert preview.keys.frames.tolist() == chosen.keys.frames.tolist()
    assert preview.keys.values.tolist() == chosen.keys.values.tolist()
    assert preview.keys.holds == chosen.keys.holds != ()
    assert preview.command == chosen.command
    assert preview.feet is None


@pytest.mark.slow
def test_what_was_finished_is_found_again_by_its_plants():
    clip = opened(packaged().motion)
    request = {"choice": COUNT}
    chosen = choose(clip, holds(clip, request), silent)
    again = choose(clip, holds(clip, request, is_preview=True), silent)
    assert again.keys.right.tolist() == chosen.keys.right.tolist()
    other = {**request, "plants": chosen.keys.holds[:2]}
    assert choose(clip, holds(clip, other, is_preview=True), silent).keys.right.tolist() != chosen.keys.right.tolist()
    loose = choose(clip, asked(clip, **RANGE, choice=COUNT, is_preview=True), silent)
    assert loose.keys.fit == "hermite"


def test_edited_keys_are_measured_against_what_they_were_made_of():
    clip = packaged()
    chosen = choose(clip, holds(clip, {"choice": COUNT}), silent)
    excerpt = capture_of(clip, chosen.keys)
    again = evaluate(excerpt, animation_from(chosen.keys, excerpt.motion, excerpt.skeleton), 0.0)
    assert again.max_cm == pytest.approx(chosen.evaluation.max_cm, abs=1e-6)
    raw = clip.excerpt(RANGE["first"], RANGE["last"])
    assert evaluate(raw, curves_of(clip, chosen.keys), 0.0).max_cm > 2.0 * chosen.evaluation.max_cm
    assert channels_of(excerpt.skeleton) == channels_of(raw.skeleton)


def test_a_stretch_is_cleaned_once_and_the_capture_stays_as_it_is(monkeypatch):
    clip = opened(packaged().motion)
    before = clip.motion.rotations_xyzw.copy()
    made = []
    clean = holding.with_planted_feet
    monkeypatch.setattr(holding, "with_planted_feet", lambda *all, **named: made.append(1) or clean(*all, **named))
    oracle = []

    def counted():
        oracle.append(1)
        return packaged_oracle()

    settings = asked(clip, **RANGE).settings
    stretches = {id(source_of(clip, settings, True, (), counted).held) for _ in range(3)}
    assert (len(stretches), len(made)) == (1, 1)
    np.testing.assert_array_equal(clip.motion.rotations_xyzw, before)
    assert source_of(clip, settings, False, (), counted).clip is clip
    assert len(oracle) == 3


def test_another_oracle_is_asked_anew():
    clip = opened(packaged().motion)
    first = plants_to_hold(clip, (), packaged_oracle)
    other = replace(packaged_oracle(), examples=packaged_oracle().examples[:3])
    assert plants_to_hold(clip, (), lambda: other) == plants_of(guess_feet(clip.motion, other).labels)
    assert plants_to_hold(clip, (), packaged_oracle) == first


def test_where_no_foot_is_planted_none_is_held(monkeypatch):
    clip = opened(packaged().motion)
    monkeypatch.setattr(holding, "plants_to_hold", lambda *_: ())
    chosen = choose(clip, holds(clip, {"choice": COUNT}), silent)
    loose = choose(clip, asked(clip, **RANGE, choice=COUNT), silent)
    assert chosen.keys.right.tolist() == loose.keys.right.tolist()
    assert chosen.feet is None
    assert chosen.notes == ("No foot is planted, so none is held.",)


def test_a_figure_without_legs_is_refused(monkeypatch):
    def legless(*motion):
        raise MotionError("the skeleton has no left-ankle")

    clip = opened(packaged().motion)
    monkeypatch.setattr(holding, "with_planted_feet", legless)
    with pytest.raises(MotionError, match="left-ankle"):
        choose(clip, holds(clip, {"choice": COUNT, "plants": plants_to_hold(clip, (), packaged_oracle)}), silent)


# ---- the command line -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def file_clip(tmp_path_factory):
    """The packaged clip, open from a file."""
    path = tmp_path_factory.mktemp("clip") / "walk.bvh"
    path.write_bytes(packaged_bytes())
    return opened(load_motion(path, ReadOptions()), path)


def run(command, target, capsys):
    """What a command says and writes, when it is pasted into a shell."""
    words = shlex.split(command, comments=True)
    words[words.index("-o") + 1] = str(target)
    assert main([*words[1:], "--json"]) == 0
    return json.loads(capsys.readouterr().out), native.load(target, ReadOptions())


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_command_gives_the_same(file_clip, name, tmp_path, capsys):
    chosen = choose(file_clip, holds(file_clip, CASES[name][0]), silent)
    assert "--hold-feet" in chosen.command
    assert "#" not in chosen.command
    said, written = run(chosen.command, tmp_path / "out.json", capsys)
    assert said["frames"] == chosen.keys.frames.tolist()
    assert said["error"]["max_cm"] == pytest.approx(chosen.evaluation.max_cm, abs=1e-9)
    assert said["feet"]["keys"]["drift_mean_mm"] == pytest.approx(chosen.feet.mean_mm, abs=1e-9)
    if "detail" not in CASES[name][0]:
        for ours, theirs in zip(curves_of(file_clip, chosen.keys).curves, written.curves, strict=True):
            np.testing.assert_allclose(theirs.right, ours.right, rtol=0.0, atol=1e-9)


@pytest.mark.slow
def test_labels_beside_the_clip_are_the_commands_too(tmp_path, capsys):
    path = tmp_path / "walk.bvh"
    path.write_bytes(packaged_bytes())
    clip = opened(load_motion(path, ReadOptions()), path)
    motion = clip.motion
    labels = FootLabels((Plant(150, 200, 1, "hand"),), motion.n_frames, motion.fps, motion.first_frame)
    request = {"choice": COUNT, "plants": plants_of(labels)}
    assert choose(clip, holds(clip, request), silent).command.endswith("  # save the foot labels beside the clip first")
    save_labels(labels, motion, path)
    clip.plants_of_command = plants_of_command(path, motion)
    chosen = choose(clip, holds(clip, request), silent)
    said, _ = run(chosen.command, tmp_path / "out.json", capsys)
    assert "#" not in chosen.command
    assert said["frames"] == chosen.keys.frames.tolist()
    assert said["feet"]["keys"]["drift_mean_mm"] == pytest.approx(chosen.feet.mean_mm, abs=1e-9)
    unlabelled = choose(clip, holds(clip, {"choice": COUNT}), silent)
    assert "does not use the foot labels" in unlabelled.command


def test_labels_of_part_of_a_clip_are_not_all_that_a_command_holds(tmp_path):
    path = tmp_path / "walk.bvh"
    path.write_bytes(packaged_bytes())
    motion = load_motion(path, ReadOptions())
    assert plants_of_command(None, motion) is plants_of_command(path, motion) is None
    part = FootLabels((Plant(5, 20, 1, "hand"),), 100, motion.fps, motion.first_frame + 50)
    save_labels(part, motion, path)
    assert plants_of_command(path, motion) == ()
    save_labels(FootLabels((), motion.n_frames, motion.fps, motion.first_frame), motion, path)
    assert plants_of_command(path, motion) == ()


@pytest.mark.slow
@needs_data
def test_channels_that_the_command_keys_and_the_clip_lacks_are_said():
    chosen = choose(walk(), asked(walk(), choice=COUNT, joining=HOLDS), silent)
    assert chosen.command.endswith("  # this keys more rotation channels of the feet than the clip has")
    lost = "Feet of the capture: turns that the clip's channels cannot hold are left out: lfoot"
    assert any(note.startswith(lost) for note in chosen.notes)
    assert chosen.feet.mean_mm < 0.7 * chosen.feet.captured_mean_mm


@pytest.mark.slow
def test_an_oracle_of_ones_own_is_said(file_clip):
    own = replace(packaged_oracle(), examples=packaged_oracle().examples[:3])
    assert "own oracle" in choose(file_clip, holds(file_clip, {"choice": COUNT}), silent, lambda: own).command
