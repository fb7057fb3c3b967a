"""Keys that move by a few frames, where the finished curves then come nearer."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.reduce import nudge
from unbake.reduce.finish import finish
from unbake.reduce.join import join
from unbake.reduce.nudge import nudged
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion
from unbake.reduce.take import Take

pytestmark = pytest.mark.usefixtures("one_thread")
CLIP = packaged_clip().excerpt(40, 240)
OPTIONS = ReduceOptions(keys=8)


def missed_m(frames, options=OPTIONS):
    take, found = Take(CLIP), []
    for kind in options.curves:
        curves = finish(take, join(take, Selection(tuple(frames)), kind, options), options)
        found.append(measure(CLIP, curves).promised_per_frame_m(options.tips))
    return np.max(found, axis=0)


@pytest.mark.slow
@pytest.mark.parametrize("curves", [("channels",), ("channels", "quaternions")])
def test_misplaced_keys_come_nearer_to_where_they_belong(curves):
    options = replace(OPTIONS, curves=curves)
    best = reduce_motion(CLIP, OPTIONS).selection.frames
    start = tuple(frame + 5 * (0 < k < len(best) - 1) for k, frame in enumerate(best))
    found = nudged(Take(CLIP), Selection(start), options, lambda part: None)
    before, after = missed_m(start, options), missed_m(found.frames, options)
    assert found.frames != start
    assert after.max() < 0.95 * before.max()
    np.testing.assert_allclose(found.missed_m, after, atol=1e-9)
    assert set(found.animations) == set(curves)


@pytest.mark.slow
def test_nudged_keys_are_never_worse_and_pins_stay():
    pins = (CLIP.first_frame + 33, CLIP.first_frame + 101)
    plain = reduce_motion(CLIP, replace(OPTIONS, pinned_numbers=pins))
    told = []
    better = reduce_motion(
        CLIP, replace(OPTIONS, pinned_numbers=pins, nudge=True), lambda step, part: told.append((step, part))
    )
    assert len(better.selection) == len(plain.selection) == 8
    assert {33, 101} <= set(better.selection.frames)
    assert better.error.max_m <= plain.error.max_m
    assert (missed_m(better.selection.frames) ** 4).sum() <= (missed_m(plain.selection.frames) ** 4).sum()
    assert len(better.selection.classes) == 8
    # What is measured is what comes out.
    assert better.error.max_m == pytest.approx(missed_m(better.selection.frames).max(), rel=1e-9)
    parts = [part for step, part in told if step == "fit"]
    assert 0.0 < min(parts) < 0.5
    assert max(parts) <= 1.0


START = tuple(range(0, 201, 20))
THIRDS = tuple(frame + 4 * (0 < frame < 200) for frame in START)


def off(frames, wanted):
    """(F,) how far the nearest key is from where it should be."""
    nearest = np.abs(np.arange(201)[:, None] - np.array(START)).argmin(axis=1)
    return 0.01 + 0.01 * np.abs(np.subtract(frames, wanted))[nearest]


def nudged_where(monkeypatch, missed_m):
    """Keys that curves at thirds want two thirtieths of a second on; how far finished curves miss is given."""
    monkeypatch.setattr(nudge, "_expected", lambda take, keys, options: nudge.by_segment(off(keys, THIRDS), keys))
    monkeypatch.setattr(nudge, "_fitted", lambda take, keys, options: nudge.Fitted(keys, {}, missed_m(keys)))
    return nudged(Take(CLIP), Selection(START), ReduceOptions(keys=len(START)), lambda part: None).frames


def test_moves_stay_that_the_finished_curves_confirm(monkeypatch):
    wanted = (*THIRDS[:4], *START[4:])
    moved = nudged_where(monkeypatch, lambda keys: off(keys, THIRDS))
    assert all(after > before for after, before in zip(moved[1:-1], START[1:-1], strict=True))
    assert nudged_where(monkeypatch, lambda keys: off(keys, wanted))[1:3] == THIRDS[1:3]
    assert nudged_where(monkeypatch, lambda keys: off(keys, wanted))[7:] == START[7:]
    assert nudged_where(monkeypatch, lambda keys: off(keys, START)) == START


def test_the_largest_error_never_grows(monkeypatch):
    def missed_m(keys):
        found = off(keys, THIRDS)
        found[150] = 0.055 if keys == START else 0.056
        return found

    assert sum(missed_m(THIRDS) ** 4) < sum(missed_m(START) ** 4)
    assert nudged_where(monkeypatch, missed_m) == START


def test_only_keys_by_count_are_nudged():
    for options in (ReduceOptions(nudge=True), ReduceOptions(nudge=True, error_m=0.02)):
        with pytest.raises(UsageError, match="chosen by count"):
            reduce_motion(CLIP, options)
