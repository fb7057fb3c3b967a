"""Knots: the frames that baked curves were keyed on."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from benchmarks.handmade.judged import judged
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS
from benchmarks.thesis.recovery import Score
from scipy.interpolate import CubicHermiteSpline, CubicSpline, PchipInterpolator

from clips import packaged_clip
from unbake.keyframes.moments.bakes import knots as knots_module
from unbake.keyframes.moments.bakes.knots import knots
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.rotations import quaternion_from_euler
from unbake.performer import with_noise
from unbake.reduce.reduction import ReduceOptions, reduce_motion

PIECES = {**TUNED, **REPORTED}


def handmade(name, rig="performer"):
    return RIGS[rig](name, PIECES[name]())


@pytest.mark.parametrize("piece", ["pick up", "march"])
@pytest.mark.parametrize("rig", list(RIGS))
def test_the_keys_of_a_bake_are_found_to_the_frame(piece, rig):
    made = handmade(piece, rig)
    assert (0, *knots(made.motion), made.motion.n_frames - 1) == made.frames


def test_hardly_any_knot_is_no_key():
    total = Score(0, 0, 0)
    for name in PIECES:
        made = handmade(name)
        total += judged(made, knots(made.motion))
    assert total.found > 50
    assert total.precision > 0.95


def test_capture_has_none():
    motion = packaged_clip()
    assert motion.n_frames > 300
    assert knots(motion) == ()
    assert knots(with_noise(handmade("pick up").motion, 0.1, 0.0005, seed=1)) == ()


def test_any_curves_that_go_on_at_the_same_speed():
    """Random values and slopes at random frames: at each, all joints jump in acceleration and in nothing else."""
    rng = np.random.default_rng(4)
    frames = np.cumsum([0, *rng.integers(7, 25, 12)])
    at = np.arange(frames[-1] + 1)
    motion = packaged_clip().excerpt(1, len(at))
    joints = len(motion.skeleton.names)
    values, slopes = rng.normal(size=(len(frames), joints, 3)) * 0.4, rng.normal(size=(len(frames), joints, 3)) * 0.02
    angles = CubicHermiteSpline(frames, values, slopes)(at)
    baked = replace(motion, rotations_xyzw=quaternion_from_euler("xyz", angles))
    assert knots(baked) == tuple(frames[1:-1])
    assert knots(replace(baked, fps=Fraction(24))) == knots(baked)


def test_too_short_for_a_knot():
    for last in range(1, 30):
        assert knots(packaged_clip().excerpt(1, last)) == ()


def test_jumps_are_differences_of_one_sided_accelerations():
    ways = np.random.default_rng(1).normal(size=(20, 2, 3))
    slow = np.zeros((20, 2))
    for f in range(3, 17):
        left = 2 * ways[f] - 5 * ways[f - 1] + 4 * ways[f - 2] - ways[f - 3]
        right = 2 * ways[f] - 5 * ways[f + 1] + 4 * ways[f + 2] - ways[f + 3]
        slow[f] = np.linalg.norm(right - left, axis=1)
    np.testing.assert_allclose(knots_module._jumps(ways), slow, atol=1e-12)


def test_the_automatic_choice_makes_keyposes_of_the_knots_that_are_extremes():
    made = handmade("pick up")
    found = reduce_motion(made.motion, ReduceOptions(fit="hermite", holds_ends=False)).selection
    assert found.frames == made.frames
    assert 0 < len(found.breakdowns) < len(made.frames) - 2


@pytest.mark.parametrize("pieces", [TUNED, REPORTED])
def test_the_automatic_choice_finds_more_than_four_of_five_keys_that_an_animator_made(pieces):
    total = Score(0, 0, 0)
    for name in pieces:
        made = handmade(name)
        total += judged(
            made, reduce_motion(made.motion, ReduceOptions(fit="hermite", holds_ends=False)).selection.frames
        )
    assert total.precision > 0.8
    assert total.recall > 0.8


def drawn_out(motion, fps, to, spline):
    """A motion as it would be captured at a lower rate and drawn out by splines to a higher one."""
    low = motion.resampled(fps)
    at, frames = np.arange(low.n_frames) * to / fps, np.arange(int((low.n_frames - 1) * to / fps) + 1)
    values = spline(at, channel_values(low))(frames)
    return motion_from_channels(low.skeleton, values, Fraction(to))


@pytest.mark.parametrize("spline", [CubicSpline, PchipInterpolator])
@pytest.mark.parametrize("fps", [15, 30, 60])
def test_a_capture_that_splines_drew_out_has_none(fps, spline):
    """Something jumps at every frame of the capture, and now and then in many joints at once."""
    assert packaged_clip().fps == 120
    assert knots(drawn_out(packaged_clip(), fps, 120, spline)) == ()


def test_keys_on_even_frames_are_keys():
    """As many lie at even distances, but the frames between them are smooth."""
    made = handmade("pick up")
    keys = [2 * (key // 2) for key in made.frames]
    assert all(np.diff(keys) > 4)
    angles = np.random.default_rng(3).normal(size=(len(keys), len(made.motion.skeleton.names), 3)) * 0.4
    curves = CubicHermiteSpline(keys, angles, np.zeros_like(angles))(np.arange(keys[-1] + 1))
    motion = made.motion.excerpt(made.motion.first_frame, made.motion.first_frame + keys[-1])
    assert knots(replace(motion, rotations_xyzw=quaternion_from_euler("xyz", curves))) == tuple(keys[1:-1])
