"""Sweeps over the channels: what one channel can do about what another's curve misses."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clips import packaged_clip
from curves.moving_arm import arm_motion, random_keys
from data import DATA, needs_data
from unbake.curves.excerpts import handles_of
from unbake.curves.fits.fit import fit
from unbake.curves.fits.overshoot import beyond, reaches
from unbake.curves.measure import measure
from unbake.curves.world import match, sweeps
from unbake.curves.world.match import hold_ends
from unbake.curves.world.problem import WorldProblem
from unbake.curves.world.slopes import Slopes
from unbake.curves.world.sweep_kernels import fill_wanted, follow
from unbake.formats.registry import load_motion
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channels_of
from unbake.motion.points import default_joints


def problem_of(motion, animation):
    joints = default_joints(motion)
    return WorldProblem(motion, animation, Slopes.of(animation), joints), np.ones((motion.n_frames, len(joints)))


def packaged(count=12):
    motion = packaged_clip().excerpt(101, 230)
    keys = Selection(tuple(round(frame) for frame in np.linspace(0, motion.n_frames - 1, count)))
    return motion, fit(motion, keys)


def wanted_of(problem, state, channel, weights):
    """By (F,) frames what a channel should do, and how much that counts: a linear least-squares problem for each."""
    derivatives = state.followed.of_positions(problem.joints.tolist())[..., channel]
    levers, own = (
        problem.levers[channel] * np.ones(len(weights)),
        (problem.captured - state.values)[:, channel],
    )
    felt = (weights[..., None] * derivatives**2).sum(axis=(1, 2)) + levers
    return ((weights[..., None] * derivatives * state.gaps).sum(axis=(1, 2)) + levers * own) / felt, felt


@pytest.mark.parametrize("name", ["root x", "lknee", "head"])
def test_a_channel_wants_what_the_derivatives_say(name):
    motion, animation = packaged()
    problem, weights = problem_of(motion, animation)
    weights = weights * np.random.default_rng(0).uniform(0.5, 2.0, weights.shape)
    state, below = problem.at(problem.slopes.start), motion.skeleton
    joint = {"root x": 0, "lknee": below.roles["left-knee"], "head": below.roles["neck"]}[name]
    moved = name == "root x"
    channel = next(
        c for c, one in enumerate(channels_of(below)) if one.joint == joint and problem.are_moves[c] == moved
    )
    carried = np.flatnonzero(np.abs(state.followed.of_positions(problem.joints.tolist())[..., channel]).max((0, 2)) > 0)
    which = (channel, joint, moved, carried, problem.joints, state.followed.axes, state.followed.positions)
    wanted, felt = np.empty((2, motion.n_frames))
    own = problem.captured - state.values
    fill_wanted(*which, state.gaps, weights, problem.levers[channel] * problem.own_weights(weights), own, wanted, felt)
    expected = wanted_of(problem, state, channel, weights)
    np.testing.assert_allclose(wanted, expected[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(felt, expected[1], rtol=1e-9)
    # What follows a small change is what kinematics say, to first order.
    changes, gaps, values = np.full(motion.n_frames, 1e-4), state.gaps.copy(), state.values.copy()
    follow(*which, changes, gaps)
    values[:, channel] += changes
    seen = problem.target - problem.kinematics.axes(values).positions[:, problem.joints]
    assert np.abs(gaps - state.gaps).max() > 1e-7
    np.testing.assert_allclose(gaps, seen, atol=1e-3 * np.abs(gaps - state.gaps).max())


@settings(max_examples=15)
@given(frames=st.integers(4, 60), share=st.floats(0.05, 0.6), seed=st.integers(0, 10**6))
def test_squares_fall_and_curves_stay_fair_on_any_keys(frames, share, seed):
    motion = arm_motion(frames, seed)
    keys = Selection(tuple(int(k) for k in random_keys(frames, max(2, int(share * frames)), seed)))
    before = fit(motion, keys)
    problem, weights = problem_of(motion, before)
    after = sweeps.swept(problem, before, weights)
    assert set(after.check(motion)) <= set(before.check(motion))
    state, start = sweeps.Sweeps(problem, after).start(), sweeps.Sweeps(problem, before).start()
    assert state.squares(weights).sum() <= sweeps.DEARER * start.squares(weights).sum() * (1.0 + 1e-9)
    for old, new in zip(before.curves, after.curves, strict=True):
        np.testing.assert_array_equal(new.values, old.values)


def test_a_sweep_sees_what_it_leads_to():
    motion, animation = packaged()
    problem, weights = problem_of(motion, animation)
    own = sweeps.Sweeps(problem, animation)
    start = own.start()
    np.testing.assert_allclose(own.applied(start).values_at(np.arange(130.0)), start.values, atol=1e-9)
    once = own.once(start, weights)
    assert once.squares(weights).sum() < 0.9 * start.squares(weights).sum()
    applied = own.applied(once)
    np.testing.assert_allclose(applied.values_at(np.arange(130.0)), once.values, atol=1e-9)
    gaps = (motion.positions() - applied.sample().positions())[:, problem.joints]
    np.testing.assert_allclose(once.gaps, gaps, atol=1e-9)


def test_what_would_go_too_far_stays_as_it_is():
    motion, animation = packaged()
    problem, weights = problem_of(motion, animation)
    ends = np.stack([problem.key_values[:-1], problem.key_values[1:]])
    room = 0.05 * np.ptp(problem.captured, axis=0)  # less than some channels want
    problem.limits = np.stack([ends.min(axis=0) - room, ends.max(axis=0) + room], axis=-1)
    own = sweeps.Sweeps(problem, animation)
    start, keys = own.start(), problem.slopes.keys
    once = own.once(start, weights)
    stays = (once.segments == start.segments).all(axis=(1, 2))
    rows = problem.captured.T.copy()
    rows[:, keys] = problem.key_values.T
    over = beyond(reaches(keys, rows, once.segments), np.moveaxis(problem.limits, 0, 1)).max(axis=1)
    assert 0 < stays.sum() < len(stays)
    assert over[~stays].max() <= 0.0


def test_the_match_comes_much_nearer_with_them(monkeypatch):
    motion, animation = packaged(8)
    found = hold_ends(motion, animation)
    monkeypatch.setattr(match, "swept", lambda problem, animation, *more: animation)
    slopes_only = hold_ends(motion, animation)
    errors = [measure(motion, one) for one in (found, slopes_only)]
    assert errors[0].rms_m < 0.9 * errors[1].rms_m
    assert errors[0].max_m < errors[1].max_m


def test_the_bar_moves_through_them_and_what_it_raises_ends_them():
    motion, animation = packaged(8)
    shares = []
    hold_ends(motion, animation, progress=shares.append)
    assert shares == sorted(shares)
    assert len([share for share in shares if share < 0.5]) >= sweeps.SWEEPS

    def cancel(part):
        if part > 0.0:
            raise KeyboardInterrupt

    problem, weights = problem_of(motion, animation)
    with pytest.raises(KeyboardInterrupt):
        sweeps.swept(problem, animation, weights, progress=cancel)


def test_where_they_lead_astray_slopes_alone_change(monkeypatch):
    motion, animation = packaged(8)
    bent = replace(animation, curves=tuple(replace(c, right=c.right + np.array([0.0, 1.0])) for c in animation.curves))
    monkeypatch.setattr(match, "swept", lambda problem, animation, *more: animation)
    slopes_only = hold_ends(motion, animation)
    monkeypatch.setattr(match, "swept", lambda problem, animation, *more: bent)
    np.testing.assert_array_equal(handles_of(hold_ends(motion, animation)), handles_of(slopes_only))


def test_what_keeps_a_wanted_error_is_left_to_the_slopes():
    motion, animation = packaged()
    problem, weights = problem_of(motion, animation)
    assert sweeps.swept(problem, animation, weights, within_m=1.0) is animation
    assert sweeps.swept(problem, animation, weights) is not animation


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("clip", ["16/16_15", "16/16_52", "49/49_06"])
def test_real_clips_come_nearer(monkeypatch, clip):
    motion = load_motion(DATA / f"cmu/{clip}.amc")
    motion = motion.excerpt(motion.first_frame + 10, motion.first_frame + 150)
    animation = fit(motion, Selection(tuple(range(0, 141, 14))))
    found = hold_ends(motion, animation)
    monkeypatch.setattr(match, "swept", lambda problem, animation, *more: animation)
    slopes_only = hold_ends(motion, animation)
    assert measure(motion, found).rms_m < 0.95 * measure(motion, slopes_only).rms_m


@pytest.mark.parametrize("reach", [(4, 7), (0, 2), (10, 11)])
def test_elsewhere_curves_stay(reach):
    motion, animation = packaged()
    problem, weights = problem_of(motion, animation)
    near = np.zeros(12, dtype=bool)
    near[slice(*reach)] = True
    near[min(reach[1] + 1, 11)] = True  # a key that stays lies between
    after = sweeps.swept(problem, animation, weights, near=near)
    slopes, before = np.array([c.slopes() for c in after.curves]), np.array([c.slopes() for c in animation.curves])
    np.testing.assert_allclose(slopes[..., ~near], before[..., ~near], rtol=1e-9, atol=1e-12)
    far = ~(near[1:] | near[:-1])
    new, old = handles_of(after), handles_of(animation)
    np.testing.assert_array_equal(new[1][:, :-1][:, far], old[1][:, :-1][:, far])
    np.testing.assert_array_equal(new[0][:, 1:][:, far], old[0][:, 1:][:, far])
    assert measure(motion, after).rms_m < measure(motion, animation).rms_m


@pytest.mark.parametrize(
    ("is_real", "is_fixed", "runs"),
    [
        ([1, 1, 1], [0, 0, 0, 0], [[1, 1, 1]]),
        ([1, 1, 1], [1, 0, 0, 1], [[1, 1, 1]]),
        ([1, 1, 1, 1], [1, 0, 1, 0, 1], [[1, 1, 0, 0], [0, 0, 1, 1]]),
        ([1, 1, 0, 1, 1], [1, 0, 1, 1, 0, 0], [[1, 1, 0, 1, 1]]),
    ],
)
def test_runs_end_at_keys_that_stay(is_real, is_fixed, runs):
    found = sweeps._runs(np.array(is_real, dtype=bool), np.array(is_fixed, dtype=bool))
    assert [mark.astype(int).tolist() for mark in found] == runs


@given(parents=st.lists(st.integers(0, 50), min_size=1, max_size=12), seed=st.integers(0, 1000))
def test_limbs_share_no_joint_and_come_after_what_they_hang_on(parents, seed):
    random = np.random.default_rng(seed)
    parents = [-1, *(parent % (n + 1) for n, parent in enumerate(parents))]
    below = [{n} for n in range(len(parents))]
    for n in reversed(range(1, len(parents))):
        below[parents[n]] |= below[n]
    counted = set(np.flatnonzero(random.random(len(parents)) < 0.7).tolist())
    carried = [(below[n] - {n}) & counted for n in range(len(parents)) for _ in range(2)]
    trunk, limbs = sweeps._limbs(carried)
    order = [*trunk, *(channel for limb in limbs for channel in limb)]
    assert sorted(order) == [c for c, own in enumerate(carried) if own]
    for number, limb in enumerate(limbs):
        assert limb == sorted(limb)
        for other in limbs[number + 1 :]:
            assert not {j for c in limb for j in carried[c]} & {j for c in other for j in carried[c]}
    assert trunk == sorted(trunk)
    for channel in trunk:
        assert not any(carried[channel] < carried[c] for limb in limbs for c in limb)
