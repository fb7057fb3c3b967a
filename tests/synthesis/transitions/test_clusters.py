import numpy as np
import pytest
from tests.synthesis.figures import placed, walker
from tests.synthesis.naive import window_distance

from unbake.errors import UsageError
from unbake.synthesis.transitions.clusters import (
    EVERY,
    ClusterOptions,
    distances_m,
    embedded,
    medoids,
    window_rows,
)
from unbake.synthesis.transitions.prepared import prepared


def blobs(seed=0, n=300):
    """Three groups of points far from each other, and which is whose."""
    rng = np.random.default_rng(seed)
    group = rng.integers(3, size=n)
    centres = np.array([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]])
    return (centres[group] + 0.3 * rng.normal(size=(n, 3))).astype(np.float32), group


def test_windows_are_compared_wherever_they_are():
    source = walker(100)
    rows = [window_rows(prepared(moved), np.array([20, 50]), 30) for moved in (source, placed(source, 1.2, (3.0, 2.0)))]
    assert np.abs(rows[0] - rows[1]).max() < 1e-5
    apart = distances_m(rows[0], rows[0])
    assert apart[0, 0] < 1e-3
    # Aligned at one frame, windows are never nearer than where all of both are turned and shifted to fit best.
    points = prepared(source).compared_m.transpose(2, 1, 0)
    a, b = points[20:50:EVERY], points[50:80:EVERY]
    least = np.sqrt(window_distance(a, b, np.ones(len(a)), np.ones(a.shape[1])))
    assert least - 1e-6 <= apart[0, 1] < 3.0 * least


def test_a_motion_that_is_shorter_than_a_window_has_no_rows():
    long, short = prepared(walker(100)), prepared(walker(40))
    none = window_rows(short, np.arange(0, short.n_frames - 60 + 1), 60)
    medoid = window_rows(long, np.array([0]), 60)
    assert none.shape == (0, medoid.shape[1])
    assert distances_m(none, medoid).shape == (0, 1)


def test_the_embedding_of_all_is_that_of_the_whole_affinity():
    rows, _ = blobs(n=150)
    found = embedded(rows, 4)
    apart = distances_m(rows, rows).astype(float)
    affinity = np.exp(-0.5 * (apart / np.median(apart)) ** 2)
    degree = affinity.sum(axis=1)
    values, vectors = np.linalg.eigh(affinity / np.sqrt(np.outer(degree, degree)))
    expected = vectors[:, np.argsort(values)[::-1][1:5]]
    overlap = np.abs(expected.T @ (found / np.linalg.norm(found, axis=0)))
    assert np.abs(overlap - np.eye(4)).max() < 1e-2


def test_a_sample_finds_the_groups_of_all():
    rows, group = blobs(n=2000)
    points = embedded(rows, 3)
    chosen = medoids(points, ClusterOptions(3))
    assert len(chosen) == 3
    assert len(set(group[chosen])) == 3
    nearest = distances_m(rows, rows[chosen]).argmin(axis=1)
    assert np.array_equal(group[chosen][nearest], group)


def test_fewer_windows_than_clusters_all_stand_for_themselves():
    assert medoids(np.arange(6.0).reshape(3, 2), ClusterOptions(50)).tolist() == [0, 1, 2]


def test_numbers_that_make_no_sense_are_refused():
    with pytest.raises(UsageError, match="2 to 1000 clusters"):
        ClusterOptions(1)
    with pytest.raises(UsageError, match="1 to 100 components"):
        ClusterOptions(50, 0)
