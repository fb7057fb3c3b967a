"""Clusters and the key probe."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from keyframes import naive
from keyframes.rivals.clips_for_rivals import points, random_walk
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.greedy.key_probe import probing_order
from unbake.keyframes.rivals.rival import RivalRequest
from unbake.keyframes.rivals.stochastic.kmeans import cluster


def test_clusters_by_hand():
    """Three bunches; the middle one's average is 5.2, and frame 5 is the nearest to it."""
    numbers = np.array([[0.0], [0.1], [0.2], [5.0], [5.45], [5.15], [9.0], [9.1], [9.2]])
    assert cluster(cdist(numbers, numbers, "sqeuclidean"), np.array([0, 3, 8]), 100).tolist() == [0, 5, 8]
    assert RIVALS["k-means"].select(RivalRequest(points(numbers, size=1), (3,)))[3] in {(0, 5, 8), (0, 1, 8), (0, 7, 8)}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("steps", [1, 100])
def test_clusters_equal_the_slow_ones(seed, steps):
    values = random_walk(seed, frames=40).values
    rng = np.random.default_rng(seed)
    keys = np.array([0, *np.sort(rng.choice(np.arange(1, 39), 6, replace=False)), 39])
    found = cluster(cdist(values, values, "sqeuclidean"), keys, steps)
    assert found.tolist() == naive.clusters(values, keys, steps)


def test_poses_that_come_again_keep_their_keys_apart():
    values = np.tile([[0.0, 0, 0], [1, 0, 0]], (10, 1))
    for seed in range(10):
        keys = RIVALS["k-means"].select(RivalRequest(points(values), (8,), seed=seed, repeats=1))[8]
        assert len(set(keys)) == 8
    # Frame 2 has the pose of frame 5, but is a key itself: it must not become the centre of the other's group.
    numbers = np.array([[0.0], [0], [5], [5], [5], [5], [0]])
    assert cluster(cdist(numbers, numbers, "sqeuclidean"), np.array([0, 5, 2, 6]), 100).tolist() == [0, 3, 2, 6]


def test_the_probe_by_hand():
    """Frames 0 and 4 span x; frame 2 has 0.5 of z, frame 1 has 0.2 of y, and then all is spanned."""
    rows = points(np.array([[1.0, 0, 0], [1, 0.2, 0], [1, 0, 0.5], [3, 0.1, 0.1], [2, 0, 0]]))
    assert RIVALS["key-probe"].select(RivalRequest(rows, (2, 3, 4, 5))) == {2: (0, 4), 3: (0, 2, 4), 4: (0, 1, 2, 4)}


@pytest.mark.parametrize("seed", range(3))
def test_the_probe_equals_least_squares_anew(seed):
    values = np.random.default_rng(seed).normal(size=(30, 12))
    keys = [0, 29]
    while len(keys) < 12:
        basis = values[keys].T
        weights = np.linalg.lstsq(basis, values.T, rcond=None)[0]
        keys.append(int(np.linalg.norm(values.T - basis @ weights, axis=0).argmax()))
    assert probing_order(values, 12) == keys
    assert len(probing_order(values, 30)) == 12


def test_the_probe_sees_no_timing():
    """A frame between two keys is a blend of them, wherever it lies in time."""
    late = np.linspace(0, 1, 9)[:, None] ** 4 * np.array([[1.0, 2.0, 3.0]]) + np.array([[1.0, 0.0, 0.0]])
    assert len(probing_order(late, 9)) == 2
