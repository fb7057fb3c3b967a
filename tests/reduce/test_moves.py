from itertools import pairwise

import numpy as np
import pytest

from clips import packaged_clip
from unbake.keyframes.selection import by_segment
from unbake.reduce import moves
from unbake.reduce.moves import Moves
from unbake.reduce.options import ReduceOptions

CLIP = packaged_clip().excerpt(1, 201)
"""A thirtieth of a second is four frames."""


def misplaced(wanted):
    """Each segment misses by what its ends are away from where they should be."""

    def missed(frames):
        off = np.abs(np.subtract(frames, wanted)).astype(float)
        return off[:-1] + off[1:]

    return missed


@pytest.mark.parametrize("count", [3, 6, 11])
def test_keys_go_where_least_is_missed(count):
    wanted = tuple(np.linspace(0, 200, count).astype(int).tolist())
    start = tuple(frame + 6 * (-1) ** k * (0 < k < count - 1) for k, frame in enumerate(wanted))
    made = Moves(CLIP, ReduceOptions(keys=count), (1 / 30, 1 / 60)).made(start, misplaced(wanted))
    assert round(float(CLIP.fps)) == 120
    assert made == wanted


def test_pins_and_gaps_are_kept():
    options = ReduceOptions(keys=5, pinned_numbers=(CLIP.first_frame + 50,), min_gap=20, max_gap=80)
    wanted = (0, 48, 69, 140, 200)
    made = Moves(CLIP, options, (1 / 60,)).made((0, 50, 71, 122, 200), misplaced(wanted))
    assert made[1:3] == (50, 71)
    gaps = [after - before for before, after in pairwise(made)]
    assert min(gaps) >= 20
    assert max(gaps) <= 80


def test_without_gain_nothing_moves():
    frames = (0, 40, 90, 200)
    assert Moves(CLIP, ReduceOptions(), (1 / 30,)).made(frames, lambda keys: np.ones(3)) == frames


def test_keys_of_very_long_takes_do_not_move(monkeypatch):
    monkeypatch.setattr(moves, "LONGEST_MOVED", CLIP.n_frames - 1)
    frames = (0, 44, 90, 200)
    assert Moves(CLIP, ReduceOptions(), (1 / 30,)).made(frames, misplaced((0, 40, 90, 200))) == frames


def test_each_segment_has_its_largest_value():
    assert by_segment(np.array([1.0, 2.0, 5.0, 0.0, 3.0, 9.0]), (0, 2, 5)).tolist() == [2.0, 9.0]
