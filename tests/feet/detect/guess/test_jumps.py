"""Jumps from one pose to another are found; fast motion, spikes and a single foot are none."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from unbake.feet.detect.features import LegPaths
from unbake.feet.detect.guess.foot_paths import foot_paths
from unbake.feet.detect.guess.jumps import is_jump, steady_stretches
from unbake.performer import perform


@pytest.fixture(scope="module")
def legs():
    return foot_paths(perform("walk", seconds=2.0, fps=60, seed=1).motion).legs


def moved(legs, first, last, way_m, joints=slice(None)):
    places = legs.positions_m.copy()
    places[first : last + 1, :, joints] += way_m
    return replace(legs, positions_m=places)


def test_a_clip_of_two_takes(legs):
    assert steady_stretches(moved(legs, 40, legs.n_frames - 1, [1.0, 0.0, 0.0])) == [(0, 39), (40, legs.n_frames - 1)]


def test_a_first_frame_elsewhere(legs):
    assert steady_stretches(moved(legs, 0, 0, [0.0, 0.0, 2.0])) == [(0, 0), (1, legs.n_frames - 1)]


@pytest.mark.parametrize("action", ["walk", "run", "jump", "turn"])
@pytest.mark.parametrize("fps", [24, 120])
def test_motion_has_none(action, fps):
    legs = foot_paths(perform(action, seconds=2.0, fps=fps, seed=2).motion).legs
    assert steady_stretches(legs) == [(0, legs.n_frames - 1)]


def test_a_spike_and_a_foot_by_itself_are_none(legs):
    assert not is_jump(moved(legs, 40, 40, [1.0, 0.0, 0.0])).any()
    assert not is_jump(moved(legs, 40, 80, [1.0, 0.0, 0.0], slice(3, 4))).any()


@pytest.mark.parametrize("n_frames", [1, 2])
def test_too_few_frames_to_tell(n_frames):
    legs = LegPaths(np.random.default_rng(0).normal(size=(n_frames, 2, 4, 3)), Fraction(60), 0.9)
    assert steady_stretches(legs) == [(0, n_frames - 1)]
