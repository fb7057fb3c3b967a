"""Keyed animations that tests edit, and what every edit has to leave alone."""

from functools import cache

import numpy as np

from clips import packaged_clip
from curves.moving_arm import arm_motion, random_keys
from unbake.curves.fits.fit import fit
from unbake.keyframes.selection import Selection

KINDS = ("hermite", "broken", "schneider", "quaternions")
"""Handles at thirds with one slope a key, with two, handles of any length, and quaternion channels."""


@cache
def animation_of(kind):
    """A third of the packaged clip on 13 keys; of quaternions, an arm whose frames count from 6."""
    keys = tuple(int(f) for f in random_keys(130, 13, 4))
    if kind == "quaternions":
        motion = arm_motion(130, 2, first_frame=6)
        return fit(motion, Selection(keys), "hermite", skeleton=motion.skeleton.with_quaternion_channels())
    motion = packaged_clip().excerpt(101, 230)
    return fit(motion, Selection(keys, 0.5, ("keypose", "breakdown") * 6 + ("keypose",)), kind)


def changed_between(before, first, last):
    """Dense times outside the frames `first` to `last`."""
    times = np.linspace(0.0, before.n_frames - 1.0, 1500)
    return times[(times <= first) | (times >= last)]


def check_edited(before, after):
    """What holds after every edit: sound curves, the edited selection's error unknown, everything else carried over."""
    assert np.isnan(after.selection.error)
    for name in ("skeleton", "fps", "first_frame", "fit", "warnings"):
        assert getattr(after, name) is getattr(before, name) or getattr(after, name) == getattr(before, name)
    for curve in after.curves:
        assert (curve.right[:-1, 0] >= curve.frames[:-1]).all()
        assert (curve.right[:-1, 0] <= curve.frames[1:]).all()
        assert (curve.left[1:, 0] >= curve.frames[:-1]).all()
        assert (curve.left[1:, 0] <= curve.frames[1:]).all()
        assert curve.left[0].tolist() == [curve.frames[0], curve.values[0]]
        assert curve.right[-1].tolist() == [curve.frames[-1], curve.values[-1]]


def check_untouched(before, after, first, last):
    """All that lies outside the frames `first` to `last` is the same to the last bit: keys, handles and samples."""
    for old, new in zip(before.curves, after.curves, strict=True):
        for here in (lambda frames: frames <= first, lambda frames: frames >= last):
            a, b = here(old.frames), here(new.frames)
            assert (old.frames[a] == new.frames[b]).all()
            assert (old.values[a] == new.values[b]).all()
            inside = slice(None, -1) if here(-np.inf) else slice(1, None)
            for side in ("left", "right"):
                # Of the two keys at the ends, only the outer handle belongs to a segment outside.
                outer = side == ("left" if here(-np.inf) else "right")
                rows = slice(None) if outer else inside
                assert (getattr(old, side)[a][rows] == getattr(new, side)[b][rows]).all()
    times = changed_between(before, first, last)
    assert (before.values_at(times) == after.values_at(times)).all()


def check_near(found, wanted, rel=0.0, tolerance=0.0):
    """As `pytest.approx`, which takes arrays number by number."""
    assert found.shape == wanted.shape
    assert (np.abs(found - wanted) <= np.maximum(rel * np.abs(wanted), tolerance)).all()
