import numpy as np
import pytest

from keyframes.long.test_bounded import smooth_walk
from unbake.errors import UsageError
from unbake.keyframes.error_table import error_table
from unbake.keyframes.long.pieces import detect_cuts, select_in_pieces
from unbake.keyframes.space import select
from unbake.motion.points import Points


def pinned_space(points, cuts, criterion, compose):
    return select(error_table(points, criterion, compose=compose, pinned=cuts))


@pytest.mark.parametrize("compose", ["max", "sum"])
@pytest.mark.parametrize("criterion", ["lerp-max", "curve-sum"])
def test_optimal_among_the_selections_that_keep_the_cuts(criterion, compose):
    """The judge: the whole space with the cuts as pins."""
    points = smooth_walk(2, 130, 2)
    pieces = select_in_pieces(points, criterion, compose=compose, longest=40)
    exact = pinned_space(points, pieces.cuts, criterion, compose)
    assert pieces.counts() == exact.counts()
    for count in exact.counts():
        assert pieces.error(count) == pytest.approx(exact.error(count), rel=1e-5, abs=1e-9)
        found = pieces.selection(count)
        assert len(found) == count
        assert set(pieces.cuts) <= set(found.frames)
    bound = exact.error(25) * 1.00001
    assert len(pieces.fewest(bound)) == len(exact.fewest(bound))


def test_never_better_than_without_cuts():
    points = smooth_walk(6, 150, 2)
    whole = select(error_table(points, "lerp-max"))
    pieces = select_in_pieces(points, "lerp-max", longest=50, keys_max=60)
    assert all(pieces.error(k) >= whole.error(k) * (1 - 1e-6) for k in pieces.counts())
    assert pieces.counts()[-1] == 60


def test_cuts_lie_at_slow_poses_and_never_too_far_apart():
    time = np.linspace(0.0, 12.0 * np.pi, 2000)
    swing = np.stack([np.cos(time), 0 * time, 0 * time], axis=1)
    cuts = detect_cuts(swing, longest=500, pinned=[700])
    assert {0, 700, 1999} <= set(cuts)
    assert np.diff(cuts).max() <= 500
    slow = [cut for cut in cuts if cut not in (0, 700, 1999)]
    assert slow
    assert all(np.abs(np.sin(time[cut])) < 0.1 for cut in slow)


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_very_short_clips(frames):
    pieces = select_in_pieces(smooth_walk(0, frames, 1), "lerp-max")
    assert pieces.selection(min(2, frames)).frames == ((0,) if frames == 1 else (0, frames - 1))


def test_messages():
    pieces = select_in_pieces(smooth_walk(1, 90, 1), "lerp-max", longest=30)
    with pytest.raises(UsageError, match="keeps the cuts"):
        pieces.selection(2)
    with pytest.raises(UsageError, match="or less"):
        pieces.fewest(-1.0)


def test_loose_numbers_stay_loose_and_frames_keep_their_numbers():
    values = smooth_walk(4, 200, 1)
    numbers = Points(values, ("a", "b", "c"), size=1, first_frame=41)
    pieces = select_in_pieces(numbers, "lerp-max", longest=70)
    whole = select(error_table(numbers, "lerp-max", pinned=pieces.cuts))
    assert pieces.error(20) == pytest.approx(whole.error(20), rel=1e-5)
    with pytest.raises(UsageError, match=r"fixed keys (4[1-9]|[5-9]\d|[12]\d\d)"):
        select_in_pieces(numbers, "lerp-max", longest=30, min_gap=29)


def test_fewer_keys_than_cuts():
    with pytest.raises(UsageError, match="the cuts alone take"):
        select_in_pieces(smooth_walk(4, 200, 1), "lerp-max", longest=20, keys_max=3)
    with pytest.raises(UsageError, match="2 frames or more"):
        detect_cuts(smooth_walk(4, 20, 1), longest=1)
