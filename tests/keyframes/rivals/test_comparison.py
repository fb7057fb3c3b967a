from dataclasses import replace
from itertools import count as counter

import numpy as np
import pytest

from keyframes.rivals.clips_for_rivals import packaged, points, random_walk
from unbake.errors import MemoryLimitError, UsageError
from unbake.ground import memory
from unbake.keyframes.criteria import CRITERIA, Criterion
from unbake.keyframes.error_table import error_table
from unbake.keyframes.rivals import RIVALS, comparison, rivals_named
from unbake.keyframes.rivals.comparison import Judge, Objective, compare_rivals, default_counts, is_blind
from unbake.keyframes.rivals.rival import Rival, selection_error
from unbake.keyframes.space import select
from unbake.motion.points import Points

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.slow
def test_all_methods_on_one_clip():
    clip = packaged()
    comparison = compare_rivals(clip, rivals_named(), repeats=2)
    assert comparison.counts == default_counts(120)
    assert [result.rival.name for result in comparison.results] == list(RIVALS)
    assert {o.criterion for o in comparison.optima} == {"line-max", "lerp-sum", "curve-sum"}
    for result in comparison.results:
        assert set(result.frames) == set(result.errors)
        assert set(result.errors) <= set(range(2, 25))
        for count in result.errors:
            assert comparison.ratio(result, count) >= 1.0
        if result.rival.is_random:
            assert tuple(result.errors) == comparison.counts
    for objective, optimum in comparison.optima.items():
        table = error_table(clip, objective.criterion, metric=objective.metric, compose=objective.compose)
        full = select(table)
        assert optimum.errors == {count: full.error(count) for count in range(2, 25)}


def test_one_judge_for_all():
    names = ["genetic", "greedy-adding", "onder-hermite"]
    comparison = compare_rivals(random_walk(1), rivals_named(names), (4, 8), judge=Judge(criterion="lerp-sum"))
    assert list(comparison.optima) == [Objective("lerp-sum", "pose", "sum")]
    assert all(tuple(result.errors) == (4, 8) for result in comparison.results)
    assert all(comparison.ratio(result, 8) >= 1.0 for result in comparison.results)


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        (Judge(), ("lerp-sum", "pose", "sum")),
        (Judge(metric="joint"), ("lerp-sum", "joint", "sum")),
        (Judge(criterion="curve-max"), ("curve-max", "pose", "max")),
        (Judge(criterion="line-max", compose="sum"), ("line-max", "pose", "sum")),
        (Judge(compose="max"), ("lerp-sum", "pose", "max")),
    ],
)
def test_what_a_judge_leaves_open_is_the_methods_own(judge, expected):
    assert judge.objective_for(RIVALS["genetic"]) == Objective(*expected)


def test_times_are_of_the_methods_alone():
    """Each look at the clock is a second later: a method and an optimum take one second each."""
    ticks = counter()
    names = ["greedy-adding", "low-velocity", "key-probe"]
    comparison = compare_rivals(random_walk(1), rivals_named(names), (4, 8), clock=lambda: float(next(ticks)))
    assert [result.seconds for result in comparison.results] == [1.0, 1.0, 1.0]
    assert [result.milliseconds_each for result in comparison.results] == [500.0, 500.0, 500.0]
    assert [optimum.seconds for optimum in comparison.optima.values()] == [1.0, 1.0]


def test_ratios_of_missing_and_faultless_selections():
    still = compare_rivals(points(np.ones((20, 3))), rivals_named(["greedy-adding", "key-probe"]), (3, 5))
    adding, probe = still.results
    assert still.ratio(adding, 5) == 1.0
    assert np.isnan(still.ratio(probe, 5))
    assert probe.frames == {}
    assert np.isnan(probe.milliseconds_each)


def test_ratios_are_of_distances():
    """Of squares by their roots, of lengths as they are; with three keys every choice can be looked at."""
    clip = random_walk(4, frames=12)
    for name, power in (("key-probe", 0.5), ("greedy-adding", 1.0)):
        comparison = compare_rivals(clip, rivals_named([name]), (3,))
        (result,) = comparison.results
        table = error_table(clip, result.objective.criterion, metric="pose")
        least = min(selection_error(table, (0, frame, 11)) for frame in range(1, 11))
        expected = (selection_error(table, result.frames[3]) / least) ** power
        assert comparison.ratio(result, 3) == pytest.approx(expected)
        assert expected > 1.01


