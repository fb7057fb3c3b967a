from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unbake.curves.world import block_tridiagonal
from unbake.curves.world.block_tridiagonal import BlockTridiagonal


@pytest.fixture(scope="module", autouse=True, params=[64, 0], ids=["few by NumPy", "all by SciPy"])
def few(request):
    """Both ways to solve: that of few keys, and that of many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_tridiagonal, "FEW", request.param)
        yield


def dense(matrix):
    """The whole matrix."""
    starts = np.cumsum([0, *(len(block) for block in matrix.diagonal)])
    out = np.zeros((starts[-1], starts[-1]))
    for k, block in enumerate(matrix.diagonal):
        out[starts[k] : starts[k + 1], starts[k] : starts[k + 1]] = block
    for k, block in enumerate(matrix.upper):
        rows, columns = slice(starts[k], starts[k + 1]), slice(starts[k + 1], starts[k + 2])
        out[rows, columns] = block
        out[columns, rows] = block.T
    return out


def random_matrix(sizes, seed, dead=0.0):
    """Normal equations of chained unknowns, some of which appear in no equation; and right-hand sides that fit."""
    random = np.random.default_rng(seed)
    diagonal = [np.zeros((n, n)) for n in sizes]
    upper = [np.zeros((n, m)) for n, m in pairwise(sizes)]
    right = [np.zeros(n) for n in sizes]
    alive = [random.random(n) >= dead for n in sizes]
    for k in range(max(len(sizes) - 1, 1)):
        beside = k + 1 if len(sizes) > 1 else k
        a, b = (random.normal(size=(2 * max(sizes) + 3, sizes[j])) * alive[j] for j in (k, beside))
        gap = random.normal(size=len(a))
        diagonal[k] += a.T @ a
        right[k] += a.T @ gap
        if beside != k:
            diagonal[beside] += b.T @ b
            upper[k] += a.T @ b
            right[beside] += b.T @ gap
    return BlockTridiagonal(diagonal, upper), right, alive


@settings(max_examples=40)
@given(
    sizes=st.lists(st.integers(1, 7), min_size=1, max_size=6),
    seed=st.integers(0, 10**6),
    damping=st.sampled_from([1e-9, 1e-3, 1.0, 1e6]),
    dead=st.sampled_from([0.0, 0.4]),
)
def test_the_solution_is_that_of_a_dense_solver(sizes, seed, damping, dead):
    matrix, right, alive = random_matrix(sizes, seed, dead)
    before = [block.copy() for block in (*matrix.diagonal, *matrix.upper, *right)]
    found = matrix.solved(right, damping)
    whole, is_alive = dense(matrix), np.concatenate(alive)
    whole += damping * np.diag(np.diag(whole))
    wanted = np.linalg.solve(whole[np.ix_(is_alive, is_alive)], np.concatenate(right)[is_alive])
    assert [len(part) for part in found] == sizes
    assert np.concatenate(found)[is_alive] == pytest.approx(wanted, rel=1e-6, abs=1e-8 * np.abs(wanted).max(initial=0))
    assert not np.concatenate(found)[~is_alive].any()
    for block, copy in zip((*matrix.diagonal, *matrix.upper, *right), before, strict=True):
        assert (block == copy).all()


def test_blocks_that_appear_in_no_equation_stay_at_zero():
    matrix, right, _ = random_matrix([3, 4, 2], 1, dead=1.0)
    for part in matrix.solved(right, 1e-3):
        assert not part.any()


def test_the_units_of_unknowns_do_not_matter():
    matrix, right, _ = random_matrix([3, 4, 2], 2)
    scale = [10.0 ** np.random.default_rng(k).uniform(-4, 4, n) for k, n in enumerate((3, 4, 2))]
    other = BlockTridiagonal(
        [block * s[:, None] * s for block, s in zip(matrix.diagonal, scale, strict=True)],
        [block * s[:, None] * t for block, (s, t) in zip(matrix.upper, pairwise(scale), strict=True)],
    )
    found = other.solved([side * s for side, s in zip(right, scale, strict=True)], 1.0)
    for part, s, wanted in zip(found, scale, matrix.solved(right, 1.0), strict=True):
        assert part * s == pytest.approx(wanted, rel=1e-9)


def test_a_matrix_that_is_not_positive_is_refused():
    with pytest.raises(np.linalg.LinAlgError, match="block 1"):
        BlockTridiagonal([np.eye(1), np.eye(1)], [np.full((1, 1), 2.0)]).solved([np.ones(1)] * 2, 0.0)
