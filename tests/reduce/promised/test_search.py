"""Keys that come, go and move as a promised error tries them."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.measure import measure
from unbake.keyframes.selection import Selection
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import search as searches
from unbake.reduce.promised.search import Search, Wanted
from unbake.reduce.take import Take

pytestmark = pytest.mark.usefixtures("one_thread")


START = tuple(range(0, 201, 8))


@pytest.fixture
def search(monkeypatch):
    """One that asks once which keys may go, with curves at thirds that never miss; a test says what wanted ones do."""
    found = Search(Take(packaged_clip().excerpt(1, 201)), ReduceOptions(error_m=1.0), lambda part: None)
    monkeypatch.setattr(searches, "MOST_ROUNDS", 1)
    monkeypatch.setattr(found, "missed_m", lambda frames: np.full(201, 0.5))
    return found


def test_one_key_takes_the_place_of_two_where_that_will_do():
    """Curves that miss too much only where the two keys around frame 84 are not both there."""
    take = Take(packaged_clip().excerpt(1, 201))
    search = Search(take, ReduceOptions(error_m=1.0, pinned_numbers=(25,), max_gap=30), lambda part: None)
    start, limits = tuple(range(0, 201, 8)), np.ones(201)

    def missed(frames):
        found = np.zeros(201)
        found[84] = 2.0 * (not {80, 88} <= set(frames))
        return found

    search.missed_m = missed
    frames = search.merged(start, limits)
    assert {0, 24, 80, 88, 200} <= set(frames)
    assert len(frames) < 0.7 * len(start)
    assert max(np.diff(frames)) <= 30
    assert not set(frames) <= set(start), "they stand between those that were there"
    assert search.merged(frames, limits) == frames


def test_a_key_that_is_needed_does_not_keep_others_that_were_tried_with_it(search, monkeypatch):
    """Curves that miss nothing but around one key, the first of those that are tried."""
    needed = []

    def missed(frames):
        gone = [frame for frame in START if frame not in frames]
        needed.extend(gone[:1] if not needed else ())
        out = np.full(201, 0.5)
        out[[frame for frame in needed if frame in gone]] = 2.0
        return out

    monkeypatch.setattr(search, "wanted", lambda frames, known=None: Wanted(frames, {}, missed(frames)))
    found = search.thinned_by_wanted(Wanted(START, {}, np.full(201, 0.5)))
    assert needed[0] in found.frames
    assert len(found.frames) < len(START)
    assert found.missed_m.max() <= 1.0


def test_what_no_key_is_to_blame_for_is_fitted_from_the_curves_before(search, monkeypatch):
    """The key at frame 40 is needed. Where it comes back, what is fitted then misses too much in another place."""

    def wanted(frames, known=None):
        missed = np.full(201, 0.5)
        missed[40] += 40 not in frames
        missed[180] += known is not None and len(known.frames) < len(START)
        return Wanted(frames, {}, missed)

    monkeypatch.setattr(search, "wanted", wanted)
    monkeypatch.setattr(search, "spare", lambda *given: {40, 120})
    found = search.thinned_by_wanted(wanted(START))
    assert set(START) - set(found.frames) == {120}
    assert found.missed_m.max() <= 1.0


def test_a_key_is_to_blame_as_far_as_it_changed_curves(search, monkeypatch):
    """Without the key at frame 40 too much is missed four keys on; no other key that went is near."""

    def wanted(frames, known=None):
        missed = np.full(201, 0.5)
        missed[75] += 40 not in frames
        return Wanted(frames, {}, missed)

    monkeypatch.setattr(search, "wanted", wanted)
    monkeypatch.setattr(search, "spare", lambda *given: {40, 160})
    found = search.thinned_by_wanted(wanted(START))
    assert set(START) - set(found.frames) == {160}


def test_only_some_keys_are_taken_out_where_these_are_named(search, monkeypatch):
    monkeypatch.setattr(search, "wanted", lambda frames, known=None: Wanted(frames, {}, np.full(201, 0.5)))
    found = search.thinned_by_wanted(Wanted(START, {}, np.full(201, 0.5)), (40, 48, 120))
    assert {120} < set(START) - set(found.frames) <= {40, 48, 120}


def test_curves_that_are_far_off_in_one_place_get_the_last_step():
    """A wrist flies off by a metre for three frames: no smooth curve follows, and all else is as near as ever."""
    motion = packaged_clip().excerpt(1, 161)
    turns = motion.rotations_xyzw.copy()
    shoulder = motion.skeleton.roles["left-shoulder"]
    turns[80:83, shoulder] = turns[80:83, shoulder][:, [1, 2, 3, 0]]
    take = Take(replace(motion, rotations_xyzw=turns))
    search = Search(take, ReduceOptions(error_m=0.02), lambda part: None)
    frames = tuple(range(0, 161, 10))
    found = search.wanted(frames)
    plain = measure(take.motion, join(take, Selection(frames), "channels", ReduceOptions())).per_frame_m
    assert plain.max() > 4.0 * 0.02
    assert np.median(found.missed_m[100:]) < 0.9 * np.median(plain[100:])
