"""Two bones reach their target; a reach is held back smoothly."""

from __future__ import annotations

import numpy as np
import pytest

from unbake.motion.rotations import rotate
from unbake.performer.body.limb import EASED_FROM, FREE_FULLEST, FULLEST, held_back, two_bone

UPPER_M, LOWER_M = 0.43, 0.41


def knee_and_ankle(hip, upper, lower):
    knee = hip + rotate(upper, np.array([0.0, -UPPER_M, 0.0]))
    return knee, knee + rotate(lower, np.array([0.0, -LOWER_M, 0.0]))


@pytest.mark.parametrize("bend", [1.0, -1.0])
def test_the_end_reaches_its_target_and_the_joint_bends_the_right_way(bend):
    rng = np.random.default_rng(3)
    hip = rng.normal(size=(500, 3))
    direction = rng.normal(size=(500, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    target = hip + rng.uniform(0.05, 0.839, (500, 1)) * direction
    pole = np.cross(direction, rng.normal(size=(500, 3)))
    upper, lower = two_bone(hip, target, pole, UPPER_M, LOWER_M, bend)
    knee, ankle = knee_and_ankle(hip, upper, lower)
    assert np.abs(ankle - target).max() < 1e-10
    aside = np.sum((knee - hip) * pole, axis=1)
    assert (bend * aside > 0.0).all()


def test_a_target_out_of_reach_is_approached_in_its_direction():
    hip, target = np.zeros((1, 3)), np.array([[0.0, -2.0, 0.3]])
    upper, lower = two_bone(hip, target, np.array([[0.0, 0.0, 1.0]]), UPPER_M, LOWER_M, 1.0)
    _, ankle = knee_and_ankle(hip, upper, lower)
    assert np.linalg.norm(ankle) == pytest.approx(UPPER_M + LOWER_M, abs=1e-6)
    assert np.allclose(np.cross(ankle, target), 0.0, atol=1e-6)


@pytest.mark.parametrize(("freedom", "most"), [(0.0, FULLEST), (1.0, FREE_FULLEST)])
def test_a_reach_is_held_back_without_a_jump(freedom, most):
    asked = np.linspace(0.3, 1.6, 20_001)
    got = held_back(asked, 1.0, freedom)
    slope = np.diff(got) / np.diff(asked)
    assert got.max() <= most
    assert (slope >= 0.0).all()
    assert slope.max() <= 1.0 + 1e-9
    assert np.abs(np.diff(slope)).max() < 0.01
    sooner = held_back(asked, 1.0, freedom, 0.95)
    assert sooner.max() <= most
    assert np.abs(np.diff(sooner, n=2)).max() <= np.abs(np.diff(got, n=2)).max()
    if not freedom:
        assert (sooner[asked <= 0.95] == asked[asked <= 0.95]).all()
        assert (got[asked <= EASED_FROM] == asked[asked <= EASED_FROM]).all()
