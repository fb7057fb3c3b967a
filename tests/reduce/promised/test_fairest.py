"""What is left of a promised error makes curves smoother."""

from fractions import Fraction

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.excerpts import handles_of
from unbake.curves.fits.fit import fit
from unbake.curves.world.part import with_neighbours
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection, by_segment
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.reduce.choose import choose
from unbake.reduce.finish import match_world
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import fairest as module
from unbake.reduce.promised.fairest import fairest
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.refit import curves_of, refitted
from unbake.reduce.promised.trial_curves import TrialCurves
from unbake.reduce.take import Take

KEYS = Selection((*range(0, 390, 10), 399))


@pytest.fixture(scope="module")
def take():
    return Take(packaged_clip())


def kept(take, options):
    trials = [TrialCurves(take, kind, options, options.error_m) for kind in options.curves]
    return Kept(KEYS, {curves.kind: curves.wanted(KEYS) for curves in trials})


def jolt(animation):
    """The mean square acceleration of all joints at the keys."""
    accelerations = np.diff(animation.sample().positions(), n=2, axis=0)
    return np.mean(accelerations[np.array(KEYS.frames[1:-1]) - 1] ** 2)


def bent(take, bending, options):
    plain = take.fitted(KEYS, "channels", "free", bending=bending)
    return match_world(take, plain, options, within_m=options.error_m, bending=bending)


def missed_m(take, animation):
    return by_segment(Missed(take.motion, False).per_frame_m(animation), KEYS.frames)


@pytest.mark.slow
def test_where_all_of_it_may_bend_less_it_does(take):
    options = ReduceOptions(error_m=0.5, curves=("channels", "quaternions"))
    before = kept(take, options)
    found = fairest(take, before, options)
    assert found.selection == KEYS
    assert found.animations["quaternions"] is before.animations["quaternions"]
    np.testing.assert_array_equal(
        handles_of(found.animations["channels"]), handles_of(bent(take, module.BENDING[0], options))
    )
    assert jolt(found.animations["channels"]) < 0.9 * jolt(before.animations["channels"])


@pytest.mark.slow
@pytest.mark.parametrize(("bending", "back"), [((300.0, 3.0), ()), ((300.0,), module.BACK)], ids=str)
def test_segments_that_need_their_error_keep_it_and_the_others_bend_less(take, monkeypatch, bending, back):
    """Around these, curves bend more again, or those that kept the error come back."""
    monkeypatch.setattr(module, "BENDING", bending)
    monkeypatch.setattr(module, "BACK", back)
    before = kept(take, ReduceOptions(error_m=0.5))
    options = ReduceOptions(error_m=1.05 * float(missed_m(take, before.animations["channels"]).max()))
    everywhere = bent(take, bending[0], options)
    misses = missed_m(take, everywhere) > options.error_m
    assert misses.any()
    found = fairest(take, before, options).animations["channels"]
    assert missed_m(take, found).max() <= options.error_m
    assert found.check(take.motion) == ()
    assert found.count_breaks() == 0
    assert jolt(found) < jolt(before.animations["channels"])
    stay = (handles_of(found) == handles_of(everywhere)).all(axis=(0, 1, 3))
    ends = np.append(misses, False) | np.append(False, misses)
    assert not stay[ends].any()
    assert stay[~with_neighbours(ends, max((module.AROUND, *back)) + 2)].any()


@pytest.mark.slow
def test_curves_that_are_known_come_back_as_they_are(take):
    options = ReduceOptions(error_m=0.5)
    known, other = kept(take, options).animations["channels"], bent(take, 30.0, options)
    near = np.zeros(len(KEYS), dtype=bool)
    near[5:9] = True
    found = handles_of(refitted(take, other, KEYS, near, curves_of(known)))
    np.testing.assert_allclose(found[:, :, 6:8], handles_of(known)[:, :, 6:8], atol=1e-12)
    np.testing.assert_array_equal(found[:, :, :5], handles_of(other)[:, :, :5])
    np.testing.assert_array_equal(found[:, :, 9:], handles_of(other)[:, :, 9:])


@pytest.mark.parametrize(
    "changes", [{"error_m": 1e-4}, {"fit": "hermite"}, {"fit": "tightest"}, {"break_weight": 0.5}], ids=str
)
def test_what_cannot_be_fairer_stays(take, changes):
    options = ReduceOptions(**{"error_m": 1.0, **changes})
    before = kept(take, options)
    assert fairest(take, before, options) is before


@pytest.mark.parametrize("method", ["optimal", "bounded"])
def test_what_has_no_channels_keeps_every_promise(method):
    skeleton = Skeleton(("top", "end"), (-1, 0), np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), ((), ()), ("zyx", "zyx"))
    still = Motion(skeleton, np.tile([0.0, 0.0, 0.0, 1.0], (40, 2, 1)), np.zeros((40, 0, 3)), Fraction(120))
    found = choose(Take(still), ReduceOptions(error_m=0.02, method=method, wants_space=False), lambda step, part: None)
    assert found.selection.frames == (0, 39)
    assert found.animations["channels"].curves == ()


def test_long_takes_are_left_alone(take, monkeypatch):
    options = ReduceOptions(error_m=1.0)
    before = kept(take, options)
    monkeypatch.setattr(module, "LONGEST", 399)
    assert fairest(take, before, options) is before


@pytest.mark.parametrize("method", ["optimal", "bounded"])
def test_every_way_to_a_promise_ends_with_it(take, monkeypatch, method):
    asked = []
    monkeypatch.setattr("unbake.reduce.choose.fairest", lambda *given: asked.append(given) or given[1])
    options = ReduceOptions(error_m=0.05, method=method, wants_space=False)
    found = choose(take, options, lambda step, part: None)
    assert [(one[0], one[2]) for one in asked] == [(take, options)]
    assert asked[0][1].selection.frames == found.selection.frames


def test_bending_is_for_free_fits(take):
    with pytest.raises(UsageError, match="only the free fits weigh bending"):
        fit(take.motion, KEYS, "hermite", bending=2.0)
    with pytest.raises(UsageError, match="finite factor"):
        fit(take.motion, KEYS, "free", bending=-1.0)
    assert jolt(fit(take.motion, KEYS, bending=30.0)) < 0.9 * jolt(fit(take.motion, KEYS))
