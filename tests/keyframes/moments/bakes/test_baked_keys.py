"""Bakes: the keys that curves had before they were baked."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from benchmarks.handmade.judged import judged
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS
from benchmarks.thesis.recovery import Score
from scipy.interpolate import CubicHermiteSpline, CubicSpline, PchipInterpolator
from tests.keyframes.naive import off_the_chain

from clips import jump_clip, packaged_clip
from unbake import load, save
from unbake.keyframes.kernels.cubic_pieces import cubic_pieces
from unbake.keyframes.moments.bakes.baked_keys import baked_keys
from unbake.keyframes.moments.bakes.corners import are_curved_samples
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.rotations import quaternion_from_euler
from unbake.performer import piece, with_noise
from unbake.reduce.reduction import ReduceOptions, reduce_motion

PIECES = {**TUNED, **REPORTED}
TOLERANCE = 1e-9


def handmade(name, rig="performer"):
    return RIGS[rig](name, PIECES[name]())


def chain(frames, columns, rng):
    """Values (F, C) of cubics through random values and slopes at the frames, from 0 to the last of them."""
    shape = (len(frames), columns)
    values, slopes = rng.normal(size=shape) * 0.3, rng.normal(size=shape) * 0.03
    return CubicHermiteSpline(frames, values, slopes)(np.arange(frames[-1] + 1))


@pytest.mark.parametrize(
    "gaps", [(7, 12, 5, 4, 20, 9), (3,) * 12, (3, 2) * 8, (4, 1, 6, 5, 1, 8), (5, 2, 3, 2, 40, 3, 4)]
)
def test_the_knots_of_a_chain_are_found_to_the_frame(gaps):
    rng = np.random.default_rng(3)
    frames = np.cumsum([0, *gaps])
    for column in chain(frames, 20, rng).T:
        met, knots = cubic_pieces(np.ascontiguousarray(column), TOLERANCE)
        found = np.flatnonzero(knots)
        assert off_the_chain(column, [0, *found]) < 10 * TOLERANCE
        assert len(found) <= len(gaps)
        assert met >= len(column) - 2 * len(frames) - 4


def test_what_has_been_met_is_nothing_where_values_are_random():
    values = np.random.default_rng(0).normal(size=120)
    met, knots = cubic_pieces(values, TOLERANCE)
    assert met == 0
    assert np.diff(np.flatnonzero(knots)).max() <= 3


def test_one_cubic_is_one_piece_and_values_are_left_alone():
    values = (np.arange(90) / 30.0) ** 3
    values.flags.writeable = False
    met, knots = cubic_pieces(values, TOLERANCE)
    assert (met, np.flatnonzero(knots).tolist()) == (86, [89])


@pytest.mark.parametrize("rig", list(RIGS))
def test_the_keys_of_pieces_made_by_hand_come_back(rig):
    total = Score(0, 0, 0)
    for name in TUNED:
        made = handmade(name, rig)
        total += judged(made, baked_keys(made.motion))
    assert total.recall == 1.0
    assert total.precision > 0.95


def test_keys_two_and_three_frames_apart():
    made = handmade("run")
    assert baked_keys(made.motion) == made.frames[1:-1]


def test_a_file_with_six_decimals_is_still_a_bake(tmp_path):
    made = handmade("kick")
    save(made.motion, tmp_path / "kick.bvh")
    assert baked_keys(load(tmp_path / "kick.bvh")) == made.frames[1:-1]


def test_keys_where_the_speed_jumps():
    """The robot walks from key to key in straight lines."""
    made = piece("robotic-walk", fps=120)
    assert baked_keys(made.motion) == made.frames[1:-1]


def test_what_follows_late_has_no_keys_of_its_own():
    made = handmade("turn with overlap")
    assert baked_keys(made.motion) == made.frames[1:-1]


def test_capture_is_no_bake():
    assert packaged_clip().n_frames > 300
    assert baked_keys(packaged_clip()) == ()
    assert baked_keys(with_noise(handmade("pick up").motion, 0.01, 0.00005, seed=1)) == ()


@pytest.mark.parametrize("frames", [1, 2, 3, 5, 6, 8])
def test_short_clips_have_none(frames):
    assert baked_keys(jump_clip().excerpt(1, frames)) == ()


def test_what_stands_still_has_none():
    motion = jump_clip()
    still = replace(motion, rotations_xyzw=np.repeat(motion.rotations_xyzw[:1], motion.n_frames, axis=0))
    assert baked_keys(replace(still, translations_m=np.repeat(still.translations_m[:1], still.n_frames, axis=0))) == ()


@pytest.mark.parametrize("name", ["duck", "pick up"])
def test_the_automatic_choice_takes_them_and_nothing_else(name):
    made = handmade(name)
    found = reduce_motion(made.motion)
    assert found.selection.frames == made.frames
    assert found.error.max_m < 0.01
    assert tuple(found.selection.breakdowns) == made.breakdowns


def test_the_largest_gap_is_kept_all_the_same():
    made = handmade("duck")
    keys = reduce_motion(made.motion, ReduceOptions(max_gap=10, fit="hermite", holds_ends=False)).selection.frames
    assert max(np.diff(keys)) <= 10
    assert set(made.frames) <= set(keys)


def test_where_curves_between_the_keys_miss_more_are_looked_for():
    """A hand that moves while all keyed channels rest: no chain tells of it."""
    made = handmade("pick up")
    motion = made.motion
    turns = motion.rotations_xyzw.copy()
    arm = motion.skeleton.names.index("LeftArm")
    wave = 0.9 * np.sin(np.arange(20) / 19 * 2 * np.pi) ** 2 * np.sin(np.arange(20) * 0.7)
    angles = np.zeros((20, 3))
    angles[:, 2] = wave
    turns[50:70, arm] = quaternion_from_euler("zyx", angles)
    moved = replace(motion, rotations_xyzw=turns)
    assert baked_keys(moved) == made.frames[1:-1]
    keys = reduce_motion(moved, ReduceOptions(fit="hermite", holds_ends=False)).selection.frames
    assert any(50 < key < 70 and key not in made.frames for key in keys)


def test_rates_that_are_no_multiple_of_the_sheet_have_keys_between_frames():
    assert baked_keys(piece("sneak", fps=25).motion) == ()


@pytest.mark.parametrize("rig", list(RIGS))
def test_where_more_follow_than_lead_keys_are_found_once(rig):
    """In the bow head and arms follow hips and spine by two frames, and are more."""
    made = handmade("bow", rig)
    found = baked_keys(made.motion)
    assert len(found) == len(made.frames) - 2
    assert max(abs(a - b) for a, b in zip(found, made.frames[1:-1], strict=True)) <= 2


@pytest.mark.parametrize(("fps", "spline"), [(30, CubicSpline), (24, CubicSpline), (12, PchipInterpolator)])
def test_the_frames_of_a_capture_are_no_keys(fps, spline):
    """Drawn out by splines, its channels are chains of cubics, with a knot at each of them."""
    low = packaged_clip().resampled(fps)
    frames = np.arange(int((low.n_frames - 1) * 120 / fps) + 1)
    values = spline(np.arange(low.n_frames) * 120 / fps, channel_values(low))(frames)
    motion = motion_from_channels(low.skeleton, values, Fraction(120))
    assert baked_keys(motion) == ()
    keys = tuple(range(120 // fps, motion.n_frames - 1, 120 // fps))
    assert are_curved_samples(keys, motion)
    assert not are_curved_samples(keys[::4], motion)


def test_keys_beside_each_other_are_no_samples():
    """Limbs that follow two frames late, at 24 frames a second: every other gap is short."""
    pairs = tuple(frame + by for frame in range(10, 200, 12) for by in (0, 2))
    assert not are_curved_samples(pairs, replace(packaged_clip(), fps=Fraction(24)))


def test_many_keys_of_a_walk_are_no_samples():
    """Keyed on every three of 24 frames a second, for as long as one likes."""
    walk = handmade("walk")
    assert (walk.motion.fps, np.median(np.diff(walk.frames))) == (24, 3)
    long = tuple(range(3, 300, 3))
    assert not are_curved_samples(long, replace(walk.motion, fps=Fraction(24)))
    assert are_curved_samples(long, replace(walk.motion, fps=Fraction(60)))
