"""Rotation vectors: whole turns more or less are the same turn."""

import numpy as np

from unbake.kinematics.minimal_turns import nearest_vectors
from unbake.motion.rotations import quaternion_from_vector


def test_the_nearest_of_equal_turns_is_taken():
    rng = np.random.default_rng(4)
    vectors, near = rng.uniform(-4.0, 4.0, (200, 3)), rng.uniform(-12.0, 12.0, (200, 3))
    found = nearest_vectors(vectors, near)
    same = np.abs(np.sum(quaternion_from_vector(found) * quaternion_from_vector(vectors), axis=1))
    np.testing.assert_allclose(same, 1.0, atol=1e-12)
    axes = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    others = vectors + 2.0 * np.pi * np.arange(-5, 6)[:, None, None] * axes
    least = np.linalg.norm(others - near, axis=2).min(axis=0)
    np.testing.assert_allclose(np.linalg.norm(found - near, axis=1), least, atol=1e-9)


def test_no_turn_is_the_nearest_whole_turn():
    near = np.array([[0.0, 5.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.0]])
    found = nearest_vectors(np.zeros((3, 3)), near)
    np.testing.assert_allclose(found, [[0.0, 2.0 * np.pi, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])


def test_what_is_nearest_keeps_its_bits():
    vectors = np.random.default_rng(5).uniform(-0.9, 0.9, (50, 3))
    np.testing.assert_array_equal(nearest_vectors(vectors, -vectors), vectors)
