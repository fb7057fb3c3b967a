"""Gaussian processes: means, variances and likelihoods against the textbook, gradients against differences."""

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.learning import gaussian_processes as processes
from unbake.learning.gaussian_processes import GaussianProcess, Kernel, fitted_kernel, negative_log_likelihood, pivots

RNG = np.random.default_rng


def examples(n=40, inputs=3, outputs=4, seed=0, noise=0.05):
    rng = RNG(seed)
    x = rng.uniform(-2.0, 2.0, (n, inputs))
    y = np.sin(x @ rng.normal(size=(inputs, outputs))) + noise * rng.normal(size=(n, outputs))
    return x, y - y.mean(axis=0)


def textbook(kernel, a, b):
    """Entry by entry."""
    return np.array([[kernel.signal * np.exp(-0.5 * np.sum(((p - q) / kernel.lengths) ** 2)) for q in b] for p in a])


@pytest.mark.parametrize("lengths", [[0.8], [0.5, 1.0, 2.0]])
def test_predictions_are_those_of_the_textbook(lengths):
    x, y = examples()
    new = RNG(1).uniform(-3.0, 3.0, (7, 3))
    kernel = Kernel(np.array(lengths), 1.7, 0.02)
    full = textbook(kernel, x, x) + kernel.noise * np.eye(len(x))
    near = textbook(kernel, new, x)
    mean, variance = GaussianProcess.fit(x, y, kernel).predict(new)
    assert mean == pytest.approx(near @ np.linalg.inv(full) @ y, abs=1e-9)
    expected = [kernel.signal - row @ np.linalg.inv(full) @ row for row in near]
    assert variance == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("lengths", [[0.8], [0.5, 1.0, 2.0]])
def test_likelihood_and_gradient(lengths):
    from scipy.stats import multivariate_normal

    x, y = examples(n=15)
    logs = np.log([*lengths, 1.7, 0.1])

    def value(at):
        numbers = np.exp(at)
        return negative_log_likelihood(Kernel(numbers[:-2], numbers[-2], numbers[-1]), x, y)

    kernel = Kernel(np.array(lengths), 1.7, 0.1)
    full = textbook(kernel, x, x) + kernel.noise * np.eye(len(x))
    expected = -np.mean([multivariate_normal(np.zeros(15), full).logpdf(column) for column in y.T])
    assert value(logs)[0] == pytest.approx(expected, abs=1e-8)
    step = 1e-5
    for place, slope in enumerate(value(logs)[1]):
        more, less = logs.copy(), logs.copy()
        more[place] += step
        less[place] -= step
        assert slope == pytest.approx((value(more)[0] - value(less)[0]) / (2 * step), rel=1e-5, abs=1e-6)


def test_the_kernel_found_is_better_than_its_neighbours():
    x, y = examples()
    kernel = fitted_kernel(x, y)
    best = negative_log_likelihood(kernel, x, y)[0]
    for lengths, signal, noise in (
        (1.2, 1, 1),
        (1 / 1.2, 1, 1),
        (1, 1.3, 1),
        (1, 1 / 1.3, 1),
        (1, 1, 1.3),
        (1, 1, 1 / 1.3),
    ):
        other = Kernel(kernel.lengths * lengths, kernel.signal * signal, kernel.noise * noise)
        assert negative_log_likelihood(other, x, y)[0] >= best - 1e-6


def test_ard_finds_the_input_that_matters():
    x = RNG(2).uniform(-2.0, 2.0, (80, 3))
    y = np.sin(2.0 * x[:, :1])
    lengths = fitted_kernel(x, y - y.mean(), ard=True).lengths
    assert lengths[0] < 0.5 * lengths[1:].min()


def test_far_away_nothing_is_known():
    x, y = examples()
    process = GaussianProcess.fit(x, y)
    mean, variance = process.predict(np.full((1, 3), 1e3))
    assert np.abs(mean).max() < 1e-9
    assert variance[0] == pytest.approx(process.kernel.signal)


def test_inducing_points_come_near_the_exact_process(monkeypatch):
    x, y = examples(n=300, inputs=2)
    kernel = Kernel(np.array([1.0]), 1.0, 0.01)
    exact = GaussianProcess.fit(x, y, kernel)
    monkeypatch.setattr(processes, "MOST_EXACT", 100)
    monkeypatch.setattr(processes, "INDUCING", 80)
    sparse = GaussianProcess.fit(x, y, kernel)
    assert (exact.is_sparse, sparse.is_sparse, len(sparse.points)) == (False, True, 80)
    new = RNG(5).uniform(-2.0, 2.0, (50, 2))
    for own, other in zip(exact.predict(new), sparse.predict(new), strict=True):
        assert other == pytest.approx(own, abs=2e-3)


def test_pivots_never_take_a_point_twice():
    x = np.repeat(RNG(6).normal(size=(10, 2)), 3, axis=0)
    chosen = pivots(Kernel(np.array([1.0]), 1.0, 0.1), x, 30)
    assert len({tuple(x[one]) for one in chosen}) == len(chosen) <= 10


def test_what_does_not_match_is_refused():
    with pytest.raises(UsageError, match="inputs"):
        GaussianProcess.fit(np.zeros((3, 2)), np.zeros((2, 1)))