def zigzag():
    """One number that goes to 500 and back every ten frames: any two keys of different height give the line back."""
    return Points(np.interp(np.arange(81), np.arange(0, 90, 10), [0, 500] * 4 + [0])[:, None], ("height",), size=1)


@pytest.mark.slow
def test_rounding_is_no_error():
    """On one line every selection with two heights is perfect; noise of float32 has no ratios."""
    values = np.cumsum(np.random.default_rng(0).normal(size=(80, 1)), axis=0)
    comparison = compare_rivals(Points(values, ("one",), size=1), rivals_named(["greedy-adding", "greedy-removing"]))
    assert len(comparison.results) == 2
    for result in comparison.results:
        assert {comparison.ratio(result, count) for count in result.errors} == {1.0}


def test_ratios_to_a_perfect_selection_are_finite():
    """Two keys of equal height leave 500 of a range of 500, which is a million times what counts as nothing."""
    comparison = compare_rivals(zigzag(), rivals_named(["greedy-adding"]), (2, 3))
    (result,) = comparison.results
    assert result.errors[2] == pytest.approx(500.0)
    held = replace(result, frames={3: (0, 40, 80)}, errors={3: 500.0})
    assert comparison.ratio(held, 3) == pytest.approx(1e6)
    assert comparison.ratio(replace(held, errors={3: 4e-4}), 3) == 1.0
    assert comparison.ratio(replace(held, errors={3: 6e-4}), 3) == pytest.approx(1.2)


def test_ratios_of_ones_own_criterion(monkeypatch):
    """Whose scale nobody knows: small errors are errors, and only zero is zero."""
    monkeypatch.setitem(CRITERIA, "count", Criterion("count", "own", "max", "max", lambda p: 1e-9 * (len(p) - 1) ** 2))
    comparison = compare_rivals(random_walk(1), rivals_named(["greedy-adding"]), (4,), judge=Judge(criterion="count"))
    (result,) = comparison.results
    spread = comparison.optima[result.objective].errors[4]
    assert comparison.ratio(result, 4) == pytest.approx(result.errors[4] / spread)
    assert comparison.ratio(result, 4) > 1.0
    perfect = replace(comparison.optima[result.objective].space)
    monkeypatch.setattr(type(perfect), "errors", lambda _: {4: 0.0})
    assert comparison.ratio(result, 4) == np.inf
    assert comparison.ratio(replace(result, errors={4: 0.0}), 4) == 1.0
    assert comparison.unit(result.objective) == ""


