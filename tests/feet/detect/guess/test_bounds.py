"""What no guess may go against: speed and rest, whatever the rate, the stature, and, within limits, the noise."""

import numpy as np
import pytest

from unbake.feet.detect.guess.bounds import FASTEST_M_S, bounded, calmed, is_too_fast, noise_m, rests
from unbake.feet.detect.guess.foot_paths import FootPaths, foot_paths
from unbake.performer import perform, with_noise


def performed(action="walk", noise_deg=0.0, fps=120, **style):
    done = perform(action, seconds=2.0, fps=fps, seed=1, **style)
    motion = with_noise(done.motion, noise_deg, 0.003 * noise_deg, seed=5) if noise_deg else done.motion
    return foot_paths(motion), done.contacts


@pytest.mark.parametrize("fps", [24, 60, 240])
@pytest.mark.parametrize("action", ["walk", "run"])
def test_feet_that_stand_are_not_too_fast_and_those_that_swing_are(action, fps):
    paths, contacts = performed(action, fps=fps)
    fast = is_too_fast(paths)
    assert fast[contacts].mean() < (0.1 if fps == 24 else 0.02)
    assert fast[~contacts].mean() > 0.5


@pytest.mark.parametrize("noise_deg", [0.3, 0.8, 1.5])
def test_noise_is_no_speed(noise_deg):
    paths, contacts = performed(noise_deg=noise_deg, fps=60)
    assert is_too_fast(paths)[contacts].mean() < 0.01


def test_the_limit_is_where_it_is_said_to_be():
    paths, _ = performed("stand", sway_m=0.0, unrest_deg=0.0)
    way = np.arange(paths.n_frames)[:, None, None] * [1.0, 0.0, 0.0] / paths.fps
    for part, wanted in ((0.99, False), (1.01, True)):
        gliding = FootPaths(paths.legs, paths.points_m[:1] + part * FASTEST_M_S * way)
        assert (is_too_fast(gliding) == wanted).all()


def test_who_stands_still_rests_and_who_holds_a_foot_up_does_not():
    paths, _ = performed("stand", sway_m=0.0, unrest_deg=0.0)
    assert rests(paths).all()
    places = paths.points_m.copy()
    places[100:, :2, 1] += 0.2
    assert not rests(FootPaths(paths.legs, places))[100:, :2].any()


def test_certainties_are_overruled_both_ways():
    paths, contacts = performed("walk")
    even = np.full(contacts.shape, 0.5)
    found = bounded(even, paths)
    assert np.array_equal(found == 0.0, is_too_fast(paths))
    assert np.array_equal(found == 1.0, rests(paths) & ~is_too_fast(paths))
    assert (even == 0.5).all()


def test_noise_is_measured():
    path = np.random.default_rng(2).normal(scale=0.01, size=(4_000, 3))
    assert noise_m(path) == pytest.approx(0.01, rel=0.05)
    assert noise_m(path[:3]) == 0.0
    assert noise_m(np.arange(100.0)[:, None] * [0.1, 0.0, 0.2]) == pytest.approx(0.0, abs=1e-12)


def test_what_is_quiet_stays_as_it_is():
    path = np.arange(100.0)[:, None] * [0.01, 0.0, 0.0]
    same, allowed = calmed(path, 60.0)
    assert same is path
    assert allowed == 0.0
