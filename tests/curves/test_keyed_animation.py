from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clips import packaged_clip
from curves.animations import KINDS, animation_of
from curves.moving_arm import arm_motion
from unbake.curves.fits.fit import fit
from unbake.curves.keyed_animation import FCurve, KeyedAnimation, fcurves
from unbake.errors import MotionError, UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.channels import Channel
from unbake.motion.skeleton import Skeleton


def curve_of(slopes, lengths=(1.0, 2.0), values=(0.3, -1.0, 4.0, 0.5)):
    """Keys 10 frames apart; `slopes` (K, 2) before and after each key, handles of the given lengths in frames."""
    frames, values, slopes = np.arange(4) * 10.0, np.array(values), np.array(slopes, dtype=float)
    before, after = np.array([0.0, 1.0, 1.0, 1.0]) * lengths[0], np.array([1.0, 1.0, 1.0, 0.0]) * lengths[1]
    left = np.stack([frames - before, values - before * slopes[:, 0]], axis=1)
    right = np.stack([frames + after, values + after * slopes[:, 1]], axis=1)
    return FCurve(Channel(0, "tx"), frames, values, left, right)


def test_slopes_are_those_of_the_handles():
    slopes = [[9.0, 0.5], [-1.0, 2.0], [0.25, 0.25], [-3.0, 9.0]]
    reaching, leaving = curve_of(slopes).slopes()
    assert reaching == pytest.approx([0.0, -1.0, 0.25, -3.0])
    assert leaving == pytest.approx([0.5, 2.0, 0.25, 0.0])


def test_slopes_are_the_derivatives_of_the_curve():
    for kind in ("hermite", "broken"):
        animation = animation_of(kind)
        for curve in animation.curves[:12]:
            reaching, leaving = curve.slopes()
            step = 1e-6
            before = (curve.values - curve.evaluate(curve.frames - step)) / step
            after = (curve.evaluate(curve.frames + step) - curve.values) / step
            assert reaching[1:] == pytest.approx(before[1:], abs=1e-5)
            assert leaving[:-1] == pytest.approx(after[:-1], abs=1e-5)


def test_breaks_are_inner_keys_whose_handles_are_not_in_line():
    assert curve_of([[0, 1], [2, 2], [3, 3], [4, 0]]).breaks().tolist() == []
    assert curve_of([[0, 1], [2, 2.1], [3, 3], [4, 0]]).breaks().tolist() == [1]
    assert curve_of([[0, 1], [2, -2], [3, 3.001], [4, 0]]).breaks().tolist() == [1, 2]


def test_a_handle_of_no_length_breaks_nothing():
    for lengths in ((0.0, 2.0), (2.0, 0.0), (0.0, 0.0)):
        assert curve_of([[0, 1], [2, -2], [3, 1], [4, 0]], lengths).breaks().tolist() == []


@pytest.mark.parametrize("factor", [1e-3, 1e6])
def test_units_do_not_matter(factor):
    curve = curve_of([[0, 1], [2, 2], [3, 3.0001], [4, 0]])

    def scaled(handles):
        return handles * [1.0, factor]

    other = replace(curve, values=factor * curve.values, left=scaled(curve.left), right=scaled(curve.right))
    assert other.breaks().tolist() == [2]


@pytest.mark.parametrize("far_m", [0.0, 100.0, 1e4, 9e5])
def test_smooth_curves_have_no_breaks_however_far_they_are(far_m):
    clip = packaged_clip().excerpt(101, 180)
    motion = replace(clip, translations_m=clip.translations_m + far_m)
    assert fit(motion, Selection((0, 3, 20, 41, 42, 79)), "hermite").count_breaks() == 0
    assert fit(motion, Selection((0, 3, 20, 41, 42, 79)), "schneider").count_breaks() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_breaks_are_counted_over_all_curves(kind):
    animation = animation_of(kind)
    count = animation.count_breaks()
    assert count == sum(len(curve.breaks()) for curve in animation.curves)
    assert (count == 0) == (kind != "broken")


def test_every_moving_key_of_a_broken_fit_breaks():
    animation = fit(arm_motion(61, 3), Selection((0, 10, 25, 40, 60)), "broken")
    assert animation.count_breaks() == 3 * len(animation.curves)


