"""The counts of visited traversals against enumeration, the formulas and what the thesis prints."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from benchmarks.thesis import published
from benchmarks.thesis.traversals import (
    abstracted,
    in_all_iterations,
    in_iteration,
    possible,
    run_and_count,
    until_selected,
)

from unbake.keyframes.criteria import CRITERIA
from unbake.keyframes.error_table import ErrorTable
from unbake.keyframes.space import select


def edges(frames, seed=0):
    return np.random.default_rng(seed).random((frames, frames)).astype(np.float32).astype(np.float64)


def every_length(table, keys):
    """The length of every traversal of so many keys, one after the other."""
    last = len(table) - 1
    for inner in combinations(range(1, last), keys - 2):
        yield sum(table[i, j] for i, j in pairwise((0, *inner, last)))


@pytest.mark.parametrize(("frames", "keys"), [(3, 3), (4, 3), (7, 4), (9, 6), (10, 10)])
def test_what_is_counted_selects_the_shortest_of_all(frames, keys):
    table = edges(frames, seed=frames)
    lengths = list(every_length(table, keys))
    least, _ = run_and_count(table, keys)
    assert least == pytest.approx(min(lengths))
    assert possible(frames, keys) == len(lengths)
    table32 = ErrorTable(table.astype(np.float32), CRITERIA["lerp-sum"], "pose", "sum")
    assert select(table32).error(keys) == pytest.approx(least, rel=1e-6)


@pytest.mark.parametrize("frames", range(3, 16))
def test_the_formulas_give_what_is_counted(frames):
    _, visits = run_and_count(edges(frames), frames)
    for keys in range(3, frames + 1):
        graphs = [number for (count, _), number in visits.items() if count == keys]
        assert graphs == list(range(1, len(graphs) + 1))
        assert sum(graphs) == in_iteration(frames, keys)
        assert sum(run_and_count(edges(frames), keys)[1].values()) == until_selected(frames, keys)
    assert sum(visits.values()) == in_all_iterations(frames, frames)


def test_the_counts_are_those_of_tables_3_3_and_3_4():
    _, visits = run_and_count(edges(12), 12)
    sums = {keys: sum(n for (count, _), n in visits.items() if count == keys) for keys in range(3, 13)}
    assert sums == published.TRAVERSALS_IN_ITERATION
    for frames, row in published.TRAVERSALS_IN_ALL.items():
        assert tuple(until_selected(frames, keys) for keys in range(3, frames + 1)) == row


def test_traversals_are_written_as_in_tables_3_1_and_3_2():
    assert abstracted(6, 4) == ["{1, x, 3, 6}", "{1, x, 4, 6}", "{1, x, 5, 6}"]
    assert abstracted(5, 5) == ["{1, x, y, 4, 5}"]
    for keys in (4, 5):
        for frames in range(keys, 11):
            assert len(abstracted(frames, keys)) == run_and_count(edges(10), keys + 1)[1][keys, frames]
