from functools import cache

import numpy as np
import pytest

from clips import packaged_clip
from curves.moving_arm import arm_motion, random_keys
from curves.naive import dense, flat_sides, free_unknowns, normal_equations, split, state_at
from unbake.curves.fits.fit import fit
from unbake.curves.fits.overshoot import OVERSHOOT, limits_of, reaches, widened
from unbake.curves.world import problem as problem_module
from unbake.curves.world.problem import LEVER, PENALTY, ROOM, WorldProblem, _size_m
from unbake.curves.world.slopes import Slopes
from unbake.keyframes.selection import Selection
from unbake.motion.channels import motion_from_channels
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS


@cache
def case(kind):
    """A motion and its animation, with every kind of channel, few enough for dense matrices."""
    motion = arm_motion(41, 8)
    selection = Selection(tuple(int(k) for k in random_keys(41, 6, 2)))
    if kind == "quaternions":
        return motion, fit(motion, selection, "hermite", skeleton=motion.skeleton.with_quaternion_channels())
    return motion, fit(motion, selection, kind)


def problem_of(kind, joints=(4, 0, 2)):
    motion, animation = case(kind)
    return WorldProblem(motion, animation, Slopes.of(animation), list(joints))


def start(problem, noise=0.0, seed=0):
    flat = flat_sides(problem.slopes, problem.slopes.start)
    return flat + noise * np.random.default_rng(seed).normal(size=len(flat))


def weights_of(problem, seed=1):
    return np.random.default_rng(seed).uniform(0.0, 2.0, size=(41, len(problem.joints)))


KINDS = ("hermite", "broken", "schneider", "quaternions")
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
@pytest.mark.parametrize(("joints", "at_once"), [((4, 0, 2), 16), ((4, 0, 2), 1), ((3,), 2), ((0,), 3)])
def test_equations_are_those_of_the_whole_jacobian(monkeypatch, kind, joints, at_once):
    monkeypatch.setattr(problem_module, "WORTH_A_THREAD", at_once)
    problem = problem_of(kind, joints)
    problem.price[:] = 0.0
    random = np.random.default_rng(2)
    problem.held |= random.random(problem.held.shape) < 0.2
    flat, weights = start(problem, 0.01), weights_of(problem)
    matrix, right = problem.equations(state_at(problem, flat), weights)
    wanted, side = normal_equations(problem, flat, weights)
    assert dense(matrix) == pytest.approx(wanted, abs=1e-12 * np.abs(wanted).max())
    assert flat_sides(matrix, right) == pytest.approx(side, abs=1e-12 * np.abs(side).max())
    assert not dense(matrix)[~free_unknowns(problem)].any()


@each_kind
def test_the_right_hand_side_is_minus_half_the_gradient_of_the_cost(kind):
    problem = problem_of(kind)
    problem.price[:] = PENALTY * np.random.default_rng(4).uniform(1.0, 40.0, size=problem.price.shape)
    flat, weights = start(problem, 0.05, seed=3), weights_of(problem)
    state = state_at(problem, flat)
    assert np.count_nonzero(problem._beyond(state.turns)) > (5 if kind == "quaternions" else 20)
    matrix, right = problem.equations(state, weights)
    step, numeric = 1e-6, []
    for unit in np.eye(len(flat)):
        ahead, behind = (problem.cost(state_at(problem, flat + side * step * unit), weights) for side in (1, -1))
        numeric.append((ahead - behind) / (2.0 * step))
    numeric = np.array(numeric)
    found = -2.0 * flat_sides(matrix, right)
    free = free_unknowns(problem)
    assert free.sum() > 60
    assert found[free] == pytest.approx(numeric[free], rel=1e-5, abs=1e-6 * np.abs(numeric).max())


@each_kind
def test_overshoot_enters_the_matrix_as_its_own_squares(kind):
    problem = problem_of(kind)
    flat, weights = start(problem, 0.05, seed=3), weights_of(problem)
    state = state_at(problem, flat)
    with_price = dense(problem.equations(state, weights)[0])
    scale = np.sqrt(problem.price * problem.levers)

    def beyond(slopes):
        return (problem._beyond(state_at(problem, slopes).turns) * scale).ravel()

    jacobian = np.stack(
        [(beyond(flat + 1e-7 * unit) - beyond(flat - 1e-7 * unit)) / 2e-7 for unit in np.eye(len(flat))], axis=1
    )
    jacobian[:, ~free_unknowns(problem)] = 0.0
    problem.price[:] = 0.0
    wanted = with_price - dense(problem.equations(state, weights)[0])
    assert wanted == pytest.approx(jacobian.T @ jacobian, abs=1e-5 * np.abs(wanted).max())


