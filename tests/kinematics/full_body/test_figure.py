"""Bodies that reach: nearest places on constant bones, least turns, pins, floors, hinges."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from kinematics.full_body.bodies import body, chain, free_tree
from kinematics.full_body.naive import minimised, nearest_places
from unbake.kinematics.full_body.figure import Figure
from unbake.kinematics.full_body.hinges import Hinges
from unbake.kinematics.full_body.joint_limits import JointLimits
from unbake.kinematics.minimal_turns import turn_between
from unbake.motion.rotations import rotation_angle


def figure_of(motion):
    return Figure.of(motion, 0), motion.positions()[0].copy()


def lengths(parents, positions):
    return np.linalg.norm(positions[1:] - positions[parents[1:]], axis=1)


def posed(figure, reached):
    """Positions by forward kinematics from what was returned, the slow way."""
    places, world = [reached.positions_m[0]], [Rotation.from_quat(reached.rotations_xyzw[0])]
    for joint in range(1, len(figure.parents)):
        parent = figure.parents[joint]
        places.append(places[parent] + world[parent].apply(figure.offsets_m[joint].copy()))
        world.append(world[parent] * Rotation.from_quat(reached.rotations_xyzw[joint]))
    return np.array(places)


@pytest.mark.parametrize("seed", range(8))
def test_places_are_those_of_the_dense_kkt_system(seed):
    motion, ends = free_tree(seed)
    figure, start = figure_of(motion)
    random = np.random.default_rng(seed)
    wishes, weights = start + 0.15 * random.normal(size=start.shape), np.zeros(len(start))
    weights[ends] = random.uniform(0.5, 2.0, size=len(ends))
    reached = figure.reaching(wishes, weights, calm=1e-9, least_gain=1e-10)
    places = {joint: n for n, joint in enumerate(ends)}
    bones = [(places[figure.parents[figure.parents[joint]]], n) for joint, n in places.items() if joint]
    expected = nearest_places(wishes[ends], weights[ends], bones, start[ends])
    assert reached.positions_m[ends] == pytest.approx(expected, abs=2e-5)
    assert posed(figure, reached) == pytest.approx(reached.positions_m, abs=1e-12)
    assert lengths(figure.parents, reached.positions_m) == pytest.approx(lengths(figure.parents, start), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_children_turn_as_one_body_and_the_cost_is_scipys(seed):
    random = np.random.default_rng(seed)
    parents = [-1, 0, 0, 0, 1, 1, 4]
    motion = body(parents, random.normal(scale=0.25, size=(7, 3)), seed)
    figure, start = figure_of(motion)
    wishes, weights, calm = start + 0.2 * random.normal(size=(7, 3)), random.uniform(0.1, 2.0, size=7), np.full(7, 1e-3)
    reached = figure.reaching(wishes, weights, calm=calm, least_gain=1e-9)
    rests = motion.rotations_xyzw[0]
    positions, cost = minimised(parents, motion.skeleton.offsets_m, start[0], rests, wishes, weights, calm)
    turned = rotation_angle(rests, reached.rotations_xyzw)
    own = 0.5 * ((weights[:, None] * (reached.positions_m - wishes) ** 2).sum() + (calm * turned**2).sum())
    assert own <= cost * (1.0 + 1e-4)
    if own >= cost * (1.0 - 1e-4):
        assert reached.positions_m == pytest.approx(positions, abs=3e-3)


def test_one_bone_turns_by_the_least_rotation():
    figure, start = figure_of(body([-1, 0], [[0.0, 0, 0], [0, 0.5, 0]], 3))
    target = start[0] + [0.3, 0.4, 0.0]
    reached = figure.reaching(np.stack([start[0], target]), np.ones(2), calm=1e-9)
    turn = Rotation.from_quat(turn_between(start[1] - start[0], target - start[0]))
    expected = turn * Rotation.from_quat(figure.turns_xyzw[0])
    assert reached.positions_m[1] == pytest.approx(target, abs=1e-6)
    assert (expected.inv() * Rotation.from_quat(reached.rotations_xyzw[0])).magnitude() < 1e-4


def test_several_children_turn_by_kabschs_rotation():
    random = np.random.default_rng(5)
    figure, start = figure_of(body([-1, 0, 0, 0], random.normal(scale=0.3, size=(4, 3)), 5))
    wishes = start + 0.1 * random.normal(size=start.shape)
    wishes[0] = start[0]
    weights = np.array([1e6, 1.0, 2.0, 0.5])
    reached = figure.reaching(wishes, weights, calm=1e-9)
    turn, _ = Rotation.align_vectors((wishes - start[0])[1:], (start - start[0])[1:], weights=weights[1:])
    expected = turn * Rotation.from_quat(figure.turns_xyzw[0])
    assert (expected.inv() * Rotation.from_quat(reached.rotations_xyzw[0])).magnitude() < 1e-3


def test_a_bone_that_points_away_from_its_wish_turns_round():
    figure, _ = figure_of(body([-1, 0, 1], [[0.0, 0, 0], [0, 0.5, 0], [0, 0.3, 0]], 0, turn=0.0))
    wishes = np.array([[0.0, 0, 0], [0, -0.5, 0], [0, -0.8, 0]])
    reached = figure.reaching(wishes, np.array([100.0, 1, 1]), calm=1e-8)
    assert reached.positions_m == pytest.approx(wishes, abs=1e-4)


def test_what_is_wished_where_it_is_keeps_its_very_turns():
    figure, start = figure_of(chain(6))
    reached = figure.reaching(start, np.ones(6))
    assert rotation_angle(reached.rotations_xyzw, figure.rests_xyzw).max() < 1e-9


def test_of_turns_with_the_same_places_the_least_are_taken():
    """Where one bone is dragged, no more is turned than that bone's least turn, and what hangs on it stays."""
    motion = chain(5)
    figure, start = figure_of(motion)
    wishes = start.copy()
    turn = Rotation.from_rotvec([0.2, -0.1, 0.3])
    wishes[3:] = start[2] + turn.apply(start[3:] - start[2])
    reached = figure.reaching(wishes, np.ones(5), calm=1e-8)
    assert reached.positions_m == pytest.approx(wishes, abs=1e-5)
    turned = rotation_angle(reached.rotations_xyzw, figure.rests_xyzw)
    least = Rotation.from_quat(turn_between(start[3] - start[2], wishes[3] - start[2])).magnitude()
    assert (turned**2).sum() <= least**2 + 1e-6
    assert turned[4] < 1e-6


