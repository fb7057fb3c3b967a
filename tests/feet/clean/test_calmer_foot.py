"""Feet that turn about the point they stand on: their ankles are calm, the point stays."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.boundary_peaks import accelerations
from unbake.feet.clean.calmer_foot import calmer_turn
from unbake.feet.clean.clean import clean_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import drifts_m
from unbake.kinematics.minimal_turns import turn_of_vector
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_product, rotate
from unbake.performer import perform, with_drift

COUNT = 80
ON_BOTH = np.arange(COUNT) < 40
ALL = np.ones(COUNT, dtype=bool)
PLACE = np.zeros((COUNT, 3))
LEVER, REACH = np.array([0.0, 0.09, -0.13]), np.array([0.0, 0.0, -0.2])


def foot(foot_noise_rad, ankle_noise_m):
    """Levers and ankle of a foot whose ball rests at the origin and slides by 2 cm, as captured."""
    rng = np.random.default_rng(0)
    shakes = turn_of_vector(rng.normal(0.0, 1.0, (COUNT, 3)) * foot_noise_rad)
    levers = rotate(shakes, np.tile(LEVER, (COUNT, 1))), rotate(shakes, np.tile(REACH, (COUNT, 1)))
    slide = np.linspace(0.0, 0.02, COUNT)[:, None] * [0.0, 0.0, 1.0]
    return levers, LEVER + slide + rng.normal(0.0, 1.0, (COUNT, 3)) * ankle_noise_m


def turned(levers, ankle, on_both=ON_BOTH, stands=ALL, start=None):
    start = np.tile(IDENTITY_XYZW, (COUNT, 1)) if start is None else start
    return calmer_turn(start, PLACE, ankle, levers, on_both, stands, 20)


def shaken(path, frames=slice(None)):
    return float(np.linalg.norm(np.diff(path[frames], 2, axis=0), axis=1).max())


def test_an_ankle_is_as_calm_as_it_was_captured_except_along_the_foot():
    levers, ankle = foot(0.02, 0.0)
    usual, calm = levers[0], rotate(turned(levers, ankle), levers[0])
    on_one = slice(41, None)
    assert shaken(usual, on_one) > 0.01
    assert shaken(calm, on_one) < 0.15 * shaken(usual, on_one)
    # The foot turns: it does not get longer, and its held point, the pivot, is where it was.
    assert np.linalg.norm(calm, axis=1) == pytest.approx(np.full(COUNT, np.linalg.norm(LEVER)), abs=1e-12)


def test_on_both_points_and_outside_of_stays_every_turn_is_what_it_was():
    levers, ankle = foot(0.02, 0.0)
    start = turn_of_vector(np.random.default_rng(1).normal(size=(COUNT, 3)) * 0.1)
    stands = np.arange(COUNT) < 70
    found = turned(levers, ankle, stands=stands, start=start)
    assert (found[ON_BOTH] == start[ON_BOTH]).all()
    assert (found[~stands] == start[~stands]).all()
    assert (np.abs(found - start).max(axis=1)[stands & ~ON_BOTH] > 0.0).all()


def test_an_ankle_goes_on_from_where_both_points_left_it():
    levers, ankle = foot(0.0, 0.0)
    # On both points the foot was turned by 4°; the turn stops at once where the heel leaves.
    held = np.radians(4.0) * ON_BOTH[:, None] * [1.0, 0.0, 0.0]
    start = turn_of_vector(held)
    usual = rotate(start, levers[0])
    calm = rotate(turned(levers, ankle, start=start), levers[0])
    across = slice(38, 43)
    assert shaken(usual, across) > 0.01
    assert shaken(calm, across) < 0.1 * shaken(usual, across)
    backwards = turned(tuple(lever[::-1] for lever in levers), ankle[::-1], ON_BOTH[::-1], start=start[::-1])
    assert shaken(rotate(backwards, levers[0][::-1]), slice(37, 42)) < 0.1 * shaken(usual, across)


def test_a_foot_that_is_calmer_than_its_ankle_turns_next_to_nothing():
    levers, ankle = foot(0.0, 0.005)
    found = turned(levers, ankle)
    assert np.abs(found - IDENTITY_XYZW).max() < 1e-3
    shaky = turned(*foot(0.02, 0.005))
    assert np.abs(shaky - IDENTITY_XYZW).max() > 0.01


@pytest.mark.parametrize("count", [1, 2, 3])
def test_short_stays_and_feet_without_length(count):
    levers, ankle = foot(0.02, 0.001)
    stands = (np.arange(COUNT) >= 50) & (np.arange(COUNT) < 50 + count)
    found = turned(levers, ankle, stands=stands)
    assert np.isfinite(found).all()
    assert (found[~stands] == IDENTITY_XYZW).all()
    nothing = np.zeros((COUNT, 3))
    assert (turned((nothing, nothing), nothing) == IDENTITY_XYZW).all()


def shaky_feet(action, seed=1):
    """A performance that drifts, whose feet shake by half a degree while hips, knees and ankles are calm."""
    done = perform(action, seconds=3, seed=seed)
    labels = FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")
    motion = with_drift(done.motion, 1.0, 0.03, seed=3)
    rotations = motion.rotations_xyzw.copy()
    rng = np.random.default_rng(seed)
    for leg in legs_of(motion).both:
        shakes = turn_of_vector(rng.normal(0.0, np.radians(0.5), (motion.n_frames, 3)))
        rotations[:, leg.ankle] = quaternion_product(rotations[:, leg.ankle], shakes)
    return replace(motion, rotations_xyzw=rotations), labels


@pytest.mark.parametrize(("action", "most"), [("walk", 2.3), ("run", 1.15), ("sneak", 4.0)])
def test_knees_feel_less_of_feet_that_were_captured_shakily(action, most):
    motion, labels = shaky_feet(action)
    legs = legs_of(motion)
    found = clean_feet(motion, labels).motion
    knees = [leg.knee for leg in legs.both]
    before, after = (accelerations(m.positions()[:, knees], float(m.fps)) for m in (motion, found))
    # Feet that keep their turn on one point: 3.4, 1.2 and 6.6.
    assert np.sqrt((after**2).mean() / (before**2).mean()) < most
    assert drifts_m(legs.points_m(found), labels).max() < 1e-6
