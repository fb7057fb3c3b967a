import pickle
from fractions import Fraction

import numpy as np
import pytest

from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler
from unbake.motion.skeleton import Skeleton
from unbake.reduce.take import Take


@pytest.fixture
def spinning():
    """A joint that turns three times about one axis."""
    skeleton = Skeleton(("top",), (-1,), np.zeros((1, 3)), (("rx", "ry", "rz"),), ("zyx",))
    turns = quaternion_from_euler("z", np.linspace(0.0, 6.0 * np.pi, 90)[:, None, None])
    return Motion(skeleton, turns, np.zeros((90, 0, 3)), Fraction(30), first_frame=5)


@pytest.mark.parametrize(("first", "last"), [(0, 89), (40, 70), (70, 89)])
def test_an_excerpt_has_the_values_of_the_whole(spinning, first, last):
    whole = Take(spinning)
    part = whole.excerpt(first, last)
    assert (part.motion.first_frame, part.motion.n_frames) == (5 + first, last - first + 1)
    assert part.skeleton is whole.skeleton
    np.testing.assert_array_equal(part.values, whole.values[first : last + 1])
    assert np.ptp(whole.values) == pytest.approx(6.0 * np.pi)
    quaternions = whole._as_quaternions[0]
    np.testing.assert_array_equal(part.values_of(quaternions), whole.values_of(quaternions)[first : last + 1])
    again = part.excerpt(1, 10)
    np.testing.assert_array_equal(again.values, whole.values[first + 1 : first + 11])


def test_of_an_excerpt_every_third_frame_and_the_last(spinning):
    whole = Take(spinning)
    part = whole.excerpt(10, 20, 3)
    frames = [10, 13, 16, 19, 20]
    np.testing.assert_array_equal(part.values, whole.values[frames])
    np.testing.assert_array_equal(part.motion.rotations_xyzw, spinning.rotations_xyzw[frames])
    assert part.motion.fps == 10


def test_an_excerpt_goes_to_another_process_without_its_whole(spinning):
    whole = Take(spinning)
    part = whole.excerpt(60, 89)
    sent = pickle.dumps(part)
    found = pickle.loads(sent)
    np.testing.assert_array_equal(found.values, part.values)
    np.testing.assert_array_equal(found._as_quaternions[1], part._as_quaternions[1])
    assert found.values_of(found.skeleton) is found.values
    assert len(sent) < 0.7 * len(pickle.dumps(whole.excerpt(0, 89)))
