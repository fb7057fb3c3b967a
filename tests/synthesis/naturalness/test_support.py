import numpy as np
import pytest
from tests.synthesis import naive
from tests.synthesis.figures import walker

from unbake.synthesis.naturalness.support import FOOT_WIDTH, nearest_in_hull_m, support_points_m


def away(point, corners):
    nearest = nearest_in_hull_m(np.array([point]), np.array([corners], dtype=float))
    return float(np.linalg.norm(nearest[0] - point))


@pytest.mark.slow
def test_distances_are_those_of_the_best_mixture_of_corners():
    rng = np.random.default_rng(0)
    for _ in range(12):
        corners, point = rng.normal(size=(6, 2)), 1.5 * rng.normal(size=2)
        assert away(point, corners) == pytest.approx(naive.distance_to_hull(point, corners), abs=1e-4)


def test_known_hulls():
    square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5]]
    assert away([0.3, 0.9], square) == 0.0
    assert away([1.0, 0.4], square) == 0.0
    assert away([2.0, 0.4], square) == pytest.approx(1.0)
    assert away([2.0, 2.0], square) == pytest.approx(np.sqrt(2.0))


def test_hulls_of_a_line_and_of_one_corner():
    line = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]]
    assert away([1.2, 0.0], line) == pytest.approx(0.0)
    assert away([1.2, 0.3], line) == pytest.approx(0.3)
    assert away([3.0, 0.0], line) == pytest.approx(1.0)
    slope = [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5]]
    assert away([2.0, 2.0], slope) == pytest.approx(np.sqrt(2.0))
    assert away([1.0, 0.0], slope) == pytest.approx(np.sqrt(0.5))
    assert away([3.0, 4.0], [[0.0, 0.0]] * 3) == pytest.approx(5.0)
    assert away([0.0, 0.0], [[0.0, 0.0]] * 3) == pytest.approx(0.0)


def test_corners_that_do_not_count():
    nan = [np.nan, np.nan]
    assert away([2.0, 0.0], [nan, [0.0, 0.0], nan, [1.0, 0.0]]) == pytest.approx(1.0)
    assert np.isnan(nearest_in_hull_m(np.zeros((1, 2)), np.full((1, 3, 2), np.nan))).all()
    assert np.isnan(nearest_in_hull_m(np.full((1, 2), np.nan), np.zeros((1, 3, 2)))).all()


def test_the_corners_of_planted_feet():
    source = walker()
    planted = np.zeros((60, 4), dtype=bool)
    planted[:10, 0] = planted[5:20, 3] = True
    corners = support_points_m(source.motion, source.legs, planted)
    there = np.isfinite(corners).all(axis=2)
    assert there.sum(axis=1).tolist() == [2] * 5 + [6] * 5 + [4] * 10 + [0] * 40
    heel = source.legs.points_m(source.motion)[0, 0, [0, 2]]
    own = corners[0, there[0]]
    assert np.abs(own.mean(axis=0) - heel).max() < 1e-9
    assert np.linalg.norm(own[0] - own[1]) == pytest.approx(FOOT_WIDTH * source.legs.leg_length_m())
