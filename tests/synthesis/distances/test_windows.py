import numpy as np
import pytest
from tests.synthesis import naive

from unbake.errors import UsageError
from unbake.synthesis.distances.windows import (
    WindowWeights,
    best_move,
    distance_stripes,
    padded,
    window_distances,
)


def walk(seed, frames, joints=5):
    """Joints that wander about a body that travels."""
    rng = np.random.default_rng(seed)
    steps = rng.normal(scale=0.02, size=(frames, joints, 3))
    steps[:, :, 0] += 0.02 * np.sin(0.05 * np.arange(frames) + seed)[:, None]
    return rng.normal(scale=0.5, size=(1, joints, 3)) + np.cumsum(steps, axis=0)


@pytest.mark.parametrize("kind", ["even", "tapered", "odd"])
def test_distances_are_those_of_the_best_turn_and_shift(kind):
    a, b = walk(1, 14), walk(2, 11)
    weights = {
        "even": WindowWeights.even(4, 5),
        "tapered": WindowWeights.tapered(6, 5),
        "odd": WindowWeights(np.array([1.0, 0.0, 3.0, 0.5]), np.array([1.0, 2.0, 0.0, 0.3, 5.0])),
    }[kind]
    found = window_distances(a, b, weights)
    length = len(weights.taper)
    expected = np.array(
        [
            [
                naive.window_distance(a[i : i + length], b[j : j + length], weights.taper, weights.joints)
                for j in range(len(b) - length + 1)
            ]
            for i in range(len(a) - length + 1)
        ]
    )
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() < 1e-6
    assert expected.min() > 1e-3


def test_place_and_heading_do_not_matter():
    a, b = walk(3, 60), walk(4, 50)
    plain = window_distances(a, b, 20)
    elsewhere = window_distances(naive.moved(a, 2.1, (3.0, -4.0)), naive.moved(b, -0.7, (-5.0, 1.0)), 20)
    assert np.abs(plain - elsewhere).max() < 1e-5
    raised = window_distances(a, b + np.array([0.0, 0.3, 0.0]), 20)
    assert np.abs(raised - plain).max() > 0.01


def test_a_window_is_nothing_away_from_itself():
    a = walk(5, 80)
    itself = window_distances(a, naive.moved(a, 1.0, (2.0, 2.0)), WindowWeights.tapered(20, 5))
    assert np.diag(itself).max() < 1e-5
    assert itself.max() > 0.03


@pytest.mark.slow
def test_blocks_join_without_a_seam():
    a, b = walk(6, 700), walk(7, 1200)
    whole = window_distances(a, b, 9)
    stripes = list(distance_stripes(a, b, 9, rows=50))
    assert [first for first, _ in stripes] == list(range(0, 692, 50))
    assert np.abs(np.concatenate([stripe for _, stripe in stripes]) - whole).max() < 1e-5
    rng = np.random.default_rng(0)
    for i, j in [(255, 511), (256, 512), (257, 510), (691, 1191), *rng.integers(0, 690, (6, 2))]:
        own = naive.window_distance(a[i : i + 9], b[j : j + 9], np.ones(9), np.ones(5))
        assert abs(whole[i, j] - own) < 1e-5


def test_the_best_move_is_the_one_that_was_undone():
    a = walk(8, 20)
    weights = WindowWeights.tapered(20, 5)
    b = naive.moved(a, -1.3, (0.7, 2.0))
    assert np.abs(best_move(a, b, weights)(b) - a).max() < 1e-12
    noisy = b + walk(9, 20)
    left = best_move(a, noisy, weights)(noisy) - a
    w = np.outer(weights.taper, weights.joints)
    assert (w * (left**2).sum(axis=-1)).sum() / w.sum() == pytest.approx(
        naive.window_distance(a, noisy, weights.taper, weights.joints), rel=1e-9
    )


def test_padded_windows_are_one_for_each_frame():
    a = walk(10, 12)
    around, frames = padded(a, 5)
    assert len(around) - 5 + 1 == 12
    assert list(frames[:3]) == [0, 0, 0]
    assert list(frames[-3:]) == [11, 11, 11]


def test_what_cannot_be_compared_is_refused():
    a = walk(11, 30)
    with pytest.raises(UsageError, match="joints"):
        window_distances(a, a[:, :3])
    with pytest.raises(UsageError, match="20 frames"):
        window_distances(a, a[:19])
    with pytest.raises(UsageError, match="finite"):
        window_distances(np.where(np.arange(30)[:, None, None] == 4, np.nan, a), a)
    with pytest.raises(UsageError, match="shape"):
        window_distances(a[0], a)
    for taper in ([], [1.0, -1.0], [0.0, 0.0], [np.inf]):
        with pytest.raises(UsageError, match="weights of a window"):
            WindowWeights(np.array(taper), np.ones(5))
    with pytest.raises(UsageError, match="weights of a window"):
        window_distances(a, a, 0)
