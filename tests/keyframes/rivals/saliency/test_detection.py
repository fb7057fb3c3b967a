"""Low velocity, curve saliency, saliency of components."""

import numpy as np
import pytest

from keyframes.rivals.clips_for_rivals import plane, points, random_walk
from unbake.keyframes.rivals import RIVALS
from unbake.keyframes.rivals.rival import RivalRequest
from unbake.keyframes.rivals.saliency.components import pose_curves, principal_curves
from unbake.keyframes.rivals.saliency.curve_saliency import graph_curvature, grouped_keys, saliency
from unbake.keyframes.rivals.saliency.low_velocity import summed_speed
from unbake.keyframes.rivals.saliency.motion_saliency import KEPT, main_curves


def test_slow_moments_by_hand():
    """The speed is 0.3 at frame 8 and 0.6 at frame 3, lower than beside them; nowhere else."""
    path = plane([(x, 0) for x in (0, 2, 4, 5, 5.2, 6.5, 9, 12, 12.5, 12.6, 13.5, 16)])
    found = RIVALS["low-velocity"].select(RivalRequest(path, (3, 4, 5)))
    assert found == {3: (0, 8, 11), 4: (0, 3, 8, 11)}


def test_speeds_of_all_joints_are_summed():
    walk = random_walk(0, frames=9, joints=2)
    positions = walk.positions()
    for frame in range(1, 8):
        speeds = [np.linalg.norm(positions[frame + 1, p] - positions[frame - 1, p]) / 2 for p in range(2)]
        assert summed_speed(walk)[frame] == pytest.approx(sum(speeds))


def test_a_long_rest_is_one_moment():
    x = np.concatenate([np.arange(5), np.full(6, 5.0), 5 + np.arange(5)])
    found = RIVALS["low-velocity"].select(RivalRequest(plane([(v, 0) for v in x]), (3, 4)))
    assert list(found) == [3]
    assert 5 <= found[3][1] <= 10


def test_groups_by_hand():
    """Candidates 2, 3, 6, 10: parted first between 6 and 10, then between 3 and 6; 2 and 3 belong together."""
    weight = np.array([0.0, 0, 5, 6, 0, 0, 4, 0, 0, 0, 9, 0])
    assert grouped_keys(weight, range(2, 8)) == {3: (0, 10, 11), 4: (0, 3, 10, 11), 5: (0, 3, 6, 10, 11)}


def test_groups_of_nothing():
    assert grouped_keys(np.zeros(9), (2, 3, 4)) == {}
    assert grouped_keys(np.array([9.0, 0, 0, 0, 9.0]), (3, 4)) == {}


def test_the_curvature_of_a_circle():
    fps, radius = 1000.0, 2.0
    seconds = np.arange(-500, 501) / fps
    circle = np.sqrt(radius**2 - seconds**2)[:, None]
    np.testing.assert_allclose(graph_curvature(circle, fps), 1 / radius, rtol=1e-5)


@pytest.mark.parametrize("name", ["curve-saliency", "motion-saliency"])
def test_corners_are_salient(name):
    """Straight pieces with two corners, the first one sharper."""
    x = np.interp(np.arange(120), [0, 40, 80, 119], [0, 2, 0, 1.0])
    clip = points(np.stack([x, 0.5 * x, 0 * x, -x, 0 * x, 0.2 * x], axis=1), fps=60)
    found = RIVALS[name].select(RivalRequest(clip, (3, 4)))
    assert abs(found[3][1] - 40) <= 1
    assert abs(found[4][1] - 40) <= 1
    assert abs(found[4][2] - 80) <= 1


def test_saliency_is_the_difference_of_two_averages():
    """Against averages written out, far from the ends."""
    fps = 50.0
    curve = random_walk(1, frames=200, joints=1).values[:, :2]
    bend = graph_curvature(curve, fps)
    steps = np.arange(200) - 100
    averages = []
    for sigma in (3.0, 6.0):
        weight = np.exp(-0.5 * (steps / sigma) ** 2)
        averages.append((weight / weight.sum()) @ bend)
    expected = np.abs(averages[0] - averages[1]).sum()
    assert saliency(curve, fps, [3.0 / fps])[100] == pytest.approx(expected, rel=1e-3)
    several = saliency(curve, fps, [0.04, 0.06])
    np.testing.assert_allclose(several, saliency(curve, fps, [0.04]) + saliency(curve, fps, [0.06]))


def test_straight_lines_are_not_salient():
    line = np.linspace(0, 3, 50)[:, None] * np.ones((1, 3))
    assert saliency(line, 120.0, [0.05]).max() < 1e-6


def test_principal_curves_keep_distances_and_explain_in_order():
    values = random_walk(4, frames=30).values
    curves, variances = principal_curves(values)
    np.testing.assert_allclose(
        np.linalg.norm(curves[3] - curves[20]), np.linalg.norm(values[3] - values[20]), rtol=1e-9
    )
    assert (np.diff(variances) <= 1e-12).all()
    assert variances.sum() == pytest.approx(np.var(values, axis=0).sum())


def test_the_sign_of_a_component_does_not_depend_on_the_solver():
    values = random_walk(4, frames=30).values
    curves = principal_curves(values)[0]
    np.testing.assert_allclose(principal_curves(values[::-1])[0][::-1][:, :3], curves[:, :3], atol=1e-9)


def test_components_in_use_explain_the_motion():
    values = random_walk(5, frames=50).values
    kept, variances = main_curves(values), principal_curves(values)[1]
    assert np.var(kept, axis=0).sum() >= KEPT * variances.sum()
    assert np.var(kept[:, :-1], axis=0).sum() < KEPT * variances.sum()


def test_travel_is_taken_out():
    walk = random_walk(6, frames=20)
    travel = np.tile(np.cumsum(np.ones((20, 3)), axis=0), 3)
    np.testing.assert_allclose(pose_curves(points(walk.values + travel)), pose_curves(walk), atol=1e-9)
    alone = plane([(0, 0), (1, 2)])
    np.testing.assert_array_equal(pose_curves(alone), alone.values)
