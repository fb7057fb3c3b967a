import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares

from curves.animations import animation_of
from unbake.curves.bezier import evaluate_chain
from unbake.curves.editing.handle_lengths import inside_handles, merged_handles

STARTS = [(a, b) for a in (0.05, 0.25, 0.5, 0.95) for b in (0.05, 0.25, 0.5, 0.95)]


def curve(*segments):
    """A function from times to values of control points (4, 2), joined."""
    points = np.array(segments)
    keys = np.concatenate([points[:, 0], points[-1:, 3]])
    left = np.concatenate([points[:1, 0], points[:, 2]])
    right = np.concatenate([points[:, 1], points[-1:, 3]])
    return lambda times: evaluate_chain(
        np.ascontiguousarray(keys[:, 0]), np.ascontiguousarray(keys[:, 1]), left, right, times
    )


def halves(points, u):
    """De Casteljau by polar forms: control point n of a part is the blossom of its ends' parameters."""

    def blossom(*parameters):
        row = np.array(points, dtype=float)
        for t in parameters:
            row = (1.0 - t) * row[:-1] + t * row[1:]
        return row[0]

    return (
        np.array([blossom(0, 0, 0), blossom(0, 0, u), blossom(0, u, u), blossom(u, u, u)]),
        np.array([blossom(u, u, u), blossom(u, u, 1), blossom(u, 1, 1), blossom(1, 1, 1)]),
    )


def rms(right, left, *segments):
    """How far the segment with these handles is from the given ones in its place."""
    start, end = segments[0][0], segments[-1][3]
    times = np.linspace(start[0], end[0], 2001)
    gaps = curve([start, right, left, end])(times) - curve(*segments)(times)
    return np.sqrt(np.mean(gaps**2))


def best_rms(*segments):
    """The least RMS for given directions by a general solver from many starts."""
    start, end = segments[0][0], segments[-1][3]
    span = end[0] - start[0]
    leave, arrive = segments[0][1] - start, end - segments[-1][2]
    leave, arrive = leave * span / leave[0], arrive * span / arrive[0]
    times = np.linspace(start[0], end[0], 301)
    target = curve(*segments)(times)

    def gaps(lengths):
        return curve([start, start + lengths[0] * leave, end - lengths[1] * arrive, end])(times) - target

    bounds = ([0.02, 0.02], [1.0, 1.0])
    found = [least_squares(gaps, at, bounds=bounds, x_scale="jac").x for at in STARTS]
    return min(rms(start + a * leave, end - b * arrive, *segments) for a, b in found)


def random_segment(seed):
    random = np.random.default_rng(seed)
    length = random.integers(2, 60)
    times = np.array([0.0, *random.uniform(0.02, 0.98, 2), 1.0]) * length + random.integers(0, 500)
    return np.stack([times, random.normal(size=4) * 10.0 ** random.integers(-3, 3)], axis=1)


@settings(max_examples=150)
@given(seed=st.integers(0, 100_000), u=st.floats(0.01, 0.99))
def test_two_halves_are_one_curve_again(seed, u):
    points = random_segment(seed)
    right, left = merged_handles(halves(points, u))
    size = np.abs(points).max(axis=0)
    assert (np.abs(right - points[1]) <= 1e-9 * size).all()
    assert (np.abs(left - points[2]) <= 1e-9 * size).all()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hermite", "schneider"])
def test_no_other_lengths_are_nearer(kind):
    """On real curves; a rounded percent is left for the difference in samples."""
    random = np.random.default_rng(5)
    curves = [c for c in animation_of(kind).curves if np.ptp(c.values) > 0.0]
    for _ in range(8):
        chosen = curves[random.integers(len(curves))]
        key = int(random.integers(1, len(chosen.frames) - 1))
        keys = np.stack([chosen.frames, chosen.values], axis=1)
        before, after = (np.array([keys[n], chosen.right[n], chosen.left[n + 1], keys[n + 1]]) for n in (key - 1, key))
        assert rms(*merged_handles([before, after]), before, after) <= 1.01 * best_rms(before, after)


def test_the_better_of_two_minima():
    """From the lengths that a subdivision would have, the way down ends 1.57 times as far off."""
    before = np.array([[0.0, -5.0], [2.0, 2.0], [9.0, 5.0], [10.0, 4.0]])
    after = np.array([[10.0, 4.0], [12.0, 5.0], [16.0, 1.0], [20.0, -4.0]])
    assert rms(*merged_handles([before, after]), before, after) <= 1.01 * best_rms(before, after)


