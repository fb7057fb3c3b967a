"""Measures of skating feet, and of what cleaning them up cost."""

from dataclasses import replace

import numpy as np
import pytest

from unbake.feet.boundary_peaks import accelerations, boundaries, boundary_frames, worst_peak
from unbake.feet.clean.clean import clean_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import cleaning_cost, skating, skating_feet
from unbake.performer import perform, with_drift


def walk(fps=120):
    done = perform("walk", seconds=2, seed=1, fps=fps)
    return done.motion, FootLabels.from_frames(done.contacts, done.motion.fps, done.motion.first_frame, "performer")


@pytest.mark.parametrize("fps", [24, 120])
@pytest.mark.parametrize("frames", range(1, 8))
def test_clips_too_short_for_the_measure_have_no_skating_frames(fps, frames):
    motion, labels = walk(fps)
    short, few = with_drift(motion, 1.0, 0.05, seed=1).excerpt(10, 9 + frames), labels.excerpt(9, 8 + frames)
    assert skating_feet(short, legs_of(short)).shape == (int((frames - 1) * 20 / fps + 1e-6), 2)
    found = clean_feet(short, few)
    measured = skating(found.motion, found.labels, ground=found.ground, sole_m=found.sole_m)
    assert measured.n_frames == int((frames - 1) * 20 / fps + 1e-6)
    assert measured.skating_part <= 1.0
    assert np.isfinite(cleaning_cost(short, found.motion, few).peak_ratio)


def shaken(motion, joint, frame, angle_rad):
    """The motion with a joint turned in one frame."""
    rotations = motion.rotations_xyzw.copy()
    x, w = np.sin(angle_rad / 2.0), np.cos(angle_rad / 2.0)
    a, b, c, d = rotations[frame, joint]
    rotations[frame, joint] = [a * w + d * x, b * w + c * x, c * w - b * x, d * w - a * x]
    return replace(motion, rotations_xyzw=rotations)


def test_a_jerk_in_a_calm_part_of_a_lively_clip_is_seen_with_its_frame_and_joint():
    calm, _ = walk()
    legs = legs_of(calm)
    # Lively at first: what jerks in the capture itself hides nothing elsewhere.
    lively = shaken(calm, legs.right.hip, 62, 0.5)
    labels = FootLabels.from_frames(np.arange(241)[:, None] // 60 % 2 == np.array([0, 0, 1, 1]), calm.fps)
    jerked = shaken(lively, legs.left.knee, 181, 0.05)
    cost = cleaning_cost(lively, jerked, labels)
    assert cost.clip_peak_ratio == pytest.approx(1.0)
    assert cost.peak_ratio > 3.0
    assert cost.peak.frame == 181
    inside = {legs.left.ankle, legs.left.toe}
    children = {j for j, p in enumerate(calm.skeleton.parents) if p in inside}
    assert cost.peak.joint in inside | children
    same = cleaning_cost(lively, lively, labels)
    assert (same.peak_ratio, same.peak.frame, same.peak.joint) == (1.0, -1, -1)


def test_the_worst_peak_is_that_of_each_joint_and_boundary():
    motion, labels = walk()
    jerked = with_drift(motion, 3.0, 0.02, seed=3)
    joints = list(range(len(motion.skeleton.names)))
    found, best = worst_peak(motion, jerked, labels, joints), 1.0
    was, now = (accelerations(m.positions(), 120.0) for m in (motion, jerked))
    for window in boundaries(labels):
        for joint in joints:
            best = max(best, now[window, joint].max() / max(20.0, was[window, joint].max()))
    assert found.ratio == pytest.approx(best)
    assert boundary_frames(labels)[found.frame]
    assert now[found.frame, found.joint] / found.ratio >= 20.0 - 1e-9
    assert worst_peak(motion, jerked, replace(labels, plants=()), joints).ratio == 1.0


def test_small_accelerations_of_a_joint_at_rest_are_no_jerk():
    done = perform("stand", seconds=1, seed=1)
    labels = FootLabels.from_frames(np.arange(121)[:, None] < [60, 60, 60, 60], done.motion.fps)
    shaky = shaken(done.motion, legs_of(done.motion).left.knee, 60, 0.0005)
    assert cleaning_cost(done.motion, shaky, labels).peak_ratio == 1.0


def test_bones_that_get_longer_or_shorter_are_told():
    motion, labels = walk()
    legs = legs_of(motion)
    offsets = motion.skeleton.offsets_m.copy()
    offsets[legs.left.knee] *= 1.03
    offsets[legs.right.ankle] *= 0.98
    other = replace(motion, skeleton=replace(motion.skeleton, offsets_m=offsets))
    cost = cleaning_cost(motion, other, labels)
    assert (cost.least_length, cost.largest_length) == pytest.approx((0.98, 1.03), abs=1e-9)
