"""Selections without segments that are too long to be good are those of the whole space."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.errors import MemoryLimitError, UsageError
from unbake.ground import memory
from unbake.keyframes import short_segments
from unbake.keyframes.request import SelectOptions, selection_space
from unbake.keyframes.short_segments import are_shortened, selection_of_count, space_of_whole, space_up_to
from unbake.motion.points import Points

FRAMES = 150
OPTIONS = {
    "default": SelectOptions(),
    "lines over the pose": SelectOptions(criterion="line-max", metric="pose"),
    "timed lines": SelectOptions(criterion="lerp-max"),
    "pins": SelectOptions(pinned_numbers=(4, 70)),
    "gaps": SelectOptions(min_gap=3, max_gap=60),
}


def wandering(seed: int = 1) -> Points:
    """Return two points that wander, and rest for a while."""
    steps = np.random.default_rng(seed).normal(size=(FRAMES, 6))
    steps[90:120] = 0.0
    values = np.cumsum(np.cumsum(steps, axis=0), axis=0) * 1e-3
    return Points(values, ("a", "b"))


def quiet(step: str, part: float) -> None:
    """Show nothing."""


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("count", [8, 15, 30, 45])
def test_a_count_has_the_keys_that_the_whole_space_has(name: str, count: int) -> None:
    points, options = wandering(), OPTIONS[name]
    whole = selection_space(points, options, quiet)
    assert selection_of_count(points, options, count, quiet) == whole.selection(count)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("error", [1e-6, 0.002, 0.02, 0.3, 1e3])
def test_an_error_has_the_selections_that_the_whole_space_has(name: str, error: float) -> None:
    points, options = wandering(), OPTIONS[name]
    whole, part = selection_space(points, options, quiet), space_up_to(points, options, error, quiet)
    near = [count for count in whole.counts() if whole.error(count) <= error]
    assert part.counts() == (near or whole.counts())
    assert [part.selection(count) for count in part.counts()] == [whole.selection(count) for count in part.counts()]


def test_a_space_too_large_for_memory_is_refused_before_anything_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 1_000)
    monkeypatch.setattr(short_segments, "filler_for", lambda *_: pytest.fail("segments were measured"))
    with pytest.raises(MemoryLimitError, match=r"selection space of 150 frames .*fewer counts"):
        space_of_whole(wandering(), SelectOptions(), quiet)


def test_most_of_the_table_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def space(clip: Points, options: SelectOptions, *rest: object, **more: object) -> object:
        asked.append(options.max_gap)
        return selection_space(clip, options, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(short_segments, "selection_space", space)
    selection_of_count(wandering(), SelectOptions(), 30, quiet)
    space_up_to(wandering(), SelectOptions(), 0.002, quiet)
    assert all(gap is not None and gap < FRAMES // 2 for gap in asked)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("most", [2, 3, 4, 6, None])
def test_selections_to_the_last_frame_are_those_of_the_whole_space(name: str, seed: int, most: int | None) -> None:
    points, options = wandering(seed), OPTIONS[name]
    keys_max = most and most + {"pins": 2, "gaps": 2}.get(name, 0)
    whole, part = (find(points, options, quiet, None, keys_max) for find in (selection_space, space_of_whole))
    assert list(part.selections()) == list(whole.selections())


def test_segments_beyond_three_keys_are_not_measured_to_the_end() -> None:
    points = wandering()
    whole, part = (find(points, SelectOptions(), quiet).table.values for find in (selection_space, space_of_whole))
    differs = part != whole
    assert differs.mean() > 0.05
    assert not differs[0].any()
    assert not differs[:, -1].any()
    limit = selection_space(points, SelectOptions(), quiet).error(3)
    assert (whole[differs] > limit).all()
    assert (part[differs] > limit).all()


def test_more_keys_that_are_farther_off_than_three_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    points, options = wandering(), SelectOptions()
    whole = selection_space(points, options, quiet)
    monkeypatch.setattr(short_segments, "_error_of_three", lambda *_: 0.5 * whole.error(6))
    part = space_of_whole(points, options, quiet)
    assert list(part.selections()) == list(whole.selections())


def test_what_cannot_be_kept_is_said_as_by_the_whole_space() -> None:
    options = SelectOptions(min_gap=40)
    with pytest.raises(UsageError, match="no selection of 30 keyframes"):
        selection_of_count(wandering(), options, 30, quiet)
    whole = selection_space(wandering(), options, quiet)
    assert space_up_to(wandering(), options, 0.001, quiet).counts() == whole.counts()


def test_sums_need_the_whole_table() -> None:
    assert are_shortened(SelectOptions())
    for changes in ({"criterion": "line-sum"}, {"compose": "sum"}):
        assert not are_shortened(replace(SelectOptions(), **changes))  # type: ignore[arg-type]
