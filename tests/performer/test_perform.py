"""What holds for everything the performer does."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from performer import naive
from performer.judged import (
    knee_accelerations_m_s2,
    knee_angles_deg,
    knees_ahead_m,
    slips,
)
from unbake.errors import UsageError
from unbake.performer import ACTIONS, perform
from unbake.performer.body.figure import BALL_HEIGHT

CASES = {
    **{action: {"action": action} for action in ACTIONS},
    "slow walk on a bend": {"action": "walk", "speed_m_s": 0.7, "turning_deg_s": 30.0, "wander_deg": 15.0},
    "brisk walk of somebody small": {"action": "walk", "speed_m_s": 1.7, "stature_m": 1.4},
    "sprint": {"action": "run", "speed_m_s": 4.2, "turning_deg_s": -20.0},
    "low sneak": {"action": "sneak", "crouch_m": 0.2, "variation": 1.5},
    "steep stairs": {"action": "stairs", "riser_m": 0.19, "stature_m": 1.9},
    "turn to the right": {"action": "turn", "angle_deg": -130.0},
    "jump from the spot": {"action": "jump", "distance_m": 0.0, "height_m": 0.5},
    "long jump of a child": {"action": "jump", "distance_m": 0.7, "stature_m": 1.1},
    "reach down": {"action": "reach", "target_m": (0.2, 0.5, 0.5), "side": "left"},
}
SEED = 5


@cache
def performance(case):
    """Two seconds and a half of each case, or as long as it takes."""
    wanted = dict(CASES[case])
    seconds = {"seconds": 2.5} if wanted["action"] in ("walk", "run", "sneak", "stairs", "stand") else {}
    return perform(wanted.pop("action"), seed=SEED, **seconds, **wanted)


@pytest.mark.parametrize("case", CASES)
def test_a_point_in_contact_does_not_move(case):
    p = performance(case)
    points = naive.contact_points(p.motion, p.figure.stature_m)
    assert slips(points, p.contacts).max() < 1e-9
    assert p.contacts.any(axis=0).all()


@pytest.mark.parametrize("case", CASES)
def test_a_point_in_contact_is_on_the_ground(case):
    p = performance(case)
    points = naive.contact_points(p.motion, p.figure.stature_m)
    above = points[..., 1] - p.ground.height_m(points)
    resting = np.array([0.0, BALL_HEIGHT, 0.0, BALL_HEIGHT]) * p.figure.stature_m
    assert np.abs(above - resting)[p.contacts].max() < 1e-9


@pytest.mark.parametrize("case", CASES)
def test_a_point_that_rests_on_the_ground_is_in_contact(case):
    p = performance(case)
    points = naive.contact_points(p.motion, p.figure.stature_m)
    still = np.abs(np.diff(points, axis=0)).max(axis=2) < 1e-8
    # A roll begins so gently that a point may rest for a frame more.
    assert (p.contacts[1:] | p.contacts[:-1])[still].all()


@pytest.mark.parametrize("case", CASES)
def test_soles_do_not_sink_in(case):
    p = performance(case)
    soles = p.figure.sole_points_m(p.motion)
    assert (soles[..., 1] - p.ground.height_m(soles)).min() > -1e-6


@pytest.mark.parametrize("case", CASES)
def test_bones_keep_their_lengths(case):
    p = performance(case)
    positions, skeleton = p.motion.positions(), p.motion.skeleton
    children = np.arange(1, len(skeleton.names))
    bones = np.linalg.norm(positions[:, children] - positions[:, list(skeleton.parents[1:])], axis=2)
    assert np.abs(bones - np.linalg.norm(skeleton.offsets_m[1:], axis=1)).max() < 1e-12


@pytest.mark.parametrize("case", CASES)
def test_knees_bend_forwards_and_do_not_pop(case):
    p = performance(case)
    knees = knee_angles_deg(p.motion)
    assert knees_ahead_m(p.motion).min() > 0.0
    assert knees.min() > 7.0
    assert knees.max() < 150.0
    limit = {"sprint": 1500.0, "jump from the spot": 1700.0, "long jump of a child": 1500.0}.get(case, 1100.0)
    assert np.abs(np.diff(knees, axis=0)).max() * float(p.motion.fps) < limit


@pytest.mark.parametrize("case", CASES)
def test_knees_do_not_snap(case):
    """Captured walking reaches 72 m/s² at 120 frames a second; who is quicker has a multiple of it."""
    limits = {"run": 120.0, "sprint": 230.0, "brisk walk of somebody small": 190.0, "jump": 85.0}
    limits |= {"jump from the spot": 100.0, "long jump of a child": 120.0}
    assert knee_accelerations_m_s2(performance(case).motion).max() < limits.get(case, 72.0)


@pytest.mark.parametrize("case", CASES)
def test_nothing_jumps_from_frame_to_frame(case):
    """At four times the frame rate all steps are about a quarter; a jump would stay what it is."""
    p, wanted = performance(case), dict(CASES[case])
    seconds = p.motion.duration_s
    fine = perform(wanted.pop("action"), seed=SEED, fps=480, **{"seconds": seconds, **wanted}).motion
    steps, fine_steps = (np.linalg.norm(np.diff(m.positions(), axis=0), axis=2).max() for m in (p.motion, fine))
    assert fine_steps < 0.3 * steps
    assert steps * 120.0 < 15.0


@pytest.mark.parametrize("action", ACTIONS)
def test_the_frame_rate_changes_nothing_but_the_frames(action):
    fine = perform(action, seconds=2.0, fps=120, seed=SEED)
    coarse = perform(action, seconds=2.0, fps=40, seed=SEED)
    count = coarse.motion.n_frames
    assert np.abs(fine.motion.positions()[::3][:count] - coarse.motion.positions()).max() < 1e-9
    # A frame at the very instant of a strike may fall on either side of it by rounding.
    assert np.mean(fine.contacts[::3][:count] != coarse.contacts) < 0.02


@pytest.mark.parametrize("action", ACTIONS)
def test_seeds_repeat_and_differ(action):
    one, again, other = (perform(action, seconds=1.0, fps=30, seed=seed).motion for seed in (1, 1, 2))
    assert np.array_equal(one.rotations_xyzw, again.rotations_xyzw)
    assert np.array_equal(one.translations_m, again.translations_m)
    assert np.abs(one.positions() - other.positions()).max() > 1e-3


def test_length_and_rate_are_those_asked_for():
    p = perform("walk", seconds=3.0, fps=Fraction(30000, 1001))
    assert p.motion.fps == Fraction(30000, 1001)
    assert p.motion.n_frames == 90
    assert p.contacts.shape == (90, 4)
    assert p.flight.shape == (90,)
    assert perform("stand", seconds=0.0001).motion.n_frames == 1
    assert perform("jump", seconds=9.0, fps=10).motion.n_frames == 91
    assert perform("walk").motion.duration_s == 4.0


@pytest.mark.parametrize(
    ("action", "style", "message"),
    [
        ("wlak", {}, "cannot 'wlak'; did you mean 'walk'"),
        ("walk", {"speed": 1.0}, "no style 'speed'; did you mean 'speed_m_s'"),
        ("walk", {"speed_m_s": -1.0}, "speed_m_s must be above zero"),
        ("walk", {"speed_m_s": 1.0, "step_length_m": 0.5, "cadence_hz": 2.0}, "give two of"),
        ("walk", {"step_length_m": 1.9}, "steps are too long"),
        ("walk", {"seconds": 0.0}, "needs 1 to"),
        ("walk", {"seconds": float("nan")}, "needs 1 to"),
        ("walk", {"fps": -5}, "needs 1 to"),
        ("walk", {"duty": 0.0}, "duty must lie"),
        ("walk", {"stretch": 1.2}, "stretch must lie"),
        ("walk", {"heel_off_at": 0.05}, "flat_at and heel_off_at"),
        ("walk", {"lean_deg": float("nan")}, "lean_deg must be a finite number"),
        ("reach", {"target_m": (0.0, float("inf"), 0.3)}, "target_m must be a finite number"),
        ("jump", {"crouch_m": 0.05, "height_m": 1.0}, "short of a planted foot"),
        ("stairs", {"riser_m": -0.16}, "only climbs"),
        ("stairs", {"turning_deg_s": 10.0}, "stairs lead straight on"),
        ("stairs", {"step_length_m": 0.2}, "a foot does not fit"),
        ("jump", {"height_m": 9.0}, "a jump is"),
        ("jump", {"crouch_m": 1.0}, "crouch_m and give_m"),
        ("reach", {"target_m": (0.0, 2.6, 0.3)}, "an arm reaches"),
        ("reach", {"side": "middle"}, "left or right"),
        ("reach", {"move_s": 0.0}, "move_s"),
        ("turn", {"step_s": 0.1}, "turns need steps"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(action, style, message):
    with pytest.raises(UsageError, match=message):
        perform(action, **style)
