"""What holds for every rival method."""

from itertools import pairwise

import numpy as np
import pytest

from keyframes.rivals.clips_for_rivals import packaged, points, random_walk
from unbake.errors import UsageError
from unbake.keyframes.error_table import error_table
from unbake.keyframes.rivals import RIVALS, rivals_named
from unbake.keyframes.rivals.rival import RivalRequest, selection_error
from unbake.keyframes.space import select

pytestmark = pytest.mark.usefixtures("one_thread")
EVERY = pytest.mark.parametrize("rival", RIVALS.values(), ids=RIVALS)

COUNTS = (3, 5, 9, 14)
"""Three keys are all that saliency finds in the random walk of seed 3."""


def spike():
    values = np.zeros((30, 6))
    values[11:14] = 5.0
    return points(values)


def loose_numbers():
    return points(np.cumsum(np.random.default_rng(4).normal(size=(40, 2)), axis=0), size=1)


CLIPS = {"packaged": packaged, "walk": lambda: random_walk(1), "spike": spike, "numbers": loose_numbers}


@EVERY
@pytest.mark.parametrize("clip", CLIPS)
def test_no_rival_is_better_than_the_optimum_at_any_count(rival, clip):
    shown = CLIPS[clip]()
    frames = shown.n_frames
    counts = tuple(range(2, 26)) if rival.is_random else tuple(range(2, frames + 1))
    found = rival.select(RivalRequest(shown, counts, repeats=1))
    table = error_table(shown, rival.criterion, metric=rival.metric, compose=rival.compose)
    best = select(table)
    assert list(found) == [count for count in counts if count in found]
    for count, keys in found.items():
        assert len(keys) == count
        assert (keys[0], keys[-1]) == (0, frames - 1)
        assert all(a < b for a, b in pairwise(keys))
        assert selection_error(table, keys) >= best.error(count)


@EVERY
def test_methods_with_control_over_the_count_hit_every_one(rival):
    counts = range(2, 21) if rival.is_random else range(2, 61)
    found = rival.select(RivalRequest(random_walk(2), tuple(counts), repeats=1))
    if rival.family == "detection" or rival.name == "key-probe":
        assert 2 <= len(found) < len(counts)
    else:
        assert list(found) == list(counts)


@EVERY
def test_the_same_request_gives_the_same_answer(rival):
    request = RivalRequest(random_walk(3), COUNTS, seed=7, repeats=2)
    before = request.points.values.copy()
    found = rival.select(request)
    assert 3 in found
    assert rival.select(request) == found
    np.testing.assert_array_equal(request.points.values, before)


@EVERY
def test_a_count_does_not_depend_on_the_others(rival):
    among = rival.select(RivalRequest(random_walk(3), (14, 5, 3, 9, 9, 400), seed=7, repeats=2))
    assert 3 in among
    for count in COUNTS:
        alone = rival.select(RivalRequest(random_walk(3), (count,), seed=7, repeats=2))
        assert alone.get(count) == among.get(count)
    assert 400 not in among


@pytest.mark.parametrize("name", ["genetic", "swarm", "k-means"])
def test_seeds_matter_to_random_methods(name):
    found = [RIVALS[name].select(RivalRequest(random_walk(3), (15,), seed=n, repeats=1))[15] for n in range(6)]
    assert len(set(found)) > 1


@pytest.mark.parametrize("name", ["genetic", "swarm", "k-means"])
def test_more_runs_are_never_worse(name):
    table = error_table(random_walk(3), "lerp-sum", metric="pose")
    errors = [
        selection_error(table, RIVALS[name].select(RivalRequest(random_walk(3), (15,), repeats=n))[15])
        for n in (1, 2, 4)
    ]
    assert errors == sorted(errors, reverse=True)


@EVERY
def test_one_frame(rival):
    assert rival.select(RivalRequest(points(np.zeros((1, 3))), (1, 2, 3))) == {1: (0,)}


@EVERY
def test_two_frames(rival):
    assert rival.select(RivalRequest(points(np.eye(2, 3)), (1, 2, 3))) == {2: (0, 1)}


@EVERY
def test_three_frames(rival):
    found = rival.select(RivalRequest(points(np.array([[0.0, 0, 0], [1, 2, 0], [0, 1, 1]])), (2, 3), repeats=1))
    assert found in ({2: (0, 2)}, {2: (0, 2), 3: (0, 1, 2)})


@EVERY
@pytest.mark.parametrize("frames", [3, 4, 20])
def test_no_movement(rival, frames):
    still = points(np.full((frames, 6), 0.7))
    found = rival.select(RivalRequest(still, tuple(range(2, frames + 1)), repeats=1))
    assert found[2] == (0, frames - 1)
    for count, keys in found.items():
        assert len(set(keys)) == count


@EVERY
def test_progress_rises_to_one(rival):
    told = []
    rival.select(RivalRequest(random_walk(5), (4, 8), repeats=2, progress=told.append))
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("max_gap", [None, 9])
def test_the_error_of_a_selection_is_its_segments(compose, max_gap):
    clip = random_walk(6, frames=80)
    square = error_table(clip, "lerp-max", metric="pose").values
    table = error_table(clip, "lerp-max", metric="pose", compose=compose, max_gap=max_gap)
    assert table.is_band == (max_gap is not None)
    frames = (0, *range(4, 78, 7), 79)
    segments = [float(square[a, b]) for a, b in pairwise(frames)]
    expected = max(segments) if compose == "max" else sum(segments)
    assert selection_error(table, frames) == pytest.approx(expected, rel=1e-6)
    if max_gap:
        assert selection_error(table, (0, 40, 79)) == np.inf


def test_the_optimum_measures_itself_exactly():
    for criterion in ("line-max", "lerp-sum"):
        table = error_table(random_walk(7), criterion, metric="pose")
        space = select(table)
        assert space.counts()
        for count in space.counts():
            assert selection_error(table, space.frames(count)) == space.error(count)


@pytest.mark.parametrize("frames", [(), (0, 5), (1, 9), (0, 5, 5, 9), (0, 6, 3, 9), (0, 9, 10)])
def test_what_is_no_selection(frames):
    with pytest.raises(UsageError, match="from frame 0 to frame 9"):
        selection_error(error_table(random_walk(0, frames=10)), frames)


def test_one_frame_has_no_error():
    assert selection_error(error_table(points(np.zeros((1, 3)))), (0,)) == 0.0


@pytest.mark.parametrize(
    ("options", "message"),
    [({"counts": (0, 4)}, "0 keyframes"), ({"repeats": 0}, "at least one run"), ({"seed": -1}, "seed")],
)
def test_requests_that_make_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        RivalRequest(random_walk(0), **{"counts": (3,), **options})


def test_names():
    assert rivals_named(["swarm", "genetic", "swarm"]) == (RIVALS["swarm"], RIVALS["genetic"])
    assert rivals_named() == tuple(RIVALS.values())
    with pytest.raises(UsageError, match="did you mean 'genetic'"):
        rivals_named(["genetik"])
    assert all(name == rival.name and rival.title for name, rival in RIVALS.items())
