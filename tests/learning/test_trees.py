"""Trees as arrays: a walk down each of them, row by row; arrays that are no trees are refused."""

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.learning.trees import Trees


def stump(**other):
    """Two trees: column 1 at 0.5, then in its right branch column 0 at −1; and a single leaf."""
    arrays = {
        "column": np.array([1, -1, 0, -1, -1, -1], dtype=np.int16),
        "limit": np.array([0.5, 0.0, -1.0, 0.0, 0.0, 0.0]),
        "left": np.array([1, 0, 3, 0, 0, 0], dtype=np.int32),
        "right": np.array([2, 0, 4, 0, 0, 0], dtype=np.int32),
        "value": np.array([0.0, 1.0, 0.0, 2.0, -3.0, 0.25]),
        "roots": np.array([0, 5], dtype=np.int32),
        "start": -0.5,
        "n_columns": 2,
    }
    return Trees(**arrays | other)


def slow(trees, row):
    total = trees.start
    for node in trees.roots:
        while trees.column[node] >= 0:
            node = (trees.left if row[trees.column[node]] <= trees.limit[node] else trees.right)[node]
        total += trees.value[node]
    return 1.0 / (1.0 + np.exp(-total))


def test_leaves_add_up_to_the_odds():
    rows = np.array([[0.0, 0.5], [-1.0, 0.6], [0.0, 0.6]], dtype=np.float32)
    wanted = 1.0 / (1.0 + np.exp(-(np.array([1.0, 2.0, -3.0]) - 0.25)))
    np.testing.assert_allclose(stump().probability(rows), wanted, rtol=1e-15)


def test_against_the_obvious():
    rows = np.random.default_rng(3).normal(size=(200, 2)).astype(np.float32)
    np.testing.assert_allclose(stump().probability(rows), [slow(stump(), row) for row in rows], rtol=1e-15)
    assert stump().probability(rows[:0]).shape == (0,)


def test_rows_that_are_not_contiguous():
    rows = np.random.default_rng(3).normal(size=(50, 4, 2)).astype(np.float32)
    assert np.array_equal(stump().probability(rows[:, 1]), stump().probability(rows[:, 1].copy()))


def test_rows_of_another_width_are_refused():
    with pytest.raises(UsageError, match=r"expected \(rows, 2\)"):
        stump().probability(np.zeros((3, 3), dtype=np.float32))


@pytest.mark.parametrize(
    "wrong",
    [
        {"limit": np.zeros(5)},
        {"n_columns": 1},
        {"left": np.array([0, 0, 3, 0, 0, 0], dtype=np.int32)},
        {"right": np.array([2, 0, 6, 0, 0, 0], dtype=np.int32)},
        {"roots": np.array([0, 6], dtype=np.int32)},
    ],
)
def test_arrays_that_are_no_trees_are_refused(wrong):
    with pytest.raises(UsageError):
        stump(**wrong)
