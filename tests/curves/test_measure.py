from dataclasses import replace

import numpy as np
import pytest

from curves.moving_arm import arm_motion
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure, measure_motions
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion


def test_against_loops():
    motion = arm_motion(50, 1, first_frame=101)
    animation = fit(motion, Selection((0, 12, 30, 49)))
    measured = measure(motion, animation, range(4))
    sampled = animation.sample()
    gaps = {}
    for frame in range(50):
        for joint in range(4):
            difference = motion.positions()[frame, joint] - sampled.positions()[frame, joint]
            gaps[frame, joint] = float(np.sqrt(difference @ difference))
    worst = max(gaps, key=gaps.__getitem__)
    assert measured.max_m == pytest.approx(gaps[worst])
    assert measured.mean_m == pytest.approx(sum(gaps.values()) / 200)
    assert measured.rms_m == pytest.approx((sum(g * g for g in gaps.values()) / 200) ** 0.5)
    assert (measured.worst_number, measured.worst_joint) == (101 + worst[0], motion.skeleton.names[worst[1]])
    assert measured.per_frame_m == pytest.approx([max(gaps[f, j] for j in range(4)) for f in range(50)])
    assert measured.per_joint_m == pytest.approx([max(gaps[f, j] for f in range(50)) for j in range(4)])
    assert measured.joints == ("root", "upper", "lower", "wrist")
    assert (measured.max_cm, measured.mean_cm, measured.rms_cm) == pytest.approx(
        (100 * measured.max_m, 100 * measured.mean_m, 100 * measured.rms_m)
    )


def test_tips_are_measured_apart():
    motion = arm_motion(50, 1, first_frame=101)
    animation = fit(motion, Selection((0, 12, 30, 49)))
    tips = measure(motion, animation).tips
    away = np.linalg.norm(motion.positions()[:, 4] - animation.sample().positions()[:, 4], axis=1)
    assert tips.joints == ("tip",)
    assert tips.max_m == pytest.approx(away.max())
    assert (tips.worst_number, tips.per_joint_number) == (101 + away.argmax(), (101 + away.argmax(),))
    assert tips.tips is None
    assert measure(motion, animation, ["wrist"]).tips is None


def test_a_promise_may_cover_tips():
    motion = arm_motion(50, 1)
    measured = measure(motion, fit(motion, Selection((0, 12, 30, 49))))
    farther = replace(measured, tips=replace(measured.tips, max_m=2.0 * measured.max_m))
    assert (farther.promised_m(), farther.promised_m(True)) == (measured.max_m, 2.0 * measured.max_m)
    nearer = replace(measured, tips=replace(measured.tips, max_m=0.5 * measured.max_m))
    assert nearer.promised_m(True) == measured.max_m
    assert replace(measured, tips=None).promised_m(True) == measured.max_m


def test_joints_beyond_a_limit_come_farthest_first():
    motion = arm_motion(50, 1, first_frame=101)
    measured = measure(motion, fit(motion, Selection((0, 12, 30, 49))))
    limit = float(np.median(measured.per_joint_m))
    beyond = measured.beyond(limit)
    assert [one.max_m for one in beyond] == sorted((m for m in measured.per_joint_m if m > limit), reverse=True)
    assert (beyond[0].joint, beyond[0].number) == (measured.worst_joint, measured.worst_number)
    assert not measured.beyond(measured.max_m)
    assert {one.joint for one in measured.by_joint()} == set(measured.joints)


def test_a_single_shift_is_found_where_it_is():
    motion = arm_motion(30, 2, first_frame=6)
    moved = motion.translations_m.copy()
    moved[17] += [0.0, 0.03, 0.04]
    other = Motion(motion.skeleton, motion.rotations_xyzw, moved, motion.fps, 6)
    measured = measure_motions(motion, other)
    assert measured.max_m == pytest.approx(0.05)
    assert measured.worst_number == 23
    assert measured.rms_m == pytest.approx(0.05 / np.sqrt(30))
    assert np.flatnonzero(measured.per_frame_m > 1e-9).tolist() == [17]


def test_only_the_joints_asked_for():
    motion = arm_motion(30, 3)
    animation = fit(motion, Selection((0, 29)))
    everything = measure(motion, animation, [0, 1, 2, 3, 4])
    wrist = measure(motion, animation, ["wrist"])
    assert wrist.worst_joint == "wrist"
    assert wrist.per_joint_m[0] == everything.per_joint_m[3]
    assert measure(motion, animation, ["wrist", 3]).joints == ("wrist",)


def test_what_cannot_be_compared_is_refused():
    motion = arm_motion(30, 4)
    with pytest.raises(UsageError, match="30 and 29"):
        measure_motions(motion, arm_motion(29, 4))
    with pytest.raises(UsageError, match="unknown joint"):
        measure_motions(motion, motion, ["nose"])
    with pytest.raises(UsageError, match="joint 9"):
        measure_motions(motion, motion, [9])
    with pytest.raises(UsageError, match="no joints"):
        measure_motions(motion, motion, [])
