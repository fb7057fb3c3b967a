"""The steps one by one give what they give in one call, and use what is known."""

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit, keyed_skeleton
from unbake.errors import UsageError
from unbake.keyframes.moments.extremes import NEAR_S, extremes
from unbake.keyframes.request import selection_space
from unbake.reduce import choose as choose_module
from unbake.reduce.choose import choose
from unbake.reduce.finish import changed_weights, finish
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take

WAYS = [{}, {"keys": 7}, {"error_m": 0.04}]


def quiet(step, part):
    pass


def excerpt():
    return packaged_clip().excerpt(41, 120)


def same_curves(one, other):
    assert one.fit == other.fit
    assert len(one.curves) == len(other.curves)
    for a, b in zip(one.curves, other.curves, strict=True):
        for part in ("frames", "values", "left", "right"):
            np.testing.assert_array_equal(getattr(a, part), getattr(b, part))


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_steps_make_what_reduce_motion_makes(way):
    motion, options = excerpt(), ReduceOptions(fit="hermite", **way)
    whole = reduce_motion(motion, options)
    take = Take(motion)
    chosen = choose(take, options, quiet)
    assert chosen.selection == whole.selection
    joined = join(take, chosen.selection, "channels", options)
    finished = chosen.animations.get("channels") or finish(take, joined, options)
    same_curves(finished, whole.animation)
    assert finished.warnings == whole.animation.warnings


@pytest.mark.parametrize("way", WAYS[1:], ids=str)
def test_a_known_space_is_used(way, monkeypatch):
    motion, options = excerpt(), ReduceOptions(fit="hermite", **way)
    space = selection_space(motion, options, quiet)
    expected = choose(Take(motion), options, quiet).selection
    monkeypatch.setattr(choose_module, "selection_space", None)
    chosen = choose(Take(motion), options, quiet, space=space)
    assert chosen.selection == expected
    assert chosen.space is space


def test_a_take_keys_the_channels_that_it_is_given():
    motion = excerpt()
    selection = choose(Take(motion), ReduceOptions(keys=7), quiet).selection
    skeleton = motion.skeleton.with_rotation_orders({1: "xyz"})
    assert skeleton.channels != keyed_skeleton(motion)[0].channels
    take = Take(motion, skeleton)
    same_curves(
        take.fitted(selection, "channels", "hermite"),
        fit(motion, selection, "hermite", skeleton=skeleton, rotation_orders="source"),
    )
    quaternions = take.fitted(selection, "quaternions", "hermite")
    same_curves(quaternions, fit(motion, selection, "hermite", skeleton=motion.skeleton.with_quaternion_channels()))


def test_notes_on_rotation_orders_come_with_the_curves():
    motion = excerpt()
    notes = ("an order was changed",)
    take = Take(motion)
    take.__dict__["_keyed"] = (motion.skeleton, notes)
    selection = choose(take, ReduceOptions(keys=7), quiet).selection
    assert take.fitted(selection, "channels", "hermite").warnings[-1:] == notes
    assert notes[0] not in take.fitted(selection, "quaternions", "hermite").warnings


def test_changed_weights_are_the_default_with_changes():
    motion = excerpt()
    weights = changed_weights(motion, {"feet": 4.0})
    ankles = {motion.skeleton.roles[f"{side}-ankle"] for side in ("left", "right")}
    assert {joint for joint, weight in weights.items() if weight == 4.0} == ankles
    assert {weight for joint, weight in weights.items() if joint not in ankles} == {1.0}
    with pytest.raises(UsageError, match="unknown joint, role or group 'fet'"):
        changed_weights(motion, {"fet": 1.0})


def test_naming_roles_leaves_every_number_as_it_is():
    motion = excerpt()
    named = motion.with_roles({"left-ankle": "LeftToeBase"})
    assert named.rotations_xyzw is motion.rotations_xyzw
    assert named.skeleton.names[named.skeleton.roles["left-ankle"]] == "LeftToeBase"
    assert motion.skeleton.names[motion.skeleton.roles["left-ankle"]] == "LeftFoot"
    assert named.excerpt(50, 60).skeleton.roles == named.skeleton.roles


@pytest.mark.slow
@pytest.mark.parametrize("way", [{"keys": 20}, {"error_m": 0.01}, {"keys": 22, "method": "pieces"}], ids=str)
def test_every_way_of_choosing_classes_its_keys(way):
    """The packaged clip jumps: its lows and highs are keyposes, what lies between are breakdowns."""
    motion = packaged_clip()
    options = ReduceOptions(fit="hermite", pinned_numbers=(200,), **way)
    found = reduce_motion(motion, options)
    assert len(found.selection.breakdowns) > 0
    assert {0, 200 - motion.first_frame, motion.n_frames - 1} < set(found.selection.keyposes)
    assert found.animation.selection == found.selection
    taken = [f for f in found.selection.keyposes if f not in (0, 200 - motion.first_frame, motion.n_frames - 1)]
    extreme = np.array([e.frame for e in extremes(motion)])
    assert all(np.abs(extreme - frame).min() <= NEAR_S * float(motion.fps) for frame in taken)
