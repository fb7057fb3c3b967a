"""A Newton step along the tree is that of the dense matrix."""

import numpy as np
import pytest

from kinematics.full_body.naive import dense_step
from unbake.kinematics.full_body.elimination import newton_step


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_curved", [False, True])
def test_steps_are_those_of_the_dense_matrix(seed, is_curved):
    random = np.random.default_rng(seed)
    count = 12
    parents = np.array([-1, *(int(random.integers(0, n)) for n in range(1, count))])
    is_fixed = random.random(count) < 0.3
    is_fixed[0] = False
    positions, joint_slopes = random.normal(size=(count, 3)), 0.1 * random.normal(size=(count, 3))
    slopes = (0.02 if is_curved else 1.0) * random.normal(size=(count, 3))
    curvatures, square = random.uniform(0.5, 2.0, size=(count, 3)), random.normal(size=(count, 3, 3))
    joint_curvatures = square @ square.transpose(0, 2, 1) + 0.1 * np.eye(3)
    model = (parents, is_fixed, positions, slopes, curvatures, joint_slopes, joint_curvatures, 1e-3, is_curved)
    steps = np.zeros((count, 6))
    assert newton_step(*model, steps)
    assert steps == pytest.approx(dense_step(*model), rel=1e-6, abs=1e-7)


def test_a_model_without_a_minimum_is_refused():
    parents, is_fixed = np.array([-1, 0]), np.array([False, False])
    positions, none = np.array([[0.0, 0, 0], [0, 1, 0]]), np.zeros((2, 3))
    # The tip is pushed towards the root with more force than its own curvature balances.
    slopes, curvatures = np.array([[0.0, -9, 0], [0, 9, 0]]), np.ones((2, 3))
    joint_curvatures = np.tile(1e-3 * np.eye(3), (2, 1, 1))
    arguments = (parents, is_fixed, positions, slopes, curvatures, none, joint_curvatures, 0.0)
    assert not newton_step(*arguments, True, np.zeros((2, 6)))
    assert newton_step(*arguments, False, np.zeros((2, 6)))
