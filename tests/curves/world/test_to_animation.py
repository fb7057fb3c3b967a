"""Curves as near as they come to an animation that somebody approved of."""

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.curves.world import to_animation
from unbake.curves.world.to_animation import NEAR_M, brought_near
from unbake.keyframes.selection import Selection

pytestmark = pytest.mark.usefixtures("one_thread")
KEYS = Selection((0, 20, 45, 70, 95, 119))


def clip():
    return packaged_clip().excerpt(1, 120)


def test_everything_comes_nearer_tips_included_and_keys_stay():
    motion = clip()
    plain = fit(motion, KEYS)
    found, off_m = brought_near(motion, plain)
    assert off_m == measure(motion, found).promised_m(with_tips=True)
    assert off_m < 0.7 * measure(motion, plain).promised_m(with_tips=True)
    for curve, before in zip(found.curves, plain.curves, strict=True):
        np.testing.assert_array_equal(curve.values, before.values)
    assert found.count_breaks() == 0


def test_what_is_near_enough_is_left_alone():
    motion = clip()
    plain = fit(motion, Selection((*range(0, 119, 2), 119)))
    found, off_m = brought_near(motion, plain)
    assert found is plain
    assert off_m <= NEAR_M


def test_the_nearer_one_is_taken(monkeypatch):
    motion = clip()
    plain = fit(motion, KEYS)
    farther = fit(motion, KEYS, "broken")
    monkeypatch.setattr(to_animation, "hold_ends", lambda *_, **__: farther)
    off_m = measure(motion, plain).promised_m(with_tips=True)
    assert measure(motion, farther).promised_m(with_tips=True) > off_m
    assert brought_near(motion, plain) == (plain, off_m)


@pytest.mark.parametrize("kind", ["euler", "quaternions"])
def test_joints_of_quaternion_curves_do_not_turn_much_faster(monkeypatch, kind):
    """The match goes part of its way there, see `turning`: here, all of the way back."""
    motion = clip()
    skeleton = motion.skeleton.with_quaternion_channels() if kind == "quaternions" else motion.skeleton
    plain = fit(motion, KEYS, "hermite", skeleton=skeleton)
    monkeypatch.setattr(to_animation.Turning, "calmed", lambda turning, joined, matched: joined)
    found, _ = brought_near(motion, plain)
    assert (found is plain) == (kind == "quaternions")
