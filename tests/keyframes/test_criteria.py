"""Units of the criteria, and a function of one's own is called once for each segment that is allowed."""

from collections import Counter

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.keyframes.criteria import CRITERIA, Criterion, composition_notes
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select


def test_units_and_composition():
    assert {name: (c.unit, c.total, c.compose) for name, c in CRITERIA.items()} == {
        f"{shape}-{total}": (unit, total, total)
        for shape in ("line", "lerp", "curve")
        for total, unit in (("max", "m"), ("sum", "m²"))
    }
    assert Criterion("mine", "own", "sum", "sum").unit == ""


def test_another_composition_than_the_usual_one_says_what_it_does():
    for criterion in CRITERIA.values():
        other = "sum" if criterion.compose == "max" else "max"
        (note,) = composition_notes(criterion, other)
        assert note.startswith(f"{criterion.name} composed by {other}: ")
        assert composition_notes(criterion, criterion.compose) == composition_notes(criterion, None) == ()
    assert composition_notes(Criterion("mine", "own", "max", "max"), "sum") == ()


@pytest.mark.parametrize("longest", [None, 6, 1])
def test_ones_own_function_is_called_once_a_segment(longest):
    frames = 20
    points = np.arange(frames * 3.0).reshape(frames, 3)
    seen = Counter()

    def error(segment):
        seen[int(segment[0, 0]) // 3, int(segment[-1, 0]) // 3] += 1
        return 0.0

    # A band is filled from squares, so there a segment may be seen twice; both see none that is too long.
    error_table(points, Criterion("mine", "own", "max", "max", error), max_gap=longest)
    wanted = {(i, j) for i in range(frames) for j in range(i + 1, min(frames, i + (longest or frames) + 1))}
    assert set(seen) == wanted
    assert set(seen.values()) == {1}


def test_a_function_of_ones_own_that_is_infinite_everywhere_is_named():
    table = error_table(np.zeros((5, 3)), Criterion("mine", "own", "max", "max", lambda segment: np.inf))
    with pytest.raises(UsageError, match="has a finite error by 'mine'"):
        select(table)
