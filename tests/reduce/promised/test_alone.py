"""How few keys segments take that are fitted one by one."""

from itertools import pairwise

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.curves.world.match import hold_ends
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.alone import fewest_alone
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take

CLIP = packaged_clip().excerpt(1, 120)
LAST = CLIP.n_frames - 1


def missed_m(first, last, **options):
    """A segment's error, fitted and matched alone."""
    part = CLIP.excerpt(CLIP.first_frame + first, CLIP.first_frame + last)
    return measure(part, hold_ends(part, fit(part, Selection((0, last - first)), **options))).max_m


def segments_of(**options):
    """The segments that were found: those that were reported."""
    told = [0.0]
    count = fewest_alone(Take(CLIP), ReduceOptions(**options), told.append)
    assert len(told) == count
    return list(pairwise(round(part * LAST) for part in told))


@pytest.mark.slow
@pytest.mark.parametrize("error_m", [0.01, 0.03])
def test_each_segment_keeps_the_error_and_one_frame_more_does_not(error_m):
    segments = segments_of(error_m=error_m)
    assert segments[-1][1] == LAST
    for first, last in segments:
        assert last == first + 1 or missed_m(first, last) <= error_m
        assert last == LAST or missed_m(first, last + 1) > error_m


@pytest.mark.slow
@pytest.mark.parametrize("error_m", [0.01, 0.03])
def test_smooth_curves_take_no_fewer(error_m):
    reduction = reduce_motion(CLIP, ReduceOptions(error_m=error_m, bound=True))
    assert 2 < reduction.fewest_alone <= len(reduction.selection)
    (note,) = [note for note in reduction.warnings if "fitted on its own" in note]
    assert (note.code, note.about["keys"]) == ("keys-alone", reduction.fewest_alone)


def test_nobody_is_told_who_did_not_ask():
    reduction = reduce_motion(CLIP, ReduceOptions(error_m=0.03))
    assert reduction.fewest_alone is None
    assert not any("fitted on its own" in note for note in reduction.warnings)


@pytest.mark.slow
def test_curves_at_thirds_count_where_they_are_wanted():
    """Both kinds have to keep the error on a segment."""
    both = segments_of(error_m=0.03, curves=("channels", "quaternions"))
    assert len(both) >= len(segments_of(error_m=0.03))
    for first, last in both:
        skeleton = CLIP.skeleton.with_quaternion_channels()
        assert last == first + 1 or missed_m(first, last, method="broken", skeleton=skeleton) <= 0.03


@pytest.mark.slow
def test_pins_and_gaps_are_kept():
    ends = [last for _, last in segments_of(error_m=0.5, pinned_numbers=(31, 100))]
    assert {30, 99} <= set(ends)
    assert np.diff([0, *(last for _, last in segments_of(error_m=0.5, max_gap=25))]).max() == 25


def test_only_a_promised_error_has_such_a_bound():
    with pytest.raises(UsageError, match="ask for an error"):
        reduce_motion(CLIP, ReduceOptions(bound=True))
    with pytest.raises(UsageError, match="promised error"):
        fewest_alone(Take(CLIP), ReduceOptions())
