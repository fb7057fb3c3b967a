"""The leg that reaches: against a search over angles, and where there is no answer."""

import numpy as np
import pytest

from unbake.kinematics.minimal_turns import across, turn_about, turn_between
from unbake.kinematics.two_bone import (
    DAMPED_FROM_RAD,
    angle_at_distance,
    damped_angle,
    distance_at_angle,
    hinge_axes,
    knee_angle,
    reach_with_two_bones,
)
from unbake.motion.rotations import rotate

IDENTITY = np.array([0.0, 0.0, 0.0, 1.0])


def legs(seed=0, count=200):
    """Random legs: hip, knee, ankle, targets within reach, hinges."""
    rng = np.random.default_rng(seed)
    hip, knee, ankle = (rng.normal(size=(count, 3)) for _ in range(3))
    upper, lower = np.linalg.norm(knee - hip, axis=1), np.linalg.norm(ankle - knee, axis=1)
    way = rng.normal(size=(count, 3))
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    distance = np.abs(upper - lower) + rng.uniform(0.01, 0.99, count) * (upper + lower - np.abs(upper - lower))
    return hip, knee, ankle, hip + distance[:, None] * way, np.cross(knee - hip, ankle - knee)


def after(hip, knee, ankle, turns):
    """Where knee and ankle are, from what the turns say and nothing else."""
    shin = turns.stretch[:, None] * rotate(turns.knee_xyzw, ankle - knee)
    thigh = turns.stretch[:, None] * (knee - hip)
    new_knee = hip + rotate(turns.hip_xyzw, thigh)
    return new_knee, new_knee + rotate(turns.hip_xyzw, shin)


def test_the_ankle_is_where_it_was_asked_to_be():
    hip, knee, ankle, target, hinge = legs()
    turns = reach_with_two_bones(hip, knee, ankle, target, hinge)
    _, there = after(hip, knee, ankle, turns)
    assert np.abs(there - target).max() < 1e-12
    assert (turns.stretch == 1.0).all()
    assert (turns.missed_m == 0.0).all()


def test_the_knee_is_where_a_search_over_all_angles_finds_it():
    hip, knee, ankle, target, hinge = legs(seed=1, count=12)
    turns = reach_with_two_bones(hip, knee, ankle, target, hinge)
    for k in range(len(hip)):
        thigh, shin = knee[k] - hip[k], ankle[k] - knee[k]
        axis = hinge[k] / np.linalg.norm(hinge[k])
        distance = np.linalg.norm(target[k] - hip[k])
        # The bend goes on the side where it is: angles inside the knee from 0 to π.
        angles = np.linspace(0.0, np.pi, 20001)
        own = np.pi - np.arccos(thigh @ shin / np.linalg.norm(thigh) / np.linalg.norm(shin))
        ends = thigh + rotate(turn_about(axis[None], own - angles), shin)
        best = angles[np.argmin(np.abs(np.linalg.norm(ends, axis=1) - distance))]
        new = rotate(turns.knee_xyzw[k], shin)
        found = np.pi - np.arccos(np.clip(thigh @ new / np.linalg.norm(thigh) / np.linalg.norm(shin), -1.0, 1.0))
        assert found == pytest.approx(best, abs=2e-4)
        # The shin stays in the plane of the leg: the hinge is a hinge.
        assert abs(new @ axis) < 1e-12


def test_the_hip_turns_by_the_least_that_aims_the_leg():
    hip, knee, ankle, target, hinge = legs(seed=2)
    turns = reach_with_two_bones(hip, knee, ankle, target, hinge)
    bent = knee - hip + rotate(turns.knee_xyzw, ankle - knee)
    angle = np.arccos(
        np.sum(bent * (target - hip), axis=1) / np.linalg.norm(bent, axis=1) / np.linalg.norm(target - hip, axis=1)
    )
    assert 2.0 * np.arccos(np.abs(turns.hip_xyzw[:, 3])) == pytest.approx(angle, abs=1e-7)


def test_nothing_turns_where_the_ankle_is_there_already():
    hip, knee, ankle, _, hinge = legs(seed=3)
    turns = reach_with_two_bones(hip, knee, ankle, ankle, hinge)
    new_knee, there = after(hip, knee, ankle, turns)
    assert np.abs(there - ankle).max() < 1e-12
    assert np.abs(new_knee - knee).max() < 1e-7