def test_bones_without_length():
    figure, start = figure_of(body([-1, 0, 1, 2, 3], [[0.0, 0, 0], [0, 0, 0], [0, 0.4, 0], [0, 0, 0], [0.3, 0, 0]], 2))
    wishes = start.copy()
    wishes[4] += [0.1, 0.05, 0.0]
    reached = figure.reaching(wishes, np.array([0.01, 0.01, 0.01, 0.01, 1.0]))
    assert np.isfinite(reached.rotations_xyzw).all()
    assert np.linalg.norm(reached.positions_m[4] - wishes[4]) < 0.01
    assert reached.positions_m[3] == pytest.approx(reached.positions_m[2], abs=1e-12)
    nothing = figure_of(body([-1, 0], np.zeros((2, 3)), 2))[0].reaching(np.ones((2, 3)), np.ones(2))
    assert nothing.positions_m == pytest.approx(np.ones((2, 3)), abs=1e-6)


def test_pins_hold_and_what_is_out_of_reach_is_approached():
    figure, start = figure_of(chain(6))
    total = lengths(figure.parents, start).sum()
    wishes, pinned = start.copy(), np.zeros(6, dtype=bool)
    pinned[0] = True
    wishes[5] += [0.1, 0.1, 0.0]
    near = figure.reaching(wishes, np.full(6, 0.01), is_pinned=pinned)
    assert near.positions_m[0] == pytest.approx(start[0], abs=1e-5)
    pinned[5] = True
    wishes[5] = start[0] + [0.0, 3.0, 0.0]
    far = figure.reaching(wishes, np.full(6, 0.01), is_pinned=pinned)
    # Two pins that contradict each other miss by the same.
    missed = np.linalg.norm(far.positions_m[[0, 5]] - wishes[[0, 5]], axis=1)
    assert missed == pytest.approx(np.full(2, (3.0 - total) / 2.0), rel=0.01)


def test_nothing_goes_below_the_floor():
    figure, start = figure_of(body([-1, 0, 1], [[0.0, 0.5, 0], [0, 0.4, 0], [0, -0.4, 0]], 0, turn=0.3))
    wishes = start - np.array([0.0, 1.0, 0.0])
    free = figure.reaching(wishes, np.ones(3))
    reached = figure.reaching(wishes, np.ones(3), floors_m=np.zeros(3))
    assert free.positions_m[:, 1].min() < -0.1
    assert reached.positions_m[:, 1].min() > -3e-3


def test_a_hinge_does_not_bend_backwards_nor_too_far():
    """Hip, knee and ankle, and a point beside the hip, so that the thigh cannot turn round."""
    motion = body([-1, 0, 1, 0], [[0.0, 1, 0], [0, -0.5, 0], [0, -0.5, 0], [0.3, 0, 0]], turn=0.0)
    rows = np.zeros((4, 13))
    rows[1] = [1.0, 0.05, 2.0, 0.05, 1, 0, 0, 0, -1, 0, 0, -1, 0]
    start = motion.positions()[0].copy()

    def bend(ankle, hinges):
        figure = Figure.of(motion, 0, hinges)
        wishes = start.copy()
        wishes[2] = start[1] + 0.5 * np.array(ankle)
        reached = figure.reaching(wishes, np.array([10.0, 10.0, 1.0, 10.0]))
        thigh, shin = np.diff(reached.positions_m[:3], axis=0)
        return np.arctan2(np.cross(thigh, shin)[0], thigh @ shin)

    hinges = replace(JointLimits.none(4), hinges=Hinges(rows, ("left-knee",)))
    # Behind the leg is −z, where the knee bends to; ahead it must not.
    assert bend([0.0, -0.3, -0.9], hinges) == pytest.approx(bend([0.0, -0.3, -0.9], None), abs=0.02)
    assert bend([0.0, -0.3, -0.9], None) > 1.0
    assert bend([0.0, -0.3, 0.9], None) < -1.0
    assert bend([0.0, -0.3, 0.9], hinges) > 0.0
    assert bend([0.0, 0.95, -0.3], None) > 2.5
    assert bend([0.0, 0.95, -0.3], hinges) < 2.1


def test_a_drag_that_starts_from_its_last_step_ends_where_one_step_ends():
    figure, start = figure_of(chain(6))
    weights, reached = np.array([1.0, 0.01, 0.01, 0.01, 0.01, 1.0]), None
    for part in (0.25, 0.5, 0.75, 1.0):
        wishes = start.copy()
        wishes[5] += part * np.array([0.1, 0.1, 0.1])
        reached = figure.reaching(wishes, weights, start=reached)
    assert reached.positions_m == pytest.approx(figure.reaching(wishes, weights).positions_m, abs=2e-3)
