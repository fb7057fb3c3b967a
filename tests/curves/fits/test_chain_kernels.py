import numpy as np
import pytest
from scipy.optimize import least_squares

from curves.fits.random_chains import UNLIMITED, filled, random_chain, symmetric
from curves.moving_arm import random_keys
from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits import chain_kernels
from unbake.curves.fits.chain_kernels import FAIR, TIGHTEST, improve_chain
from unbake.curves.fits.free import fit_free, handles_of
from unbake.curves.fits.hermite import fit_hermite

LEAST_LENGTH = TIGHTEST[0]


def dense_step(terms, places, damping, is_held):
    """The same step from the full damped normal equations: all slopes, then all lengths that are free."""
    slopes = places.max() + 1
    n = slopes + 2 * len(terms)
    matrix, right = np.zeros((n, n)), np.zeros(n)
    where = []
    for s, row in enumerate(terms):
        where.append([places[s, 0], places[s, 1], slopes + 2 * s, slopes + 2 * s + 1])
        block = symmetric(row)
        for i, a in enumerate(where[s]):
            for j, b in enumerate(where[s]):
                if a >= 0 and b >= 0:
                    matrix[a, b] += block[i, j] * (1 + damping if i == j else 1)
            if a >= 0:
                right[a] += row[10 + i]
    free = np.ones(n, dtype=bool)
    free[slopes:] = ~is_held.ravel()
    step = np.zeros(n)
    step[free] = np.linalg.solve(matrix[np.ix_(free, free)], right[free])
    return np.array([[step[place] if place >= 0 else 0.0 for place in row] for row in where])


@pytest.mark.parametrize("ends_free", [(True, True), (False, True), (True, False), (False, False)])
@pytest.mark.parametrize("seed", range(4))
def test_a_step_is_that_of_the_full_damped_normal_equations(seed, ends_free):
    keys = np.array([0, 9, 21, 33, 44, 59])
    _, data, weights, segments, limits = random_chain(seed, count=6)
    limits = np.tile(UNLIMITED, (5, 1))
    segments[0, 2], segments[2, 3], segments[3, 2:] = 1.0, 1.0, LEAST_LENGTH
    broken = np.random.default_rng(seed).uniform(size=6) < 0.4
    _, terms = filled(keys, data, weights, segments, limits)
    places = chain_kernels._places(broken, 0, 5, *ends_free)
    damping = 0.1
    pulls = terms[:, 12:]
    is_held = ((segments[:, 2:] == 1.0) & (pulls > 0)) | ((segments[:, 2:] == LEAST_LENGTH) & (pulls < 0))
    expected = dense_step(terms, places, damping, is_held)

    diagonal, upper, step = np.empty(places.max() + 1), np.empty(places.max() + 1), np.empty(places.max() + 1)
    local, trial = np.empty((5, 6)), np.empty((5, 4))
    chain_kernels._eliminate_lengths(segments, terms, places, damping, TIGHTEST, diagonal, upper, step, local)
    chain_kernels._solve_tridiagonal(diagonal, upper, step)
    chain_kernels._take_step(segments, trial, places, step, local, TIGHTEST)
    wanted = segments + expected
    wanted[:, 2:] = np.clip(wanted[:, 2:], LEAST_LENGTH, 1.0)
    np.testing.assert_allclose(trial, wanted, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_handles_that_would_overlap_give_what_the_other_takes(seed):
    """The step is the least of the quadratic model among those along which the two lengths fill the segment."""
    keys, data, weights, segments, _ = random_chain(seed, count=2)
    segments[0, 2:] = 0.6, 0.4
    _, terms = filled(keys, data, weights, segments, UNLIMITED[None])
    terms[0, 12:] = np.abs(terms[0, 12:])  # both are pulled longer
    places, damping = chain_kernels._places(np.zeros(2, dtype=bool), 0, 1, True, True), 0.1
    block = symmetric(terms[0])
    block[np.diag_indices(4)] *= 1 + damping
    along = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]], dtype=float)
    expected = along @ np.linalg.solve(along.T @ block @ along, along.T @ terms[0, 10:])

    diagonal, upper, step = np.empty(2), np.empty(2), np.empty(2)
    local, trial = np.empty((1, 6)), np.empty((1, 4))
    chain_kernels._eliminate_lengths(segments, terms, places, damping, FAIR, diagonal, upper, step, local)
    chain_kernels._solve_tridiagonal(diagonal, upper, step)
    chain_kernels._take_step(segments, trial, places, step, local, FAIR)
    np.testing.assert_allclose(trial[0, :2], segments[0, :2] + expected[:2], rtol=1e-8)
    # What would be too long, or too short, is brought back by itself.
    np.testing.assert_allclose(trial[0, 2:], np.clip([0.6 + expected[2], 0.4 - expected[2]], 0.1, 0.75), rtol=1e-8)


