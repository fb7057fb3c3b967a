"""Floors that lean: ramps are found from plants, stairs and level floors are none."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from unbake.feet.clean.clean import clean_feet
from unbake.feet.floor import Floor, floor_of_plants, sole_points_m
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import drifts_m, skating
from unbake.feet.slope import Slope, ground_of_plants
from unbake.motion.rotations import quaternion_from_vector, quaternion_product, rotate
from unbake.performer import perform, with_drift


@cache
def performed(action):
    done = perform(action, seconds=4, seed=2)
    return done.motion, FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")


def leaning(motion, angle_deg, up_m=0.0):
    """The motion on a floor that leans the way that it goes."""
    way = motion.positions()[-1, 0] - motion.positions()[0, 0]
    across = np.array([-way[2], 0.0, way[0]]) / np.hypot(way[0], way[2])
    turn = quaternion_from_vector(np.radians(angle_deg) * across)
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[:, 0] = quaternion_product(turn, rotations[:, 0])
    translations[:, 0] = rotate(turn, translations[:, 0])
    translations[:, 0, 1] += up_m
    return replace(motion, rotations_xyzw=rotations, translations_m=translations)


@pytest.mark.parametrize("angle_deg", [2.0, -2.0, 5.0, -10.0])
@pytest.mark.parametrize("up_m", [0.0, 0.7])
def test_a_ramp_is_found_as_steep_as_it_is(angle_deg, up_m):
    motion, labels = performed("walk")
    found = clean_feet(leaning(motion, angle_deg, up_m), labels)
    assert isinstance(found.ground, Slope)
    assert found.ground.steepness_deg == pytest.approx(abs(angle_deg), abs=0.1)
    assert found.notes[0] == f"the floor leans by {abs(angle_deg):.1f}°, and feet stand on it as it does"


@pytest.mark.parametrize("angle_deg", [1.8, -1.8])
def test_a_clean_walk_on_a_gentle_ramp_is_not_made_level(angle_deg):
    motion, labels = performed("walk")
    ramp = leaning(motion.excerpt(1, 300), angle_deg)
    found = clean_feet(ramp, labels.excerpt(0, 299))
    moved_m = np.linalg.norm(found.motion.positions() - ramp.positions(), axis=2)
    # Heels are not found as exactly as on a level floor.
    assert moved_m.mean() < 0.001
    assert moved_m.max() < 0.02


def test_feet_that_slide_on_a_ramp_are_held_on_it_and_kept_out_of_it():
    motion, labels = performed("walk")
    ramp = with_drift(leaning(motion, 6.0), 1.0, 0.03, seed=2)
    found, legs = clean_feet(ramp, labels), legs_of(ramp)
    assert isinstance(found.ground, Slope)
    drifts = [drifts_m(legs.points_m(one), found.held_part).max() for one in (ramp, found.motion)]
    assert drifts[0] > 0.005
    assert drifts[1] < 0.001
    was, now = (skating(one, labels, legs, found.ground, found.sole_m) for one in (ramp, found.motion))
    assert now.sinking_mm < min(was.sinking_mm, 5.0)


def test_whoever_skates_on_a_ramp_is_seen_to_do_so():
    motion, labels = performed("walk")
    ramp = leaning(motion, 8.0)
    ground = clean_feet(ramp, labels).ground
    translations = ramp.translations_m.copy()
    translations[:, 0] += np.arange(ramp.n_frames)[:, None] / float(ramp.fps) * [0.8, 0.0, 0.0]
    slides = replace(ramp, translations_m=translations)
    assert skating(slides, labels, ground=ground).planted_skating > 40


@pytest.mark.parametrize("angle_deg", [0.0, 1.0, -1.0])
def test_a_volume_that_was_not_levelled_has_a_level_floor(angle_deg):
    motion, labels = performed("walk")
    assert clean_feet(leaning(motion, angle_deg), labels).ground == Floor()


@pytest.mark.parametrize("action", ["stairs", "stand", "turn", "jump", "run"])
def test_stairs_and_level_floors_are_no_ramps(action):
    motion, labels = performed(action)
    soles = sole_points_m(motion, legs_of(motion))
    assert ground_of_plants(soles, labels) == floor_of_plants(soles, labels)


def test_two_plants_of_a_foot_tell_of_no_ramp():
    motion, labels = performed("walk")
    few = replace(labels, plants=tuple(p for point in range(4) for p in labels.of_point(point)[:2]))
    assert not isinstance(clean_feet(leaning(motion, 4.0), few).ground, Slope)