def straight(spread=0.0):
    """Two points that move along lines of their own, in time or with a phase between them."""
    time = np.arange(50) / 10
    phases = np.sin(time), np.sin(time + spread)
    return points(np.concatenate([np.outer(p, way) + 3.0 for p, way in zip(phases, np.eye(3), strict=False)], axis=1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clip", "metric", "expected"),
    [
        (zigzag(), "pose", True),
        (zigzag(), "joint", True),
        (straight(), "pose", True),
        (straight(), "joint", True),
        (straight(1.0), "pose", False),
        (straight(1.0), "joint", True),
        (random_walk(1), "pose", False),
        (random_walk(1), "joint", False),
        (points(np.full((20, 3), 1.1)), "pose", False),
    ],
)
def test_where_lines_are_blind(clip, metric, expected):
    for criterion in ("line-max", "line-sum"):
        assert is_blind(clip, Objective(criterion, metric, "max")) == expected
        (warning,) = compare_rivals(
            clip, rivals_named(["swarm", "greedy-adding"]), (4,), judge=Judge(criterion=criterion, metric=metric)
        ).warnings or (None,)
        assert (warning is not None) == expected
    for criterion in ("lerp-max", "lerp-sum", "curve-max", "curve-sum"):
        assert not is_blind(clip, Objective(criterion, metric, "max"))


def test_units():
    names = ["greedy-adding", "genetic"]
    for clip, expected in ((random_walk(1), ["m", "m²"]), (zigzag(), ["", ""])):
        comparison = compare_rivals(clip, rivals_named(names), (4,), repeats=1)
        assert [comparison.unit(objective) for objective in comparison.optima] == expected


def test_errors_as_parts_of_the_largest_distance():
    clip = random_walk(1)
    comparison = compare_rivals(clip, rivals_named(["greedy-adding"]), (4,))
    extent = clip.pose_range()
    assert comparison.normalised(Objective("line-max", "pose", "max"), {4: extent / 2}) == {4: pytest.approx(0.5)}
    summed = comparison.normalised(Objective("lerp-sum", "pose", "sum"), {4: clip.n_frames * extent**2 / 4})
    assert summed == {4: pytest.approx(0.5)}


def every(step):
    """Return a method that takes so many frames too few, or too many."""
    return Rival("mine", "mine", "detection", lambda r: {c: range(r.points.n_frames)[: c + step] for c in r.counts})


@pytest.mark.parametrize("step", [-1, 1])
def test_a_method_that_chooses_another_number_of_keys_is_refused(step):
    with pytest.raises(UsageError, match=rf"method 'mine' chose {4 + step} keyframes where 4 were asked for"):
        compare_rivals(random_walk(1), [every(step)], (4, 8))


def test_a_method_and_a_criterion_of_ones_own_see_points_of_the_clip_alone(monkeypatch):
    clip = random_walk(1)

    def choose(request):
        assert request.points.names == clip.names
        return {count: (*range(count - 1), request.points.n_frames - 1) for count in request.counts}

    def travel(segment):
        assert segment.shape[1] == clip.values.shape[1]
        return float(np.abs(segment[-1] - segment[0]).sum())

    monkeypatch.setitem(CRITERIA, "travel", Criterion("travel", "own", "max", "max", travel))
    comparison = compare_rivals(
        clip, [Rival("mine", "mine", "detection", choose)], (4,), judge=Judge(criterion="travel")
    )
    assert tuple(comparison.results[0].errors) == (4,)


def test_more_memory_than_there_is_is_refused_before_anything_is_computed(monkeypatch):
    """What the best selections of all objectives take counts together; advice is about what can be asked for here."""
    clip, rivals = packaged(), rivals_named()
    objectives = {Judge().objective_for(rival) for rival in rivals}
    tables = [error_table(clip, one.criterion, metric=one.metric, compose=one.compose) for one in objectives]
    monkeypatch.setattr(memory, "available_bytes", lambda: sum(table.values.nbytes for table in tables))
    monkeypatch.setattr(comparison, "_optimum", None)
    with pytest.raises(MemoryLimitError, match=r"the comparison of 120 frames needs .* free, .*; fewer frames would"):
        compare_rivals(clip, rivals, counts=[10])


def test_progress_rises_to_one():
    told = []
    compare_rivals(random_walk(1), rivals_named(["greedy-adding", "swarm"]), (4, 8), repeats=2, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_progress_moves_while_the_optimum_is_computed():
    told, before = [], []

    def choose(request):
        before.append(len(told))
        return {count: (*range(count - 1), request.points.n_frames - 1) for count in request.counts}

    compare_rivals(random_walk(1), [Rival("mine", "mine", "detection", choose)], (4,), progress=told.append)
    assert before[-1] > 1
    assert 0.0 < told[before[-1] - 1] < 1.0


@pytest.mark.parametrize(("frames", "expected"), [(1, (1,)), (2, (2,)), (3, (3,)), (9, (3,)), (30, (3, 4, 5, 6))])
def test_default_counts_of_short_clips(frames, expected):
    assert default_counts(frames) == expected


def test_default_counts_of_a_long_clip():
    counts = default_counts(600)
    assert (counts[0], counts[-1], len(counts)) == (3, 120, 12)


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_short_clips(frames):
    comparison = compare_rivals(points(np.eye(3)[:frames]), rivals_named(), repeats=1)
    assert comparison.counts == (frames,)
    assert {result.errors[frames] for result in comparison.results if frames in result.errors} == {0.0}


@pytest.mark.parametrize(
    ("names", "counts", "message"),
    [
        ([], (3,), "no methods"),
        (["swarm"], (), "no counts"),
        (["swarm"], (61,), "61 keyframes"),
        (["swarm"], (1,), "1 keyframe asked"),
    ],
)
def test_requests_that_make_no_sense(names, counts, message):
    with pytest.raises(UsageError, match=message):
        compare_rivals(random_walk(1), rivals_named(names), counts)
