import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.naive import dense, flat_sides
from unbake.curves.world import block_tridiagonal
from unbake.curves.world.block_tridiagonal import BlockTridiagonal


@pytest.fixture(scope="module", autouse=True, params=[0, 10**9], ids=["both ends at once", "one after the other"])
def worth_a_thread(request):
    """Both ways to solve: that of large matrices, and that of small ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_tridiagonal, "WORTH_A_THREAD", request.param)
        yield


def random_matrix(sizes, seed, dead=0.0):
    """Normal equations of chained unknowns, some of which appear in no equation; and right-hand sides that fit."""
    random = np.random.default_rng(seed)
    room = max(sizes)
    diagonal, upper = np.zeros((len(sizes), room, room)), np.zeros((len(sizes) - 1, room, room))
    right, alive = np.zeros((len(sizes), room)), np.zeros((len(sizes), room), dtype=bool)
    for k, size in enumerate(sizes):
        alive[k, :size] = random.random(size) >= dead
    for k in range(max(len(sizes) - 1, 1)):
        beside = k + 1 if len(sizes) > 1 else k
        a, b = (random.normal(size=(2 * room + 3, room)) * alive[j] for j in (k, beside))
        gap = random.normal(size=len(a))
        diagonal[k] += a.T @ a
        right[k] += a.T @ gap
        if beside != k:
            diagonal[beside] += b.T @ b
            upper[k] += a.T @ b
            right[beside] += b.T @ gap
    return BlockTridiagonal(diagonal, upper, np.array(sizes)), right, alive


@settings(max_examples=40)
@given(
    sizes=st.lists(st.integers(1, 7), min_size=1, max_size=6),
    seed=st.integers(0, 10**6),
    damping=st.sampled_from([1e-9, 1e-3, 1.0, 1e6]),
    dead=st.sampled_from([0.0, 0.4]),
)
def test_the_solution_is_that_of_a_dense_solver(sizes, seed, damping, dead):
    matrix, right, alive = random_matrix(sizes, seed, dead)
    before = [array.copy() for array in (matrix.diagonal, matrix.upper, right)]
    found = matrix.solved(right, damping)
    whole, is_alive = dense(matrix), flat_sides(matrix, alive)
    whole += damping * np.diag(np.diag(whole))
    wanted = np.linalg.solve(whole[np.ix_(is_alive, is_alive)], flat_sides(matrix, right)[is_alive])
    assert found.shape == right.shape
    assert found[alive] == pytest.approx(wanted, rel=1e-6, abs=1e-8 * np.abs(wanted).max(initial=0))
    assert not found[~alive].any()
    for array, copy in zip((matrix.diagonal, matrix.upper, right), before, strict=True):
        assert (array == copy).all()


def test_large_blocks_are_solved_to_rounding():
    matrix, right, _ = random_matrix([62, 90, 63, 61], 5)
    whole = dense(matrix)
    found = flat_sides(matrix, matrix.solved(right, 0.0))
    assert whole @ found == pytest.approx(flat_sides(matrix, right), abs=1e-9 * np.abs(right).max())


def test_blocks_that_appear_in_no_equation_stay_at_zero():
    matrix, right, _ = random_matrix([3, 4, 2], 1, dead=1.0)
    assert not matrix.solved(right, 1e-3).any()


def test_the_units_of_unknowns_do_not_matter():
    matrix, right, _ = random_matrix([3, 4, 2], 2)
    scale = 10.0 ** np.random.default_rng(3).uniform(-4, 4, right.shape)
    other = BlockTridiagonal(
        matrix.diagonal * scale[:, :, None] * scale[:, None],
        matrix.upper * scale[:-1, :, None] * scale[1:, None],
        matrix.counts,
    )
    assert other.solved(right * scale, 1.0) * scale == pytest.approx(matrix.solved(right, 1.0), rel=1e-9)


@pytest.mark.parametrize("bad", [0, 1, 2])
def test_a_matrix_that_is_not_positive_is_refused(bad):
    matrix, right, _ = random_matrix([2, 3, 2], 4)
    matrix.diagonal[bad, 0, 1] = 1e3
    with pytest.raises(np.linalg.LinAlgError, match=f"block {bad} is not positive"):
        matrix.solved(right, 0.0)


def test_a_block_that_its_neighbours_leave_nothing_is_not_positive():
    matrix, right, _ = random_matrix([2, 3, 2], 4)
    matrix.upper[1] *= 100.0
    with pytest.raises(np.linalg.LinAlgError, match="block 1 is not positive"):
        matrix.solved(right, 0.0)
