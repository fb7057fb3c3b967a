"""Long takes are worked on in parts; the parts make up the whole, and the results are the same to the last bit."""

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure, measure_motions
from unbake.ground import arrays
from unbake.ground.arrays import few_at_once, rows_at_once
from unbake.keyframes.moments.bakes.knots import knots
from unbake.keyframes.selection import Selection
from unbake.motion import rotations
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.rotations import normalised
from unbake.reduce.promised.missed import Missed

SIZES = (1, 7, 100, 10_000)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rows", [0, 1, 30, 101])
@pytest.mark.parametrize("columns", [0, 1, 5, 40])
def test_parts_make_up_the_whole(monkeypatch, size, rows, columns):
    monkeypatch.setattr(arrays, "AT_ONCE", size)
    groups = list(few_at_once(range(columns), rows))
    assert [column for group in groups for column in group] == list(range(columns))
    assert all(group and (len(group) == 1 or len(group) * rows <= size) for group in groups)
    slices = list(rows_at_once(rows, columns))
    assert [row for part in slices for row in range(rows)[part]] == list(range(rows))
    assert all(len(range(rows)[part]) * columns <= max(size, columns) for part in slices)


@pytest.fixture(scope="module")
def whole():
    clip = packaged_clip().excerpt(61, 160)
    animation = fit(clip, Selection((0, 20, 50, 70, 99)), skeleton=clip.skeleton, rotation_orders="source")
    return clip, animation, results(clip, animation)


def results(clip, animation):
    quaternions = clip.skeleton.with_quaternion_channels()
    error = measure(clip, animation)
    return (
        channel_values(clip),
        channel_values(clip, quaternions),
        motion_from_channels(clip.skeleton, channel_values(clip), clip.fps).rotations_xyzw,
        motion_from_channels(quaternions, channel_values(clip, quaternions), clip.fps).rotations_xyzw,
        normalised(3.0 * clip.rotations_xyzw),
        error.per_frame_m,
        error.tips.per_frame_m,
        error.per_joint_m,
        np.array([error.mean_m, error.rms_m]),
        Missed(clip, tips=True).per_frame_m(animation),
        np.array(knots(animation.sample())),
    )


@pytest.mark.parametrize("size", SIZES[:-1])
def test_results_are_the_same_in_parts(monkeypatch, whole, size):
    clip, animation, expected = whole
    monkeypatch.setattr(arrays, "AT_ONCE", size)
    monkeypatch.setattr(rotations, "AT_ONCE", size)
    for found, known in zip(results(clip, animation), expected, strict=True):
        np.testing.assert_array_equal(found, known)
    assert len(expected[-1]) == 3


def test_an_animation_is_as_far_off_as_its_motion(whole):
    clip, animation, _ = whole
    one, other = measure(clip, animation), measure_motions(clip, animation.sample())
    assert (one.max_m, one.worst_joint, one.tips.max_m) == (other.max_m, other.worst_joint, other.tips.max_m)
