"""The quick measure of a search is that of the result."""

import numpy as np
import pytest

from clips import packaged_clip
from motion.turning import camera_pan
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.keyframes.selection import Selection
from unbake.reduce.promised.missed import Missed


@pytest.mark.parametrize("tips", [False, True])
@pytest.mark.parametrize("kind", ["channels", "quaternions"])
def test_a_body(kind, tips):
    motion = packaged_clip()
    skeleton = motion.skeleton.with_quaternion_channels() if kind == "quaternions" else None
    missed = Missed(motion, tips)
    for step in (20, 50):
        keys = Selection((*range(0, motion.n_frames - 1, step), motion.n_frames - 1))
        animation = fit(motion, keys, "hermite", skeleton=skeleton)
        expected = measure(motion, animation).promised_per_frame_m(tips)
        np.testing.assert_allclose(missed.per_frame_m(animation), expected, atol=1e-12)
        assert missed.most_m(animation) == pytest.approx(expected.max())
        places = (animation.sample().positions() - motion.positions())[:, missed.joints]
        np.testing.assert_allclose(missed.by_joint_m(animation), np.linalg.norm(places, axis=2), atol=1e-12)
        assert expected.max() > 0.001


def test_what_only_turns():
    """No joint of a camera moves: points beside it show what is missed."""
    motion = camera_pan()
    animation = fit(motion, Selection((0, motion.n_frames - 1)), "hermite")
    expected = measure(motion, animation).per_frame_m
    np.testing.assert_allclose(Missed(motion, False).per_frame_m(animation), expected, atol=1e-12)
    assert expected.max() > 0.1