STRAIGHT = (np.array([[0.0, 1.0, 0.0]]), np.array([[0.0, 0.5, 0.0]]), np.zeros((1, 3)))
TO_THE_SIDE = np.array([[1.0, 0.0, 0.0]])


def test_a_straight_leg_bends_about_its_hinge():
    hip, knee, ankle = STRAIGHT
    turns = reach_with_two_bones(hip, knee, ankle, np.array([[0.0, 0.2, 0.0]]), TO_THE_SIDE)
    new_knee, there = after(hip, knee, ankle, turns)
    assert np.abs(there - [[0.0, 0.2, 0.0]]).max() < 1e-12
    assert new_knee[0, 0] == pytest.approx(0.0, abs=1e-12)
    assert new_knee[0, 2] == pytest.approx(0.3, abs=1e-12)  # 0.5² = 0.4² + 0.3²: to the front, +Z


def test_a_straight_leg_stays_as_it_is_at_full_stretch():
    hip, knee, ankle = STRAIGHT
    turns = reach_with_two_bones(hip, knee, ankle, ankle, TO_THE_SIDE)
    assert np.abs(after(hip, knee, ankle, turns)[0] - knee).max() < 1e-9


def test_a_target_beyond_the_leg_is_approached_in_its_direction():
    hip, knee, ankle = STRAIGHT
    target = np.array([[0.0, 1.0, 1.5]])
    turns = reach_with_two_bones(hip, knee, ankle, target, TO_THE_SIDE)
    _, there = after(hip, knee, ankle, turns)
    assert there[0] == pytest.approx([0.0, 1.0, 1.0], abs=1e-7)
    assert turns.missed_m[0] == pytest.approx(0.5, abs=1e-9)


def test_bones_stretch_only_as_far_as_allowed():
    hip, knee, ankle = STRAIGHT
    for beyond, stretch, missed in ((0.01, 1.01, 0.0), (0.5, 1.026, 0.474)):
        target = np.array([[0.0, -beyond, 0.0]])
        turns = reach_with_two_bones(hip, knee, ankle, target, TO_THE_SIDE, max_stretch=0.026)
        _, there = after(hip, knee, ankle, turns)
        assert turns.stretch[0] == pytest.approx(stretch, abs=1e-12)
        assert turns.missed_m[0] == pytest.approx(missed, abs=1e-9)
        assert np.linalg.norm(there - target) == pytest.approx(missed, abs=1e-9)


def test_a_folded_leg_of_equal_bones_reaches_the_hip_and_one_of_unequal_bones_does_not():
    hip, knee, ankle = STRAIGHT
    near = reach_with_two_bones(hip, knee, ankle, np.array([[0.0, 1.0 - 1e-6, 0.0]]), TO_THE_SIDE)
    assert np.abs(after(hip, knee, ankle, near)[1] - [[0.0, 1.0 - 1e-6, 0.0]]).max() < 1e-12
    on_hip = reach_with_two_bones(hip, knee, ankle, hip, TO_THE_SIDE)
    assert np.abs(after(hip, knee, ankle, on_hip)[1] - hip).max() < 1e-12
    short = np.array([[0.0, 0.2, 0.0]])
    unequal = reach_with_two_bones(hip, knee, short, hip, TO_THE_SIDE)
    assert unequal.missed_m[0] == pytest.approx(0.2, abs=1e-12)
    assert np.linalg.norm(after(hip, knee, short, unequal)[1] - hip) == pytest.approx(0.2, abs=1e-12)


@pytest.mark.parametrize("which", ["thigh", "shin", "both"])
def test_bones_of_no_length_only_aim(which):
    hip, knee, ankle = (np.array(point) for point in STRAIGHT)
    if which != "shin":
        knee = hip.copy()
    if which != "thigh":
        ankle = knee.copy()
    target = np.array([[1.0, 1.0, 0.0]])
    turns = reach_with_two_bones(hip, knee, ankle, target, TO_THE_SIDE)
    _, there = after(hip, knee, ankle, turns)
    length = np.linalg.norm(ankle - hip)
    assert all(np.isfinite(part).all() for part in (turns.hip_xyzw, turns.knee_xyzw, turns.stretch))
    assert there[0] == pytest.approx(hip[0] + [length, 0.0, 0.0], abs=1e-12)
    assert turns.missed_m[0] == pytest.approx(1.0 - length, abs=1e-12)