@pytest.mark.parametrize(
    "lengths", [(0.05, 0.5), (0.9, 0.02), (0.9, 0.9), (0.7, 0.5), (0.3, 0.6), (2.0, 0.4), (-1.0, 2.0)]
)
def test_lengths_are_brought_to_the_nearest_that_are_allowed(lengths):
    segment = np.array([1.0, 2.0, *lengths])
    chain_kernels.bound_lengths(segment, FAIR)
    side = np.linspace(0.1, 0.75, 651)
    alpha, beta = np.meshgrid(side, side)
    distance = np.where(alpha + beta <= 1.0 + 1e-9, np.hypot(alpha - lengths[0], beta - lengths[1]), np.inf)
    boxed = np.clip(lengths, 0.1, 0.75)
    if boxed.sum() <= 1.0 or max(lengths) <= 0.75:
        assert np.hypot(*(segment[2:] - lengths)) <= distance.min() + 1e-9
    assert segment[:2].tolist() == [1.0, 2.0]
    assert segment[2:].min() >= 0.1
    assert segment[2:].max() <= 0.75
    assert segment[2:].sum() <= 1.0 + 1e-12


def test_slopes_are_numbered_once_a_key_and_twice_where_broken():
    broken = np.array([True, False, True, False, True])
    assert chain_kernels._places(broken, 0, 4, True, True).tolist() == [[0, 1], [1, 2], [3, 4], [4, 5]]
    assert chain_kernels._places(broken, 1, 3, False, False).tolist() == [[-1, 0], [1, -1]]
    assert chain_kernels._places(broken, 1, 2, False, False).tolist() == [[-1, -1]]
    assert chain_kernels._places(broken, 2, 4, True, False).tolist() == [[0, 1], [1, -1]]


def aligned_chain(seed, frames=80, count=9):
    keys, data, weights, segments, limits = random_chain(seed, frames, count)
    segments[1:, 0] = segments[:-1, 1]
    return keys, data, weights, segments, limits


@pytest.mark.parametrize("ends_free", [(True, True), (False, True), (True, False), (False, False)])
@pytest.mark.parametrize("seed", range(5))
def test_windows_change_nothing_outside_nor_what_is_held(seed, ends_free):
    keys, data, weights, before, limits = aligned_chain(seed)
    after, first, last = before.copy(), 2, 6
    broken = np.zeros(len(keys), dtype=bool)
    parameters = np.full(len(data), 0.5)
    cost = improve_chain(keys, data, weights, after, broken, limits, first, last, *ends_free, parameters, 20, TIGHTEST)
    assert (after[:first] == before[:first]).all()
    assert (after[last:] == before[last:]).all()
    assert (after[first, 0] == before[first, 0]) == (not ends_free[0])
    assert (after[last - 1, 1] == before[last - 1, 1]) == (not ends_free[1])
    assert (after[first + 1 : last, 0] == after[first : last - 1, 1]).all()
    outside = np.r_[parameters[: keys[first] + 1], parameters[keys[last] :]]
    assert (outside == 0.5).all()
    # Where handles of full length make time stand still, a parameter is known to some 1e-5 only.
    assert cost == pytest.approx(filled(keys, data, weights, after, limits, first, last)[0], rel=1e-6)
    assert cost < 0.9 * filled(keys, data, weights, before, limits, first, last)[0]
    assert (after[:, 2:] >= LEAST_LENGTH).all()
    assert (after[:, 2:] <= 1.0).all()


