from itertools import pairwise

import numpy as np
import pytest

from keyframes import naive
from keyframes.rivals.clips_for_rivals import plane, points, random_walk, zigzag
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.greedy.removing import removing_order
from unbake.keyframes.rivals.greedy.splitting import farthest_from_line, split_order
from unbake.keyframes.rivals.rival import RivalRequest


def test_adding_worked_out_by_hand():
    """The distances are 3, then 1.8, then 1, then 0.83, then 0.45."""
    assert split_order([zigzag().values], [0, 6], 7) == [0, 6, 2, 3, 5, 1, 4]
    found = RIVALS["greedy-adding"].select(RivalRequest(zigzag(), (2, 3, 4, 5)))
    assert found == {2: (0, 6), 3: (0, 2, 6), 4: (0, 2, 3, 6), 5: (0, 2, 3, 5, 6)}


def test_removing_worked_out_by_hand():
    """Frame 1 is 0.447 from the line that would replace it, frame 3 0.474, the spike 1."""
    spike = plane([(0, 0), (1, 0), (2, 1), (3.5, 0), (5, 0)])
    assert removing_order(spike.values, 2) == [1, 3, 2]
    assert RIVALS["greedy-removing"].select(RivalRequest(spike, (3, 4))) == {3: (0, 2, 4), 4: (0, 2, 3, 4)}


@pytest.mark.parametrize("seed", range(3))
def test_adding_equals_the_slow_one(seed):
    clip = random_walk(seed, frames=25)
    keys = [0, 24]
    for count in range(3, 26):
        distances = {}
        for a, b in pairwise(keys):
            for frame, distance in enumerate(naive.line_distance(clip.values[a:b], clip.values[a], clip.values[b]), a):
                distances[frame] = distance
        keys = sorted([*keys, max((f for f in distances if f not in keys), key=distances.get)])
        assert RIVALS["greedy-adding"].select(RivalRequest(clip, (count,)))[count] == tuple(keys)


@pytest.mark.parametrize("seed", range(3))
def test_removing_equals_the_slow_one(seed):
    clip = random_walk(seed, frames=20)
    positions = clip.positions()
    keys = list(range(20))
    for count in range(19, 2, -1):
        harm = {
            b: naive.segment_error("line-max", "pose", positions[a : c + 1])
            for a, b, c in zip(keys, keys[1:], keys[2:], strict=False)
        }
        keys.remove(min(harm, key=harm.get))
        assert RIVALS["greedy-removing"].select(RivalRequest(clip, (count,)))[count] == tuple(keys)


def test_the_farthest_frame():
    assert farthest_from_line(zigzag().values, 2, 6) == (3, pytest.approx(1.8))
    there_and_back = plane([(1, 1), (4, 5), (1, 3), (1, 1)]).values
    assert farthest_from_line(there_and_back, 0, 3) == (1, pytest.approx(5.0))
    assert farthest_from_line(np.ones((9, 3)), 0, 8) == (4, 0.0)


def test_equal_distances_take_the_longer_segment_then_the_earlier():
    still = np.zeros((9, 3))
    assert split_order([still], [0, 8], 9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]
    assert split_order([still], [0, 3, 8], 5) == [0, 3, 8, 5, 1]


def test_several_curves_pool_their_frames():
    """Each curve has one corner; a frame that both would take counts once."""
    time = np.arange(9.0)
    one = np.stack([time, np.interp(time, [0, 4, 8], [0, 3, 0])], axis=1)
    other = np.stack([time, np.interp(time, [0, 4, 6, 8], [0, 2, 2, 0])], axis=1)
    assert split_order([one, other], [0, 8], 4) == [0, 8, 4, 6]


def test_points_far_away_split_alike():
    clip = random_walk(8, frames=30)
    away = points(clip.values + 1000.0)
    for name in ("greedy-adding", "greedy-removing"):
        rival, counts = RIVALS[name], tuple(range(2, 12))
        assert rival.select(RivalRequest(away, counts)) == rival.select(RivalRequest(clip, counts))
