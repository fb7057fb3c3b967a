"""Nearest stretches: bounds that hold, and the same as measuring everything."""

from functools import cache

import numpy as np
import pytest

from search import naive
from search.bodies import index_of, library, noisy, performed
from unbake.search.similar import nearest as nearest_module
from unbake.search.similar import scan_kernels
from unbake.search.similar.nearest import _Search, nearest
from unbake.search.similar.query import query_of
from unbake.search.similar.windows import MIRROR, MOMENTS, SIZE, centres, mirrored, windows_of

QUERIES = {
    "a walk": lambda: query_of(performed("walk", seed=5), 45, 105),
    "noise": lambda: query_of(noisy(performed("run", seed=5), 0.3), 40, 60),
    "the end of a jump": lambda: query_of(performed("jump", seed=5), 90),
    "two seconds": lambda: query_of(performed("walk", 3.0, seed=5), 10, 130),
    "a second and a half": lambda: query_of(performed("turn", seed=6), 10, 100),
    "short": lambda: query_of(library()[5]),
}


@pytest.fixture(scope="module")
def index():
    return index_of(library())


@pytest.fixture(scope="module")
def index_by_others():
    """Codes that are made for somebody who stands: nearly all their numbers are limited."""
    still = noisy(performed("stand", seconds=1.2), 0.002)
    return index_of(library(), windows_of(still, centres(still)))


def test_windows_are_what_the_body_sees():
    path = performed("turn")
    middles = centres(path)
    np.testing.assert_allclose(
        windows_of(path, middles), path.seen_from(middles, middles[:, None] + MOMENTS), atol=1e-6
    )


def test_mirror_images_of_windows_are_those_of_the_mirrored_body():
    path = performed("turn")
    middles = centres(path)[::7]
    np.testing.assert_allclose(mirrored(windows_of(path, middles)), windows_of(path.mirrored(), middles), atol=1e-6)
    assert (MIRROR.columns[MIRROR.columns] == np.arange(SIZE)).all()


@cache
def six_best(name):
    query = QUERIES[name]()
    return naive.best_apart(naive.stretches(query, library()), query.last - query.first + 1, 6)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("promising", [1, 3, 24], ids="a guess by {} blocks".format)
def test_the_nearest_are_those_of_all_distances(index, name, promising, monkeypatch):
    monkeypatch.setattr(nearest_module, "PROMISING", promising)
    query, expected = QUERIES[name](), six_best(name)
    found = nearest(index, query, 6)
    assert [(n.clip, n.first, n.is_mirrored) for n in found] == [e[:3] for e in expected]
    np.testing.assert_allclose([n.squared for n in found], [e[3] for e in expected], rtol=1e-4, atol=1e-5)


def test_two_cores_find_the_same(index, monkeypatch):
    query, blocks = QUERIES["a walk"](), np.arange(len(index.radii))
    search = _Search(index, query, index.starts(query))
    alone = search._bounded(blocks, 50.0)
    monkeypatch.setattr(nearest_module, "MANY", 1)
    together = search._bounded(blocks, 50.0)
    assert len(alone[0]) > 10
    for one, two in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("fixture", ["index", "index_by_others"])
def test_bounds_are_never_above_distances(request, name, fixture):
    index, query = request.getfixturevalue(fixture), QUERIES[name]()
    search = _Search(index, query, index.starts(query))
    windows, bounds = search._bounded(np.arange(len(index.radii)), np.inf)
    squared = search._measured(windows, np.inf)[2].min(axis=1)
    assert len(windows) == index.starts(query).sum() > 0
    assert (np.sqrt(bounds) <= np.sqrt(squared) * (1 + 1e-5)).all()
    blocks = search._bounds[windows // scan_kernels.BLOCK]
    assert (np.sqrt(blocks) <= np.sqrt(squared) * (1 + 1e-5)).all()
    # Nor do short codes rule out what is near.
    middling = float(np.median(squared))
    near = search._bounded(np.arange(len(index.radii)), middling)[0]
    assert np.isin(windows[squared <= middling], near).all()
    if fixture == "index" and name != "noise":
        assert len(near) < 0.7 * len(windows)
        assert np.sqrt(bounds).sum() > 0.9 * np.sqrt(squared).sum()


def test_few_stretches_are_all_found(index):
    query = query_of(performed("walk", 3.0, seed=5), 0, 115)
    found = nearest(index, query, 50)
    assert sorted({n.clip for n in found}) == [0, 1, 2, 3, 4]
    assert nearest(index, query, 0) == []


@pytest.mark.slow
def test_only_what_is_allowed_is_found(index):
    query = query_of(performed("walk", seed=5), 45, 105)
    rng = np.random.default_rng(1)
    allowed = {clip: rng.random(path.n_instants) < 0.1 for clip, path in enumerate(library()) if clip in (0, 2, 5)}
    everything = [
        one for one in naive.stretches(query, library()) if one[0] in allowed and allowed[one[0]][one[1] + 30]
    ]
    expected = naive.best_apart(everything, 61, 5)
    assert [(n.clip, n.first, n.is_mirrored) for n in nearest(index, query, 5, index.starts(query, allowed))] == [
        e[:3] for e in expected
    ]


def test_a_stretch_finds_itself_and_its_mirror_image(index):
    walk = library()[0]
    own = nearest(index, query_of(walk, 45, 105), 1)[0]
    assert (own.clip, own.first, own.is_mirrored) == (0, 45, False)
    assert own.squared == pytest.approx(0.0, abs=1e-8)
    image = nearest(index, query_of(walk.mirrored(), 45, 105), 1)[0]
    assert (image.clip, image.first, image.is_mirrored) == (0, 45, True)
    assert image.squared == pytest.approx(0.0, abs=1e-8)
