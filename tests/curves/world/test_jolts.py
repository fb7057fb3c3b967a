"""Jolts at keys: what is one, and how much of it is left."""

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.excerpts import handles_of
from unbake.curves.world.jolts import CALM, Jolts
from unbake.keyframes.selection import Selection
from unbake.motion.points import default_joints
from unbake.reduce.take import Take

KEYS = (0, 30, 44, 80, 110, 159)


@pytest.fixture(scope="module")
def take():
    return Take(packaged_clip().excerpt(101, 260))


@pytest.fixture(scope="module")
def jolts(take):
    return Jolts(take.motion, KEYS, default_joints(take.motion))


def curves(take, fit):
    return take.fitted(Selection(KEYS), "quaternions", fit)


def test_smooth_curves_jolt_nothing(take, jolts):
    smooth = curves(take, "hermite")
    assert jolts.parts(smooth).max() < 0.01
    calmed, at = jolts.calmed(smooth)
    assert calmed is smooth
    assert not at.any()


def test_what_is_allowed_stays_and_all_else_is_calmed(take, jolts):
    broken = curves(take, "broken")
    before = jolts.parts(broken)
    calmed, at = jolts.calmed(broken)
    assert at.tolist() == (before > 1.0).tolist()
    assert 0 < at.sum() < len(KEYS) - 2
    np.testing.assert_allclose(jolts.parts(calmed), np.where(at, CALM, before), atol=0.01)
    np.testing.assert_array_equal(handles_of(calmed)[:, :, ~at], handles_of(broken)[:, :, ~at])
    np.testing.assert_array_equal(handles_of(calmed)[..., 0], handles_of(broken)[..., 0])
    assert calmed.check(take.motion) == ()


def test_between_smooth_and_broken_curves_lies_what_is_as_broken_as_it_may_be(take, jolts):
    smooth, broken = curves(take, "hermite"), curves(take, "broken")
    too_much = jolts.parts(broken) > 1.0
    nowhere = np.zeros(len(KEYS), dtype=np.bool_)
    found = jolts.between(smooth, broken, nowhere)
    parts = jolts.parts(found)
    assert parts.max() <= 1.0
    assert parts[too_much].min() > 0.7
    np.testing.assert_allclose(handles_of(found)[:, :, ~too_much], handles_of(broken)[:, :, ~too_much], atol=1e-12)
    ways = handles_of(broken) - handles_of(smooth)
    for key in np.flatnonzero(too_much):
        own, taken = ways[:, :, key], (handles_of(found) - handles_of(smooth))[:, :, key]
        np.testing.assert_allclose(taken, own * (taken.ravel() @ own.ravel()) / (own.ravel() @ own.ravel()), atol=1e-9)
    assert jolts.between(smooth, smooth, nowhere) is smooth
    assert jolts.between(smooth, broken, too_much) is broken


def test_the_longer_segment_keeps_more_of_its_slope(take, jolts):
    broken = curves(take, "broken")
    calmed, at = jolts.calmed(broken)
    for curve, other in zip(broken.curves, calmed.curves, strict=True):
        changes = np.abs(np.subtract(curve.slopes(), other.slopes()))
        spans = np.diff(KEYS)
        for key in np.flatnonzero(at):
            np.testing.assert_allclose(changes[0, key] * spans[key - 1], changes[1, key] * spans[key], atol=1e-9)


def test_two_keys_have_nothing_between_to_jolt(take):
    two = Jolts(take.motion, (0, 159), default_joints(take.motion))
    assert two.parts(take.fitted(Selection((0, 159)), "quaternions", "hermite")).tolist() == [0.0, 0.0]
