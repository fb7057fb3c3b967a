import numpy as np
import pytest

from keyframes import naive
from keyframes.rivals.clips_for_rivals import packaged, plane, points, random_walk, zigzag
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.greedy.simplification import channel_graphs
from unbake.keyframes.rivals.greedy.splitting import split_order
from unbake.keyframes.rivals.rival import RivalRequest


def lowe(curve, start, end, threshold):
    """Steps 2 to 4 of the paper."""
    if end - start < 2:
        return set()
    distances = naive.line_distance(curve[start + 1 : end], curve[start], curve[end])
    if not distances.max() > threshold * np.linalg.norm(curve[end] - curve[start]):
        return set()
    middle = start + 1 + int(distances.argmax())
    return {middle} | lowe(curve, start, middle, threshold) | lowe(curve, middle, end, threshold)


@pytest.mark.slow
@pytest.mark.parametrize("clip", [packaged(50), random_walk(1, frames=40), random_walk(2, frames=40)])
@pytest.mark.parametrize("name", ["onder-poses", "onder-channels"])
def test_every_threshold_is_a_count(clip, name):
    last = clip.n_frames - 1
    curves = channel_graphs(clip) if name == "onder-channels" else [clip.values]
    seen = set()
    for threshold in np.geomspace(3.0, 0.001, 60):
        keys = {0, last}.union(*(lowe(curve, 0, last, threshold) for curve in curves))
        seen.add(len(keys))
        found = RIVALS[name].select(RivalRequest(clip, (len(keys),)))
        assert found[len(keys)] == tuple(sorted(keys))
    assert len(seen) > 5


def test_poses_by_hand():
    """3 of 6 at frame 2; below it 1.8 of 5, then 1 of 3; 0.83 of √13 is less; 0.45 of √5 stays within 1/5."""
    found = RIVALS["onder-poses"].select(RivalRequest(zigzag(), (3, 4, 5, 6)))
    assert found == {3: (0, 2, 6), 4: (0, 2, 3, 6), 5: (0, 2, 3, 5, 6), 6: (0, 1, 2, 3, 5, 6)}


def test_of_one_threshold_the_highest_error_comes_first():
    """The corner at frame 2 is 1/10 of its line; both splits below are more, 0.22 and 0.12, so all come at once.

    The right one's error is 1.9, the left one's 1.
    """
    path = plane([(0, 0), (2, -0.1), (4, 2), (12, -0.9), (20, 0)])
    assert split_order([path.values], [0, 4], 5, by_ratio=True) == [0, 4, 2, 3, 1]


def test_a_channel_is_a_graph_over_time():
    clip = points(np.array([[0.0, 5, 1], [1, 5, 1], [2, 5, 4], [3, 5, 1]]), fps=2)
    graphs = channel_graphs(clip)
    assert len(graphs) == 2
    np.testing.assert_array_equal(graphs[0], [[0, 0], [0.5, 1], [1, 2], [1.5, 3]])
    np.testing.assert_array_equal(graphs[1][:, 1], [1, 1, 4, 1])


def test_a_frame_is_a_key_as_soon_as_one_channel_has_it():
    """x has its corner at frame 3, y a smaller one at frame 7."""
    values = np.zeros((11, 3))
    values[:, 0] = np.interp(np.arange(11), [0, 3, 10], [0, 2, 0])
    values[:, 1] = np.interp(np.arange(11), [0, 7, 10], [0, 1, 0])
    found = RIVALS["onder-channels"].select(RivalRequest(points(values, fps=10), (3, 4)))
    assert found == {3: (0, 3, 10), 4: (0, 3, 7, 10)}
