"""Planted feet in a reduced animation: by keys and handles, and by the layer on top."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from clips import jump_clip
from unbake.curves.layers import FEET, layer_between
from unbake.errors import MotionError, UsageError
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import skating
from unbake.formats.registry import load, save
from unbake.performer import perform, with_drift
from unbake.reduce.hold_feet import hold_feet, planted_weights
from unbake.reduce.reduction import ReduceOptions, reduce_motion

OPTIONS = ReduceOptions(keys=12)
ENDS_MM = 2.5
"""How far points stray over whole plants, whose ends are held softly; inside, within a millimetre."""


@cache
def walk():
    done = perform("walk", seconds=2, seed=1, fps=60)
    motion = with_drift(done.motion, 1.0, 0.03, seed=3)
    return motion, FootLabels.from_frames(done.contacts, motion.fps, motion.first_frame, "performer")


@cache
def held():
    return hold_feet(*walk(), OPTIONS)


@pytest.mark.slow
def test_each_step_lets_planted_points_stray_less():
    told = held().skating
    motion, labels = walk()
    plain = skating(reduce_motion(motion, OPTIONS).animation.sample(), labels, legs_of(motion))
    assert told["capture"].worst_mm > 5.0
    assert told["cleaned"].worst_mm < 0.05
    assert told["keys"].mean_mm < 0.7 * plain.mean_mm
    assert told["layer"].worst_mm < 1.0
    legs, inside = legs_of(motion), held().cleaned.held_part
    assert skating(held().with_layer("channels"), inside, legs).worst_mm < 1.0
    assert told["layer"].mean_mm < 0.5 * told["keys"].mean_mm


@pytest.mark.slow
def test_keys_stay_sparse_and_the_layer_is_apart():
    found = held()
    assert len(found.reduction.selection) == 12
    layer = found.layers["channels"]
    assert 0 < len(layer.changed_frames(found.capture.n_frames)) <= found.capture.n_frames
    legs = legs_of(found.capture)
    allowed = {j for leg in legs.both for j in (leg.hip, leg.knee, leg.ankle, leg.toe)}
    assert set(layer.joints) <= allowed
    assert (layer.name, layer.moved) == (FEET, (0,))
    sampled = found.reduction.animation.sample()
    assert np.abs(found.with_layer("channels").positions() - layer.applied(sampled).positions()).max() == 0.0
    assert any("foot layer" in note and "frames" in note for note in found.notes)


@pytest.mark.slow
def test_the_layer_costs_little():
    found = held()
    assert found.errors["channels"].mean_m < 2.0 * found.reduction.error.mean_m + 0.002


def test_clean_feet_need_no_step_before_the_fit():
    done = perform("stand", seconds=1, seed=1, fps=60)
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")
    found = hold_feet(done.motion, labels, ReduceOptions(keys=5))
    assert found.cleaned.motion is done.motion


def test_planted_frames_weigh_more_and_others_as_before():
    motion, labels = walk()
    legs = legs_of(motion)
    weights = planted_weights(motion, labels, legs, ReduceOptions(end_weights={"left-ankle": 2.0, "head": 1.0}), 5.0)
    planted = labels.planted()[:, :2].any(axis=1)
    assert set(weights) == {legs.left.ankle, legs.left.toe, legs.right.ankle, legs.right.toe, 5}
    assert (weights[legs.left.ankle] == np.where(planted, 10.0, 2.0)).all()
    assert (weights[legs.left.toe] == np.where(planted, 5.0, 1.0)).all()


@pytest.mark.slow
def test_without_the_last_step_there_are_no_weights():
    motion, labels = walk()
    found = hold_feet(motion, labels, replace(OPTIONS, holds_ends=False))
    assert found.reduction.options.end_weights is None
    assert found.skating["layer"].worst_mm < 1.0


@pytest.mark.slow
def test_both_kinds_of_curves_and_detail():
    motion, labels = walk()
    found = hold_feet(motion, labels, replace(OPTIONS, curves=("channels", "quaternions"), detail=0.5))
    for kind in ("channels", "quaternions"):
        assert skating(found.with_layer(kind), labels, legs_of(motion)).worst_mm <= ENDS_MM
    said = [note for note in found.notes if "let planted points stray" in note]
    assert len(said) == 1
    assert "(channels) or" in said[0]
    assert "(quaternions) of" in said[0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["channels", "quaternions"])
def test_a_promised_error_is_kept_and_has_a_bound_at_120_frames_a_second(kind):
    motion = jump_clip()
    options = ReduceOptions(error_m=0.03, curves=(kind,), bound=True)
    found = hold_feet(motion, guess_feet(motion).labels, options).reduction
    assert motion.fps == 120
    assert found.error.max_m <= 0.03
    assert any("fitted on its own" in note for note in found.notes)


def test_labels_of_another_motion_are_refused():
    motion, labels = walk()
    with pytest.raises(MotionError, match="do not match"):
        hold_feet(motion.excerpt(1, 50), labels, OPTIONS)


def test_a_layer_comes_back_from_its_file(tmp_path):
    found = held()
    animation, layer = found.reduction.animations["channels"], found.layers["channels"]
    file = tmp_path / "walk.json"
    save(replace(animation, layers=(layer,)), file)
    again = load(file)
    assert (again.layered().positions() == found.with_layer("channels").positions()).all()
    assert (again.sample().positions() == animation.sample().positions()).all()


def test_layers_between_motions():
    motion, _ = walk()
    found = held()
    layer = layer_between(motion, found.cleaned.motion, FEET)
    # Turns below CHANGED_RAD are left out.
    assert np.abs(layer.applied(motion).positions() - found.cleaned.motion.positions()).max() < 1e-7
    empty = layer_between(motion, motion, FEET)
    assert (empty.joints, empty.moved, len(empty.changed_frames(121))) == ((), (), 0)
    assert empty.applied(motion) is motion
    with pytest.raises(UsageError, match="another motion"):
        layer.applied(motion.excerpt(1, 50))
    with pytest.raises(UsageError, match="no layer"):
        layer_between(motion, motion.excerpt(1, 50), FEET)


def test_what_changes_by_less_than_can_be_seen_is_not_in_the_layer():
    motion, _ = walk()
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[:, 3, 0] += 3e-7
    translations[:, 0, 1] += 9e-7
    rotations[10, 4, 0] += 3e-4
    layer = layer_between(motion, replace(motion, rotations_xyzw=rotations, translations_m=translations), FEET)
    assert layer.changed_frames(121).tolist() == [10]
    assert (layer.joints, layer.moved) == ((4,), ())


@pytest.mark.slow
def test_guessed_ends_are_let_go_by_the_capture_alone():
    done = perform("walk", seconds=2, seed=1, fps=60)
    exact = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "oracle")
    late = replace(exact, plants=tuple(replace(p, last=min(p.last + 3, 120)) for p in exact.plants))
    motion = with_drift(done.motion, 1.0, 0.03, seed=3)
    found = hold_feet(motion, late, OPTIONS)
    assert found.labels == found.cleaned.labels
    assert found.labels != late
    # What is held in the capture is held in the layer, to the last frame, though there its points move by themselves.
    assert skating(found.with_layer("channels"), found.labels, legs_of(motion)).worst_mm <= ENDS_MM
    assert found.skating["layer"].worst_mm < 1.0
