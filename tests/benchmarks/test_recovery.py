"""The scores of recovered keys against every possible pairing, and the paper's curve simplification."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from benchmarks.thesis.onder import simplified
from benchmarks.thesis.recovery import Score, pairs_within


def most_pairs(wanted, found, reach):
    """As many as any pairing gives, tried one after the other."""
    few, many = sorted((wanted, found), key=len)
    return max(sum(abs(a - b) <= reach for a, b in zip(few, order, strict=False)) for order in permutations(many))


@pytest.mark.parametrize("seed", range(40))
def test_no_pairing_has_more_pairs(seed):
    rng = np.random.default_rng(seed)
    wanted, found = (sorted(rng.choice(30, rng.integers(0, 7), replace=False).tolist()) for _ in range(2))
    reach = int(rng.integers(0, 6))
    pairs = pairs_within(wanted, found, reach)
    assert len(pairs) == most_pairs(wanted, found, reach)
    assert all(abs(a - b) <= reach for a, b in pairs)
    for side in zip(*pairs, strict=True):
        assert len(set(side)) == len(side)


def test_one_key_is_not_found_twice():
    assert pairs_within([10, 12], [11], 5) == [(10, 11)]
    score = Score(wanted=2, found=1, hit=1)
    assert (score.precision, score.recall) == (1.0, 0.5)


def test_simplification_keeps_the_corner_of_a_tent_while_it_stands_out():
    tent = np.concatenate([np.arange(10.0), np.arange(10.0, -1.0, -1.0)])
    ratio = 10.0 / 20.0
    assert simplified(tent, 0.99 * ratio) == [0, 10, 20]
    assert simplified(tent, 1.01 * ratio) == [0, 20]
    assert simplified(np.zeros(9), 0.001) == [0, 8]


def test_a_smaller_threshold_keeps_all_keys_of_a_larger_one():
    channel = np.cumsum(np.random.default_rng(3).normal(size=200))
    keys = [set(simplified(channel, threshold)) for threshold in (0.001, 0.01, 0.1, 1.0)]
    assert all(larger <= smaller for smaller, larger in pairwise(keys))
    assert len(keys[0]) > len(keys[-1])
