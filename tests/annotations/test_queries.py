"""Three rules for what to label next."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from unbake.annotations.queries import FarthestStretch, LeastMargin, Pool, RandomStretch, rule_named
from unbake.annotations.stretches import Stretch, stretches_of
from unbake.errors import UsageError

NAN = np.nan


def pool(margins, labelled=()):
    rows = [np.full((2, 51), float(s), dtype=np.float32) for s in range(len(margins))]
    done = np.isin(np.arange(len(margins)), labelled)
    return Pool(rows, [np.array(m, dtype=float) for m in margins], done)


MARGINS = ([[5.0, 3.0], [4.0, -2.0]], [[0.2, 9.0], [9.0, 9.0]], [[-1.0, 2.0], [1.0, 3.0]])


def test_the_least_certain_stretch():
    assert LeastMargin().next(pool(MARGINS)) == 2
    assert LeastMargin("least").next(pool(MARGINS)) == 1
    assert LeastMargin().next(pool(MARGINS, [2])) == 0


def test_flags_without_a_machine_do_not_count():
    assert LeastMargin().next(pool([[[2.0, NAN]], [[1.0, NAN]], [[3.0, NAN]]])) == 1


def test_before_any_machine_the_farthest():
    nothing = [[[NAN]], [[NAN]], [[NAN]], [[NAN]]]
    assert LeastMargin().next(pool(nothing, [0])) == 3


def test_the_farthest_from_all_that_is_labelled():
    rule, nothing = FarthestStretch(), [[[NAN]]] * 5
    assert rule.next(pool(nothing, [0])) == 4
    assert rule.next(pool(nothing, [0, 4])) == 2
    assert rule.next(pool(nothing, [0, 2, 4])) in (1, 3)


def test_random_is_fair_and_repeatable():
    picks = [RandomStretch(seed).next(pool(MARGINS, [1])) for seed in range(200)]
    assert set(picks) == {0, 2}
    assert 60 < picks.count(0) < 140
    assert picks == [RandomStretch(seed).next(pool(MARGINS, [1])) for seed in range(200)]


@pytest.mark.parametrize("name", ["margin", "farthest", "random"])
def test_when_all_is_labelled_there_is_no_next(name):
    with pytest.raises(UsageError, match="everything is labelled"):
        rule_named(name).next(pool(MARGINS, [0, 1, 2]))


def test_an_unknown_rule():
    with pytest.raises(UsageError, match="known: margin, farthest, random"):
        rule_named("best")


def test_stretches_cover_each_clip_once():
    found = stretches_of([(7, 500), (8, 1), (9, 260), (10, 400)])
    for clip, n in ((7, 500), (8, 1), (9, 260), (10, 400)):
        parts = [np.arange(s.start, s.stop) for s in found if s.clip == clip]
        assert np.array_equal(np.concatenate(parts), np.arange(n))
    assert found[0] == Stretch(7, 0, 200)
    assert [s.stop - s.start for s in found if s.clip == 9] == [260]


@pytest.mark.parametrize("fps", [24, 60, 120])
def test_stretches_share_no_frame_and_leave_none_out(fps):
    n_frames = 1001
    n_instants = int((n_frames - 1) * 60 / fps + 1e-6) + 1
    parts = [s.frames(Fraction(fps), n_frames) for s in stretches_of([(0, n_instants)])]
    assert parts[0][0] == 0
    assert parts[-1][1] == n_frames
    assert all(a[1] == b[0] for a, b in pairwise(parts))
