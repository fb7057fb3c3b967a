"""Where the root has to be: against a search over many points."""

import numpy as np
import pytest

from unbake.feet.clean.root_shift import nearest_in_balls, smoothed

BOTH = np.array([[True, True]])


def searched(centres, radii, seed=0):
    """The nearest feasible one among very many points, narrowed down."""
    rng = np.random.default_rng(seed)
    best, size = None, 3.0
    middle = np.zeros(3)
    for _ in range(24):
        points = middle + size * rng.uniform(-1.0, 1.0, (15_000, 3))
        points = np.concatenate([points, middle[None], np.zeros((1, 3))])
        fits = (np.linalg.norm(points[:, None] - centres, axis=2) <= radii + 1e-9).all(axis=1)
        if fits.any():
            inside = points[fits]
            best = inside[np.argmin(np.linalg.norm(inside, axis=1))]
            middle = best
        size *= 0.6
    return best


@pytest.mark.parametrize("seed", range(8))
def test_the_nearest_point_in_both_balls_is_what_a_search_finds(seed):
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(2, 3))
    # Balls that meet: radii that add up to more than the distance.
    radii = np.linalg.norm(centres[1] - centres[0]) * rng.uniform(0.55, 0.9, 2)
    found = nearest_in_balls(centres[None], radii[None], BOTH)[0]
    assert (np.linalg.norm(found - centres, axis=1) <= radii + 1e-9).all()
    best = searched(centres, radii)
    assert np.linalg.norm(found) <= np.linalg.norm(best) + 1e-6
    assert np.linalg.norm(found) == pytest.approx(np.linalg.norm(best), abs=2e-3)


def test_the_origin_stays_where_both_legs_reach():
    found = nearest_in_balls(np.array([[[0.5, 0.0, 0.0], [-0.5, 0.0, 0.0]]]), np.array([[0.6, 0.6]]), BOTH)
    assert (found == 0.0).all()


def test_only_the_balls_asked_for_count():
    centres, radii = np.array([[[2.0, 0.0, 0.0], [0.0, 3.0, 0.0]]]), np.array([[0.5, 1.0]])
    assert nearest_in_balls(centres, radii, np.array([[True, False]])) == pytest.approx(np.array([[1.5, 0.0, 0.0]]))
    assert nearest_in_balls(centres, radii, np.array([[False, True]])) == pytest.approx(np.array([[0.0, 2.0, 0.0]]))
    assert (nearest_in_balls(centres, radii, np.array([[False, False]])) == 0.0).all()


def test_balls_that_do_not_meet_are_missed_by_the_same():
    centres, radii = np.array([[[0.0, 1.0, 0.0], [0.0, -2.0, 0.0]]]), np.array([[0.5, 1.0]])
    found = nearest_in_balls(centres, radii, BOTH)[0]
    missed = np.linalg.norm(found - centres[0], axis=1) - radii[0]
    assert missed == pytest.approx([0.75, 0.75])
    assert found == pytest.approx([0.0, -0.25, 0.0], abs=1e-12)


def test_a_ball_inside_the_other_is_the_only_one_that_counts():
    centres, radii = np.array([[[2.0, 0.0, 0.0], [2.1, 0.0, 0.0]]]), np.array([[0.5, 3.0]])
    assert nearest_in_balls(centres, radii, BOTH) == pytest.approx(np.array([[1.5, 0.0, 0.0]]))


def test_balls_in_one_place_and_of_no_size():
    centres = np.array([[[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]])
    for radii in (np.array([[0.0, 0.0]]), np.array([[0.0, 0.3]])):
        assert nearest_in_balls(centres, radii, BOTH) == pytest.approx(np.array([[1.0, 0.0, 0.0]]))


def test_smoothing_keeps_what_is_level_and_spreads_what_is_not():
    level = np.ones((20, 3))
    assert smoothed(level, 5) == pytest.approx(level)
    peak = np.zeros((21, 3))
    peak[10] = 1.0
    spread = smoothed(peak, 4)
    assert spread.sum(axis=0) == pytest.approx([1.0, 1.0, 1.0])
    assert (np.flatnonzero(spread[:, 0] > 0.0) == np.arange(6, 15)).all()
    assert spread[:, 0] == pytest.approx(spread[::-1, 0])
    assert smoothed(peak, 0) is peak