@settings(max_examples=60)
@given(seed=st.integers(0, 100_000))
def test_handles_stay_inside_and_point_where_they_did(seed):
    before, after = random_segment(seed), random_segment(seed + 1)
    after = after - after[0] + before[3]
    right, left = merged_handles([before, after])
    assert before[0, 0] < right[0] <= after[3, 0]
    assert before[0, 0] <= left[0] < after[3, 0]
    for new, old, key in ((right, before[1], before[0]), (left, after[2], after[3])):
        slope = (old - key)[1] / (old - key)[0]
        assert (new - key)[1] == pytest.approx(slope * (new - key)[0], rel=1e-9)
        # Never shorter than a fiftieth of the segment, unless it was: a slope must stay visible.
        assert abs(new - key)[0] >= min(0.02 * (after[3, 0] - before[0, 0]), abs(old - key)[0]) * (1 - 1e-9)


@pytest.mark.parametrize("side", [1, 2])
def test_a_handle_without_length_takes_the_direction_of_the_curve(side):
    points = np.array([[0.0, 0.0], [4.0, 3.0], [7.0, -1.0], [12.0, 2.0]])
    points[side] = points[0 if side == 1 else 3]
    right, left = merged_handles(halves(points, 0.3))
    assert right == pytest.approx(points[1], abs=1e-9)
    assert left == pytest.approx(points[2], abs=1e-9)
    # Where the merged curve is another, the handle takes the direction in which the curve left or arrived.
    before, after = halves(points, 0.3)
    after[1] += (0.0, -5.0 if side == 1 else 5.0)
    right, left = merged_handles([before, after])
    new, key, toward = (right, points[0], before[2]) if side == 1 else (left, points[3], after[1])
    turn = np.cross([*(new - key), 0.0], [*(toward - key), 0.0])[2]
    assert turn == pytest.approx(0.0, abs=1e-9)
    assert abs(new - key)[0] > 0.1


@pytest.mark.parametrize("u", [0.2, 0.5, 0.9])
def test_vertical_handles_are_put_together_too(u):
    points = np.array([[0.0, 0.0], [0.0, 3.0], [10.0, -4.0], [10.0, 1.0]])
    right, left = merged_handles(halves(points, u))
    assert right == pytest.approx(points[1], abs=1e-9)
    assert left == pytest.approx(points[2], abs=1e-9)


def test_straight_and_constant_curves():
    line = np.array([[0.0, 1.0], [3.0, 2.5], [5.0, 3.5], [9.0, 5.5]])
    right, left = merged_handles(halves(line, 0.4))
    assert right == pytest.approx(line[1])
    assert left == pytest.approx(line[2])
    flat = np.array([[0.0, 0.1], [3.0, 0.1], [5.0, 0.1], [9.0, 0.1]])
    right, left = merged_handles([flat, flat + np.array([9.0, 0.0])])
    assert right[1] == left[1] == 0.1


def test_keys_whose_handles_all_lie_on_them():
    """Straight in value against time; nothing says where a handle should point but the other keys."""
    before = np.array([[0.0, 0.0], [0.0, 0.0], [4.0, 2.0], [4.0, 2.0]])
    after = np.array([[4.0, 2.0], [4.0, 2.0], [10.0, 5.0], [10.0, 5.0]])
    right, left = merged_handles([before, after])
    assert rms(right, left, before, after) < 1e-9


@pytest.mark.parametrize("u", [0.1, 0.2, 0.3, 0.8])
def test_a_part_whose_handles_lie_outside_gets_the_nearest_inside(u):
    whole = np.array([[2.0, 1.0], [10.0, 6.0], [3.0, -5.0], [12.0, 4.0]])
    parts = halves(whole, u)
    part = max(parts, key=lambda p: max(p[1, 0] - p[3, 0], p[0, 0] - p[2, 0]))
    assert part[1, 0] > part[3, 0] or part[2, 0] < part[0, 0]
    right, left = inside_handles(part)
    for new, old, key in ((right, part[1], part[0]), (left, part[2], part[3])):
        assert part[0, 0] <= new[0] <= part[3, 0]
        assert (new - key)[1] / (new - key)[0] == pytest.approx((old - key)[1] / (old - key)[0], rel=1e-9)
    assert rms(right, left, part) <= 1.01 * best_rms(part)
