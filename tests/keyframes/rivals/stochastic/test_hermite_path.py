from itertools import pairwise, product

import numpy as np
import pytest

from keyframes import naive
from keyframes.rivals.clips_for_rivals import random_walk
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.rival import RivalRequest
from unbake.keyframes.rivals.stochastic.hermite_path import best_path, curve_error, predicted, zeros_of_derivatives


def smooth(seed, frames=24):
    values = random_walk(seed, frames).values
    return values, np.gradient(values, axis=0)


@pytest.mark.parametrize("seed", range(3))
def test_the_error_of_a_curve(seed):
    values, slopes = smooth(seed)
    keys = [0, 5, 6, 15, 23]
    found = sum(curve_error(values, slopes, a, b) for a, b in pairwise(keys))
    assert found == pytest.approx(naive.hermite_error(values, slopes, keys))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keys", [(4, 11, 12), (2, 3, 20), (21, 22)])
def test_the_best_of_all_places(seed, keys):
    """Against every combination of places, also where they meet each other and the ends."""
    values, slopes = smooth(seed)
    found, error = best_path(values, slopes, np.array(keys), 2, np.full((24, 24), np.nan))
    tried = {}
    for shifts in product(range(-2, 3), repeat=len(keys)):
        path = (0, *(key + shift for key, shift in zip(keys, shifts, strict=True)), 23)
        if all(a < b for a, b in pairwise(path)):
            tried[path] = naive.hermite_error(values, slopes, path)
    assert (0, *found, 23) == min(tried, key=tried.get)
    assert error == pytest.approx(min(tried.values()))


@pytest.mark.slow
def test_the_method_ends_where_no_key_within_reach_is_better():
    clip = random_walk(5, frames=50)
    values = clip.values - clip.values.mean(axis=0)
    slopes = np.gradient(values, axis=0)
    selected = RIVALS["onder-hermite"].select(RivalRequest(clip, (3, 6, 10)))
    assert set(selected) == {3, 6, 10}
    for count, keys in selected.items():
        inner = np.array(keys[1:-1])
        error = naive.hermite_error(values, slopes, keys)
        assert best_path(values, slopes, inner, 4, np.full((50, 50), np.nan))[1] == pytest.approx(error)
        start = predicted(zeros_of_derivatives(values), count - 2)
        assert error <= naive.hermite_error(values, slopes, [0, *start, 49]) + 1e-12


def test_zeros_of_a_wave():
    """cos has its extremes at 10, 20, 30 and bends over just before 5, 15, 25 and 35: the frame before that counts."""
    wave = np.cos(np.pi * (np.arange(41) + 0.01) / 10)[:, None]
    zeros = zeros_of_derivatives(np.concatenate([wave, np.zeros((41, 1))], axis=1))
    assert np.flatnonzero(zeros).tolist() == [4, 10, 14, 20, 24, 30, 34]
    assert zeros.max() == pytest.approx(np.ptp(wave))


@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        ([0, 1, 2, 3, 3, 2, 1, 0], [3]),  # a plateau of two frames: the earlier of its middles
        ([0, 1, 2, 3, 3, 3, 2, 1, 0], [4]),
        ([0, 1, 2, 3, 2, 1, 0], [3]),  # a tip: its bends are 0, -2, 0
        ([0, 1, 3, 5, 7, 8, 8], [2]),  # bends 1, 0, 0, -1, -1: over between frames 2 and 3, of which the earlier counts
        ([0, 1, 3, 5, 6, 6], [2]),  # bends 1, 0, -1, -1: over at frame 2, where it is zero
        ([0, 1, 1, 2], [1]),  # a rest in a rise: bends -1, 1
        ([0, 0, 0, 0, 0], []),
        ([0, 1, 2, 3, 4], []),
        (np.linspace(0.1, 0.7, 40), []),  # bends of rounding
    ],
)
def test_zeros_that_last(channel, expected):
    assert np.flatnonzero(zeros_of_derivatives(np.array(channel, float)[:, None])).tolist() == expected


def test_predictions_share_the_zeros_out():
    events = np.zeros(30)
    events[[3, 8, 12, 22]] = 1.0
    assert predicted(events, 4).tolist() == [3, 8, 12, 22]
    assert predicted(events, 2).tolist() == [3, 12]
    assert predicted(events, 28).tolist() == list(range(1, 29))
    assert predicted(np.zeros(11), 3).tolist() == [2, 5, 8]
