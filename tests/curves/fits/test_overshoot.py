from itertools import pairwise

import numpy as np
import pytest

from unbake.curves.fits.overshoot import beyond, drawn_in, limits_of, reaches, tightened, turning_points, widened
from unbake.curves.fits.segment_kernels import turning_point

U = np.linspace(0.0, 1.0, 4001)


def value_along(p, q, rise, u=U):
    """A segment's value from its first key on, by the textbook sum over its four points."""
    return 3 * (1 - u) ** 2 * u * p + 3 * (1 - u) * u**2 * (rise + q) + u**3 * rise


def turns_seen(p, q, rise):
    """Parameters where the densely sampled value changes its direction."""
    steps = np.diff(value_along(p, q, rise))
    return U[1:-1][steps[:-1] * steps[1:] < 0.0]


@pytest.mark.parametrize("seed", range(60))
def test_segments_turn_where_dense_samples_do(seed):
    p, q, rise = np.random.default_rng(seed).normal(size=3)
    found = sorted(u for u in (turning_point(p, rise + q - p, -q, which) for which in (0, 1)) if 0.0 < u < 1.0)
    assert found == pytest.approx(turns_seen(p, q, rise), abs=2 / 4000)
    both = turning_points(p, q, rise)
    assert sorted(both[~np.isnan(both)]) == pytest.approx(found, abs=1e-15)


@pytest.mark.parametrize(
    ("p", "q", "rise", "expected"),
    [
        (0.0, 0.0, 1.0, []),  # an ease turns at its ends only
        (1.0, -1.0, 3.0, []),  # a straight line
        (0.0, 0.0, 0.0, []),  # a constant
        (1.0, 1.0, 0.0, [0.5]),  # an arch: the equation is linear
        (1.0, -1.0, 0.0, [0.5 - 0.75**0.5 / 3, 0.5 + 0.75**0.5 / 3]),
        (0.0, 1.0, 0.0, [2 / 3]),  # one root is a key
        (1.0, 0.0, 0.0, [1 / 3]),
        (5.0, -5.0, 3.0, None),
    ],
)
def test_turns_of_special_segments(p, q, rise, expected):
    both = turning_points(np.array([p]), np.array([q]), np.array([rise]))[:, 0]
    scalar = [turning_point(p, rise + q - p, -q, which) for which in (0, 1)]
    found = sorted(u for u in scalar if 0.0 < u < 1.0)
    assert sorted(both[~np.isnan(both)]) == pytest.approx(found, abs=1e-15)
    assert found == pytest.approx(turns_seen(p, q, rise) if expected is None else expected, abs=3e-4)


def test_turning_points_keep_their_shape():
    p, q, rise = np.random.default_rng(1).normal(size=(3, 4, 5, 2))
    together = turning_points(p, q, rise)
    assert together.shape == (2, 4, 5, 2)
    np.testing.assert_array_equal(together[:, 1, 2, 1], turning_points(p[1, 2, 1], q[1, 2, 1], rise[1, 2, 1]))


def random_chains(seed, channels=4, frames=50):
    random = np.random.default_rng(seed)
    keys = np.array([0, 1, 3, 10, 11, 30, frames - 1])
    rows = np.cumsum(random.normal(size=(channels, frames)), axis=1)
    segments = np.empty((channels, len(keys) - 1, 4))
    segments[..., :2] = random.normal(size=segments[..., :2].shape)
    segments[..., 2:] = random.uniform(0.02, 1.0, size=segments[..., 2:].shape)
    return keys, rows, segments


@pytest.mark.parametrize("seed", range(8))
def test_reach_is_that_of_dense_samples(seed):
    keys, rows, segments = random_chains(seed)
    found = reaches(keys, rows, segments)
    for channel, row in enumerate(rows):
        for s, (first, last) in enumerate(pairwise(keys)):
            leaves, arrives, alpha, beta = segments[channel, s]
            length = last - first
            values = row[first] + value_along(leaves * alpha * length, -arrives * beta * length, row[last] - row[first])
            assert found[channel, s] == pytest.approx([values.min(), values.max()], abs=1e-5)
            assert found[channel, s, 0] <= values.min() + 1e-12
            assert found[channel, s, 1] >= values.max() - 1e-12


@pytest.mark.parametrize("overshoot", [0.0, 0.02, 0.5])
def test_limits_are_the_data_and_a_part_of_what_happens_nearby(overshoot):
    keys, rows, _ = random_chains(3)
    found = limits_of(keys, rows, overshoot)
    for channel, row in enumerate(rows):
        for s, (first, last) in enumerate(pairwise(keys)):
            own = row[first : last + 1]
            nearby = row[keys[max(s - 1, 0)] : keys[min(s + 2, len(keys) - 1)] + 1]
            room = overshoot * (nearby.max() - nearby.min())
            assert found[channel, s] == pytest.approx([own.min() - room, own.max() + room], abs=1e-12)


def test_limits_of_one_segment_and_of_a_constant():
    keys, rows = np.array([0, 3]), np.array([[0.0, 4.0, -1.0, 2.0], [7.0, 7.0, 7.0, 7.0]])
    assert limits_of(keys, rows, 0.1) == pytest.approx(np.array([[[-1.5, 4.5]], [[7.0, 7.0]]]))


def test_limits_are_widened_and_tightened_but_never_inside_the_keys():
    keys, rows, segments = random_chains(4)
    limits, reached = limits_of(keys, rows), reaches(keys, rows, segments)
    wide = widened(limits, reached)
    assert (wide[..., 0] == np.minimum(limits[..., 0], reached[..., 0])).all()
    assert (wide[..., 1] == np.maximum(limits[..., 1], reached[..., 1])).all()
    low = np.minimum(rows[:, keys[:-1]], rows[:, keys[1:]])
    high = np.maximum(rows[:, keys[:-1]], rows[:, keys[1:]])
    for part in (0.0, 0.05, 0.5, 1.0):
        tight = tightened(keys, rows, limits, part)
        assert tight[..., 0] == pytest.approx((1 - part) * limits[..., 0] + part * low, abs=1e-12)
        assert tight[..., 1] == pytest.approx((1 - part) * limits[..., 1] + part * high, abs=1e-12)


def test_the_side_that_goes_farther_counts():
    limits = np.tile([-1.0, 1.0], (4, 3, 1))
    reached = 0.5 * limits
    reached[1, 2, 0] = -1.1
    reached[2, 0, 1] = 1.1
    found = np.full((4, 3), -0.5)
    found[1, 2] = found[2, 0] = 0.1
    np.testing.assert_allclose(beyond(reached, limits), found, rtol=1e-12)


def test_limits_are_drawn_in_by_what_goes_beyond_them_but_never_inside_the_keys():
    keys, rows, segments = random_chains(4)
    limits, reached = limits_of(keys, rows, 0.0), reaches(keys, rows, segments)
    inner = tightened(keys, rows, limits)
    drawn = drawn_in(keys, rows, inner, limits, reached, 1.5)
    low = np.minimum(rows[:, keys[:-1]], rows[:, keys[1:]])
    high = np.maximum(rows[:, keys[:-1]], rows[:, keys[1:]])
    below, above = limits[..., 0] - reached[..., 0], reached[..., 1] - limits[..., 1]
    assert (below > 0.01).any()
    assert (above > 0.01).any()
    assert drawn[..., 0] == pytest.approx(
        np.where(below > 0, np.minimum(inner[..., 0] + 1.5 * below, low), inner[..., 0])
    )
    assert drawn[..., 1] == pytest.approx(
        np.where(above > 0, np.maximum(inner[..., 1] - 1.5 * above, high), inner[..., 1])
    )
