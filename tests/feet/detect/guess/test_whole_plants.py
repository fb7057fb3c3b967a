"""Certainties become plants: gaps, crumbs and moves aside, and what is too short to stand."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.detect.guess.foot_paths import foot_paths
from unbake.feet.detect.guess.whole_plants import plants_of
from unbake.ground.intervals import intervals
from unbake.performer import perform

FPS = 100


@pytest.fixture(scope="module")
def standing():
    return foot_paths(perform("stand", seconds=2.0, fps=FPS, seed=1, sway_m=0.0, unrest_deg=0.0).motion)


def runs(paths, *changes, start=1.0):
    """Plants of all points for a certainty that changes at some frames."""
    certainty = np.full((paths.n_frames, 4), start)
    for first, last, value in changes:
        certainty[first : last + 1] = value
    columns = plants_of(certainty, paths).T
    assert all(np.array_equal(column, columns[0]) for column in columns)
    return list(intervals(columns[0]))


def test_a_gap_that_is_no_step_is_filled_unless_something_moves(standing):
    assert runs(standing, (80, 85, 0.1)) == [(0, 200)]
    assert runs(standing, (80, 85, 0.0)) == [(0, 79), (86, 200)]
    assert runs(standing, (80, 99, 0.1)) == [(0, 79), (100, 200)]


def test_a_crumb_beside_a_plant_goes(standing):
    assert runs(standing, (50, 56, 0.9), (63, 150, 0.9), start=0.0) == [(63, 150)]
    assert runs(standing, (50, 100, 0.9), (110, 115, 0.9), start=0.0) == [(50, 100)]
    assert runs(standing, (20, 26, 0.9), (63, 150, 0.9), start=0.0) == [(20, 26), (63, 150)]


@pytest.mark.parametrize(("first", "last"), [(0, 1), (199, 200), (50, 51)])
def test_two_frames_are_no_plant(standing, first, last):
    assert runs(standing, (first, last, 1.0), start=0.0) == []


def test_a_clip_of_one_frame_may_be_planted(standing):
    one = standing.excerpt(0, 0)
    assert plants_of(np.ones((1, 4)), one).all()
    assert not plants_of(np.ones((1, 4)), one, is_whole=False).any()


@pytest.mark.parametrize(("way_m", "count"), [(0.015, 1), (0.05, 2)])
def test_a_move_aside_ends_a_plant(standing, way_m, count):
    part = np.clip((np.arange(standing.n_frames) - 90) / 15.0, 0.0, 1.0)
    aside = part[:, None, None] ** 2 * (3.0 - 2.0 * part[:, None, None]) * [way_m, 0.0, 0.0]
    assert len(runs(replace(standing, points_m=standing.points_m + aside))) == count


def test_nothing_certain_is_nothing_planted(standing):
    assert runs(standing, start=0.0) == []
