"""Chains of quaternions: the knots of joints whose components were keyed, from directions alone."""

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline
from tests.keyframes.naive import off_the_quaternions

from unbake.keyframes.kernels.quaternion_pieces import quaternion_pieces
from unbake.keyframes.moments.bakes.chains import channel_chain, in_common, turning_chain, ways_to_turn
from unbake.motion.rotations import in_one_hemisphere, normalised, quaternion_conjugate, quaternion_product

TOLERANCE = 1e-7


def keyed(frames, rng, axes=4):
    """Unit quaternions (F, 4) of cubics through random ones of unit length on the frames, about one axis for 2 axes."""
    values = in_one_hemisphere(normalised(np.pad(rng.normal(size=(len(frames), axes)), ((0, 0), (4 - axes, 0)))))
    slopes = np.pad(rng.normal(size=(len(frames), axes)) * 0.02, ((0, 0), (4 - axes, 0)))
    values = normalised(0.3 * values + 0.7 * values[:1])
    return normalised(CubicHermiteSpline(frames, values, slopes)(np.arange(frames[-1] + 1)))


@pytest.mark.parametrize("axes", [2, 4])
@pytest.mark.parametrize("gaps", [(7, 12, 6, 8, 20, 9), (5, 6, 7) * 4, (30, 5, 5, 5, 30)])
def test_the_knots_are_the_keys(gaps, axes):
    rng = np.random.default_rng(8)
    frames = np.cumsum([0, *gaps])
    for _ in range(10):
        turns = keyed(frames, rng, axes)
        met, knots = quaternion_pieces(turns, axes, TOLERANCE)
        assert np.flatnonzero(knots).tolist() == frames[1:].tolist()
        equations = (axes - 1) * (frames[-1] - len(gaps))
        assert met == equations - axes * len(frames)


@pytest.mark.parametrize("gaps", [(3, 4) * 6, (4,) * 10, (3, 5, 2, 6, 4, 3, 7)])
def test_keys_that_follow_each_other_closely_lie_on_the_chain(gaps):
    """Where slopes have few equations to spare, other knots may do as well; no more of them, and no farther off."""
    rng = np.random.default_rng(5)
    frames = np.cumsum([0, *gaps])
    for _ in range(5):
        turns = keyed(frames, rng)
        knots = np.flatnonzero(quaternion_pieces(turns, 4, TOLERANCE)[1])
        assert len(knots) <= len(gaps)
        assert off_the_quaternions(turns, [0, *knots]) < 10 * TOLERANCE


@pytest.mark.parametrize("axes", [2, 4])
def test_where_the_speed_jumps_a_chain_needs_a_piece_more(axes):
    """Two cubics that meet at another speed: the second one does not go on from the first."""
    rng = np.random.default_rng(6)
    turns = keyed([0, 14, 28], rng, axes)
    smooth, knots = quaternion_pieces(turns, axes, TOLERANCE)
    assert np.flatnonzero(knots).tolist() == [14, 28]
    other = keyed([0, 14], rng, axes)
    # A turn by a constant keeps cubics of quaternions what they are.
    onwards = rotate_onto(other[0], turns[14])
    bent = np.concatenate([turns[:15], in_one_hemisphere(quaternion_product(onwards, other))[1:]])
    met, knots = quaternion_pieces(bent, axes, TOLERANCE)
    assert met < smooth
    assert len(np.flatnonzero(knots)) > 2


def rotate_onto(turn, other):
    """The quaternion whose product with a turn is another one."""
    return quaternion_product(other, quaternion_conjugate(turn))


def test_a_judge_of_chains_sees_what_is_none():
    rng = np.random.default_rng(5)
    frames = np.cumsum([0, 9, 12, 8])
    turns = keyed(frames, rng)
    assert off_the_quaternions(turns, frames) < TOLERANCE
    assert off_the_quaternions(turns, [0, 10, 21, 29]) > 1e-4


def test_noise_meets_nothing():
    turns = normalised(np.random.default_rng(0).normal(size=(90, 4)) * 0.1 + (0.0, 0.0, 0.0, 1.0))
    met, knots = quaternion_pieces(turns, 4, TOLERANCE)
    assert met == 0
    assert np.diff(np.flatnonzero(knots)).max() <= 4
    assert turning_chain(turns) is None


def test_ways_to_turn():
    rng = np.random.default_rng(1)
    frames = np.cumsum([0, 9, 12])
    assert ways_to_turn(np.tile((0.0, 0.6, 0.0, 0.8), (9, 1))) == 1
    assert ways_to_turn(keyed(frames, rng, 2)) == 2
    assert ways_to_turn(keyed(frames, rng, 3)) == 3
    assert ways_to_turn(keyed(frames, rng, 4)) == 4
    assert turning_chain(np.tile((0.0, 0.6, 0.0, 0.8), (99, 1))) is None


def test_a_long_chain_is_looked_at_from_its_start_first():
    """600 frames of a chain and one that is none in its first 256: the second is left without a look at the rest."""
    rng = np.random.default_rng(2)
    frames = np.cumsum([0, *rng.integers(6, 20, 50)])
    turns = keyed(frames, rng)
    assert len(turns) > 512
    assert np.flatnonzero(turning_chain(turns)).tolist() == frames.tolist()
    shaken = turns.copy()
    shaken[:256] = normalised(shaken[:256] + rng.normal(size=(256, 4)) * 1e-3)
    assert turning_chain(shaken) is None
    channel = CubicHermiteSpline(frames, rng.normal(size=len(frames)), np.zeros(len(frames)))(np.arange(len(turns)))
    assert np.flatnonzero(channel_chain(channel)).tolist() == frames.tolist()


def knots(frames, *at):
    row = np.zeros(frames, dtype=np.bool_)
    row[[0, *at, frames - 1]] = True
    return row


def test_knots_in_common():
    alike = [knots(30, 8, 15)] * 4
    assert in_common(np.array(alike), 3) == 1.0
    assert in_common(np.array([*alike, knots(30, 10, 17), knots(30, 2, 10, 17)]), 3) == 1.0  # two frames late
    assert in_common(np.array([*alike, knots(30, 8, 20)]), 3) == pytest.approx(0.9)
    assert in_common(np.array([knots(30, 5 * n + 2) for n in range(5)]), 3) < 0.3
    assert in_common(np.array([*alike, knots(30, 12, 19)]), 3) == pytest.approx(0.8)  # four frames are another key
