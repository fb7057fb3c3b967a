"""A part of a problem is the problem with all other slopes held: its states, costs and equations are the same rows."""

import numpy as np
import pytest

from clips import packaged_clip
from curves.moving_arm import arm_motion, random_keys
from unbake.curves.fits.fit import fit
from unbake.curves.world import match
from unbake.curves.world.part import Part, with_neighbours
from unbake.curves.world.problem import WorldProblem
from unbake.curves.world.slopes import Slopes
from unbake.keyframes.selection import Selection

FRAMES, KEYS = 121, 16
KINDS = ("hermite", "broken", "schneider", "quaternions")
each_kind = pytest.mark.parametrize("kind", KINDS)
each_choice = pytest.mark.parametrize("wanted", [(0,), (15,), (7,), (2, 3, 4), (1, 3, 9), (4, 7, 13), range(16)])


def problem_of(kind):
    motion = arm_motion(FRAMES, 8)
    selection = Selection(tuple(int(k) for k in random_keys(FRAMES, KEYS, 2)))
    if kind == "quaternions":
        animation = fit(motion, selection, "hermite", skeleton=motion.skeleton.with_quaternion_channels())
    else:
        animation = fit(motion, selection, kind)
    problem = WorldProblem(motion, animation, Slopes.of(animation), [4, 0, 2])
    problem.price *= np.random.default_rng(1).uniform(1.0, 9.0, size=problem.price.shape)
    bounded = np.isfinite(problem.inner).all(axis=-1)
    middles = problem.inner[bounded].mean(axis=-1, keepdims=True)
    problem.inner[bounded] = 0.5 * (problem.inner[bounded] + middles)  # something to pay for
    return problem


def noisy(slopes, keys, seed):
    random = np.random.default_rng(seed)
    return slopes + 0.03 * random.normal(size=slopes.shape) * np.isin(range(KEYS), keys)[:, None]


def marked(keys):
    out = np.zeros(KEYS, dtype=bool)
    out[list(keys)] = True
    return out


@each_kind
@each_choice
def test_states_are_the_rows_of_the_wholes(kind, wanted):
    whole = problem_of(kind)
    state = whole.at(noisy(whole.slopes.start, range(KEYS), 3))
    part = Part.of(whole, marked(wanted))
    assert set(wanted) <= set(part.keys.tolist())
    own = part.state(state)
    np.testing.assert_array_equal(own.values, state.values[part.frames])
    np.testing.assert_array_equal(own.gaps, state.gaps[part.frames])
    np.testing.assert_array_equal(own.followed.axes, state.followed.axes[part.frames])
    expected = state.slopes.copy()
    expected[part.keys, : own.slopes.shape[1]] += 1.0
    np.testing.assert_array_equal(part.merged(state.slopes, own.slopes + 1.0), expected)


@each_kind
@each_choice
def test_costs_differ_as_the_wholes_do(kind, wanted):
    whole = problem_of(kind)
    weights = np.random.default_rng(4).uniform(0.0, 2.0, size=(FRAMES, 3))
    before = whole.at(noisy(whole.slopes.start, range(KEYS), 3))
    after = whole.at(noisy(before.slopes, wanted, 5))
    part = Part.of(whole, marked(wanted))
    costs = [part.problem.cost(part.state(state), weights[part.frames]) for state in (before, after)]
    expected = whole.cost(after, weights) - whole.cost(before, weights)
    assert abs(expected) > 1e-6
    assert costs[1] - costs[0] == pytest.approx(expected, rel=1e-9)
    assert costs[0] <= whole.cost(before, weights) * (1.0 + 1e-12)  # nothing is paid for between two stretches


@each_kind
@each_choice
def test_equations_are_blocks_of_the_wholes_and_all_else_is_held(kind, wanted):
    whole = problem_of(kind)
    weights = np.random.default_rng(4).uniform(0.0, 2.0, size=(FRAMES, 3))
    state = whole.at(noisy(whole.slopes.start, range(KEYS), 3))
    part = Part.of(whole, marked(wanted))
    matrix, right = whole.equations(state, weights)
    own, own_right = part.problem.equations(part.state(state), weights[part.frames])
    for place, key in enumerate(part.keys):
        is_free = key in wanted
        count = own.counts[place]
        assert count == matrix.counts[key]
        diagonal, side = matrix.diagonal[key, :count, :count], right[key, :count]
        np.testing.assert_allclose(own.diagonal[place, :count, :count], is_free * diagonal, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(own_right[place, :count], is_free * side, rtol=1e-12, atol=1e-15)
        if place + 1 < len(part.keys):
            beside, after = is_free and key + 1 in wanted, own.counts[place + 1]
            expected = matrix.upper[key, :count, :after] if beside else np.zeros((count, after))
            np.testing.assert_allclose(own.upper[place, :count, :after], expected, rtol=1e-12, atol=1e-15)


def test_what_is_mended_changes_nearby_and_costs_less():
    whole = problem_of("hermite")
    weights = np.ones((FRAMES, 3))
    state = whole.at(noisy(whole.slopes.start, range(KEYS), 3))
    over = np.zeros((KEYS - 1, whole.price.shape[1]), dtype=bool)
    over[6, 0] = True
    found = match._mended(whole, state, weights, over)
    changed = [k for k in range(KEYS) if not np.array_equal(found.slopes[k], state.slopes[k])]
    assert changed == list(range(6 - match.AROUND, 8 + match.AROUND))
    assert whole.cost(found, weights) < whole.cost(state, weights)


def test_parts_take_no_kernel_of_their_own():
    """A kernel is compiled for each layout of its arrays, which takes seconds."""
    whole = problem_of("hermite")
    part = Part.of(whole, marked((2, 3, 9))).problem
    for name in ("keys", "runs", "lifts", "places", "counts", "base", "effects"):
        assert getattr(part.slopes, name).flags.c_contiguous, name
        assert getattr(part.slopes, name).dtype == getattr(whole.slopes, name).dtype, name
    for name in ("target", "captured", "held", "limits", "inner", "price"):
        assert getattr(part, name).flags.c_contiguous, name


@pytest.mark.slow
def test_few_segments_are_mended_apart(monkeypatch):
    """On a take with many keys most of the work is done on parts, and comes as near as all at once."""
    motion = packaged_clip()
    animation = fit(motion, Selection((*range(0, motion.n_frames - 1, 5), motion.n_frames - 1)), "free")
    sizes = []
    descend = match._descend

    def noted(problem, *rest):
        sizes.append(len(problem.slopes.keys))
        return descend(problem, *rest)

    monkeypatch.setattr(match, "_descend", noted)
    apart = match.hold_ends(motion, animation)
    assert min(sizes) < 0.3 * max(sizes)
    monkeypatch.setattr(match, "LARGEST_PART", -1.0)
    sizes.clear()
    at_once = match.hold_ends(motion, animation)
    assert set(sizes) == {len(animation.selection)}
    errors = [np.linalg.norm(a.sample().positions() - motion.positions(), axis=2) for a in (apart, at_once)]
    assert errors[0].max() == pytest.approx(errors[1].max(), rel=0.05)
    assert np.sqrt(np.mean(errors[0] ** 2)) == pytest.approx(np.sqrt(np.mean(errors[1] ** 2)), rel=0.02)


@pytest.mark.parametrize(("reach", "expected"), [(0, "..x...."), (1, ".xxx..."), (2, "xxxxx.."), (9, "xxxxxxx")])
def test_neighbours(reach, expected):
    marks = np.array([letter == "x" for letter in "..x...."])
    assert "".join("x" if is_near else "." for is_near in with_neighbours(marks, reach)) == expected
