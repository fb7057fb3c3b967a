"""What a person asks for reaches the selection: each option alone, on an excerpt that does not start at frame 0."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clips import packaged_clip
from unbake.errors import UsageError
from unbake.ground.progress import Stopwatch
from unbake.keyframes.error_table import error_table
from unbake.keyframes.request import SelectOptions, selection_points, selection_space
from unbake.keyframes.space import select
from unbake.motion.points import Points, points_of

pytestmark = pytest.mark.usefixtures("one_thread")
FIRST = 41
EACH_OPTION = [
    {"lead": ("feet",)},
    {"criterion": "lerp-max"},
    {"metric": "pose"},
    {"compose": "sum"},
    {"pinned_numbers": (50,)},
    {"min_gap": 4},
    {"max_gap": 20},
    {"max_gap": 12},  # short enough for a band
]


def excerpt():
    return packaged_clip().excerpt(FIRST, FIRST + 79)


def quiet(step, part):
    pass


def by_hand(motion, *, lead=None, pinned_numbers=(), criterion="curve-max", **for_table):
    """The space by the public calls, one after the other."""
    points = points_of(motion, lead)
    return select(error_table(points, criterion, pinned=[pin - FIRST for pin in pinned_numbers], **for_table))


@pytest.mark.parametrize("options", EACH_OPTION, ids=str)
def test_each_option_changes_the_space_as_it_should(options):
    motion = excerpt()
    found = selection_space(motion, SelectOptions(**options), quiet)
    np.testing.assert_array_equal(found.best, by_hand(motion, **options).best)
    assert not np.array_equal(found.best, by_hand(motion).best)


@pytest.mark.parametrize("lead", [None, ("left-ankle",)])
def test_named_roles_change_the_space(lead):
    motion = excerpt()
    named = motion.with_roles({"left-ankle": "LeftToeBase"})
    found = selection_space(named, SelectOptions(lead=lead), quiet)
    np.testing.assert_array_equal(found.best, by_hand(named, lead=lead).best)
    assert not np.array_equal(found.best, by_hand(motion, lead=lead).best)


def test_pins_are_frames_of_the_file():
    motion = excerpt()
    space = selection_space(motion, SelectOptions(pinned_numbers=(50, FIRST, 120)), quiet)
    assert space.table.pinned == (0, 9, 79)
    selections = list(space.selections())
    assert selections
    assert all({0, 9, 79} <= set(selection.frames) for selection in selections)
    for pin in (FIRST - 1, 121):
        with pytest.raises(UsageError, match=f"pin {pin} is outside the clip's 41–120"):
            SelectOptions(pinned_numbers=(pin,)).pin_indices(motion)


def test_bare_points_and_their_lead():
    values = np.random.default_rng(0).normal(size=(12, 6))
    points = Points(values, ("wand", "hat"), fps=Fraction(50), first_frame=5)
    assert selection_points(points, SelectOptions()) is points
    np.testing.assert_array_equal(selection_points(points, SelectOptions(lead=("HAT",))).values, values[:, 3:])
    space = selection_space(points, SelectOptions(pinned_numbers=(7,), criterion="line-max"), quiet)
    np.testing.assert_array_equal(space.best, select(error_table(points, "line-max", pinned=[2])).best)


def test_the_largest_count_the_clock_and_progress():
    told, clock = [], Stopwatch()
    motion = excerpt()
    space = selection_space(motion, SelectOptions(), lambda *step: told.append(step), clock, keys_max=7)
    assert space.counts() == list(range(2, 8))
    assert set(clock.seconds) == {"table", "select"}
    for step in ("table", "select"):
        parts = [part for name, part in told if name == step]
        assert parts == sorted(parts)
        assert parts[-1] == 1.0


def test_the_least_gap_of_a_space_is_one_by_default():
    assert SelectOptions().least_gap == 1
    assert replace(SelectOptions(), min_gap=6).least_gap == 6
