from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.animations import KINDS, animation_of
from curves.moving_arm import arm_motion, random_keys
from unbake.curves.fits.fit import fit
from unbake.curves.world.slopes import Slopes
from unbake.keyframes.selection import Selection

each_kind = pytest.mark.parametrize("kind", KINDS)


def sampled(animation):
    return animation.values_at(np.arange(animation.n_frames, dtype=float))


def other_slopes(slopes, seed):
    random = np.random.default_rng(seed)
    return slopes.start + 0.02 * random.normal(size=slopes.start.shape)


def with_handles_of_no_length(animation, seed, *, lift=0.0):
    """Some handles shrunk onto their key in time, at their key's value or beside it."""
    random = np.random.default_rng(seed)

    def shrunk(curve):
        sides = []
        for side in (curve.left, curve.right):
            side, chosen = side.copy(), random.random(len(side)) < 0.4
            side[chosen] = np.stack([curve.frames, curve.values + lift * random.normal(size=len(side))], axis=1)[chosen]
            sides.append(side)
        sides[0][0], sides[1][-1] = (curve.frames[0], curve.values[0]), (curve.frames[-1], curve.values[-1])
        return replace(curve, left=sides[0], right=sides[1])

    return replace(animation, curves=tuple(shrunk(curve) for curve in animation.curves))


def check_same(before, after, abs=1e-12):
    for old, new in zip(before.curves, after.curves, strict=True):
        assert (new.values == old.values).all()
        for side in ("left", "right"):
            assert (getattr(new, side)[:, 0] == getattr(old, side)[:, 0]).all()
            assert getattr(new, side) == pytest.approx(getattr(old, side), abs=abs)


@each_kind
def test_the_start_is_the_animation(kind):
    animation = animation_of(kind)
    slopes = Slopes.of(animation)
    assert slopes.curves(slopes.start) == pytest.approx(sampled(animation), abs=1e-12)
    check_same(animation, slopes.applied(animation, slopes.start))


@each_kind
def test_other_slopes_give_what_the_animation_with_them_gives(kind):
    animation = animation_of(kind)
    slopes = Slopes.of(animation)
    chosen = other_slopes(slopes, 3)
    assert slopes.curves(chosen) == pytest.approx(sampled(slopes.applied(animation, chosen)), abs=1e-12)
    assert np.abs(slopes.curves(chosen) - sampled(animation)).max() > 1e-3


@pytest.mark.parametrize("lift", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(4))
def test_handles_of_no_length_stay_where_they_are(seed, lift):
    animation = with_handles_of_no_length(animation_of("broken"), seed, lift=lift)
    slopes = Slopes.of(animation)
    assert slopes.curves(slopes.start) == pytest.approx(sampled(animation), abs=1e-12)
    check_same(animation, slopes.applied(animation, slopes.start))
    chosen = other_slopes(slopes, seed)
    changed = slopes.applied(animation, chosen)
    assert slopes.curves(chosen) == pytest.approx(sampled(changed), abs=1e-12)
    for old, new in zip(animation.curves, changed.curves, strict=True):
        for side in ("left", "right"):
            on_key = getattr(old, side)[:, 0] == old.frames
            assert (getattr(new, side)[on_key] == getattr(old, side)[on_key]).all()


@each_kind
def test_aligned_tangents_stay_aligned_and_broken_ones_broken(kind):
    animation = animation_of(kind)
    slopes = Slopes.of(animation)
    assert (slopes.counts == len(animation.curves) + breaks_by_key(animation)).all()
    assert (slopes.counts[[0, -1]] == len(animation.curves)).all()
    changed = slopes.applied(animation, other_slopes(slopes, 5))
    for old, new in zip(animation.curves, changed.curves, strict=True):
        moving = np.ptp(old.values) > 0.0 or len(old.breaks())
        assert new.breaks().tolist() == old.breaks().tolist() or not moving


def breaks_by_key(animation):
    out = np.zeros(len(animation.selection), dtype=int)
    for curve in animation.curves:
        out[curve.breaks()] += 1
    return out


def test_a_key_with_one_handle_of_length_has_its_slope():
    animation = animation_of("broken")
    curve = animation.curves[4]
    left, right = curve.left.copy(), curve.right.copy()
    left[3], right[7] = (curve.frames[3], curve.values[3]), (curve.frames[7], curve.values[7])
    curves = (*animation.curves[:4], replace(curve, left=left, right=right), *animation.curves[5:])
    slopes = Slopes.of(replace(animation, curves=curves))
    reaching, leaving = curve.slopes()
    assert slopes.start[3][4] == leaving[3] != reaching[3]
    assert slopes.start[7][4] == reaching[7] != leaving[7]


@pytest.mark.slow
@settings(max_examples=25)
@given(frames=st.integers(2, 40), share=st.floats(0.05, 1.0), seed=st.integers(0, 10**6))
def test_any_keys(frames, share, seed):
    motion = arm_motion(frames, seed)
    keys = random_keys(frames, max(2, int(share * frames)), seed)
    animation = fit(motion, Selection(tuple(int(k) for k in keys)), ("schneider", "broken", "hermite")[seed % 3])
    slopes = Slopes.of(animation)
    chosen = other_slopes(slopes, seed)
    assert slopes.curves(chosen) == pytest.approx(sampled(slopes.applied(animation, chosen)), abs=1e-12)
    check_same(animation, slopes.applied(animation, slopes.start))


def test_each_slope_belongs_to_its_segment():
    """A unit of one slope changes the segments beside its key alone; of a broken tangent, one of them."""
    animation = animation_of("broken")
    slopes = Slopes.of(animation)
    keys, base = slopes.keys, slopes.curves(slopes.start)
    for key, channel in ((4, 3), (0, 5), (12, 4)):
        for side in (0, 1):
            changed = slopes.start.copy()
            changed[key][slopes.places[side, key, channel]] += 1.0
            frames, columns = np.nonzero(np.abs(slopes.curves(changed) - base) > 1e-12)
            assert set(columns) <= {channel}
            broken = slopes.places[0, key, channel] != slopes.places[1, key, channel]
            first = keys[key - 1] if key and not (broken and side == 1) else keys[key]
            last = keys[key + 1] if key < 12 and not (broken and side == 0) else keys[key]
            assert set(frames) == set(range(first + 1, last)) - {keys[key]}
