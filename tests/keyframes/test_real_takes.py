"""The fast paths on real captures, up to thousands of frames, against slow references in float64."""

from itertools import pairwise

import numpy as np
import pytest

from data import DATA, needs_data
from keyframes import naive
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select

BUILT_IN = ["line-max", "line-sum", "lerp-max", "lerp-sum", "curve-max", "curve-sum"]
SOME_JOINTS = 5
"""Of 17: the worst joint is sought one by one, so each more costs as much again and can go wrong no other way."""
pytestmark = needs_data


def take(frames):
    return np.load(DATA / "points" / "long.npy")[:frames].astype(float)


def random_pairs(frames, longest, count=60):
    rng = np.random.default_rng(frames)
    starts = rng.integers(0, frames - 1, count)
    return [(i, min(frames - 1, i + 1 + int(rng.integers(0, longest)))) for i in starts.tolist()]


def check_pairs(table, points, criterion, metric, pairs):
    for i, j in pairs:
        first, errors = table.ending_at(j)
        expected = naive.segment_error(criterion, metric, points[i : j + 1].reshape(j + 1 - i, -1, 3))
        assert errors[i - first] == pytest.approx(expected, rel=1e-5, abs=1e-6)


def check_layers(table, space, count):
    """The first layers of the dynamic program by NumPy, one expression for each end frame."""
    frames = table.n_frames
    best = np.full(frames, np.inf, dtype=np.float32)
    best[0] = 0.0
    for k in range(2, count + 1):
        following = np.full(frames, np.inf, dtype=np.float32)
        for j in range(1, frames):
            first, errors = table.ending_at(j)
            before = best[first:j]
            following[j] = np.min(np.maximum(before, errors) if table.compose == "max" else before + errors)
        best = following
        np.testing.assert_array_equal(space.best[:, k - 1], best)


@pytest.mark.slow
@pytest.mark.parametrize("criterion", ["line-max", "lerp-sum"])
def test_three_thousand_frames(criterion):
    """More than `MANY_FRAMES`, in several tiles; the time grows with the cube."""
    points = take(3000)
    table = error_table(points, criterion, metric="pose", pinned=[1700])
    check_pairs(table, points, criterion, "pose", [p for p in random_pairs(3000, 2999, 400) if not p[0] < 1700 < p[1]])
    space = select(table, keys_max=12)
    check_layers(table, space, 4)
    assert 1700 in space.frames(12)


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
def test_a_thousand_frames(criterion, metric):
    points = take(1000)
    if metric == "joint":
        points = points[:, : 3 * SOME_JOINTS]
    table = error_table(points, criterion, metric=metric)
    check_pairs(table, points, criterion, metric, random_pairs(1000, 999))
    check_layers(table, select(table, keys_max=8), 3)


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
def test_five_thousand_frames_with_a_largest_gap(criterion, metric, compose):
    points = take(5000)
    table = error_table(points, criterion, metric=metric, compose=compose, min_gap=3, max_gap=90, pinned=[2500])
    assert table.is_band
    pairs = [(i, j) for i, j in random_pairs(5000, 90) if j - i >= 3 and not i < 2500 < j]
    check_pairs(table, points, criterion, metric, pairs)
    space = select(table, keys_max=200)
    frames = space.frames(120)
    assert 2500 in frames
    assert 3 <= np.diff(frames).min() <= np.diff(frames).max() <= 90
    errors = [table.ending_at(j)[1][i - table.ending_at(j)[0]] for i, j in pairwise(frames)]
    assert space.error(120) == pytest.approx(max(errors) if compose == "max" else sum(errors), rel=1e-5)
