"""Time warping: the kernel against all ways, and motions that only differ in tempo."""

import numpy as np
import pytest

from search import naive
from search.bodies import performed
from unbake.motion.body.body_path import BodyPath
from unbake.search.similar.laid_out import LaidOut
from unbake.search.similar.query import query_of
from unbake.search.similar.warp import Warp
from unbake.search.similar.warp_kernels import warp
from unbake.search.similar.windows import POINTS


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 5), (5, 3), (6, 9), (7, 4), (7, 11)])
def test_against_all_ways(n, m):
    rng = np.random.default_rng(n)
    for _ in range(20):
        query, other = (rng.standard_normal((k, 3)).astype(np.float32) for k in (n, m))
        squared, begin, end = warp(query, other)
        expected = naive.warp(query.astype(float), other.astype(float))
        assert squared == pytest.approx(expected[0], rel=1e-5)
        assert (begin, end) == expected[1:] or not np.isfinite(squared)


def test_no_way_is_long_enough():
    assert warp(np.zeros((9, 2), np.float32), np.zeros((4, 2), np.float32))[0] == np.inf
    assert warp(np.zeros((9, 2), np.float32), np.zeros((5, 2), np.float32)) == (0.0, 0, 4)


def at_tempo(path, factor):
    """The same way, so many times as fast."""
    at = np.arange(0, path.n_instants - 1, factor)
    low, part = at.astype(int), (at % 1)[:, None, None]
    return BodyPath(((1 - part) * path.positions[low] + part * path.positions[low + 1]).astype(np.float32), path.leg_m)


@pytest.mark.parametrize("factor", [0.7, 0.85, 1.2, 1.5])
def test_another_tempo_is_near_after_warping(factor):
    jump = performed("jump")
    query = query_of(jump, 50, 110)
    other = at_tempo(jump, factor)
    first = round(80 / factor) - 30
    found = Warp(query).onto(LaidOut(other), first, False)
    straight = np.sum((naive.window(jump, 80) - naive.window(other, first + 30)) ** 2) / POINTS
    assert found.mean_squared < 0.1 * straight
    assert abs(found.first - max(50 / factor, first - 16)) <= 4
    assert abs(found.last - min(110 / factor, first + 76)) <= 4


@pytest.mark.parametrize("first", [0, 13, 45])
def test_warping_is_never_worse_than_none(first):
    query, other = query_of(performed("walk", seed=5), 45, 105), performed("run", 3.0)
    straight = np.sum((query.windows[0].astype(float) - naive.window(other, first + 30)) ** 2) / POINTS
    found = Warp(query).onto(LaidOut(other), first, False)
    assert 0.0 < found.mean_squared <= straight * (1 + 1e-5)
    assert first - 16 <= found.first < found.last <= first + 76


def test_a_clip_shorter_than_a_window():
    walk = performed("walk")
    short = BodyPath(walk.positions[20:50], walk.leg_m)
    found = Warp(query_of(short)).onto(LaidOut(short), 15 - 30, False)
    assert found.mean_squared == 0.0
    assert found.first <= 0 < 29 <= found.last


def test_mirror_images_warp_alike():
    query, other = query_of(performed("turn"), 10, 70), performed("walk")
    assert Warp(query).onto(LaidOut(other), 30, True) == pytest.approx(
        Warp(query).onto(LaidOut(other.mirrored()), 30, False)
    )
