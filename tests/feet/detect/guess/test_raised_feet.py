"""A foot that sways in the air beside one that stands is not planted; one on a box is, and one on a stair."""

from dataclasses import replace

import numpy as np

from data import DATA, needs_data
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.guess.raised_feet import without_raised
from unbake.formats.registry import load_motion
from unbake.performer import perform


def stands_on_one_leg(sway_m):
    """Both feet down for a second; then the left one is 20 cm up, swaying to and fro."""
    motion = perform("stand", seconds=3.0, fps=60, seed=1, sway_m=0.0, unrest_deg=0.0).motion
    paths = foot_paths(motion)
    places = paths.points_m.copy()
    places[60:, :2] += [0.0, 0.2, 0.0]
    places[60:, :2, 2] += sway_m * np.sin(np.arange(len(places) - 60) / 8.0)[:, None]
    planted = np.ones((len(places), 4), dtype=bool)
    planted[55:60, :2] = False
    return replace(paths, points_m=places), planted


def test_a_foot_that_sways_is_held():
    paths, planted = stands_on_one_leg(0.02)
    found = without_raised(planted, paths)
    assert not found[60:, :2].any()
    assert np.array_equal(found[:60], planted[:60])
    assert found[:, 2:].all()


def test_a_foot_on_a_box_stands():
    paths, planted = stands_on_one_leg(0.0)
    assert np.array_equal(without_raised(planted, paths), planted)


def test_a_foot_on_a_stair_stands():
    done = perform("stairs", seconds=4.0, fps=60, seed=1, step_length_m=0.32)
    assert np.array_equal(without_raised(done.contacts, foot_paths(done.motion)), done.contacts)


@needs_data
def test_a_dancer_on_one_leg():
    motion = load_motion(DATA / "cmu" / "05" / "05_02.amc")
    assert not guess_feet(motion).labels.planted()[870:990, :2].any()


def test_empty_and_short():
    paths, planted = stands_on_one_leg(0.02)
    one = FootPaths(paths.excerpt(0, 0).legs, paths.points_m[:1])
    assert without_raised(planted[:1], one).all()
