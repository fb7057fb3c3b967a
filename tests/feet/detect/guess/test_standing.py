"""How high points stand, told from still frames; outliers, raised feet and clips without rest."""

import numpy as np
import pytest

from unbake.feet.detect.guess.standing import SIDES_DIFFER, standing_heights

FRAMES = 200


def heights(*columns):
    return np.stack([np.broadcast_to(column, (FRAMES,)) for column in columns], axis=1).astype(float)


ALL = np.ones((FRAMES, 4), dtype=bool)


def test_the_lowest_level_counts():
    steps = np.where(np.arange(FRAMES) < 60, 0.03, 0.21)
    np.testing.assert_allclose(standing_heights(heights(steps, 0.05, 0.03, 0.05), ALL), [0.03, 0.05, 0.03, 0.05])


def test_moving_frames_do_not():
    up = np.where(np.arange(FRAMES) < 60, -0.5, 0.04)
    is_still = np.repeat((np.arange(FRAMES) >= 60)[:, None], 4, axis=1)
    assert standing_heights(heights(up, up, up, up), is_still)[0] == pytest.approx(0.04)


def test_a_few_low_frames_are_outliers():
    glitch = np.where(np.arange(FRAMES) < 5, -0.8, 0.04)
    assert standing_heights(heights(glitch, 0.0, 0.0, 0.0), ALL)[0] == pytest.approx(0.04)


def test_a_foot_that_never_comes_down_is_known_by_the_other():
    found = standing_heights(heights(0.5, 0.55, 0.03, 0.05), ALL)
    np.testing.assert_allclose(found, [0.03 + SIDES_DIFFER, 0.05 + SIDES_DIFFER, 0.03, 0.05])


def test_without_rest_the_lowest_frames_tell():
    run = np.abs(np.sin(np.arange(FRAMES) / 9.0))
    found = standing_heights(heights(run, run, run, run), ~ALL)
    assert (found < 0.1).all()
    assert standing_heights(heights(0.2, 0.2, 0.2, 0.2)[:1], ~ALL[:1]).tolist() == [0.2] * 4
