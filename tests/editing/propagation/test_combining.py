"""The combination of estimates against a dense solve, and what its weights mean."""

import numpy as np
import pytest

from unbake.editing.propagation.combining import Estimate, Weights, combined
from unbake.errors import UsageError

RATE = 2.0


def dense(pose, v, bend, u, source, scale, w):
    """The same, by whole matrices, as the thesis writes it."""
    n = len(pose)
    second = np.zeros((n - 2, n))
    for row in range(n - 2):
        second[row, row : row + 3] = RATE**2 / scale * np.array([1.0, -2.0, 1.0])
    inside = slice(1, -1)
    left = w.poses * np.diag(1 / v) + w.source_poses * np.diag(v)
    right = w.poses * pose / v + w.source_poses * v * source
    known, drawn = w.accelerations * np.diag(1 / u[inside]), w.source_accelerations * np.diag(u[inside])
    left += second.T @ (known + drawn) @ second
    right += second.T @ (known @ bend[inside] + drawn @ second @ source)
    return np.linalg.solve(left, right)


@pytest.mark.parametrize("weights", [Weights(), Weights(1.0, 2.0, 3.0, 4.0), Weights(0.0, 1.0, 1.0, 0.0)])
def test_it_is_the_dense_solution(weights):
    rng = np.random.default_rng(0)
    n, columns = 30, 3
    pose, bend, source = (rng.normal(size=(n, columns)) for _ in range(3))
    v, u = rng.uniform(0.01, 1.0, (n, columns)), rng.uniform(0.01, 1.0, (n, 1))
    scale = np.array([0.5, 3.0, 20.0])
    found = combined(Estimate(pose, v), Estimate(bend, u), source, RATE, weights, scale)
    for column in range(columns):
        own = (pose[:, column], v[:, column], bend[:, column], u[:, 0], source[:, column], scale[column], weights)
        assert found[:, column] == pytest.approx(dense(*own), abs=1e-8)


def test_without_accelerations_it_is_the_weighted_mean():
    v = np.full((5, 1), 0.5)
    pose, source = np.full((5, 1), 1.0), np.zeros((5, 1))
    found = combined(Estimate(pose, v), Estimate(pose, v), source, RATE, Weights(1.0, 0.0, 10.0, 0.0), np.ones(1))
    assert found == pytest.approx(np.full((5, 1), 1.0 / (1.0 + 10.0 * 0.25)))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_instants(n):
    ones = np.ones((n, 1))
    found = combined(Estimate(ones, ones), Estimate(0 * ones, ones), ones, RATE, Weights(), np.ones(1))
    assert found == pytest.approx(ones)


def test_weights_are_checked():
    for wrong in ({"poses": -1.0}, {"accelerations": np.nan}, {"poses": 0.0, "source_poses": 0.0}):
        with pytest.raises(UsageError):
            Weights(**wrong)
