import numpy as np
import pytest

from curves.moving_arm import arm_motion
from unbake.curves.excerpts import LEFT, RIGHT, excerpt, handles_of, with_handles
from unbake.curves.fits.fit import fit
from unbake.keyframes.selection import Selection

KEYS = (0, 12, 30, 41, 55, 79)


@pytest.fixture(scope="module")
def animation():
    return fit(arm_motion(80, 3, first_frame=7), Selection(KEYS))


def test_handles_come_back(animation):
    handles = handles_of(animation)
    assert handles.shape == (2, len(animation.curves), len(KEYS), 2)
    assert (handles[LEFT, :, 1:, 0] < 0.0).all()
    assert (handles[RIGHT, :, :-1, 0] > 0.0).all()
    again = with_handles(animation, handles)
    for one, other in zip(again.curves, animation.curves, strict=True):
        np.testing.assert_allclose(one.left, other.left, rtol=0, atol=1e-12)
        np.testing.assert_allclose(one.right, other.right, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("first", "last"), [(0, 5), (1, 3), (0, 2), (3, 5), (2, 3)])
def test_an_excerpt_moves_as_the_whole(animation, first, last):
    part = excerpt(animation, handles_of(animation), first, last)
    rows = slice(KEYS[first], KEYS[last] + 1)
    assert part.selection.frames == tuple(key - KEYS[first] for key in KEYS[first : last + 1])
    assert (part.first_frame, part.n_frames) == (7 + KEYS[first], KEYS[last] - KEYS[first] + 1)
    for curve in part.curves:
        assert curve.left[0].tolist() == [0.0, curve.values[0]]
        assert curve.right[-1].tolist() == [curve.frames[-1], curve.values[-1]]
    whole = animation.sample().positions()[rows]
    np.testing.assert_allclose(part.sample().positions(), whole, rtol=0, atol=1e-12)
