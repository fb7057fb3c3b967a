"""Edits of the performer's walks carried over to other walks: near the truth, and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from editing.propagation.walks import FPS, away_m, slowed, swinging, turned, walk
from unbake.curves.fits.fit import fit
from unbake.curves.layers import FEET, AnimationLayer, layer_between
from unbake.curves.measure import measure
from unbake.editing import (
    Example,
    OffsetLayer,
    PropagateOptions,
    Weights,
    apply,
    learn,
    on_keys,
    pose,
    pose_layer,
    propagate,
)
from unbake.editing.propagation.examples import is_like
from unbake.editing.propagation.keys import changed_keys, changed_part
from unbake.editing.propagation.propagate import Propagated
from unbake.errors import MotionError, UsageError
from unbake.feet.skating import skating
from unbake.keyframes.selection import Selection
from unbake.motion.rotations import rotation_angle

BARE = PropagateOptions(feet="none")


def example(edit, motion=None, **more):
    motion = motion or walk()
    return Example.of(motion, edit(motion), **more)


@pytest.mark.parametrize(
    ("more", "part"),
    [({}, 0.1), ({"outputs": "pose"}, 0.6), ({"predictor": "mls"}, 0.6), ({"ard": True}, 0.2)],
)
def test_an_edit_comes_over_to_another_walk(more, part):
    other = walk(8.0, seed=3)
    truth = swinging(other)
    found = propagate([example(swinging)], other, replace(BARE, **more))
    assert found.motion.n_frames == other.n_frames
    assert away_m(found.motion, truth) < part * away_m(other, truth)


def test_what_the_edit_leaves_alone_stays_as_it_was():
    other = walk(8.0, seed=3)
    found = propagate([example(swinging)], other, BARE).motion
    arm = other.skeleton.index("RightArm")
    kept = [joint for joint in range(len(other.skeleton.names)) if joint != arm]
    assert rotation_angle(found.rotations_xyzw[:, kept], other.rotations_xyzw[:, kept]).max() < 1e-9
    assert np.abs(found.translations_m - other.translations_m).max() < 1e-9


def test_an_edit_that_is_the_same_everywhere_is_so_in_other_actions():
    def lean(motion):
        return turned(motion, "Spine", [0.3, 0.0, 0.0])

    run = walk(4.0, seed=1, action="run")
    assert away_m(propagate([example(lean)], run, BARE).motion, lean(run)) < 0.05 * away_m(run, lean(run))


def test_a_source_unlike_the_examples_is_told():
    found = propagate([example(swinging)], walk(4.0, action="jump"), BARE)
    assert found.low
    assert any("unlike every example" in note for note in found.notes)
    own = propagate([example(swinging)], walk(), BARE)
    assert own.confidence.mean() > 0.9 > 0.5 > found.confidence.min()
    assert not own.low


@pytest.mark.parametrize("other", [walk(5.0, seed=1, action="jump"), walk(5.0, seed=2, action="turn")])
def test_another_clip_named_as_the_edit_is_told(other):
    notes = propagate([Example.of(walk(), other)], walk(8.0, seed=3), BARE).notes
    assert any("hardly an edit of its source" in note for note in notes)
    notes = learn([example(swinging), Example.of(walk(), other)]).notes
    assert any("the edited clip of example 2 is hardly" in note for note in notes)


def test_edits_of_many_kinds_are_not_taken_for_other_clips():
    still = walk(4.0, action="stand")
    crouched = pose(still, 60, {"hips": still.positions()[60, still.skeleton.roles["hips"]] - [0.0, 0.2, 0.0]})
    edits = [
        example(swinging),
        example(lambda motion: slowed(motion, 1.4)[0]),
        example(lambda motion: turned(motion, "Hips", [0.0, 1.5, 0.0])),
        Example.of_layers(still, [pose_layer("crouch", still, {60: crouched.motion}, untouched=[30, 90])], (30, 90)),
    ]
    assert not [note for one in edits for note in learn([one]).notes if "hardly" in note]


def test_a_take_with_other_joints_is_told_to_come_out_on_the_edited_figure():
    other = walk(4.0, seed=3)
    names = tuple(f"Other_{name}" for name in other.skeleton.names)
    named = {role: names[joint] for role, joint in other.skeleton.roles.items()}
    renamed = replace(other, skeleton=replace(other.skeleton, names=names)).with_roles(named)
    found = propagate([example(swinging)], renamed, BARE)
    assert found.motion.skeleton.names == other.skeleton.names
    assert any("on the edited clip's figure" in note for note in found.notes)
    assert not propagate([example(swinging)], other, BARE).notes


def test_corrections_make_it_better():
    other = walk(4.0, seed=1, action="run")
    truth = swinging(other)
    first = propagate([example(swinging)], other, BARE).motion
    both = propagate([example(swinging), Example.of(other, truth, (20, 60))], other, BARE).motion
    assert away_m(both, truth) < 0.3 * away_m(first, truth)


def test_time_comes_over():
    slow, seconds = slowed(walk(), 1.4)
    timed = Example(walk(), slow, seconds, 0, walk().n_frames - 1)
    other = walk(8.0, seed=3)
    found = propagate([timed], other, BARE)
    truth, _ = slowed(other, 1.4)
    assert abs(found.motion.n_frames - truth.n_frames) <= 4
    assert away_m(found.motion, truth) < 0.1 * away_m(other, truth)
    assert (np.diff(found.source_frames) > 0.0).all()


@pytest.mark.parametrize("fps", [24, 12])
def test_an_edit_may_have_fewer_frames_a_second(fps):
    motion, other = walk(5.0).resampled(120).excerpt(1, 590), walk(8.0, seed=3)
    same = propagate([example(swinging, motion)], other, BARE)
    found = propagate([Example.of(motion, swinging(motion).resampled(fps))], other, BARE)
    assert found.motion.n_frames == other.n_frames, "time passes as in the source, to the edit's last frame"
    assert found.confidence.mean() > same.confidence.mean() - 0.05
    assert away_m(found.motion, swinging(other)) < 0.1 * away_m(other, swinging(other))


def test_lengths_that_differ_are_warped():
    slow, seconds = slowed(walk(), 1.3)
    found = Example.of(walk(), slow)
    assert any("time warp" in note for note in found.notes)
    assert np.abs(found.seconds - seconds).max() < 0.15
    with pytest.raises(UsageError, match="no time warp"):
        Example.of(walk(), slowed(walk(), 4.0)[0])


def test_a_way_of_its_own_is_gone():
    def longer(motion):
        """Steps a third as long again."""
        translations = motion.translations_m.copy()
        translations[:, 0, [0, 2]] *= 1.33
        return replace(motion, translations_m=translations)

    other = walk(8.0, seed=3)
    model = learn([example(longer)], BARE)
    assert model.channels.travels
    truth = longer(other)
    assert away_m(apply(model, other).motion, truth) < 0.15 * away_m(other, truth)


def test_a_body_turned_aside_goes_its_sources_way():
    def aside(motion):
        return turned(motion, "Hips", [0.0, 0.4, 0.0])

    other = walk(8.0, seed=3)
    model = learn([example(aside)], BARE)
    assert not model.channels.travels
    assert away_m(apply(model, other).motion, aside(other)) < 0.05 * away_m(other, aside(other))


def test_layers_are_an_example_in_pose_and_time():
    motion = walk()
    late = OffsetLayer(pose_layer("nod", motion, {0: _posed(motion)}).pose, np.array([0, 149]), np.array([0.0, 0.4]))
    found = Example.of_layers(motion, [late])
    back = np.interp(found.seconds, np.arange(motion.n_frames) / FPS, late.times(motion.n_frames, FPS))
    inside = slice(found.first, found.last + 1)
    assert back[inside] == pytest.approx(np.arange(motion.n_frames)[inside], abs=1e-6)
    assert found.keeps_character


def _posed(motion):
    one = replace(motion, rotations_xyzw=motion.rotations_xyzw[:1], translations_m=motion.translations_m[:1])
    return turned(one, "Head", [0.4, 0.0, 0.0])


@pytest.mark.slow
def test_the_result_of_a_reduced_take_is_on_its_own_keys():
    motion = walk(6.0)
    take = fit(motion, Selection((*range(0, motion.n_frames - 1, 6), motion.n_frames - 1)))
    changed = fit(swinging(motion), take.selection)
    found = propagate([Example.of(take.layered(), changed.layered(), (0, 60))], take.layered(), BARE)
    keyed = on_keys(found, take)
    assert keyed.selection.frames == take.selection.frames
    assert away_m(keyed.layered(), changed.layered()) < 0.15 * away_m(take.layered(), changed.layered())


def test_hands_and_feet_are_held_on_the_keys():
    """Keys that few leave hands to swim, where each channel is fitted by itself."""
    motion = packaged_clip().excerpt(1, 120)
    take = fit(motion, Selection((0, 20, 45, 70, 95, 119)))
    found = Propagated(motion, np.ones(motion.n_frames), (), np.arange(motion.n_frames, dtype=float), None, ())
    plain, keyed = (measure(motion, one).promised_m(with_tips=True) for one in (take, on_keys(found, take)))
    assert keyed < 0.7 * plain


def test_changed_parts_are_found():
    motion = walk(6.0)
    take = fit(motion, Selection((*range(0, motion.n_frames - 1, 6), motion.n_frames - 1)))
    part = motion.rotations_xyzw.copy()
    part[30:49] = swinging(motion).rotations_xyzw[30:49]
    edited = replace(motion, rotations_xyzw=part)
    first, last = changed_part(motion, edited)
    assert 30 <= first < 36
    assert 43 < last <= 48
    assert changed_keys(take, take) is None
    assert changed_keys(take, fit(edited, take.selection)) == [(30, 48)]
    part[90:121] = swinging(motion).rotations_xyzw[90:121]
    assert changed_keys(take, fit(replace(motion, rotations_xyzw=part), take.selection)) == [(30, 48), (90, 120)]
    assert changed_part(motion, swinging(motion)) is None
    first, last = changed_part(motion.resampled(120), edited)
    assert 120 <= first < 144
    assert 172 < last <= 192


def test_where_time_is_moved_is_changed_however_much_a_pose_is():
    motion = walk(6.0)
    turns = np.array([[[0.0] * 3], [[1.5, 0.0, 0.0]], [[0.0] * 3]])
    bow = AnimationLayer("bow", [20, 40, 60], (1,), turns, (), np.zeros((3, 0, 3)))
    layer = OffsetLayer(bow, np.array([20, 60, 100]), np.array([0.0, 0.1, 0.0]))
    found = Example.of_layers(motion, [layer])
    first, last = changed_part(motion, found.edited, found.seconds)
    assert 20 <= first < 35
    assert 85 < last <= 100
    assert changed_part(motion, found.edited)[1] < 80


def test_feet_are_held():
    def stumbling(motion):
        return turned(motion, "LeftUpLeg", [0.0, 0.0, 0.15])

    other = walk(6.0, seed=3)
    loose = propagate([example(stumbling)], other, BARE)
    held = propagate([example(stumbling)], other, PropagateOptions())
    assert skating(held.motion, held.labels).mean_mm < 0.3 * skating(loose.motion, held.labels).mean_mm


def test_a_take_with_a_foot_layer_gets_another():
    motion = walk(6.0)
    take = fit(motion, Selection((*range(0, motion.n_frames - 1, 12), motion.n_frames - 1)))
    found = propagate([Example.of(motion, turned(motion, "LeftUpLeg", [0.0, 0.0, 0.15]))], motion)
    assert on_keys(found, take).layers == ()
    keyed = on_keys(found, replace(take, layers=(layer_between(take.sample(), motion, FEET),)))
    assert [layer.name for layer in keyed.layers] == [FEET]
    by_keys, with_layer = (skating(one, found.labels).mean_mm for one in (keyed.sample(), keyed.layered()))
    assert with_layer < 0.1 * by_keys


def test_an_edit_of_an_arm_leaves_feet_that_slide_as_they_were():
    other = walk(4.0, seed=3)
    places = other.translations_m.copy()
    places[:, 0, 0] += 0.05 * np.arange(other.n_frames) / FPS
    other = replace(other, translations_m=places)
    found = propagate([example(swinging)], other)
    assert found.labels is not None
    arm = other.skeleton.index("RightArm")
    kept = [joint for joint in range(len(other.skeleton.names)) if joint != arm]
    assert rotation_angle(found.motion.rotations_xyzw[:, kept], other.rotations_xyzw[:, kept]).max() < 1e-9


def test_weights_draw_the_result_to_the_source():
    other = walk(4.0, action="run", seed=1)
    free, drawn = (
        propagate([example(swinging)], other, replace(BARE, weights=Weights(source_poses=w))).motion for w in (0.0, 1e6)
    )
    assert away_m(drawn, other) < 0.2 * away_m(free, other)


def test_a_kernel_for_each_number():
    other = walk(8.0, seed=3)
    found = propagate([example(swinging)], other, replace(BARE, kernels="separate"))
    assert away_m(found.motion, swinging(other)) < 0.2 * away_m(other, swinging(other))


def test_what_makes_no_example_is_refused():
    motion = walk()
    with pytest.raises(UsageError, match="changes nothing"):
        learn([Example.of(motion, motion)])
    with pytest.raises(UsageError, match="at least one example"):
        learn([])
    with pytest.raises(UsageError, match=r"at least 0\.25 s"):
        Example.of(motion, swinging(motion), (3, 5))
    with pytest.raises(UsageError, match="outside"):
        Example.of(motion, swinging(motion), (3, 500))
    with pytest.raises(UsageError, match="predictor must be"):
        PropagateOptions(predictor="magic")
    nameless = replace(motion.skeleton, names=tuple(f"j{n}" for n in range(len(motion.skeleton.names))))
    with pytest.raises(MotionError, match="left-hip"):
        learn([Example.of(replace(motion, skeleton=nameless), replace(swinging(motion), skeleton=nameless))])
    assert not is_like(nameless, motion.skeleton)