def test_without_steps_only_the_cost_is_found():
    keys, data, weights, before, limits = aligned_chain(1)
    after = before.copy()
    broken = np.zeros(len(keys), dtype=bool)
    cost = improve_chain(
        keys, data, weights, after, broken, limits, 0, 8, True, True, np.full(len(data), 0.5), 0, TIGHTEST
    )
    assert (after == before).all()
    assert cost == pytest.approx(filled(keys, data, weights, before, limits)[0], rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_fair_chains_keep_their_bounds_and_reach_a_minimum(seed):
    keys, data, weights, start, limits = aligned_chain(seed)
    weights = np.ones_like(weights)
    limits = np.tile(UNLIMITED, (len(start), 1))
    start[:, 2:] = 1 / 3
    chain, broken = start.copy(), np.zeros(len(keys), dtype=bool)
    cost = improve_chain(
        keys, data, weights, chain, broken, limits, 0, 8, True, True, np.full(len(data), 0.5), 400, FAIR
    )
    bending = FAIR[3]
    assert cost < filled(keys, data, weights, start, limits, bending=bending)[0]
    assert ((chain[:, 2:] >= 0.1) & (chain[:, 2:] <= 0.75)).all()
    assert (chain[:, 2:].sum(axis=1) <= 1.0 + 1e-12).all()
    is_full = chain[:, 2:].sum(axis=1) >= 1.0 - 1e-9
    for s in range(len(chain)):
        # Where both fill the segment, what one takes the other gives.
        for by_alpha, by_beta in [(1.0, -1.0)] if is_full[s] else [(1.0, 0.0), (0.0, 1.0)]:
            for move in (-1e-3, 1e-3):
                trial = chain.copy()
                trial[s, 2:] += move * by_alpha, move * by_beta
                chain_kernels.bound_lengths(trial[s], FAIR)
                assert filled(keys, data, weights, trial, limits, bending=bending)[0] >= cost * (1 - 1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_more_steps_are_never_worse_and_reach_a_minimum(seed):
    keys, data, weights, start, limits = aligned_chain(seed)
    weights = np.ones_like(weights)
    limits = np.tile(UNLIMITED, (len(start), 1))
    broken = np.zeros(len(keys), dtype=bool)
    costs = []
    for steps in (0, 1, 2, 4, 8, 16, 60, 400):
        chain = start.copy()
        parameters = np.full(len(data), 0.5)
        costs.append(
            improve_chain(keys, data, weights, chain, broken, limits, 0, 8, True, True, parameters, steps, TIGHTEST)
        )
    assert (np.diff(costs) <= 0.0).all()
    # No small move of a slope or a length lowers the cost by more than the work leaves over.
    for s in range(len(chain)):
        for column in range(4):
            for move in (-1e-3, 1e-3):
                trial = chain.copy()
                trial[s, column] += move
                if column == 0 and s > 0:
                    trial[s - 1, 1] += move
                elif column == 1 and s < len(chain) - 1:
                    trial[s + 1, 0] += move
                trial[:, 2:] = trial[:, 2:].clip(LEAST_LENGTH, 1.0)
                assert filled(keys, data, weights, trial, limits)[0] >= costs[-1] * (1 - 1e-3)


def chain_of(x, keys, is_broken):
    n = len(keys) - 1
    segments = np.empty((n, 4))
    if is_broken:
        segments[:, :2] = x[: 2 * n].reshape(n, 2)
    else:
        segments[:, 0], segments[:, 1] = x[:n], x[1 : n + 1]
    segments[:, 2:] = x[-2 * n :].reshape(n, 2)
    return segments


def best_of_a_general_solver(keys, data, *, is_broken, starts=6):
    """The least squared error that a bounded trust-region solver finds from several lengths."""
    n = len(keys) - 1
    times = np.arange(float(len(data)))

    def residuals(x):
        left, right = handles_of(keys, data[:, None], chain_of(x, keys, is_broken)[None])
        return evaluate_chain(keys.astype(float), data[keys].copy(), left[0], right[0], times) - data

    slopes = fit_hermite(keys, data[:, None])[:, 0]
    if is_broken:
        slopes = np.stack([slopes[:-1], slopes[1:]], axis=1).ravel()
    lower = np.r_[np.full(len(slopes), -np.inf), np.full(2 * n, LEAST_LENGTH)]
    upper = np.r_[np.full(len(slopes), np.inf), np.ones(2 * n)]
    random = np.random.default_rng(len(data))
    lengths = [np.full(2 * n, 1 / 3), *random.uniform(0.05, 0.95, size=(starts - 1, 2 * n))]
    found = [
        least_squares(residuals, np.r_[slopes, more], bounds=(lower, upper), x_scale="jac", max_nfev=60)
        for more in lengths
    ]
    return min(2.0 * result.cost for result in found)


def smooth_case(seed):
    random = np.random.default_rng(seed)
    frames = int(random.integers(24, 45))
    keys = random_keys(frames, int(random.integers(3, 6)), seed)
    time = np.arange(frames) / frames
    data = sum(random.normal() * np.sin(2 * np.pi * (w * time + random.uniform())) / w for w in (0.7, 1.9, 4.3))
    return keys, data + 0.003 * random.normal(size=frames)


@pytest.mark.slow
@pytest.mark.parametrize("is_broken", [False, True])
def test_no_general_solver_finds_a_nearer_curve(is_broken):
    """On all these cases the fit is as near as the best of six starts of a general solver, on some nearer.

    Of 240 cases, half of them random walks, with twelve starts, 231 came within 1 % and the worst to 46 %.
    """
    for seed in range(15):
        keys, data = smooth_case(seed)
        best = best_of_a_general_solver(keys, data, is_broken=is_broken)
        weight = 0.0 if is_broken else 1.0
        left, right = fit_free(keys, data[:, None], levelling=0.0, overshoot=1e9, break_weight=weight, shape=TIGHTEST)
        times = np.arange(float(len(data)))
        gaps = evaluate_chain(keys.astype(float), data[keys].copy(), left[0], right[0], times) - data
        assert gaps @ gaps <= best * 1.0005 + 1e-20, seed