def test_damping_leaves_bent_knees_alone_and_spares_straight_ones():
    rng = np.random.default_rng(4)
    own, wanted = rng.uniform(0.1, np.pi, (2, 1000))
    given = damped_angle(own, wanted, DAMPED_FROM_RAD)
    both_bent = (own < DAMPED_FROM_RAD) & (wanted < DAMPED_FROM_RAD)
    assert given[both_bent] == pytest.approx(wanted[both_bent], abs=1e-12)
    assert (np.abs(given - own) <= np.abs(wanted - own) + 1e-12).all()
    assert ((given - own) * (wanted - own) >= 0.0).all()
    # The integral of f, summed up step by step.
    for start, end in ((2.0, 3.1), (3.1, 2.0), (2.9, np.pi)):
        x = np.linspace(start, end, 200_001)
        t = np.clip((x - DAMPED_FROM_RAD) / (np.pi - DAMPED_FROM_RAD), 0.0, 1.0)
        summed = start + np.trapezoid(2.0 * t**3 - 3.0 * t**2 + 1.0, x)
        assert damped_angle(np.array(start), np.array(end), DAMPED_FROM_RAD) == pytest.approx(summed, abs=1e-9)


def test_a_damped_leg_reaches_by_a_slight_change_of_length_within_its_limit():
    hip, knee, ankle, _, hinge = legs(seed=5, count=500)
    rng = np.random.default_rng(6)
    upper, lower = np.linalg.norm(knee - hip, axis=1), np.linalg.norm(ankle - knee, axis=1)
    way = rng.normal(size=(500, 3))
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    target = hip + (upper + lower)[:, None] * rng.uniform(0.9, 1.02, 500)[:, None] * way
    turns = reach_with_two_bones(hip, knee, ankle, target, hinge, damped_from_rad=DAMPED_FROM_RAD, max_stretch=0.026)
    assert np.abs(turns.stretch - 1.0).max() <= 0.026 + 1e-12
    assert (np.abs(turns.stretch - 1.0) > 1e-4).any()
    assert np.abs(after(hip, knee, ankle, turns)[1] - target).max() < 1e-12


def test_angles_and_distances_belong_together():
    angles = np.linspace(0.0, np.pi, 101)
    for upper, lower in ((0.4, 0.4), (0.5, 0.3), (0.3, 0.5)):
        distances = distance_at_angle(upper, lower, angles)
        assert angle_at_distance(np.array(upper), np.array(lower), distances) == pytest.approx(angles, abs=1e-7)
        law = np.sqrt(np.maximum(upper**2 + lower**2 - 2.0 * upper * lower * np.cos(angles), 0.0))
        assert distances == pytest.approx(law, abs=1e-12)
    assert knee_angle(np.array([[0.0, -1.0, 0.0]]), np.array([[0.0, 0.0, -1.0]])) == pytest.approx([np.pi / 2])


def test_the_hinge_of_a_straight_leg_is_the_last_one_it_had():
    # A leg that hangs down, its knee to the front by what is given, seen from a thigh that does not turn.
    bend = np.array([0.0, 0.1, 0.0, -0.1, 0.0])
    leg = np.zeros((5, 4, 3))
    leg[:, 0, 1], leg[:, 1, 1], leg[:, 1, 2], leg[:, 3, 2] = 1.0, 0.5, bend, 0.2
    axes = hinge_axes(leg, np.tile(IDENTITY, (5, 1)))
    assert np.sign(axes[:, 0]) == pytest.approx([1.0, 1.0, 1.0, -1.0, -1.0])
    never = hinge_axes(leg[[0]], IDENTITY[None])
    assert never[0] / np.linalg.norm(never[0]) == pytest.approx([1.0, 0.0, 0.0])  # the knee goes where the toes point


def test_turns_between_directions():
    rng = np.random.default_rng(7)
    a, b = rng.normal(size=(2, 100, 3))
    turn = turn_between(a, b)
    assert np.cross(rotate(turn, a), b) == pytest.approx(np.zeros((100, 3)), abs=1e-12)
    assert (np.sum(rotate(turn, a) * b, axis=1) > 0.0).all()
    opposite = turn_between(a, -2.0 * a)
    assert rotate(opposite, a) == pytest.approx(-a, abs=1e-9)
    assert turn_between(np.zeros((1, 3)), b[:1]) == pytest.approx(IDENTITY[None])
    assert np.sum(across(a) * a, axis=1) == pytest.approx(np.zeros(100), abs=1e-12)
