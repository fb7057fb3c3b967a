import numpy as np
import pytest

from curves.moving_arm import arm_motion
from unbake.curves.excerpts import handles_of, with_handles
from unbake.curves.fits.fit import fit
from unbake.curves.measure import measure
from unbake.curves.world import jolts
from unbake.curves.world.match import hold_ends
from unbake.keyframes.selection import Selection
from unbake.reduce.finish import match_world
from unbake.reduce.join import join
from unbake.reduce.options import JoinOptions
from unbake.reduce.promised import breaks
from unbake.reduce.promised import trial_curves as module
from unbake.reduce.promised.trial_curves import SUPPLE, TrialCurves
from unbake.reduce.take import Take

KEYS = Selection((0, 8, 17, 30, 39))


def clip():
    return arm_motion(40, 5)


def same(one, other):
    """Whether two animations have the same curves to the last bit."""
    assert one.fit == other.fit
    return all(
        (a.left == b.left).all() and (a.right == b.right).all() and a.channel == b.channel
        for a, b in zip(one.curves, other.curves, strict=True)
    )


def quaternions(motion, method="hermite"):
    return fit(motion, KEYS, method, skeleton=motion.skeleton.with_quaternion_channels())


@pytest.mark.parametrize("name", [None, "free", "hermite", "broken", "schneider"])
def test_channels_get_the_fit_that_is_asked_for(name):
    motion = clip()
    found = join(Take(motion), KEYS, "channels", JoinOptions(fit=name))
    assert same(found, fit(motion, KEYS, name or "free"))


def test_the_break_weight_reaches_the_free_fit():
    motion = clip()
    found = join(Take(motion), KEYS, "channels", JoinOptions(break_weight=0.0))
    assert same(found, fit(motion, KEYS, "free", break_weight=0.0))
    assert found.count_breaks() > 0


@pytest.mark.parametrize("name", [None, "free", "hermite", "broken", "schneider"])
def test_quaternions_get_handles_at_thirds_whatever_is_asked_for(name):
    motion = clip()
    found = join(Take(motion), KEYS, "quaternions", JoinOptions(fit=name))
    assert same(found, quaternions(motion, "broken" if name == "broken" else "hermite"))


def test_the_last_step_is_taken_where_it_is_wanted():
    motion = clip()
    before = fit(motion, KEYS, "schneider")
    weights = {"wrist": np.linspace(0.0, 2.0, 40), "lower": 1.0}
    assert match_world(Take(motion), before, JoinOptions(holds_ends=False)) is before
    assert same(match_world(Take(motion), before, JoinOptions()), hold_ends(motion, before))
    found = match_world(Take(motion), before, JoinOptions(end_weights=weights))
    assert same(found, hold_ends(motion, before, weights))
    assert not same(found, hold_ends(motion, before))
    assert same(match_world(Take(motion), before, JoinOptions(end_weights=weights), within_m=1e3), found)
    brief = match_world(Take(motion), before, JoinOptions(), within_m=1e3)
    assert same(brief, hold_ends(motion, before, within_m=1e3))
    assert not same(brief, hold_ends(motion, before))
    by_role = match_world(
        Take(motion.with_roles({"left-wrist": "wrist"})), before, JoinOptions(end_weights={"left-wrist": 1.0})
    )
    assert same(by_role, hold_ends(motion, before, {3: 1.0}))


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("name", [None, "free", "hermite", "broken", "schneider"])
def test_curves_of_a_promise(name, holds):
    motion = clip()
    options = JoinOptions(fit=name, holds_ends=holds)
    channels, own = (TrialCurves(Take(motion), kind, options, 1e3) for kind in ("channels", "quaternions"))
    for curves in (channels, own):
        plain = join(Take(motion), KEYS, curves.kind, options)
        assert same(curves.wanted(KEYS), hold_ends(motion, plain) if holds else plain)
    brief = TrialCurves(Take(motion), "channels", options, 1e3, is_brief=True).wanted(KEYS)
    plain = join(Take(motion), KEYS, "channels", options)
    assert same(brief, hold_ends(motion, plain, within_m=1e3) if holds else plain)
    supple = channels.supple(KEYS)
    assert own.supple(KEYS) is None
    assert (supple is not None) == (name in (None, "free"))
    if supple:
        bent = fit(motion, KEYS, bending=SUPPLE)
        assert same(supple, hold_ends(motion, bent, bending=SUPPLE) if holds else bent)
    is_closed = name in ("hermite", "broken")
    assert channels.are_closed == own.are_closed == (is_closed and not holds)
    assert same(channels.closed(KEYS), fit(motion, KEYS, name if is_closed else "broken"))
    assert same(own.closed(KEYS), quaternions(motion, "hermite" if name == "hermite" else "broken"))


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("name", [None, "free", "tightest", "schneider"])
def test_a_search_has_quick_fits_where_the_last_step_follows(name, holds):
    motion, options = clip(), JoinOptions(fit=name, holds_ends=holds)
    quick, full = (join(Take(motion), KEYS, "channels", options, is_quick=is_quick) for is_quick in (True, False))
    assert same(quick, full) == (name == "schneider")
    wanted = TrialCurves(Take(motion), "channels", options, 1e3, for_search=True).wanted(KEYS)
    expected = quick if holds and name != "tightest" else full
    assert same(wanted, hold_ends(motion, expected) if holds else expected)


def test_quaternion_curves_break_where_smooth_ones_are_too_far_off(monkeypatch):
    motion = clip()
    smooth = measure(motion, hold_ends(motion, quaternions(motion))).max_m
    broken = measure(motion, hold_ends(motion, quaternions(motion, "broken"))).max_m
    assert broken < smooth

    def made(error_m, fit=None):
        return TrialCurves(Take(motion), "quaternions", JoinOptions(fit=fit), error_m).wanted(KEYS)

    assert same(made(1.001 * smooth), hold_ends(motion, quaternions(motion)))
    # A tenth of this arm's tangents is none.
    assert same(made(0.5 * (smooth + broken)), hold_ends(motion, quaternions(motion)))
    monkeypatch.setattr(breaks, "MOST_BROKEN", 1.0)
    # The breaks that it would take jolt.
    assert same(made(0.5 * (smooth + broken)), hold_ends(motion, quaternions(motion)))
    monkeypatch.setattr(jolts, "MOST", np.inf)
    found = made(0.5 * (smooth + broken))
    assert found.count_breaks() > 0
    assert measure(motion, found).max_m <= 0.5 * (smooth + broken)
    assert made(0.5 * broken).count_breaks() == 0
    assert made(0.5 * broken, "hermite").count_breaks() == 0


def test_quaternion_curves_stay_as_they_are_where_the_match_takes_promised_joints_farther_off(monkeypatch):
    motion, lower = clip(), np.array([1.0, 0.5])  # handles of half their slopes
    smooth = quaternions(motion)
    worse = with_handles(smooth, handles_of(smooth) * lower)
    near_m, far_m = (measure(motion, animation).max_m for animation in (smooth, worse))
    assert near_m < far_m
    monkeypatch.setattr(module, "match_world", lambda *_, **__: worse)

    def made(error_m):
        return TrialCurves(Take(motion), "quaternions", JoinOptions(), error_m).wanted(KEYS)

    assert same(made(0.9 * near_m), smooth)
    assert same(made(1.001 * far_m), worse)
