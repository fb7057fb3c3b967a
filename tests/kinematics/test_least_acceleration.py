"""Least squares over time: against dense solvers, and on problems with known answers."""

import numpy as np
import pytest

from unbake.kinematics.least_acceleration import RIDGE, Term, minimised

FPS = 30.0


def dense(terms, unknowns, frames):
    """The same by a dense least-squares solver: every row written out."""
    rows, wanted = [np.sqrt(RIDGE) * np.eye(frames * unknowns)], [np.zeros(frames * unknowns)]
    second = np.diff(np.eye(frames), 2, axis=0) * FPS**2
    for term in terms:
        _, many, own = term.slopes.shape
        whole = np.zeros((frames, many, frames, unknowns))
        for t in range(frames):
            whole[t, :, t, term.first : term.first + own] = term.slopes[t]
        flat = whole.reshape(frames, many, -1)
        calm = np.einsum("ts,srn->trn", second, flat).reshape(-1, frames * unknowns) * np.sqrt(term.calm)
        near = (np.sqrt(term.near)[:, None, None] * flat).reshape(-1, frames * unknowns)
        rows += [calm, near]
        wanted += [
            np.sqrt(term.calm) * (second @ term.values).ravel(),
            (np.sqrt(term.near)[:, None] * term.values).ravel(),
        ]
    return np.linalg.lstsq(np.concatenate(rows), -np.concatenate(wanted), rcond=None)[0].reshape(frames, unknowns)


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("seed", range(4))
def test_linear_problems_are_solved_as_by_a_dense_solver(frames, seed):
    rng = np.random.default_rng(seed)
    shapes = [(0, 3, 2), (1, 1, 3), (0, 2, 4)]
    start = [
        (first, rng.normal(size=(frames, many, own)), rng.normal(size=(frames, many)), calm, rng.uniform(0, 9, frames))
        for (first, many, own), calm in zip(shapes, (1.0, 0.0, 0.3), strict=True)
    ]

    def terms(x):
        return [
            Term(
                first,
                slopes,
                values + np.einsum("trn,tn->tr", slopes, x[:, first : first + slopes.shape[2]]),
                calm,
                near,
            )
            for first, slopes, values, calm, near in start
        ]

    zero = np.zeros((frames, 4))
    found = minimised(zero, terms, lambda x, step: x + step, np.ones(4), FPS, 30)
    costs = [sum(term.cost(FPS) for term in terms(x)) for x in (zero, dense(terms(zero), 4, frames), found)]
    assert costs[2] <= costs[1] * (1.0 + 1e-6) + 1e-9
    assert costs[2] < costs[0]


def test_a_step_between_two_places_is_a_cubic():
    # Least squared acceleration between two held ends is a cubic: the spline of beams.
    frames = 41
    held = np.zeros(frames)
    held[:5] = held[-5:] = 1e12
    target = np.where(np.arange(frames) < 20, 0.0, 1.0)[:, None]

    def terms(x):
        one = np.ones((frames, 1, 1))
        return [Term(0, one, x, 1.0, np.zeros(frames)), Term(0, one, x - target, 0.0, held)]

    found = minimised(np.zeros((frames, 1)), terms, lambda x, step: x + step, np.ones(1), FPS, 5)[:, 0]
    inside = found[4:-4]
    assert np.abs(np.diff(inside, 4)[2:-2]).max() < 1e-6
    assert (np.diff(inside) > -1e-6).all()
    assert found[4] == pytest.approx(0.0, abs=1e-4)


def test_steps_that_would_cost_more_are_damped():
    # One angle that has to be where its sine is 0.9, started where a whole step would go far beyond.
    def terms(x):
        near, slope = np.ones(1), np.cos(x)[:, :, None]
        return [Term(0, slope, np.sin(x) - 0.9, 0.0, 1e8 * near)]

    found = minimised(np.full((1, 1), 1.5), terms, lambda x, step: x + step, np.ones(1), FPS, 50)
    assert np.sin(found[0, 0]) == pytest.approx(0.9, abs=1e-3)


def test_steps_that_hardly_gain_are_the_last():
    # Whole steps towards a root of x^(1/3) go twice as far beyond it; damped ones gain next to nothing of what the rest
    # costs.
    asked = []

    def terms(x):
        asked.append(x)
        root, rest = np.cbrt(x), np.full((1, 1), 1e5)
        return [
            Term(0, (1.0 / (3.0 * root**2))[:, :, None], root, 0.0, np.full(1, 1e6)),
            Term(0, np.zeros((1, 1, 1)), rest, 0.0, np.ones(1)),
        ]

    minimised(np.full((1, 1), 0.01), terms, lambda x, step: x + step, np.ones(1), FPS, 1000)
    assert len(asked) < 20
