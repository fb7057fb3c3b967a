"""Options that commands share, as the library's values."""

from fractions import Fraction
from pathlib import Path

import pytest

from unbake.cli.shared.options import ReadGroup, ReadGroupWithoutRoles, SelectGroup
from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions
from unbake.keyframes.request import SelectOptions


def test_reading_options():
    options = ReadGroup("30000/1001", "mm", Path("a.asf"), role=["left-ankle=LFoot"]).options(frames="6:420")
    assert options == ReadOptions(Fraction(30000, 1001), 0.001, Path("a.asf"), (6, 420), (("left-ankle", "LFoot"),))
    assert ReadGroup().options() == ReadGroupWithoutRoles().options() == ReadOptions()


def test_selecting_by_default_is_the_librarys_default():
    assert SelectOptions(**SelectGroup().fields()) == SelectOptions()


def test_selecting():
    group = SelectGroup("hips, feet", "30,60", "line-sum", "pose", "sum", 2, 40)
    assert SelectOptions(**group.fields()) == SelectOptions(
        lead=("hips", "feet"),
        criterion="line-sum",
        metric="pose",
        compose="sum",
        pinned_numbers=(30, 60),
        min_gap=2,
        max_gap=40,
    )


@pytest.mark.parametrize("name", ["criterion", "metric", "compose"])
def test_a_choice_that_is_none(name):
    with pytest.raises(UsageError, match=f"--{name} 'foot' is unknown"):
        SelectGroup(**{name: "foot"}).fields()
