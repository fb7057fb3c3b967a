"""What notes say of keys that stand close together."""

import pytest

from clips import packaged_clip
from unbake.keyframes.selection import Selection
from unbake.reduce.choose import key_notes
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

LAST = packaged_clip().n_frames - 1


def close_notes(frames, **options):
    take = Take(packaged_clip())
    return [note for note in key_notes(take, Selection(frames), ReduceOptions(**options)) if note.code == "close-keys"]


def test_keys_that_an_error_needs_close_together():
    """At 120 frames a second, six frames are the least that the automatic choice leaves between keys."""
    assert packaged_clip().fps == 120
    (note,) = close_notes((0, 40, 45, 80, 86, 90, LAST), error_m=0.02)
    assert note == "keys stand less than 0.05 s apart in 2 places, the first on frame 41: the error needs them"
    assert note.about["frame"] == 41


def test_one_pair_among_keys_of_a_count():
    (note,) = close_notes((0, 40, 45, LAST), keys=4)
    assert note == "keys stand less than 0.05 s apart on frame 41: so many keys have the least error there"


@pytest.mark.parametrize(
    ("frames", "options"),
    [
        ((0, 40, 46, LAST), {"error_m": 0.02}),  # a twentieth of a second
        ((0, 40, 45, LAST), {}),  # the automatic choice has its own least gap, and pins
        ((0, 40, 45, LAST), {"error_m": 0.02, "pinned_numbers": (41, 46)}),  # somebody wants both
    ],
)
def test_others_are_not_spoken_of(frames, options):
    assert close_notes(frames, **options) == []


def test_one_of_two_that_is_pinned_needs_no_other():
    assert len(close_notes((0, 40, 45, LAST), keys=4, pinned_numbers=(41,))) == 1
