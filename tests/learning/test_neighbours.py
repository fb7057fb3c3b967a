"""Nearest neighbours: the kernel against all distances, one by one."""

import numpy as np
import pytest

from learning import naive
from unbake.errors import UsageError
from unbake.feet.detect.features import FeatureOptions, mirror_columns
from unbake.learning.neighbour_kernels import LANES, _box_bounds
from unbake.learning.neighbours import NeighbourIndex, split_by_mirror

OPTIONS = FeatureOptions(window=5, joints=("knee", "toe"), with_root=True)
MIRROR = mirror_columns(OPTIONS)


def cloud(count, seed, options=OPTIONS):
    """Vectors that differ in few directions, as features do, along a way, as frames do."""
    rng = np.random.default_rng(seed)
    way = np.cumsum(rng.standard_normal((count, 6)), axis=0) @ rng.standard_normal((6, options.size))
    return (way + 0.1 * rng.standard_normal((count, options.size))).astype(np.float32)


@pytest.mark.parametrize(("count", "k"), [(1, 1), (1, 2), (3, 4), (31, 10), (32, 1), (33, 10), (150, 40)])
def test_against_all_distances(count, k):
    examples, queries = cloud(count, 1), cloud(1100, 2)[::7]
    found = NeighbourIndex(examples, MIRROR).nearest(queries, k)
    distances = naive.all_distances(examples, queries, MIRROR)
    nearest = np.sort(distances, axis=1)[:, :k]
    assert np.allclose(found.distances, nearest, rtol=2e-5, atol=1e-5)
    chosen = np.take_along_axis(distances, found.examples + count * found.mirrored, axis=1)
    assert np.allclose(chosen, nearest, rtol=2e-5, atol=1e-5)
    assert (np.diff(np.sort(found.examples + count * found.mirrored, axis=1), axis=1) > 0).all()


@pytest.mark.slow
def test_many_queries_over_several_chunks():
    examples, queries = cloud(70, 3), cloud(1500, 4)
    found = NeighbourIndex(examples, MIRROR).nearest(queries, 10)
    assert np.allclose(
        found.distances, np.sort(naive.all_distances(examples, queries, MIRROR), axis=1)[:, :10], rtol=2e-5, atol=1e-5
    )


@pytest.mark.parametrize("count", [256, 257, 530])
def test_many_motions_far_apart_and_near_the_mirror_images_of_others(count):
    rng = np.random.default_rng(10)
    motions = np.repeat(rng.standard_normal((-(-count // 40), OPTIONS.size)), 40, axis=0)[:count]
    examples = (cloud(count, 11) + 30.0 * motions).astype(np.float32)
    column, sign = mirror_columns(OPTIONS)
    near = examples[rng.choice(count, 60, replace=False)] + cloud(60, 12)
    queries = np.concatenate([near, near[:, column] * sign]).astype(np.float32)
    found = NeighbourIndex(examples, MIRROR).nearest(queries, 10)
    assert found.mirrored.any()
    distances = naive.all_distances(examples, queries, MIRROR)
    nearest = np.sort(distances, axis=1)[:, :10]
    assert np.allclose(found.distances, nearest, rtol=2e-5)
    chosen = np.take_along_axis(distances, found.examples + count * found.mirrored, axis=1)
    assert np.allclose(chosen, nearest, rtol=2e-5)


def test_a_box_is_as_far_as_the_nearest_point_of_it():
    rng = np.random.default_rng(13)
    q_s, q_a = rng.standard_normal((2, 5)).astype(np.float32)
    corners = np.sort(rng.standard_normal((2, 2, 5, LANES)).astype(np.float32), axis=1)
    bounds = np.empty((2, LANES), np.float32)
    _box_bounds(q_s, q_a, corners[0], corners[1], bounds)
    for lane in range(LANES):
        low, high = corners[..., lane].swapaxes(0, 1)
        for row, point in enumerate([np.stack([q_s, q_a]), np.stack([q_s, -q_a])]):
            assert bounds[row, lane] == pytest.approx(np.sum((point - np.clip(point, low, high)) ** 2), rel=1e-5)


def test_examples_find_themselves_and_their_mirror_images():
    examples = cloud(50, 5)
    column, sign = mirror_columns(OPTIONS)
    index = NeighbourIndex(examples, MIRROR)
    own = index.nearest(examples, 1)
    assert own.examples[:, 0].tolist() == list(range(50))
    assert not own.mirrored.any()
    image = index.nearest((examples[:, column] * sign).astype(np.float32), 1)
    assert image.examples[:, 0].tolist() == list(range(50))
    assert image.mirrored.all()


def test_mirrored_queries_have_the_mirrored_neighbours_to_the_bit():
    examples, queries = cloud(90, 6), cloud(300, 7)
    column, sign = mirror_columns(OPTIONS)
    index = NeighbourIndex(examples, MIRROR)
    found = index.nearest(queries, 10)
    image = index.nearest((queries[:, column] * sign).astype(np.float32), 10)
    assert np.array_equal(found.distances, image.distances)
    assert np.array_equal(found.examples, image.examples)
    assert np.array_equal(found.mirrored, ~image.mirrored)


def test_equal_examples_all_count():
    examples = np.repeat(cloud(4, 8), 5, axis=0)
    found = NeighbourIndex(examples, MIRROR).nearest(examples[:1], 5)
    assert sorted(found.examples[0]) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("options", [OPTIONS, FeatureOptions(), FeatureOptions(window=1, joints=("toe",))])
def test_the_two_parts_keep_lengths_and_know_the_mirror(options):
    rows = cloud(20, 9, options)
    column, sign = mirror_columns(options)
    kept, negated = split_by_mirror(rows, mirror_columns(options))
    image = split_by_mirror((rows[:, column] * sign).astype(np.float32), mirror_columns(options))
    assert kept.shape[1] + negated.shape[1] == options.size
    assert np.array_equal(image[0], kept)
    assert np.array_equal(image[1], -negated)
    length = np.hypot(np.linalg.norm(kept, axis=1), np.linalg.norm(negated, axis=1))
    assert np.allclose(length, np.linalg.norm(rows, axis=1), rtol=1e-6)


def test_no_queries():
    assert NeighbourIndex(cloud(3, 1), MIRROR).nearest(np.zeros((0, OPTIONS.size), np.float32), 2).distances.size == 0


@pytest.mark.parametrize("shape", [(0, OPTIONS.size), (3, 4), (3,)])
def test_wrong_examples(shape):
    with pytest.raises(UsageError):
        NeighbourIndex(np.zeros(shape, np.float32), MIRROR)


def test_wrong_queries():
    index = NeighbourIndex(cloud(3, 1), MIRROR)
    with pytest.raises(UsageError):
        index.nearest(np.zeros((2, 3), np.float32), 1)
    with pytest.raises(UsageError):
        index.nearest(cloud(2, 1), 0)