def test_the_cost_by_hand():
    problem = problem_of("quaternions")
    motion, animation = case("quaternions")
    flat, weights = start(problem, 0.05), weights_of(problem)
    state = state_at(problem, flat)
    changed = problem.slopes.applied(animation, split(problem, flat))
    sampled = changed.sample()
    distances = np.linalg.norm(motion.positions() - sampled.positions(), axis=-1)[:, problem.joints]
    size_m = _size_m(motion)
    lever = LEVER * size_m
    own, heaviest = 0.0, np.sqrt(np.maximum(weights.max(axis=1), 1.0))
    assert 0 < (heaviest > 1.0).sum() < len(heaviest)
    for c, curve in enumerate(changed.curves):
        unit = {**dict.fromkeys(TRANSLATIONS, 1.0), **dict.fromkeys(QUATERNION, 2.0 * lever)}[curve.channel.name]
        own += (heaviest * unit**2 * (curve.evaluate(np.arange(41.0)) - problem.captured[:, c]) ** 2).sum()
    problem.price[:] = 0.0
    assert problem.cost(state, weights) == pytest.approx((weights * distances**2).sum() + own, rel=1e-9)
    assert state.values == pytest.approx(changed.values_at(np.arange(41.0)), abs=1e-12)


@each_kind
def test_limits_are_those_of_the_data_or_the_start_and_a_little_room(kind):
    problem = problem_of(kind)
    motion, animation = case(kind)
    keys, rows = problem.slopes.keys, np.ascontiguousarray(problem.captured.T)
    at_start = widened(limits_of(keys, rows, OVERSHOOT), reaches(keys, rows, segments(animation)))
    room = ROOM * _size_m(motion) / np.sqrt(problem.levers)[:, None, None] * [-1.0, 1.0]
    found = np.moveaxis(problem.limits, 1, 0)
    is_component = np.array([curve.channel.name in QUATERNION for curve in animation.curves])
    assert found[~is_component] == pytest.approx((at_start + room)[~is_component], abs=1e-12)
    assert np.isinf(found[is_component]).all()
    assert not problem.over(problem.at(problem.slopes.start)).any()


def segments(animation):
    """The curves' segments (C, K − 1, 4) as `chain_kernels` describes them."""
    out = []
    for curve in animation.curves:
        reaching, leaving = curve.slopes()
        spans = np.diff(curve.frames)
        lengths = (curve.right[:-1, 0] - curve.frames[:-1]) / spans, (curve.frames[1:] - curve.left[1:, 0]) / spans
        out.append(np.stack([leaving[:-1], reaching[1:], *lengths], axis=-1))
    return np.stack(out)


@each_kind
def test_what_goes_too_far_is_seen_and_taken_back(kind):
    problem = problem_of(kind)
    _, animation = case(kind)
    wild = state_at(problem, start(problem, 0.1, seed=6))
    changed = problem.slopes.applied(animation, wild.slopes)
    rows = np.ascontiguousarray(problem.captured.T)
    reached = np.moveaxis(reaches(problem.slopes.keys, rows, segments(changed)), 1, 0)
    beyond = (reached[..., 0] < problem.limits[..., 0] - 1e-9) | (reached[..., 1] > problem.limits[..., 1] + 1e-9)
    assert (problem.over(wild) == beyond).all()
    assert beyond.any()
    tame = problem.confined(wild)
    assert not problem.over(tame).any()
    for key, (new, old) in enumerate(zip(tame.slopes, problem.slopes.start, strict=True)):
        held = problem.slopes.places[:, key, problem.held[key]]
        assert (new[held] == old[held]).all()
    assert not problem.held.all()
    free = problem.slopes.places[:, 2, ~problem.held[2]]
    assert (tame.slopes[2][free] == wild.slopes[2][free]).all()


def test_curves_that_do_not_start_from_the_capture_are_judged_by_their_own_keys():
    motion, animation = case("hermite")
    values = animation.values_at(np.arange(41.0)) + 0.5
    other = motion_from_channels(animation.skeleton, values, motion.fps)
    problem = WorldProblem(other, animation, Slopes.of(animation), [2])
    assert not problem.over(problem.at(problem.slopes.start)).any()
    ends = np.stack([problem.key_values[:-1], problem.key_values[1:]])
    assert (problem.inner[..., 0] <= ends.min(axis=0)).all()
    assert (problem.inner[..., 1] >= ends.max(axis=0)).all()


def test_channels_that_do_not_move_are_held():
    motion = packaged_clip().excerpt(101, 160)
    animation = fit(motion, Selection((0, 20, 59)), "hermite")
    problem = WorldProblem(motion, animation, Slopes.of(animation), [5])
    still = [np.ptp(row) == 0.0 for row in problem.captured.T]
    assert 0 < sum(still) < len(still)
    assert (problem.held == still).all()
