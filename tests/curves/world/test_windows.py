"""Windows of a long take: every key, overlapping; and the world-space match in them, beside the same as a whole."""

from itertools import pairwise

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.curves.world import windows as module
from unbake.curves.world.match import default_weights, hold_ends
from unbake.curves.world.windows import OVERLAP, windows
from unbake.keyframes.selection import Selection


@pytest.mark.parametrize("frames", [20, 100, 1_000])
@pytest.mark.parametrize("spread", [1, 40, 700])
def test_windows_overlap_and_reach_all_keys(monkeypatch, frames, spread):
    monkeypatch.setattr(module, "FRAMES", frames)
    keys = np.cumsum(np.random.default_rng(1).integers(1, spread + 1, 400)).tolist()
    found = list(windows(keys))
    assert found[0][0] == 0
    assert found[-1][1] == len(keys) - 1
    for (first, last), (second, end) in pairwise(found):
        assert second == last - OVERLAP
        assert end > last > second > first
    for first, last in found:
        assert last - first <= OVERLAP + 1 or keys[last - 1] - keys[first] < max(frames, 2 * frames * (len(found) == 1))


def test_a_short_take_is_one_window():
    assert list(windows([0, 5_000, 2 * module.FRAMES])) == [(0, 2)]
    assert list(windows([7])) == [(0, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["free", "broken", "quaternions"])
def test_the_last_step_in_windows_is_as_good_as_in_the_whole(monkeypatch, kind):
    motion = packaged_clip().excerpt(61, 360)
    selection = Selection((*range(0, 299, 13), 299))
    skeleton = motion.skeleton.with_quaternion_channels() if kind == "quaternions" else None
    plain = fit(motion, selection, "hermite" if skeleton else kind, skeleton=skeleton)
    whole = hold_ends(motion, plain)
    monkeypatch.setattr(module, "FRAMES", 90)
    assert len(list(windows(selection.frames))) > 2
    shares = []
    found = hold_ends(motion, plain, progress=shares.append)
    errors = [measure(motion, one) for one in (plain, found, whole)]
    assert errors[1].max_m <= errors[0].max_m
    assert errors[1].rms_m - errors[2].rms_m < 0.15 * (errors[0].rms_m - errors[2].rms_m)
    assert found.count_breaks() == plain.count_breaks()
    assert found.check(motion) == plain.check(motion)
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    near = np.zeros(len(selection), dtype=bool)
    near[3:6] = True
    part = hold_ends(motion, plain, near=near)
    for new, old in zip(part.curves, plain.curves, strict=True):
        np.testing.assert_allclose(np.array(new.slopes())[:, ~near], np.array(old.slopes())[:, ~near], atol=1e-12)
        far = ~(near[1:] | near[:-1])
        np.testing.assert_allclose(new.left[1:][far], old.left[1:][far], rtol=0, atol=1e-12)
        np.testing.assert_allclose(new.right[:-1][far], old.right[:-1][far], rtol=0, atol=1e-12)
    joints = list(default_weights(motion))
    assert measure(motion, part, joints).rms_m < measure(motion, plain, joints).rms_m
