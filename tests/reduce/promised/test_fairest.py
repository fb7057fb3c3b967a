"""What is left of a promised error makes curves smoother."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.reduce.choose import choose
from unbake.reduce.finish import finish
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import fairest as module
from unbake.reduce.promised.fairest import fairest
from unbake.reduce.promised.makers import promise_makers
from unbake.reduce.promised.promise import Kept
from unbake.reduce.take import Take

KEYS = Selection((0, 18, 31, 44, 60, 79, 99))


@pytest.fixture(scope="module")
def take():
    return Take(packaged_clip().excerpt(61, 160))


def kept(take, options):
    makers = promise_makers(take, options.curves, options, options.error_m)
    return Kept(KEYS, {kind: make(KEYS) for kind, make in makers.wanted.items()})


def jolt(animation):
    """The mean square acceleration of all joints at the keys."""
    accelerations = np.diff(animation.sample().positions(), n=2, axis=0)
    return np.mean(accelerations[np.array(KEYS.frames[1:-1]) - 1] ** 2)


@pytest.mark.slow
def test_the_smoothest_that_keeps_the_error_is_taken(take):
    for error_m, room in ((1.0, 1), (None, None)):
        options = ReduceOptions(error_m=error_m or 0.5, curves=("channels", "quaternions"))
        before = kept(take, options)
        most = {b: measure(take.motion, _bent(take, b, options)).max_m for b in module.BENDING}
        if room is None:
            # Between what two tries miss, so that the first is too far off.
            first, *others = module.BENDING
            within = [b for b in others if most[b] < most[first]]
            assert within
            options = replace(options, error_m=0.5 * (most[first] + most[within[0]]))
        found = fairest(take, before, options)
        assert found.selection == KEYS
        assert found.animations["quaternions"] is before.animations["quaternions"]
        assert measure(take.motion, found.animations["channels"]).max_m <= options.error_m
        assert jolt(found.animations["channels"]) < jolt(before.animations["channels"])
        chosen = next(b for b in module.BENDING if most[b] <= options.error_m)
        expected = measure(take.motion, _bent(take, chosen, options, options.error_m)).max_m
        assert measure(take.motion, found.animations["channels"]).max_m == pytest.approx(expected, abs=1e-9)


def _bent(take, bending, options, within_m=None):
    return finish(take, take.fitted(KEYS, "channels", "free", bending=bending), options, within_m=within_m)


@pytest.mark.parametrize(
    "changes", [{"error_m": 1e-4}, {"fit": "hermite"}, {"fit": "tightest"}, {"break_weight": 0.5}], ids=str
)
def test_what_cannot_be_fairer_stays(take, changes):
    options = ReduceOptions(**{"error_m": 1.0, **changes})
    before = kept(take, options)
    assert fairest(take, before, options) is before


def test_long_takes_are_left_alone(take, monkeypatch):
    options = ReduceOptions(error_m=1.0)
    before = kept(take, options)
    monkeypatch.setattr(module, "LONGEST", 99)
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
