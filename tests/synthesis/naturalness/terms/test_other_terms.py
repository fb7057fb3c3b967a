"""What jumps, jerks, sinks, bends too far, and is in itself."""

from dataclasses import replace

import numpy as np
import pytest
from tests.synthesis.figures import turned
from tests.synthesis.naturalness.bodies import carried, gliding, leaning, standing, times_s

from unbake.motion.rotations import quaternion_product
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms import balance, floor_depth, jerk, joint_limits, self_contact, spikes


def bent(judged, name, axis, angle_rad):
    """The same body with a joint turned by more."""
    rotations, joint = judged.motion.rotations_xyzw.copy(), judged.motion.skeleton.names.index(name)
    turn = turned(axis, np.full(judged.n_frames, angle_rad))
    rotations[:, joint] = quaternion_product(rotations[:, joint], turn)
    return JudgedMotion.of(replace(judged.motion, rotations_xyzw=rotations), judged.labels)


@pytest.mark.parametrize("term", [balance, floor_depth, jerk, joint_limits, self_contact, spikes])
def test_who_stands_still_does_nothing_wrong(term):
    assert term.measure(standing()).max() < 1e-6


@pytest.mark.parametrize("term", [floor_depth, jerk, joint_limits, self_contact, spikes])
def test_who_is_carried_along_does_not_either(term):
    # The filter in front of jerk leaves a thousandth at the ends.
    assert term.measure(gliding(standing(), 2.0)).max() < (1e-3 if term is jerk else 1e-6)


@pytest.mark.parametrize("size", [0.02, 0.2])
def test_a_jump_is_as_large_as_it_is_wide(size):
    shift = np.where(np.arange(90) >= 40, size, 0.0)[:, None] * [1.0, 0.0, 0.0]
    found = spikes.measure(carried(standing(), shift))
    assert found.max() == pytest.approx(60.0 * size)
    assert set(np.flatnonzero(found > 1e-9)) == {39, 40}


def test_what_sinks_is_as_deep_as_it_sank():
    still = standing()
    sunk = carried(still, np.where(np.arange(90) >= 60, -0.1, 0.0)[:, None] * [0.0, 1.0, 0.0])
    found = floor_depth.measure(sunk)
    assert found[:60].max() < 0.01
    assert found[60:] == pytest.approx(0.1, abs=0.01)


def test_shaking_is_jerk_and_swinging_is_less():
    still = standing()
    shaken, swung = (
        jerk.measure(carried(still, 0.02 * np.sin(2.0 * np.pi * f * times_s(still))[:, None] * [1.0, 0.0, 0.0]))
        for f in (8.0, 0.5)
    )
    assert shaken[10:-10].min() > 10.0 * swung[10:-10].max()


def test_knees_bend_one_way():
    still = standing()
    forward, back = (joint_limits.measure(bent(still, "LeftLeg", 0, angle)) for angle in (-0.7, 0.7))
    assert forward == pytest.approx(np.degrees(0.7) - joint_limits.HYPER_DEG, abs=1e-6)
    assert back.max() == 0.0


def test_knees_do_not_fold_up():
    folded = joint_limits.measure(bent(standing(), "RightLeg", 0, np.radians(172.0)))
    assert folded == pytest.approx(12.0, abs=1e-6)


def test_a_shin_through_the_other_is_seen():
    still = standing()
    crossed = bent(still, "LeftUpLeg", 2, -0.25)
    assert self_contact.measure(crossed).min() > 0.01


def test_a_lean_is_out_of_balance():
    assert balance.measure(leaning(0.1)).max() < 0.02
    assert balance.measure(leaning(0.5)).min() > 0.1
