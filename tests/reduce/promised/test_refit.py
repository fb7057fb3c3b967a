"""Curves that are fitted again around keys that changed, beside the same keys fitted as a whole."""

import numpy as np
import pytest

from clips import packaged_clip
from data import DATA, needs_data
from unbake.curves.measure import measure
from unbake.formats.registry import load_motion
from unbake.keyframes.selection import Selection
from unbake.reduce.options import JoinOptions
from unbake.reduce.promised.refit import REACH, keys_around
from unbake.reduce.promised.trial_curves import TrialCurves
from unbake.reduce.take import Take

BEFORE = tuple(range(0, 400, 19))
"""22 keys."""
CHANGES = {
    "added": tuple(sorted({*BEFORE, 8 * 19 + 9})),
    "removed": tuple(frame for frame in BEFORE if frame != 10 * 19),
    "moved": tuple(frame + 4 * (frame == 10 * 19) for frame in BEFORE),
    "at the start": tuple(sorted({*BEFORE, 9})),
    "at the end": tuple(frame for frame in BEFORE if frame != 20 * 19),
    "in two places": tuple(frame for frame in BEFORE if frame not in (2 * 19, 19 * 19)),
}


@pytest.fixture(scope="module")
def take():
    clip = packaged_clip()
    return Take(clip.excerpt(clip.first_frame, clip.first_frame + BEFORE[-1]))


def test_only_keys_near_new_segments_get_new_slopes():
    assert not keys_around(BEFORE, BEFORE).any()
    assert np.flatnonzero(keys_around(BEFORE, CHANGES["removed"])).tolist() == list(range(9 - REACH, 11 + REACH))
    assert np.flatnonzero(keys_around(BEFORE, CHANGES["added"])).tolist() == list(range(8 - REACH, 11 + REACH))
    assert np.flatnonzero(keys_around(BEFORE, CHANGES["at the start"])).tolist() == list(range(3 + REACH))
    assert keys_around(BEFORE, (*BEFORE[::2], BEFORE[-1])) is None


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("channels", JoinOptions()),
        ("channels", JoinOptions(fit="hermite", holds_ends=False)),
        ("channels", JoinOptions(fit="broken")),
        ("quaternions", JoinOptions()),
    ],
    ids=["free", "hermite", "broken", "quaternions"],
)
def test_curves_are_as_near_as_those_of_the_whole_and_stay_elsewhere(take, kind, options, change):
    frames, make = CHANGES[change], TrialCurves(take, kind, options, 0.1).wanted
    known, whole = make(Selection(BEFORE)), make(Selection(frames))
    found = make(Selection(frames), known)
    near = keys_around(BEFORE, frames)
    assert 0 < near.sum() < len(near)
    assert found.check() == whole.check()
    places = np.searchsorted(BEFORE, frames)
    for curve, old, data in zip(found.curves, known.curves, take.values_of(known.skeleton).T, strict=True):
        np.testing.assert_array_equal(curve.values, data[list(frames)])
        slopes, before = np.array(curve.slopes()), np.array(old.slopes())
        np.testing.assert_allclose(slopes[:, ~near], before[:, places[~near]], atol=1e-12)
        # A segment beside a change may get handles of other lengths.
        for k in np.flatnonzero(~near[1:] & ~near[:-1]):
            np.testing.assert_allclose(curve.right[k], old.right[places[k]], rtol=0, atol=1e-12)
            np.testing.assert_allclose(curve.left[k + 1], old.left[places[k + 1]], rtol=0, atol=1e-12)
    if options.fit != "broken":
        assert found.count_breaks() == 0
    missed = {name: measure(take.motion, one).per_frame_m for name, one in {"found": found, "whole": whole}.items()}
    first, last = (frames[k] for k in np.flatnonzero(near)[[0, -1]])
    assert missed["found"].max() <= 1.25 * missed["whole"].max()
    squares = {name: np.mean(own[first:last] ** 2) for name, own in missed.items()}
    assert squares["found"] <= 1.5 * squares["whole"]


@pytest.mark.slow
@needs_data
def test_what_lies_beside_a_change_is_seen():
    """Between short segments a fit that sees one or two beside what it changes leaves 7 cm at a foot."""
    motion, first = load_motion(DATA / "cmu" / "14" / "14_02.amc"), 1259
    before = (0, 20, 36, 60, 80, 102, 141, 149, 202, 219, 240, 285, 299, 310, 324, 335, 353, 361)
    frames = tuple(sorted({*before, 181}))
    take = Take(motion.excerpt(first, first + before[-1]))
    make = TrialCurves(take, "channels", JoinOptions(), 0.02).wanted
    found, whole = make(Selection(frames), make(Selection(before))), make(Selection(frames))
    assert measure(take.motion, found).max_m <= 1.25 * measure(take.motion, whole).max_m


@pytest.mark.slow
def test_most_keys_changed_means_a_fit_of_all(take):
    make = TrialCurves(take, "channels", JoinOptions(), 0.1).wanted
    frames = (0, *range(11, 390, 19), BEFORE[-1])
    found, whole = make(Selection(frames), make(Selection(BEFORE))), make(Selection(frames))
    for curve, other in zip(found.curves, whole.curves, strict=True):
        np.testing.assert_array_equal(curve.left, other.left)
