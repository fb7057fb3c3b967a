"""The three pieces: their keys are where they say, and the poses on them are the authored ones."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from performer import naive
from performer.judged import knee_angles_deg, knees_ahead_m, slips
from unbake.errors import UsageError
from unbake.formats.registry import load_motion, save
from unbake.performer import PIECES, piece
from unbake.performer.body.figure import BALL_HEIGHT
from unbake.performer.pieces.posed import posed

COUNTS = {"robotic-walk": (40, 9, 0), "sneak": (74, 9, 8), "turn-and-swing": (105, 7, 11)}


@cache
def baked(name):
    return piece(name)


@pytest.mark.parametrize("name", PIECES)
def test_length_and_keys_are_those_of_the_thesis(name):
    p, (frames, keyposes, breakdowns) = baked(name), COUNTS[name]
    assert p.motion.n_frames == (frames - 1) * 5 + 1
    assert (len(p.keyposes), len(p.breakdowns)) == (keyposes, breakdowns)
    assert (p.frames[0], p.frames[-1]) == (0, p.motion.n_frames - 1)
    assert list(p.frames) == [5 * (key.frame - 1) for key in p.sheet]
    assert not set(p.keyposes) & set(p.breakdowns)


@pytest.mark.parametrize("name", PIECES)
@pytest.mark.parametrize("fps", [24, 120])
def test_the_motion_on_a_key_is_the_authored_pose(name, fps):
    p = piece(name, fps)
    authored = posed(p.figure, np.array([list(key.values.values()) for key in p.sheet]), Fraction(24))
    frames = list(p.frames)
    assert np.array_equal(p.motion.translations_m[frames], authored.translations_m)
    assert np.abs(p.motion.positions()[frames] - authored.positions()).max() < 1e-14
    same = np.abs(np.sum(p.motion.rotations_xyzw[frames] * authored.rotations_xyzw, axis=-1))
    assert same == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize("name", PIECES)
def test_a_rate_without_the_sheets_frames_takes_the_nearest(name):
    p = piece(name, Fraction(30000, 1001))
    exact = [(key.frame - 1) / 24 * 30000 / 1001 for key in p.sheet]
    assert np.abs(np.array(p.frames) - exact).max() < 1.0
    assert max(p.frames) < p.motion.n_frames


@pytest.mark.parametrize("name", PIECES)
def test_planted_feet_stand_still_on_the_ground_and_nothing_sinks_in(name):
    p = baked(name)
    points = naive.contact_points(p.motion, p.figure.stature_m)
    assert slips(points, p.contacts).max() < 1e-9
    resting = np.array([0.0, BALL_HEIGHT, 0.0, BALL_HEIGHT]) * p.figure.stature_m
    assert np.abs(points[..., 1] - resting)[p.contacts].max() < 1e-9
    assert p.figure.sole_points_m(p.motion)[..., 1].min() > -1e-6
    assert p.contacts[:, 1::2].any(axis=0).all()
    assert p.contacts.any(axis=1).all()


@pytest.mark.parametrize("name", PIECES)
def test_legs_bend_forwards_and_are_never_overstretched(name):
    p = baked(name)
    assert knees_ahead_m(p.motion).min() > 0.0
    assert knee_angles_deg(p.motion).min() > 10.0


def test_the_robot_moves_straight_and_the_others_do_not():
    bends = {}
    for name in PIECES:
        p = baked(name)
        hips, keys = p.motion.positions()[:, 0], list(p.frames)
        straight = np.stack([np.interp(np.arange(len(hips)), keys, hips[keys, axis]) for axis in range(3)], axis=1)
        bends[name] = np.abs(hips - straight).max()
    assert bends["robotic-walk"] < 1e-12
    assert min(bends["sneak"], bends["turn-and-swing"]) > 0.01


def test_each_piece_does_what_it_is_called():
    robot, sneaker, swinger = (baked(name) for name in PIECES)
    assert robot.motion.positions()[-1, 0, 2] - robot.motion.positions()[0, 0, 2] == pytest.approx(1.08)
    names = sneaker.motion.skeleton.names
    assert knee_angles_deg(sneaker.motion).min() > 50.0
    ankles = sneaker.motion.positions()[:, [names.index("LeftFoot"), names.index("RightFoot")], 1]
    assert (ankles.max(axis=0) > 0.3).all()
    positions = swinger.motion.positions()
    shoulders = positions[:, names.index("LeftArm")] - positions[:, names.index("RightArm")]
    heading = np.degrees(np.unwrap(np.arctan2(-shoulders[:, 2], shoulders[:, 0])))
    assert heading.min() < -120.0
    hand = np.linalg.norm(np.diff(positions[:, names.index("RightHand")], axis=0), axis=1) * 120.0
    assert swinger.keyposes[3] < hand.argmax() < swinger.keyposes[5]
    assert hand.max() > 4.0


def test_a_piece_survives_a_bvh_file(tmp_path):
    p = baked("sneak")
    save(p.motion, tmp_path / "sneak.bvh")
    assert np.abs(load_motion(tmp_path / "sneak.bvh").positions() - p.motion.positions()).max() < 1e-5


def test_pieces_fit_performers_of_any_stature():
    small, usual = piece("sneak", 24, stature_m=0.875), piece("sneak", 24)
    assert np.abs(2.0 * small.motion.positions() - usual.motion.positions()).max() < 1e-9
    with pytest.raises(UsageError, match="did you mean 'sneak'"):
        piece("snaek")
