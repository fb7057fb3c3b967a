import numpy as np
import pytest
from scipy.optimize import lsq_linear
from tests.synthesis.naturalness.bodies import carried, hovering, leaning, standing, times_s

from unbake.synthesis.naturalness.terms.root_force import FRICTION, measure, residual
from unbake.synthesis.naturalness.zero_moment import GRAVITY_M_S2


def test_who_stands_needs_nothing_else():
    assert measure(standing()).max() < 1e-6


def test_who_hovers_needs_their_whole_weight():
    assert measure(hovering(1.0)) == pytest.approx(1.0, abs=1e-9)


def test_who_falls_freely_needs_nothing_and_who_falls_slower_the_rest():
    for part in (1.0, 0.6):
        body = hovering(4.0)
        falling = carried(body, -0.5 * part * GRAVITY_M_S2 * times_s(body)[:, None] ** 2 * [0.0, 1.0, 0.0])
        assert measure(falling)[20:-20] == pytest.approx(1.0 - part, abs=1e-3)


def test_floors_push_but_do_not_pull():
    body = standing()
    pulled = carried(
        body, -0.5 * 1.5 * GRAVITY_M_S2 * np.clip(times_s(body) - 0.75, -0.2, 0.2)[:, None] ** 2 * [0, 1, 0]
    )
    assert measure(pulled)[40:50].min() > 0.3


def test_friction_ends_somewhere():
    body = standing()
    for part, least, most in ((0.2, 0.0, 0.25), (3.0, 0.5, 3.0)):
        pushed = carried(body, 0.5 * part * GRAVITY_M_S2 * times_s(body)[:, None] ** 2 * [0.0, 0.0, 1.0])
        found = measure(pushed)[2:6]
        assert found.min() >= least
        assert found.max() <= most


def test_a_lean_beyond_the_feet_needs_a_hand():
    assert measure(leaning(0.1)).max() < 0.02
    assert measure(leaning(0.5)).min() > 0.1


@pytest.mark.parametrize("seed", range(5))
def test_residual_is_that_of_a_bounded_least_squares_problem(seed):
    rng = np.random.default_rng(seed)
    needed, arms, angle = rng.normal(size=6), rng.normal(size=(4, 3)), rng.uniform(0.0, 6.0)
    columns = []
    for arm in arms:
        for x in (-1.0, 1.0):
            for z in (-1.0, 1.0):
                side, ahead = FRICTION / np.sqrt(2.0) * np.array([x, z])
                push = np.array([np.cos(angle) * side + np.sin(angle) * ahead, 1.0,
                                 np.cos(angle) * ahead - np.sin(angle) * side])  # fmt: skip
                columns.append(np.concatenate([push, np.cross(arm, push)]))
    least = lsq_linear(np.array(columns).T, needed, bounds=(0.0, np.inf), tol=1e-12)
    own = residual(needed, arms, np.sin(angle), np.cos(angle))
    assert own == pytest.approx(np.sqrt(2.0 * least.cost), abs=1e-6)
    assert residual(needed, np.zeros((0, 3)), 0.0, 1.0) == pytest.approx(np.linalg.norm(needed))
