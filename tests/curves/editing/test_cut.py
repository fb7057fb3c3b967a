from dataclasses import replace

import numpy as np
import pytest

from curves.animations import KINDS, animation_of, check_edited
from curves.moving_arm import arm_motion
from unbake.curves.editing.cut import cut
from unbake.curves.keyed_animation import following
from unbake.curves.layers import AnimationLayer, layer_between
from unbake.curves.tangents import ALIGNED, AUTO, AUTO_CLAMPED, LOCKED, VECTOR
from unbake.errors import UsageError

each_kind = pytest.mark.parametrize("kind", KINDS)


def overlapping(animation):
    """Whether handles overlap in time, where no key can be put exactly."""
    return any((curve.right[:-1, 0] > curve.left[1:, 0]).any() for curve in animation.curves)


@each_kind
@pytest.mark.parametrize(("begin", "end"), [(0, 129), (0, 60), (17, 129), (31, 32), (40, 111), (77, 77)])
def test_a_part_has_the_same_curves_and_numbers(kind, begin, end):
    whole = animation_of(kind)
    first, last = whole.first_frame + begin, whole.first_frame + end
    part = cut(whole, first, last)
    assert (part.first_frame, part.n_frames) == (first, end - begin + 1)
    assert part.selection.frames[0] == 0
    assert part.selection.frames[-1] == end - begin
    inside = [key for key in whole.selection.frames if begin <= key <= end]
    assert set(inside) <= {key + begin for key in part.selection.frames}
    assert len(part.selection) <= len(inside) + 2
    classes = dict(zip(whole.selection.frames, whole.selection.classes, strict=True))
    for key, kind_of_key in zip(part.selection.frames, part.selection.classes, strict=True):
        assert kind_of_key == classes.get(key + begin, "keypose")
    times = np.linspace(begin, end, 500)
    found, meant = part.values_at(times - begin), whole.values_at(times)
    size = np.ptp(whole.values_at(np.arange(130.0)), axis=0).max()
    assert np.abs(found - meant).max() <= (0.05 if overlapping(whole) else 1e-9) * size
    check_edited(whole if begin == 0 else replace(whole, first_frame=first), part)


def test_all_of_an_animation_is_itself():
    whole = animation_of("hermite")
    part = cut(whole, whole.first_frame, whole.first_frame + whole.n_frames - 1)
    for curve, other in zip(part.curves, whole.curves, strict=True):
        for name in ("frames", "values", "left", "right"):
            np.testing.assert_array_equal(getattr(curve, name), getattr(other, name))


@pytest.mark.parametrize(("begin", "end"), [(0, 12), (5, 60), (100, 159), (140, 150), (0, 3), (159, 159)])
def test_beyond_the_outer_keys_curves_hold(begin, end):
    inner, later = animation_of("hermite"), np.array([10.0, 0.0])
    moved = tuple(replace(c, frames=c.frames + 10, left=c.left + later, right=c.right + later) for c in inner.curves)
    keys = tuple(key + 10 for key in inner.selection.frames)
    whole = replace(inner, curves=moved, selection=replace(inner.selection, frames=keys), n_frames=160)
    part = cut(whole, whole.first_frame + begin, whole.first_frame + end)
    times = np.linspace(begin, end, 200)
    np.testing.assert_allclose(part.values_at(times - begin), whole.values_at(times), rtol=0, atol=1e-9)


def test_layers_are_cut_as_well():
    motion = arm_motion(130, 2)
    base = animation_of("quaternions")
    layer = layer_between(base.sample(), replace(motion, first_frame=6, skeleton=base.skeleton), "more")
    whole = replace(base, layers=(layer,))
    part = cut(whole, 46, 96)
    assert [one.name for one in part.layers] == ["more"]
    meant, found = whole.layered().excerpt(46, 96), part.layered()
    assert np.abs(found.positions() - meant.positions()).max() < 1e-6


def test_layers_with_few_keys_stay_the_same():
    base = animation_of("hermite")
    turns = np.array([[[0.0, 0.0, 0.0]], [[0.0, 0.9, 0.0]], [[0.4, 0.0, 0.0]]])
    layer = AnimationLayer("lift", np.array([0, 80, 129]), (3,), turns, (0,), 0.2 * turns)
    empty = replace(layer, name="empty", joints=(), vectors_rad=turns[:, :0], moved=(), shifts_m=turns[:, :0])
    whole = replace(base, layers=(layer, empty))
    for begin, end in ((0, 40), (30, 70), (60, 129), (79, 81), (50, 50)):
        part = cut(whole, whole.first_frame + begin, whole.first_frame + end)
        meant = whole.layered().positions()[begin : end + 1]
        assert np.abs(part.layered().positions() - meant).max() < 5e-4
        assert len(part.layers[0].frames) < 40


@pytest.mark.parametrize("code", [AUTO, AUTO_CLAMPED, VECTOR, AUTO + LOCKED])
@pytest.mark.parametrize("are_mixed", [False, True])
@pytest.mark.parametrize(("begin", "end"), [(0, 60), (31, 32), (40, 111), (77, 77)])
def test_handles_that_follow_a_rule_stay(code, are_mixed, begin, end):
    base = animation_of("hermite")
    codes = np.full(len(base.selection), code, dtype=np.uint8)
    codes[1::2] = ALIGNED if are_mixed else code
    whole = replace(base, curves=tuple(following(replace(curve, tangents=codes)) for curve in base.curves))
    part = cut(whole, whole.first_frame + begin, whole.first_frame + end)
    times = np.linspace(begin, end, 300)
    np.testing.assert_allclose(part.values_at(times - begin), whole.values_at(times), rtol=0, atol=1e-9)
    for curve in part.curves:  # the next edit must not move them either
        again = following(curve)
        np.testing.assert_allclose(again.left, curve.left, rtol=0, atol=1e-8)
        np.testing.assert_allclose(again.right, curve.right, rtol=0, atol=1e-8)
        assert (curve.tangents & LOCKED == code & LOCKED).all() or are_mixed


@pytest.mark.parametrize(("first", "last"), [(5, 20), (6, 136), (40, 30)])
def test_frames_that_there_are_not(first, last):
    with pytest.raises(UsageError, match="no part of the animation's 6–135"):
        cut(animation_of("quaternions"), first, last)
