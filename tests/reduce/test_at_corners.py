"""A bake of lines: by count and within a promised error by the keys that it had, where these are enough or fewest."""

import numpy as np
import pytest
from benchmarks.handmade.lines import joined_by_lines

from clips import packaged_clip
from unbake.keyframes.selection import Selection
from unbake.reduce.at_corners import with_corners
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take

KEYS = (0, 9, 16, 25, 34, 41, 52, 60)


@pytest.fixture(scope="module")
def lines():
    return joined_by_lines(packaged_clip().resampled(30).excerpt(11, 71), KEYS)


def test_within_millimetres_the_keys_that_it_had(lines):
    result = reduce_motion(lines, ReduceOptions(error_m=0.004, curves=("channels", "quaternions")))
    assert result.selection.frames == KEYS
    assert result.error.max_cm < 0.3
    assert [note.code for note in result.notes] == ["corners"]


def test_within_decimetres_fewer_keys_that_smooth_curves_join(lines):
    result = reduce_motion(lines, ReduceOptions(error_m=0.2))
    assert len(result.selection) < len(KEYS)
    assert result.animation.count_breaks() == 0


def test_a_fit_that_is_asked_for_is_kept(lines):
    result = reduce_motion(lines, ReduceOptions(error_m=0.05, fit="free"))
    assert result.animation.count_breaks() == 0
    assert result.error.max_cm <= 5.0


def test_gaps_that_are_asked_for_are_kept(lines):
    result = reduce_motion(lines, ReduceOptions(error_m=0.02, max_gap=9))
    assert np.diff(result.selection.frames).max() <= 9 < np.diff(KEYS).max()


def test_pins_stay_keys(lines):
    pin = lines.first_frame + 20
    result = reduce_motion(lines, ReduceOptions(error_m=0.004, pinned_numbers=(pin,)))
    assert result.selection.frames == tuple(sorted({*KEYS, 20}))
    assert result.error.max_cm < 0.3


@pytest.mark.parametrize("more", [0, 1, 4])
def test_of_more_keys_than_it_had_all_of_these_are_among_them(lines, more):
    result = reduce_motion(lines, ReduceOptions(keys=len(KEYS) + more, curves=("channels", "quaternions")))
    assert set(KEYS) <= set(result.selection.frames)
    assert len(result.selection) == len(KEYS) + more
    assert result.error.max_cm < 0.3


def test_so_are_pins_but_not_where_gaps_or_another_fit_are_asked_for(lines):
    pin, more = lines.first_frame + 20, len(KEYS) + 4
    assert {*KEYS, 20} <= set(reduce_motion(lines, ReduceOptions(keys=more, pinned_numbers=(pin,))).selection.frames)
    chosen = Selection((0, 1, 3, 7, 9, 14, 21, 33, 60))
    for options in (ReduceOptions(keys=9, max_gap=30), ReduceOptions(keys=9, min_gap=1), ReduceOptions(fit="free")):
        assert with_corners(Take(lines), chosen, options) is chosen
    assert with_corners(Take(lines), chosen, ReduceOptions()).frames == tuple(sorted((*KEYS, 21)))
