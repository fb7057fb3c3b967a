"""Gaits: pace, rhythm, arms, flight, stairs."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from performer import naive
from performer.judged import knee_accelerations_m_s2, knee_angles_deg, slips
from unbake.performer import Figure, Gait, perform
from unbake.performer.moves.stepping import Footfall, foot_path
from unbake.performer.moves.thrown import STEEPEST, gentle_heights_m


@cache
def regular(action, **style):
    return perform(action, seconds=6.0, variation=0.0, **style)


def strikes(contacts, side):
    """Frames at which a foot comes to the ground."""
    stands = contacts[:, 2 * side] | contacts[:, 2 * side + 1]
    return np.flatnonzero(stands[1:] & ~stands[:-1]) + 1


@pytest.mark.parametrize(
    ("asked", "speed", "length"),
    [
        ({"speed_m_s": 1.0, "step_length_m": 0.6}, 1.0, 0.6),
        ({"speed_m_s": 1.2, "cadence_hz": 2.0}, 1.2, 0.6),
        ({"step_length_m": 0.5, "cadence_hz": 1.8}, 0.9, 0.5),
        ({"speed_m_s": 0.9}, 0.9, (0.39 * 0.9) ** 0.5),
        ({}, 1.3, (0.39 * 1.3) ** 0.5),
    ],
)
def test_pace_is_what_was_asked(asked, speed, length):
    p = regular("walk", **asked)
    hips = p.motion.positions()[:, 0]
    left = strikes(p.contacts, 0)
    period = 2.0 * length / speed
    assert np.diff(left) / 120.0 == pytest.approx(period, abs=1.01 / 120)
    assert (hips[left[-1], 2] - hips[left[0], 2]) / (left[-1] - left[0]) * 120.0 == pytest.approx(speed, rel=0.01)
    heels = p.figure.contact_points_m(p.motion)[:, 0, 2]
    assert np.diff(heels[left]) == pytest.approx(2.0 * length, abs=1e-9)


def test_smaller_people_take_shorter_and_quicker_steps():
    (short, quick), (long, slow) = Gait().paced(1.4), Gait().paced(1.9)
    assert short / long == pytest.approx(1.4 / 1.9)
    assert quick / slow == pytest.approx((1.4 / 1.9) ** 0.5)


def test_a_walk_has_double_support_and_a_run_has_flight():
    for action, least, most in (("walk", 1, 2), ("run", 0, 1)):
        p = regular(action)
        feet = np.stack([p.contacts[:, :2].any(axis=1), p.contacts[:, 2:].any(axis=1)]).sum(axis=0)
        assert (feet.min(), feet.max()) == (least, most)
        assert not (p.flight & (feet > 0)).any()
    walk = regular("walk", cadence_hz=2.0)
    assert walk.contacts[:720, :2].any(axis=1).mean() == pytest.approx(0.6, abs=0.01)


def test_heel_strike_comes_first_and_toe_off_last():
    p = regular("walk")
    heel, toe = p.contacts[:, 0], p.contacts[:, 1]
    first = strikes(p.contacts, 0)[0]
    assert heel[first]
    assert not toe[first]
    last = first + np.flatnonzero(~(heel | toe)[first:])[0] - 1
    assert toe[last]
    assert not heel[last]
    assert (heel & toe).any()


def test_arms_swing_against_the_legs():
    p = regular("walk")
    positions, names = p.motion.positions(), p.motion.skeleton.names
    for side in ("Left", "Right"):
        hand, foot = (positions[:, names.index(f"{side}{part}"), 2] - positions[:, 0, 2] for part in ("Hand", "Foot"))
        assert np.corrcoef(hand, foot)[0, 1] < -0.8


def test_strides_without_variation_are_alike_and_mirror_each_other():
    p = perform("walk", seconds=4.0, cadence_hz=2.0, step_length_m=0.7, variation=0.0)
    centred = p.motion.positions() - p.motion.positions()[:, :1] * (1.0, 0.0, 1.0)
    assert np.abs(centred[:240] - centred[120:360]).max() < 1e-6
    skeleton = p.motion.skeleton.names
    swapped = [n.replace("Left", "#").replace("Right", "Left").replace("#", "Right") for n in skeleton]
    mirror = centred[:, [skeleton.index(n) for n in swapped]] * (-1.0, 1.0, 1.0)
    offset = centred[:, :1] * 0.0
    assert np.abs(centred[60:300] - mirror[:240] - offset[:240]).max() < 1e-6


def test_steps_vary_by_seed():
    p = perform("walk", seconds=8.0, seed=3)
    spread = np.std(np.diff(p.figure.contact_points_m(p.motion)[strikes(p.contacts, 0), 0, 2]))
    assert 0.005 < spread < 0.1


@pytest.mark.parametrize(
    "style",
    [{"variation": 0.0}, {"seed": 3}, {"seed": 3, "speed_m_s": 5.0, "turning_deg_s": 30.0}, {"seed": 1, "duty": 0.44}],
)
def test_a_runner_falls_freely(style):
    p = perform("run", seconds=6.0, **style)
    hips, airborne = p.motion.positions()[:, 0], p.flight
    inside = airborne[2:] & airborne[1:-1] & airborne[:-2]
    assert inside.sum() > 20
    acceleration = np.diff(hips, n=2, axis=0) * 120**2
    assert np.abs(acceleration[inside] - (0.0, -9.81, 0.0)).max() < 1e-7
    assert acceleration[:, 1].min() == pytest.approx(-9.81, abs=1e-7)
    assert np.abs(acceleration[:, [0, 2]]).max() < 16.0


def test_the_heights_of_a_runner_are_the_highest_that_flights_lead_to():
    rng = np.random.default_rng(2)
    strikes, flights = np.arange(12) * 0.4, rng.uniform(-0.02, 0.2, 11)
    ends = np.append(strikes[1:] - flights, 5.0)
    falls = [Footfall((0.0, 0.0, 0.0), 0.0, s, s, e, e) for s, e in zip(strikes, ends, strict=True)]
    wanted = -rng.uniform(0.0, 0.1, 12)
    most = STEEPEST * 0.5 * 9.81 * flights.clip(0.0) ** 2
    slow = [min(wanted[m] + most[min(m, n) : max(m, n)].sum() for m in range(12)) for n in range(12)]
    assert gentle_heights_m(falls, wanted) == pytest.approx(slow, abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_a_long_step_bends_no_other_and_knees_do_not_snap(seed):
    p = perform("walk", seconds=10.0, seed=seed)
    knees = knee_angles_deg(p.motion)
    bends = np.concatenate([knees[strikes(p.contacts, side), side] for side in (0, 1)])
    assert np.ptp(bends) < 8.0
    assert knee_accelerations_m_s2(p.motion).max() < 72.0


@pytest.mark.slow
def test_a_fast_runners_knees_do_not_snap():
    for seed in range(4):
        p = perform("run", seconds=6.0, speed_m_s=5.0, seed=seed)
        assert knee_accelerations_m_s2(p.motion).max() < 400.0


@pytest.mark.parametrize(("action", "duty"), [("walk", 0.5), ("run", 0.499), ("run", 0.47)])
def test_between_walk_and_run_contacts_stay_exact(action, duty):
    p = perform(action, seconds=4.0, duty=duty, seed=3)
    assert slips(naive.contact_points(p.motion, p.figure.stature_m), p.contacts).max() < 1e-9
    assert np.abs(np.diff(p.motion.positions()[:, 0], n=2, axis=0)).max() * 120**2 < 25.0


def test_turning_bends_the_way():
    p = perform("walk", seconds=6.0, turning_deg_s=45.0, cadence_hz=2.0, step_length_m=0.7, variation=0.0)
    positions, joint = p.motion.positions(), p.figure.joint
    across = positions[:, joint("LeftUpLeg")] - positions[:, joint("RightUpLeg")]
    heading = np.degrees(np.unwrap(np.arctan2(-across[:, 2], across[:, 0])))
    # After whole strides, for the hips turn with each leg as well.
    assert heading[120] - heading[0] == pytest.approx(45.0, abs=1e-6)
    assert heading[720] - heading[0] == pytest.approx(270.0, abs=1e-6)


def test_stairs_rise_with_every_step():
    p = regular("stairs")
    toes = p.figure.contact_points_m(p.motion)[:, 1]
    left = strikes(p.contacts, 0)
    assert np.diff(toes[left, 1]) == pytest.approx(2.0 * p.ground.riser_m, abs=1e-9)
    assert np.diff(toes[left, 2]) == pytest.approx(2.0 * p.ground.tread_m, abs=1e-9)


def test_a_footfall_before_and_after_is_kept_outside_the_steps():
    figure, time = Figure(), np.linspace(0.0, 2.0, 41)
    standing = Footfall((0.1, 0.0, 0.0), 0.0, -np.inf, -np.inf, 0.8, 1.0, 0.0, 0.4)
    landing = Footfall((0.1, 0.0, 0.6), 0.2, 1.5, 1.6, np.inf, np.inf, 0.3)
    path = foot_path(figure, [standing, landing], time, 0.05)
    assert path.contacts[time < 0.8].all()
    assert not path.contacts[(time > 1.0) & (time < 1.49)].any()
    assert path.contacts[time > 1.61].all()
    assert path.freedom[path.contacts.any(axis=1)].max() == 0.0
    assert path.yaw_rad[-1] == 0.2
