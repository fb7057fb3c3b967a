"""Joints along the world's axes at rest: places stay, and the rest pose is that of all rotations at zero."""

import numpy as np

from formats.figures import figure_motion
from motion.own_axes import with_own_axes
from unbake.motion.delivery.plain_rest import with_plain_rest
from unbake.motion.rotations import normalised, rotation_angle


def own(seed=3):
    motion = figure_motion(7, seed)
    turns = normalised(np.random.default_rng(seed).normal(size=(len(motion.skeleton.names), 4)))
    return motion, with_own_axes(motion, turns)


def test_the_axes_of_joints_are_undone():
    motion, turned = own()
    before = turned.rotations_xyzw.copy()
    plain = with_plain_rest(turned)
    np.testing.assert_allclose(turned.positions(), motion.positions(), atol=1e-12)
    np.testing.assert_allclose(plain.positions(), motion.positions(), atol=1e-12)
    np.testing.assert_allclose(plain.skeleton.offsets_m, motion.skeleton.offsets_m, atol=1e-12)
    np.testing.assert_allclose(plain.translations_m, motion.translations_m, atol=1e-12)
    assert rotation_angle(plain.rotations_xyzw, motion.rotations_xyzw).max() < 1e-6
    np.testing.assert_array_equal(turned.rotations_xyzw, before)


def test_a_plain_rest_stays_as_it_is():
    motion, _ = own()
    assert with_plain_rest(motion) is motion
