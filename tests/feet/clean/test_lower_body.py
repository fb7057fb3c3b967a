"""Where a changed lower body is, and how that depends on the unknowns."""

import numpy as np
import pytest

from unbake.feet.clean.body_change import FEET, ROOT, BodyChange, joined
from unbake.feet.clean.leg_changes import LegChange, applied, reached
from unbake.feet.clean.lower_body import LowerBody
from unbake.feet.clean.options import CleanOptions
from unbake.feet.floor import sole_points_m
from unbake.feet.legs import legs_of
from unbake.performer import perform

UNKNOWNS = 17


@pytest.fixture(scope="module")
def walk():
    motion = perform("walk", seconds=1, seed=3, fps=60).motion
    return motion, legs_of(motion)


def some_change(frames, size=0.02):
    return BodyChange.none(frames).moved(size * np.random.default_rng(1).normal(size=(frames, UNKNOWNS)))


def test_slopes_are_those_of_small_steps(walk):
    body = LowerBody.of(*walk)
    change = some_change(walk[0].n_frames)
    soles, by = body.changed_soles(change)
    # Where the plane of the knee turns as its leg is aimed, slopes are some percent off.
    knees, by_ankle = body.changed_knees(change)
    for unknown in range(UNKNOWNS):
        step = np.zeros((walk[0].n_frames, UNKNOWNS))
        step[:, unknown] = 1e-6
        moved = change.moved(step)
        soles_by = (body.changed_soles(moved)[0] - soles) / 1e-6
        knees_by = (body.changed_knees(moved)[0] - knees) / 1e-6
        for row, foot in enumerate(FEET):
            own = unknown - foot
            expected = by[:, row, :, :, own] if 0 <= own < 7 else np.zeros_like(soles_by[:, row])
            np.testing.assert_allclose(soles_by[:, row], expected, atol=2e-5)
            if 0 <= own < 3:
                np.testing.assert_allclose(knees_by[:, row], by_ankle[:, row, :, own], atol=0.04)
            elif 0 <= unknown - ROOT < 3:
                expected = (np.eye(3) - by_ankle[:, row])[:, :, unknown - ROOT]
                np.testing.assert_allclose(knees_by[:, row], expected, atol=0.04)
            else:
                assert np.abs(knees_by[:, row]).max() < 1e-9


def test_the_motion_does_what_the_change_says(walk):
    motion, legs = walk
    change = some_change(motion.n_frames, 0.005)
    done = applied(motion, legs, change.root_m, [reached(motion, legs, row, change, CleanOptions()) for row in (0, 1)])
    expected, _ = LowerBody.of(motion, legs).changed_soles(change)
    np.testing.assert_allclose(sole_points_m(done, legs).reshape(-1, 2, 3, 3), expected, atol=1e-9)


def test_a_leg_that_hardly_stretches_gets_no_translations(walk):
    motion, legs = walk
    frames, none = motion.n_frames, np.zeros((motion.n_frames, 3))
    stretched = {
        part: LegChange(np.zeros((frames, 4, 3)), np.full(frames, 1.0 + part), none[:, 0]) for part in (4e-5, 1e-4)
    }
    assert applied(motion, legs, none, [stretched[4e-5]] * 2) is motion
    longer = applied(motion, legs, none, [stretched[4e-5], stretched[1e-4]]).skeleton
    assert set(longer.translated) - set(motion.skeleton.translated) == {legs.right.knee, legs.right.ankle}


def test_toes_bend_up(walk):
    motion, legs = walk
    change = BodyChange.none(motion.n_frames)
    change.toes_rad[:] = 0.3
    body = LowerBody.of(motion, legs)
    raised = body.changed_soles(change)[0][:, :, 2, 1] - body.soles_m[:, :, 2, 1]
    flat = body.soles_m[:, :, 1, 1].argmin(axis=0)
    assert (raised[flat, [0, 1]] > 0.01).all()


def test_pieces_go_over_into_each_other():
    whole = some_change(60)
    again = joined(whole.cut(0, 40), whole.cut(20, 60), 20)
    np.testing.assert_allclose(again.root_m, whole.root_m)
    np.testing.assert_allclose(again.ankles_m, whole.ankles_m)
    np.testing.assert_allclose(again.toes_rad, whole.toes_rad)
    np.testing.assert_allclose(np.abs((again.feet_xyzw * whole.feet_xyzw).sum(axis=-1)), 1.0)
    other = joined(BodyChange.none(40), whole.cut(20, 60), 20)
    assert (other.root_m[:20] == 0.0).all()
    np.testing.assert_allclose(other.root_m[40:], whole.root_m[40:])
    assert (np.abs(other.root_m[20:40]) <= np.abs(whole.root_m[20:40])).all()


def test_traces_are_dropped():
    step = np.zeros((4, UNKNOWNS))
    step[1, 0], step[2, 5], step[3, 8] = 1e-8, 1e-3, 1e-8
    change = BodyChange.none(4).moved(step).without_traces(1e-6)
    assert (change.ankles_m == 0.0).all()
    assert (change.root_m == 0.0).all()
    assert (np.abs(change.feet_xyzw[:, :, :3]).max(axis=(1, 2)) > 0.0).tolist() == [False, False, True, False]