def test_one_key_has_no_slope():
    animation = fit(arm_motion(1, 1), Selection((0,)), "hermite")
    assert animation.curves[0].breaks().tolist() == []
    assert [side.tolist() for side in animation.curves[0].slopes()] == [[0.0], [0.0]]


def together(change=None):
    """Three curves of four keys, made by `fcurves`; `change` spoils an array first."""
    curves = [curve_of([[0, 1], [2, 2], [slope, 3], [4, 0]]) for slope in (3.0, 1.0, -2.0)]
    parts = {name: np.array([getattr(c, name) for c in curves]) for name in ("values", "left", "right")}
    parts["frames"] = curves[0].frames.copy()
    if change:
        change(parts)
    return curves, fcurves([Channel(0, f"t{axis}") for axis in "xyz"], **parts)


def test_curves_checked_together_are_those_checked_one_by_one():
    alone, made = together()
    assert [curve.channel.name for curve in made] == ["tx", "ty", "tz"]
    for curve, other in zip(alone, made, strict=True):
        for name in ("frames", "values", "left", "right"):
            assert (getattr(curve, name) == getattr(other, name)).all()
            assert not getattr(other, name).flags.writeable


@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    [
        ("values", (1, 2), np.nan, "values of curve ty"),
        ("left", (2, 1, 1), np.inf, "left of curve tz"),
        ("right", (1, 1, 0), 20.1, "a handle of curve ty leaves"),
        ("left", (0, 2, 0), 9.9, "a handle of curve tx leaves"),
        ("frames", (2,), 10.0, "key times of curve tx do not rise"),
    ],
)
def test_curves_checked_together_say_which_is_wrong(name, place, value, message):
    def spoil(parts):
        parts[name][place] = value

    with pytest.raises(MotionError, match=message):
        together(spoil)


def test_curves_checked_together_are_not_the_arrays_they_came_from():
    frames, values = np.arange(3.0), np.zeros((1, 3))
    handles = np.stack([np.broadcast_to(frames, (1, 3)), values], axis=-1)
    (curve,) = fcurves([Channel(0, "tx")], frames, values, handles, handles)
    values[0, 1] = 5.0
    assert (curve.values == 0.0).all()


def handled(out, into, fit="free"):
    """Two keys of one channel, with handles of these parts of their segment."""
    skeleton = Skeleton(("root",), (-1,), np.zeros((1, 3)), (("tx",),))
    left, right = np.array([[0.0, 0.0], [20.0 - 20.0 * into, 1.0]]), np.array([[20.0 * out, 0.0], [20.0, 1.0]])
    curve = FCurve(Channel(0, "tx"), np.array([0.0, 20.0]), np.array([0.0, 1.0]), left, right)
    return KeyedAnimation(skeleton, (curve,), Selection((0, 20)), 21, Fraction(30), fit=fit)


@pytest.mark.parametrize(
    ("out", "into", "fit", "fault"),
    [
        (0.1, 0.75, "free", None),
        (0.25, 0.75, "free", None),
        (0.05, 0.3, "free", "a stub"),
        (0.8, 0.15, "free", "a stub"),
        (0.6, 0.5, "free", "overlap in time"),
        (0.6, 0.5, "tightest", "overlap in time"),
        (0.02, 0.9, "tightest", None),
    ],
)
def test_a_check_finds_stubs_and_overlaps(out, into, fit, fault):
    found = handled(out, into, fit).check()
    assert [fault in text for text in found] == ([True] if fault else [])


def test_a_check_finds_poses_that_are_not_the_captures():
    animation = handled(0.3, 0.3)
    motion = animation.sample()
    assert animation.check(motion) == ()

    def moved_at(frame):
        by = np.where(np.arange(21) == frame, 0.01, 0.0)[:, None, None]
        return replace(motion, translations_m=motion.translations_m + by)

    assert "off the capture" in animation.check(moved_at(20))[0]
    assert animation.check(moved_at(7)) == ()


@pytest.mark.parametrize("ask", [lambda a, t: a.sample(t), lambda a, t: a.curves[0].evaluate(t)])
def test_times_are_a_row(ask):
    animation = animation_of("hermite")
    with pytest.raises(UsageError, match=r"times have shape \(3, 3\), expected \(9,\)"):
        ask(animation, np.zeros((3, 3)))
