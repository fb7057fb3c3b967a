"""Keys that are added, taken out and moved until the curves keep a promised error."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.reduce.choose import choose
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import repair, search
from unbake.reduce.promised.repair import repaired
from unbake.reduce.take import Take

pytestmark = pytest.mark.usefixtures("one_thread")
HERMITE = ReduceOptions(fit="hermite", holds_ends=False, method="bounded")


def quiet(step, part):
    pass


def missed_m(take, frames, options):
    return measure(take.motion, join(take, Selection(tuple(frames)), "channels", options)).max_m


@pytest.mark.parametrize(("first", "error_m"), [(60, 0.002), (100, 0.002), (120, 0.004)])
def test_hardly_more_keys_than_the_best_of_all_selections(first, error_m):
    take = Take(packaged_clip().excerpt(first, first + 21))
    options = replace(HERMITE, error_m=error_m)
    inner = range(1, take.motion.n_frames - 1)
    fewest = next(
        count + 2
        for count in range(4)
        if any(missed_m(take, (0, *chosen, inner.stop), options) <= error_m for chosen in combinations(inner, count))
    )
    found = choose(take, options, quiet)
    assert missed_m(take, found.selection.frames, options) <= error_m
    assert fewest >= 3
    assert len(found.selection) <= fewest + 1


@pytest.mark.parametrize(("pins", "min_gap", "max_gap"), [((), None, None), ((70, 73, 150), 3, 11), ((61,), 20, 40)])
def test_it_begins_with_keys_at_even_distances(pins, min_gap, max_gap):
    """They are a third of a second apart, as far as pins and gaps allow: of a gap of three frames nothing is left."""
    motion = packaged_clip().excerpt(61, 201)
    options = ReduceOptions(error_m=0.02, pinned_numbers=pins, min_gap=min_gap, max_gap=max_gap)
    frames = repair.even_keys(motion, options).frames
    gaps = np.diff(frames)
    assert {0, 140, *(pin - 61 for pin in pins)} <= set(frames)
    usual = min(float(motion.fps) / 3.0, max_gap or np.inf)
    assert gaps.min() >= (min_gap or 0.8 * usual)
    assert gaps.max() <= (max_gap or 1.2 * usual)
    assert len(frames) >= 140 / usual


def test_gaps_that_nothing_keeps_are_refused_before_the_search():
    motion = packaged_clip().excerpt(61, 201)
    with pytest.raises(UsageError, match="no selection keeps every gap between 4 and 141 frames"):
        repair.even_keys(motion, ReduceOptions(error_m=0.02, pinned_numbers=(70, 73), min_gap=4))
    clip = motion.excerpt(61, 61)
    assert repair.even_keys(clip, ReduceOptions(error_m=0.02)).frames == (0,)


def test_too_few_and_too_many_keys_to_begin_with_lead_to_about_as_many():
    take = Take(packaged_clip().excerpt(61, 200))
    options = replace(HERMITE, error_m=0.02)
    last = take.motion.n_frames - 1
    counts = [len(repaired(take, Selection((*range(0, last, step), last)), options).selection) for step in (1, 8, last)]
    assert max(counts) <= 1.25 * min(counts)
    assert max(counts) < 30


@pytest.mark.slow
def test_free_curves_after_the_last_step_keep_it_with_fewer_keys_than_curves_at_thirds():
    take = Take(packaged_clip().excerpt(61, 260))
    free = ReduceOptions(error_m=0.02, method="bounded")
    counts = {}
    for name, options in {"free": free, "thirds": replace(HERMITE, error_m=0.02)}.items():
        found = choose(take, options, quiet)
        counts[name] = len(found.selection)
        assert measure(take.motion, found.animations["channels"]).max_m <= 0.02
    assert counts["free"] < counts["thirds"]


def test_pins_gaps_and_the_least_time_between_keys_are_kept():
    take = Take(packaged_clip().excerpt(61, 200))
    options = replace(HERMITE, error_m=0.02, pinned_numbers=(100, 117), max_gap=25)
    frames = choose(take, options, quiet).selection.frames
    assert {39, 56} <= set(frames)
    assert max(b - a for a, b in pairwise(frames)) <= 25
    assert min(b - a for a, b in pairwise(frames)) >= 6  # 0.05 s


def test_keys_stand_closer_where_the_error_needs_them():
    take = Take(packaged_clip().excerpt(100, 160))
    frames = choose(take, replace(HERMITE, error_m=1e-4), quiet).selection.frames
    assert missed_m(take, frames, HERMITE) <= 1e-4
    assert min(np.diff(frames)) < 6


@pytest.mark.slow
def test_progress_only_grows():
    take = Take(packaged_clip().excerpt(61, 200))
    said = []
    choose(take, ReduceOptions(error_m=0.02, method="bounded"), lambda step, part: said.append((step, part)))
    fits = [part for step, part in said if step == "fit"]
    assert fits == sorted(fits)
    assert len(set(fits)) > 20
    assert fits[-1] < 1.0


@pytest.mark.slow
def test_keys_that_the_curves_themselves_do_not_need_are_taken_out(monkeypatch):
    motion, options = packaged_clip().excerpt(1, 250), ReduceOptions(error_m=0.008, method="bounded")
    found = choose(Take(motion), options, quiet)
    assert measure(motion, found.animations["channels"]).max_m <= 0.008
    monkeypatch.setattr(search, "MOST_ROUNDS", 0)
    assert len(found.selection) < len(choose(Take(motion), options, quiet).selection)
