"""Loops in place of NumPy do what NumPy does."""

import numpy as np
import pytest

from unbake.compiling.plain_loops import copy, copy_rows, cross, rising


@pytest.mark.parametrize("n", [0, 1, 2, 30])
def test_rising_is_the_stable_order_of_the_first_few(n: int) -> None:
    rng = np.random.default_rng(n)
    values = rng.integers(0, 8, 40).astype(np.float64)
    values[rng.random(40) < 0.2] = np.inf
    assert rising(values, n).tolist() == np.argsort(values[:n], kind="stable").tolist()


def test_copies_and_products_are_numpys() -> None:
    rng = np.random.default_rng(0)
    source, target = rng.normal(size=(5, 3)), np.zeros((5, 3))
    copy_rows(target[1:], source[:4])
    np.testing.assert_array_equal(target, [np.zeros(3), *source[:4]])
    copy(target[0], source[4])
    np.testing.assert_array_equal(target[0], source[4])
    cross(source[0], source[1], target[0])
    np.testing.assert_array_equal(target[0], np.cross(source[0], source[1]))
