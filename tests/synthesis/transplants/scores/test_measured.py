"""What is measured of transplants."""

import numpy as np
import pytest
from tests.synthesis.figures import walker

from unbake.motion.body.body_path import ROLES, BodyPath, body_path
from unbake.synthesis.transplants.scores.capsules import penetration_m, segment_distances
from unbake.synthesis.transplants.scores.measured import jerk_m_s3, measured
from unbake.synthesis.transplants.scores.strangeness import RealArms, arms


def moved(body, role, places):
    """A body with one joint elsewhere, relative to its hips."""
    positions = body.positions.copy()
    positions[:, ROLES.index(role)] = positions[:, 0] + np.float32(places)
    return BodyPath(positions, body.leg_m)


def test_segments_are_as_near_as_the_nearest_of_many_points():
    rng = np.random.default_rng(0)
    ends = rng.normal(size=(4, 200, 3))
    ends[1, :20] = ends[0, :20]
    ends[3, 10:30] = ends[2, 10:30]
    ends[3, 30:40] = ends[2, 30:40] + ends[1, 30:40] - ends[0, 30:40]
    at = np.linspace(0.0, 1.0, 101)[:, None]
    for row, found in enumerate(segment_distances(*ends)):
        one, other = (ends[n, row] + at * (ends[n + 1, row] - ends[n, row]) for n in (0, 2))
        least = np.linalg.norm(one[:, None] - other, axis=2).min()
        assert least - 0.05 <= found <= least + 1e-9


def test_a_hand_in_the_chest_is_deep_and_a_walk_is_not():
    body = body_path(walker(n=60).motion)
    assert penetration_m(body).max() == 0.0
    inside = moved(body, "left-wrist", [0.0, 0.3, 0.0])
    assert penetration_m(inside).min() > 0.03


def test_a_jump_in_time_is_jerky():
    body = body_path(walker(n=60).motion)
    calm = jerk_m_s3(body).max()
    positions = body.positions.copy()
    positions[30:, ROLES.index("left-wrist"), 0] += 0.1
    assert jerk_m_s3(BodyPath(positions, body.leg_m)).max() > 20.0 * calm
    assert 26 <= int(jerk_m_s3(BodyPath(positions, body.leg_m)).argmax()) <= 30


def test_arms_that_were_captured_are_not_strange_and_others_are():
    body = body_path(walker(n=60).motion)
    real = RealArms([body])
    assert real.strangeness(body).max() < 1e-3
    assert real.strangeness(body.mirrored()).max() < 1e-3
    odd = moved(body, "left-wrist", [0.0, 1.2, 0.3])
    found = real.strangeness(odd)
    rows = arms(odd)[1]
    naive = [min(np.sqrt(((row - known) ** 2).sum() / 10.0) for known in real.rows) for row in rows]
    assert found[::3][: len(naive)] == pytest.approx(naive, abs=1e-4)
    assert found.min() > 0.2


def test_drift_sinking_and_the_rest_are_measured():
    source = walker(n=60)
    found = measured(source.motion, source.labels)
    assert found.penetration_mm == 0.0
    assert found.drift_mm >= 0.0
    moving = type(source.motion)(
        source.motion.skeleton,
        source.motion.rotations_xyzw,
        source.motion.translations_m * [1.0, 1.0, 0.0],
        source.motion.fps,
    )
    assert measured(moving, source.labels).drift_mm > found.drift_mm + 20.0
