"""float32 tables and closed forms against float64 references, on input that is hard for them."""

import numpy as np
import pytest

from keyframes import naive
from unbake.compiling.threads import num_threads, set_num_threads
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select

BUILT_IN = ["line-max", "line-sum", "lerp-max", "lerp-sum", "curve-max", "curve-sum"]


def wobble(rng, frames, size):
    steps = rng.normal(size=(frames, 12))
    for _ in range(3):
        steps[1:] += steps[:-1]
    return size * steps / np.abs(steps).max()


def hard_input(kind, frames=48):
    rng = np.random.default_rng(8)
    time = np.linspace(0.0, 1.0, frames)[:, None]
    if kind == "far away":
        return wobble(rng, frames, 0.5) + np.tile([3000.0, -40.0, 9000.0], 4)
    if kind == "nearly on a line":
        return time * rng.normal(size=12) + wobble(rng, frames, 1e-3)
    if kind == "millimetres on a hundred metres":
        return time**1.5 * np.tile([100.0, 0.0, 30.0], 4) + wobble(rng, frames, 2e-3)
    return np.repeat(wobble(rng, frames // 4, 0.3), 4, axis=0)  # poses that are equal for a while


KINDS = ["far away", "nearly on a line", "millimetres on a hundred metres", "held poses"]


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", BUILT_IN)
@pytest.mark.parametrize("kind", KINDS)
def test_a_selection_loses_no_more_than_stated(kind, criterion, metric):
    """Optimal to a relative 1e-6 and 1e-7 of the clip's extent (its square for sums), measured in float64."""
    points = hard_input(kind)
    exact = naive.table(criterion, metric, points.reshape(len(points), -1, 3))
    table = error_table(points, criterion, metric=metric)
    space = select(table)
    extent = np.linalg.norm(np.ptp(points, axis=0))
    slack = 1e-7 * extent if table.compose == "max" else (1e-7 * extent) ** 2 + 1e-7 * extent * exact[0, -1] ** 0.5
    best = np.full((len(points), len(points)), np.inf)
    best[0, 0] = 0.0
    for k in range(1, len(points)):
        for j in range(1, len(points)):
            before, segment = best[k - 1, :j], exact[:j, j]
            best[k, j] = np.min(np.maximum(before, segment) if table.compose == "max" else before + segment)
    for count in (2, 3, 5, 8, 13, 21, 34):
        chosen = naive.composed(exact, table.compose, space.frames(count))
        assert chosen <= best[count - 1, -1] * (1 + 1e-6) + slack


@pytest.mark.parametrize("criterion", BUILT_IN)
def test_the_number_of_threads_makes_no_difference(criterion):
    points = wobble(np.random.default_rng(1), 300, 1.0)
    threads = num_threads()
    results = []
    try:
        for count in (1, threads):
            set_num_threads(count)
            for metric in ("pose", "joint"):
                table = error_table(points, criterion, metric=metric)
                results.append((table.values[np.triu_indices(300, 1)], select(table).best))
    finally:
        set_num_threads(threads)
    for one, many in zip(results[:2], results[2:], strict=True):
        np.testing.assert_array_equal(one[0], many[0])
        np.testing.assert_array_equal(one[1], many[1])


@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("path", ["straight", "to and fro"])
def test_cubics_over_a_hundred_metres(path, metric):
    """Millimetre detail on long segments: the error is exact to a tenth of a millimetre, on any path."""
    frames = 700
    time = np.linspace(0.0, 1.0, frames)[:, None]
    way = time if path == "straight" else np.sin(6 * np.pi * time)
    points = way * np.tile([100.0, 0.0, 30.0], 4) + wobble(np.random.default_rng(2), frames, 2e-3)
    table = error_table(points, "curve-max", metric=metric).values
    for i, j in ((0, 60), (5, 205), (30, 690), (400, 699), (650, 680)):
        expected = naive.segment_error("curve-max", metric, points[i : j + 1].reshape(j + 1 - i, -1, 3))
        assert table[i, j] == pytest.approx(expected, abs=1e-4, rel=1e-6)
