"""Motions at other frame rates, and made of plain arrays."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from clips import packaged_clip
from unbake.errors import MotionError, UsageError
from unbake.motion.motion import Motion
from unbake.motion.resampling import rotations_at


def test_rotations_between_frames_are_those_of_scipy():
    rng = np.random.default_rng(1)
    rotations = Rotation.random(6, random_state=rng)
    signs = rng.choice([-1.0, 1.0], size=(6, 1))
    frames = np.array([0.0, 0.25, 1.5, 2.0, 3.9, 5.0])
    found = Rotation.from_quat(rotations_at(signs * rotations.as_quat(), frames))
    assert (found * Slerp(np.arange(6.0), rotations)(frames).inv()).magnitude().max() < 1e-12


def test_rotations_that_do_not_change_stay():
    still = np.tile([0.0, 0.6, 0.0, 0.8], (3, 2, 1))
    assert np.array_equal(rotations_at(still, np.array([-1.0, 0.3, 9.0])), still)


@pytest.mark.parametrize("fps", [30, 60, 50, Fraction(30000, 1001), 240])
def test_another_rate(fps):
    clip = packaged_clip()
    other = clip.resampled(fps)
    assert other.fps == Fraction(fps)
    assert other.duration_s <= clip.duration_s < other.duration_s + 1.0 / float(other.fps)
    assert other.first_frame == clip.first_frame
    step = clip.fps / other.fps
    for frame in range(0, other.n_frames, 7):
        if (frame * step).denominator == 1:
            assert np.abs(other.positions()[frame] - clip.positions()[int(frame * step)]).max() < 1e-12


def test_its_own_rate_leaves_it_as_it_is_to_the_last_bit():
    motion = packaged_clip()
    same = motion.resampled(120)
    np.testing.assert_array_equal(same.rotations_xyzw, motion.rotations_xyzw)
    np.testing.assert_array_equal(same.translations_m, motion.translations_m)


def test_there_and_back_is_near():
    clip = packaged_clip()
    back = clip.resampled(60).resampled(clip.fps)
    frames = min(back.n_frames, clip.n_frames)
    assert np.abs(back.positions()[:frames] - clip.positions()[:frames]).max() < 0.01


@pytest.mark.parametrize("fps", [0, -30, float("nan"), float("inf")])
def test_rates_that_are_none(fps):
    with pytest.raises(UsageError, match="frame rate must be positive"):
        packaged_clip().resampled(fps)


def test_a_rate_that_would_fill_the_memory_is_refused():
    with pytest.raises(UsageError, match="at most 100,000 a second, not 1000000000"):
        packaged_clip().resampled(10**9)


def test_a_motion_of_plain_arrays():
    clip = packaged_clip()
    skeleton = clip.skeleton
    same = Motion.from_arrays(
        skeleton.names, skeleton.parents, skeleton.offsets_m, clip.rotations_xyzw, clip.positions()[:, 0], clip.fps
    )
    assert np.abs(same.positions() - clip.positions()).max() < 1e-12
    still = Motion.from_arrays(["a", "b"], [-1, 0], [[0, 1, 0], [0, 2, 0]], np.tile([0.0, 0, 0, 1], (3, 2, 1)))
    assert still.positions()[2].tolist() == [[0, 1, 0], [0, 3, 0]]
    assert still.fps == 30


def test_plain_arrays_that_do_not_fit():
    with pytest.raises(MotionError, match="parent"):
        Motion.from_arrays(["a", "b"], [-1, 1], np.zeros((2, 3)), np.ones((3, 2, 4)))
