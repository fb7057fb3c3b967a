import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unbake.synthesis.naturalness.terms.capsules import Capsule, segment_distances_m

numbers = st.floats(-3.0, 3.0)
points = st.tuples(numbers, numbers, numbers).map(lambda p: np.array([p]))


def naive_distance(a, b, c, d):
    """Of points that lie close on both segments, the nearest two, and again around these."""
    low, high = np.zeros(2), np.ones(2)
    for _ in range(12):
        s, t = (np.linspace(low[k], high[k], 21) for k in range(2))
        p, q = a[0] + s[:, None] * (b - a)[0], c[0] + t[:, None] * (d - c)[0]
        apart = np.linalg.norm(p[:, None] - q[None], axis=-1)
        i, j = np.unravel_index(apart.argmin(), apart.shape)
        at, span = np.array([s[i], t[j]]), (high - low) / 8.0
        low, high = np.clip(at - span, 0.0, 1.0), np.clip(at + span, 0.0, 1.0)
    return apart.min()


@given(points, points, points, points)
def test_distance_is_that_of_the_nearest_points(a, b, c, d):
    assert abs(segment_distances_m(a, b, c, d)[0] - naive_distance(a, b, c, d)) < 2e-3


def test_ends_parallels_and_crossings():
    o, x, y, z = np.zeros((1, 3)), *(np.eye(3)[k : k + 1] for k in range(3))
    assert segment_distances_m(o, o, x, x) == 1.0
    assert segment_distances_m(o, x, y, x + y) == 1.0
    assert segment_distances_m(o, x, 2 * x, 3 * x) == 1.0
    assert segment_distances_m(-x, x, -y + 0.3 * z, y + 0.3 * z) == 0.3


def test_depth_is_what_radii_exceed_the_distance_by():
    o, x = np.zeros((1, 3)), np.array([[1.0, 0.0, 0.0]])
    ball = Capsule(o, o, 0.7)
    assert np.isclose(ball.depth_m(Capsule(x, x, 0.5)), 0.2)
    assert ball.depth_m(Capsule(x, x, 0.2)) == 0.0
