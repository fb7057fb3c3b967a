"""The animator's rig: feet that roll, pivot and stand, and what is said of their contacts."""

from __future__ import annotations

import numpy as np
import pytest

from performer import naive
from performer.judged import slips
from unbake.performer.pieces.keying import Key, changed
from unbake.performer.pieces.posed import REST, bake

CROUCHED = changed(REST, y=-0.15)


def contacts_of(*poses):
    """Contacts of the left heel and toe in the middle of each stretch between two poses."""
    piece = bake("", [Key(1 + 4 * n, pose) for n, pose in enumerate(poses)])
    points = naive.contact_points(piece.motion, piece.figure.stature_m)
    assert slips(points, piece.contacts).max() < 1e-9
    return [tuple(piece.contacts[20 * n + 10, :2].tolist()) for n in range(len(poses) - 1)]


@pytest.mark.parametrize(
    ("changes", "heel_and_toe"),
    [
        ({}, (True, True)),
        ({"left_roll": 30.0}, (False, True)),
        ({"left_roll": -20.0}, (True, False)),
        ({"left_yaw": 60.0}, (False, True)),
        ({"left_x": 0.12}, (False, False)),
        ({"left_z": 0.2}, (False, False)),
        ({"left_y": 0.05}, (False, False)),
        ({"left_toe": 10.0}, (True, True)),
    ],
)
def test_a_foot_touches_the_ground_with_what_stays_where_it_is(changes, heel_and_toe):
    assert contacts_of(CROUCHED, changed(CROUCHED, **changes)) == [heel_and_toe]


def test_a_foot_in_the_air_does_not_stand_even_if_it_is_still():
    lifted = changed(CROUCHED, left_y=0.2)
    assert contacts_of(CROUCHED, CROUCHED, lifted, lifted, CROUCHED) == [
        (True, True),
        (False, False),
        (False, False),
        (False, False),
    ]


def test_a_roll_turns_about_heel_or_ball():
    rolled = [changed(CROUCHED, left_roll=roll) for roll in (0.0, 40.0, -25.0)]
    piece = bake("", [Key(1 + n, pose) for n, pose in enumerate(rolled)], fps=24)
    flat, up, back = naive.contact_points(piece.motion, 1.75)[:, :2]
    assert np.abs(up[1] - flat[1]).max() < 1e-12
    assert up[0, 1] > 0.1
    assert np.abs(back[0] - flat[0]).max() < 1e-12
    assert back[1, 1] > flat[1, 1] + 0.05


@pytest.mark.parametrize("name", ["x", "z"])
def test_the_hips_are_where_they_are_keyed(name):
    poses = [REST, changed(CROUCHED, **{name: 0.1})]
    hips = bake("", [Key(1, poses[0]), Key(2, poses[1])], fps=24).motion.translations_m[:, 0]
    expected = {"x": (0.1, -0.15, 0.0), "z": (0.0, -0.15, 0.1)}[name]
    assert hips[1] - hips[0] == pytest.approx(expected)
