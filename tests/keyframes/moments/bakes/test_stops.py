"""Stops: which keys of a bake are keyposes."""

import pytest
from benchmarks.handmade.judged import classes_alike
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS

from unbake.keyframes.moments.bakes.baked_keys import baked_keys
from unbake.keyframes.moments.bakes.stops import stops, with_stops
from unbake.keyframes.selection import Selection
from unbake.reduce.reduction import ReduceOptions, reduce_motion

PIECES = {**TUNED, **REPORTED}


def handmade(name, rig="performer"):
    return RIGS[rig](name, PIECES[name]())


def test_the_keys_at_which_a_body_stops():
    """Picking up: the hand is on its way in the fourth key."""
    made = handmade("pick up")
    keys = baked_keys(made.motion)
    assert keys == (11, 35, 45, 59, 73)
    assert stops(made.motion, keys) == (11, 35, 45, 73)


def selected(made, name):
    return Selection(made.frames, classes=(name,) * len(made.frames))


def of_class(selection, wanted):
    return [frame for frame, name in zip(selection.frames, selection.classes, strict=True) if name == wanted]


def test_where_most_keys_are_stops_the_others_are_breakdowns():
    made = handmade("pick up")
    keys = baked_keys(made.motion)
    found = with_stops(selected(made, "keypose"), made.motion, keys)
    assert of_class(found, "breakdown") == [59]
    assert with_stops(selected(made, "keypose"), made.motion, keys, pinned=(59,)).classes.count("breakdown") == 0
    found = with_stops(selected(made, "breakdown"), made.motion, keys)
    assert of_class(found, "keypose") == [11, 35, 45, 73]


def test_where_curves_flow_keys_stay_what_they_were():
    """A walk stops nowhere."""
    made = handmade("walk")
    keys = baked_keys(made.motion)
    assert len(keys) == 15
    assert stops(made.motion, keys) == ()
    for name in ("keypose", "breakdown"):
        assert with_stops(selected(made, name), made.motion, keys).classes == (name,) * 17


def test_no_bake_has_no_stops():
    made = handmade("pick up")
    assert with_stops(selected(made, "breakdown"), made.motion, ()).classes == ("breakdown",) * 7


@pytest.mark.parametrize("rig", list(RIGS))
def test_most_classes_are_those_of_the_animator(rig):
    """On the pieces that the limits were chosen on."""
    pieces = [handmade(name, rig) for name in TUNED]
    results = [reduce_motion(made.motion, ReduceOptions(fit="hermite", holds_ends=False)).selection for made in pieces]
    found = [classes_alike(made, result) for made, result in zip(pieces, results, strict=True)]
    keyposes, kept, breakdowns, passed = (sum(column) for column in zip(*found, strict=True))
    assert (keyposes, breakdowns) == (50, 10)
    assert kept >= 46
    assert passed >= 5


def test_a_named_lead_decides_alone():
    """What leads is somebody's own choice; stops of the whole body have no say then."""
    made = handmade("duck")
    own = reduce_motion(made.motion, ReduceOptions(fit="hermite", holds_ends=False)).selection
    named = reduce_motion(made.motion, ReduceOptions(fit="hermite", holds_ends=False, lead=("head",))).selection
    assert own.frames == named.frames
    assert own.classes != named.classes
