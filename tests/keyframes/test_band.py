"""A largest gap makes the table a band: the same selections, in memory that grows with the frames alone."""

import numpy as np
import pytest

from unbake.errors import MemoryLimitError, UsageError
from unbake.ground import memory
from unbake.keyframes import error_table as error_tables
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select

BUILT_IN = ["line-max", "line-sum", "lerp-max", "lerp-sum", "curve-max", "curve-sum"]


def random_walk(seed, frames, columns=6):
    return np.cumsum(np.random.default_rng(seed).normal(size=(frames, columns)), axis=0) * 0.05


def in_both_layouts(monkeypatch, points, criterion, **options):
    band = error_table(points, criterion, **options)
    with monkeypatch.context() as patched:
        patched.setattr(error_tables, "is_banded", lambda frames, longest: False)
        square = error_table(points, criterion, **options)
    assert band.is_band
    assert not square.is_band
    return select(band, keys_max=80), select(square, keys_max=80)


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
def test_same_selections_as_the_square(monkeypatch, criterion, metric, compose):
    options = {"metric": metric, "compose": compose, "max_gap": 12, "min_gap": 2, "pinned": (50, 133)}
    band, square = in_both_layouts(monkeypatch, random_walk(1, 260), criterion, **options)
    assert band.counts() == square.counts()
    for count in band.counts()[::7]:
        assert band.error(count) == pytest.approx(square.error(count), rel=1e-5, abs=1e-7)
        frames = band.frames(count)
        assert {50, 133} <= set(frames)
        assert 2 <= np.diff(frames).min() <= np.diff(frames).max() <= 12


def test_windows_overlap_without_a_seam(monkeypatch):
    band, square = in_both_layouts(monkeypatch, random_walk(4, 1700), "lerp-max", max_gap=30)
    np.testing.assert_allclose(band.best, square.best, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("max_gap", [None, 9])
def test_an_excerpt_of_the_table_is_the_table_of_the_excerpt(max_gap):
    points = random_walk(3, 120)
    whole = error_table(points, "lerp-max", pinned=[50, 110], max_gap=max_gap)
    part = whole.excerpt(30, 95)
    direct = error_table(points[30:96], "lerp-max", pinned=[20], max_gap=max_gap)
    assert part.pinned == (20,)
    space, expected = select(part), select(direct)
    assert space.counts() == expected.counts()
    for count in expected.counts()[::5]:
        assert space.error(count) == pytest.approx(expected.error(count), rel=1e-5)
        assert space.frames(count)[-1] == 65
    with pytest.raises(UsageError, match="not inside"):
        whole.excerpt(5, 120)


def test_memory_is_refused_before_it_is_taken(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_000_000)
    with pytest.raises(MemoryLimitError, match=r"error table of 500 frames needs 3 MB .* 1 MB are free"):
        error_table(random_walk(0, 500), "line-max", metric="pose")
    table = error_table(random_walk(0, 200), "curve-max")
    monkeypatch.setattr(memory, "available_bytes", lambda: 100_000)
    with pytest.raises(MemoryLimitError, match="selections of 200 frames"):
        select(table)
    assert select(table, keys_max=20).counts() == list(range(2, 21))
