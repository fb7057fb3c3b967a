"""Polynomials that take over place, speed and acceleration; seeded wandering."""

from __future__ import annotations

import numpy as np
import pytest

from unbake.performer.easing import State, bump, covered, minimum_jerk, quintic, wander


def test_a_quintic_keeps_both_states():
    start, end = State(0.3, -1.2, 4.0), State(-0.7, 2.5, -9.81)
    step, duration = 1e-4, 0.8
    for at, state in ((0.0, start), (duration, end)):
        before, here, after = quintic(np.array([at - step, at, at + step]), duration, start, end)
        assert here == pytest.approx(state.value, abs=1e-12)
        assert (after - before) / (2 * step) == pytest.approx(state.velocity, abs=1e-4)
        assert (after - 2 * here + before) / step**2 == pytest.approx(state.acceleration, abs=1e-2)


def test_a_quintic_between_thrown_states_is_the_parabola():
    time = np.linspace(0.0, 0.6, 50)
    fall = 2.0 - 9.81 * 0.6
    end = 1.0 + 2.0 * 0.6 - 0.5 * 9.81 * 0.36
    height = quintic(time, 0.6, State(1.0, 2.0, -9.81), State(end, fall, -9.81))
    assert np.allclose(height, 1.0 + 2.0 * time - 0.5 * 9.81 * time**2, atol=1e-13)


def test_vectors_are_components():
    a, b = np.array([0.0, 1.0, 2.0]), np.array([3.0, -1.0, 5.0])
    time = np.linspace(0.0, 2.0, 7)
    together = quintic(time, 2.0, State(a, b, a), State(b))
    for axis in range(3):
        alone = quintic(time, 2.0, State(a[axis], b[axis], a[axis]), State(b[axis]))
        assert np.allclose(together[:, axis], alone)


def test_eases_start_and_end_at_rest():
    part = np.linspace(-0.5, 1.5, 2001)
    for ease in (minimum_jerk, bump):
        assert np.abs(np.gradient(ease(part), part)[np.abs(part - 0.5) >= 0.5]).max() < 0.02
    assert minimum_jerk(np.array([-1.0, 0.0, 0.5, 1.0, 2.0])) == pytest.approx([0, 0, 0.5, 1, 1])
    assert bump(np.array([-1.0, 0.0, 0.5, 1.0, 2.0])) == pytest.approx([0, 0, 1, 0, 0])


def test_what_is_covered_stays_below_and_is_touched_at_lone_peaks():
    needed = np.maximum(np.random.default_rng(1).normal(size=300), 0.0)
    for half in (0, 1, 7):
        assert (covered(needed, half) >= needed - 1e-12).all()
    lone = np.zeros(60)
    lone[30] = 2.0
    cover = covered(lone, 8)
    assert cover[30] == pytest.approx(2.0)
    assert np.abs(np.diff(cover, n=2)).max() < 0.1
    assert cover[[10, 50]] == pytest.approx(0.0)


def test_wandering_is_seeded_and_of_unit_size():
    time = np.arange(0.0, 400.0, 0.05)
    one = wander(time, np.random.default_rng(4))
    assert np.array_equal(one, wander(time, np.random.default_rng(4)))
    assert not np.allclose(one, wander(time, np.random.default_rng(5)))
    assert np.sqrt(np.mean(one**2)) == pytest.approx(1.0, abs=0.1)
