"""Breakdowns for glTF: they come where curves with handles at thirds miss by more than the third layer allows."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from benchmarks.handmade.__main__ import pieces
from benchmarks.handmade.pieces import TUNED

from clips import packaged_clip
from unbake.curves.measure import measure
from unbake.keyframes.layers import BLOCKING_LAYERS, EXTREMES_LAYERS
from unbake.reduce.finish import finish
from unbake.reduce.gltf_breakdowns import _misses
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take

WITHIN_M = 0.008
STRICT = (*EXTREMES_LAYERS[:2], replace(EXTREMES_LAYERS[2], accuracy=1e-6, floor_m=WITHIN_M, floor_scales=False))
BLOCKING = (*BLOCKING_LAYERS[:2], STRICT[2])
BOTH = ("channels", "quaternions")


@pytest.fixture(scope="module")
def motion():
    return packaged_clip().resampled(30)


@pytest.fixture(scope="module")
def plain(motion):
    return reduce_motion(motion, ReduceOptions(layers=STRICT))


@pytest.fixture(scope="module")
def with_gltf(motion):
    return reduce_motion(motion, ReduceOptions(layers=STRICT, curves=BOTH))


def worst_m(motion, animation):
    """What is missed at worst for a twentieth of a second, in each segment."""
    missed = measure(motion, animation).per_frame_m
    missed = np.array([missed[max(frame - 1, 0) : frame + 1].min() for frame in range(len(missed))])
    return {(a, b): missed[a : b + 1].max() for a, b in pairwise(animation.selection.frames)}


def test_no_segment_that_a_key_may_divide_is_missed_by_more(motion, plain, with_gltf):
    take, options = Take(motion), ReduceOptions(layers=STRICT)
    before = finish(take, join(take, plain.selection, "quaternions", options), options)
    assert max(worst_m(motion, before).values()) > WITHIN_M, "there is something to mend"
    after = worst_m(motion, with_gltf.animations["quaternions"])
    assert {ends: m for ends, m in after.items() if ends[1] - ends[0] >= 4 and m > WITHIN_M} == {}
    assert min(np.diff(with_gltf.selection.frames)) >= 2


def test_they_are_breakdowns_of_the_third_layer_and_a_note_counts_them(plain, with_gltf):
    before = dict(zip(plain.selection.frames, plain.selection.classes, strict=True))
    after = dict(zip(with_gltf.selection.frames, with_gltf.selection.classes, strict=True))
    layers = dict(zip(with_gltf.blocking.selection.frames, with_gltf.blocking.layer_of, strict=True))
    new = set(after) - set(before)
    assert new
    assert before.items() <= after.items()
    assert {(after[frame], layers[frame]) for frame in new} == {("breakdown", 3)}
    (note,) = [note for note in with_gltf.notes if getattr(note, "code", "") == "gltf-breakdowns"]
    assert note.about == {"keys": len(new)}
    assert note.startswith(f"{len(new)} breakdowns added")


def test_all_curves_have_the_same_keys_and_the_match_is_measured(with_gltf):
    for animation in with_gltf.animations.values():
        assert animation.selection == with_gltf.selection
    for ends in with_gltf.ends.values():
        assert ends.after.max_m <= ends.before.max_m


def test_where_nothing_is_missed_keys_stay_and_nothing_is_said(motion):
    result = reduce_motion(motion, ReduceOptions(curves=("quaternions",)))
    assert result.selection == reduce_motion(motion).selection
    assert result.ends["quaternions"].before is not None
    assert result.notes == ()


@pytest.mark.parametrize("curves", [("quaternions",), BOTH], ids=["one kind", "both"])
def test_the_bar_does_not_begin_again(motion, curves):
    parts = []
    reduce_motion(motion, ReduceOptions(layers=STRICT, curves=curves), lambda step, part: parts.append((step, part)))
    fitted = [part for step, part in parts if step == "fit"]
    # The free fit mends some channels when all are done, and steps back a little for these.
    assert min(np.diff(fitted)) > -0.1
    assert len(set(fitted)) > 4
    assert fitted[-1] == 1.0


@pytest.mark.parametrize("layers", [BLOCKING, STRICT], ids=["blocking", "other curves"])
def test_other_layers_and_other_curves_get_none(motion, plain, layers):
    result = reduce_motion(motion, ReduceOptions(layers=layers, curves=BOTH if layers is BLOCKING else BOTH[:1]))
    assert [note for note in result.notes if getattr(note, "code", "") == "gltf-breakdowns"] == []
    if layers is STRICT:
        assert result.selection == plain.selection


def test_a_gap_that_was_asked_for_is_kept(motion):
    result = reduce_motion(motion, ReduceOptions(layers=STRICT, curves=BOTH, min_gap=3))
    assert min(np.diff(result.selection.frames)) >= 3
    assert any(getattr(note, "code", "") == "gltf-breakdowns" for note in result.notes)


def test_between_the_keys_of_a_bake_there_are_none():
    strict = (*STRICT[:2], replace(STRICT[2], floor_m=1e-5))
    motion = next(baked.motion for name, rig, baked in pieces(TUNED) if (name, rig) == ("march", "performer"))
    keys = reduce_motion(motion, ReduceOptions(layers=strict)).selection
    result = reduce_motion(motion, ReduceOptions(layers=strict, curves=BOTH))
    assert result.errors["quaternions"].max_m > 1e-4
    assert result.selection == keys


def test_of_neighbours_the_worst_segment_gets_a_key_as_near_as_it_may():
    missed = np.zeros(61)
    for frame, much in ((5, 1.5), (15, 2.0), (25, 1.6), (42, 1.1), (58, 9.0)):
        missed[frame - 1 : frame + 2] = much
    assert _misses(missed, (0, 10, 20, 30, 40, 55, 60), 3, 3) == [15, 43]
    assert _misses(missed, (0, 10, 20, 30, 40, 54, 60), 3, 3) == [15, 57]
    assert _misses(missed / 10.0, (0, 10, 20, 30, 40, 54, 60), 3, 3) == []


def test_a_jerk_of_the_capture_gets_no_key():
    missed = np.zeros(61)
    missed[[20, 21, 40, 41, 42]] = 5.0
    assert _misses(missed, (0, 60), 3, 3) == [41]
    assert _misses(missed, (0, 60), 20, 3) == [40]
    assert _misses(missed, (0, 60), 3, 4) == []
