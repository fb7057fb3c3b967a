"""Legs: found by name on every kind of skeleton, with heels where the performer really has them."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.errors import MotionError
from unbake.feet.legs import legs_of
from unbake.motion.performer import perform


@pytest.mark.parametrize("action", ["walk", "run", "jump", "sneak", "stand", "turn"])
def test_points_are_the_performers(action):
    performance = perform(action, seconds=3, seed=4)
    found = legs_of(performance.motion).points_m(performance.motion)
    away = np.linalg.norm(found - performance.figure.contact_points_m(performance.motion), axis=-1)
    # The ball is a joint of the skeleton; the heel is none, it is guessed from how the foot stands.
    assert away[:, [1, 3]].max() == 0.0
    assert away[:, [0, 2]].max() < 0.005


def test_legs_are_as_long_as_the_performers():
    performance = perform("walk", seconds=1, stature_m=1.9)
    legs = legs_of(performance.motion)
    assert legs.leg_length_m() == pytest.approx(performance.figure.leg_m, abs=1e-12)
    assert [leg.side for leg in legs.both] == ["left", "right"]


def test_turning_and_moving_the_clip_moves_the_points_along():
    motion = perform("walk", seconds=2, seed=2).motion
    shift = np.array([3.0, 0.0, -2.0])
    moved = replace(motion, translations_m=motion.translations_m + shift)
    before, after = (legs_of(one).points_m(one) for one in (motion, moved))
    assert np.abs(after - before - shift).max() < 1e-12


def test_the_packaged_clip_has_legs():
    motion = packaged_clip()
    points = legs_of(motion).points_m(motion)
    # Of every point the lowest is near the floor.
    assert (np.abs(points[..., 1].min(axis=0)) < 0.08).all()


def test_a_skeleton_without_toes_is_refused():
    motion = perform("walk", seconds=1).motion
    skeleton = motion.skeleton
    names = tuple(name.replace("ToeBase", "Thing") for name in skeleton.names)
    with pytest.raises(MotionError, match="no left-toe, right-toe"):
        legs_of(replace(motion, skeleton=replace(skeleton, names=names)))
