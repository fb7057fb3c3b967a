"""Curves of Euler angles for those of quaternions: as near, and as smooth."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.curves.for_euler import euler_curves, has_quaternions
from unbake.curves.measure import measure
from unbake.keyframes.selection import Selection

pytestmark = pytest.mark.usefixtures("one_thread")
KEYS = Selection((0, 60, 119))


def quaternions(fit_name="hermite"):
    motion = packaged_clip().excerpt(41, 160)
    return fit(motion, KEYS, fit_name, skeleton=motion.skeleton.with_quaternion_channels())


def test_joints_stay_in_place_and_tangents_smooth():
    animation, told = quaternions(), []
    motion = animation.sample()
    plain = fit(motion, KEYS, skeleton=animation.skeleton.with_euler_channels())
    found = euler_curves(animation, told.append)
    assert not has_quaternions(found.skeleton)
    assert found.selection == animation.selection
    assert measure(motion, found).promised_m(True) < 0.4 * measure(motion, plain).promised_m(True)
    assert found.count_breaks() == 0
    assert 0.0 <= told[0] < 0.4 < told[-1] <= 0.7


def test_broken_tangents_break_where_smooth_ones_are_farther_off():
    animation = quaternions("broken")
    assert animation.count_breaks() > 0
    motion = animation.sample()
    found = euler_curves(animation)
    smooth = fit(motion, KEYS, skeleton=animation.skeleton.with_euler_channels())
    assert found.count_breaks() > 0
    assert measure(motion, found).promised_m(True) < measure(motion, smooth).promised_m(True)


def test_keys_that_do_not_reach_the_ends_stay_few():
    whole = quaternions()
    later = np.array([30.0, 0.0])
    curves = tuple(
        replace(curve, frames=curve.frames + 30, left=curve.left + later, right=curve.right + later)
        for curve in whole.curves
    )
    inner = replace(whole, curves=curves, selection=Selection((30, 90, 149)), n_frames=170)
    found = euler_curves(inner)
    assert found.selection.frames == (0, 30, 90, 149, 169)
    assert measure(inner.sample(), found).promised_m(True) < 0.05
