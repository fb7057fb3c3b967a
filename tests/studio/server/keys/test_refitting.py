"""Fitting handles again: nearer or as they were, and nothing else changes."""

from dataclasses import replace

import numpy as np
import pytest

from clips import packaged_clip
from curves.animations import animation_of
from studio.server.serving import desk_in, opened_clip, quick_keys, quietly
from unbake.curves.keyed_animation import FCurve
from unbake.errors import UsageError
from unbake.motion.channels import channel_values
from unbake.studio.server.keys.refitting import refitted
from unbake.studio.server.messages import Keys, Refit

CHANNELS = (3, 10, 20)
KINDS = ("hermite", "broken", "schneider", "free")


def fitted(kind):
    """A third of the packaged clip on 13 keys, and its channels."""
    if kind == "free":
        from unbake.curves.fits.fit import fit

        motion = packaged_clip().excerpt(101, 230)
        animation = fit(motion, animation_of("schneider").selection)
    else:
        animation = animation_of(kind)
    return animation, channel_values(packaged_clip().excerpt(101, 230), animation.skeleton)


def asked(animation, first, last, channels=CHANNELS):
    """A request for the stretch between two keys, counted from 0."""
    numbers = animation.key_numbers()
    nothing = np.zeros(0)
    keys = Keys(1, 2, "free", nothing, nothing, nothing, nothing, nothing, nothing)
    return Refit("1", keys, numbers[first], numbers[last], channels, 0.0)


def error(curve, capture, first, last):
    """The squared error between two keys, against the capture moved to the keys' values in between."""
    times = np.arange(curve.frames[first], curve.frames[last] + 1)
    keys = slice(first, last + 1)
    offsets = curve.values[keys] - capture[curve.frames[keys].astype(int)]
    target = capture[times.astype(int)] + np.interp(times, curve.frames[keys], offsets)
    return np.sum((curve.evaluate(times) - target) ** 2)


def with_curve(animation, channel, **parts):
    """The animation with parts of one curve replaced."""
    curves = list(animation.curves)
    curves[channel] = replace(curves[channel], **parts)
    return replace(animation, curves=tuple(curves))


def spoiled(animation, channel, key):
    """The animation with one channel's tangent at a key turned and its right handle shortened."""
    curve = animation.curves[channel]
    left, right = curve.left.copy(), curve.right.copy()
    slope = np.ptp(curve.values) / 5.0
    left[key, 1] = curve.values[key] - slope * (curve.frames[key] - left[key, 0])
    bend = 0.5 if key in curve.breaks() else 1.0
    right[key] = curve.frames[key] + 0.1, curve.values[key] + 0.1 * bend * slope
    return with_curve(animation, channel, left=left, right=right)


def with_codes(animation, channel, codes):
    """The animation with types of handles, by key, in one channel."""
    tangents = animation.curves[channel].plain_tangents()
    for key, code in codes.items():
        tangents[key] = code
    return with_curve(animation, channel, tangents=tangents)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("code", [2, 3, 4, 16, 17, 18])
def test_handles_that_are_locked_or_follow_a_rule_are_not_fitted(kind, code):
    animation, capture = fitted(kind)
    for channel in CHANNELS:
        animation = with_codes(spoiled(animation, channel, 6), channel, {6: code, 9: code})
    after, _ = refitted(animation, asked(animation, 4, 9), capture)
    for channel in CHANNELS:
        old, new = animation.curves[channel], after.curves[channel]
        for side in ("left", "right"):
            np.testing.assert_array_equal(getattr(new, side)[[6, 9]], getattr(old, side)[[6, 9]])
        np.testing.assert_array_equal(new.tangents, old.tangents)
        assert error(new, capture[:, channel], 4, 9) <= error(old, capture[:, channel], 4, 9)


@pytest.mark.parametrize("kind", KINDS)
def test_what_lies_beside_a_fixed_tangent_is_fitted_to_it(kind):
    animation, capture = fitted(kind)
    animation = with_codes(spoiled(animation, 10, 4), 10, {3: 16})
    after, _ = refitted(animation, asked(animation, 2, 5, (10,)), capture)
    old, new = animation.curves[10], after.curves[10]
    assert error(new, capture[:, 10], 2, 5) < 0.9 * error(old, capture[:, 10], 2, 5)
    assert not np.array_equal(new.right[4], old.right[4])


def test_a_stretch_between_two_fixed_tangents_stays():
    animation, capture = fitted("free")
    animation = with_codes(spoiled(animation, 10, 6), 10, {6: 16, 7: 16})
    after, _ = refitted(animation, asked(animation, 6, 7, (10,)), capture)
    np.testing.assert_array_equal(after.curves[10].right, animation.curves[10].right)


def test_a_free_tangent_in_line_may_break():
    animation, capture = fitted("free")
    animation = spoiled(animation, 10, 6)
    animation = with_curve(animation, 10, tangents=None)
    aligned = refitted(animation, asked(animation, 5, 7, (10,)), capture)[0].curves[10]
    free = with_codes(animation, 10, {6: 1})
    after = refitted(free, asked(free, 5, 7, (10,)), capture)[0].curves[10]
    assert error(after, capture[:, 10], 5, 7) < error(aligned, capture[:, 10], 5, 7)
    assert 6 in after.breaks()


def same_outside(before, after, first, last):
    """Whether keys are equal, and handles outside the stretch `first` to `last`, to the last bit."""
    inside = np.zeros(len(before.frames), dtype=bool)
    leaving, reaching = inside.copy(), inside.copy()
    leaving[first:last], reaching[first + 1 : last + 1] = True, True
    return (
        np.array_equal(before.frames, after.frames)
        and np.array_equal(before.values, after.values)
        and np.array_equal(before.right[~leaving], after.right[~leaving])
        and np.array_equal(before.left[~reaching], after.left[~reaching])
    )


@pytest.mark.slow
def test_fitting_again_can_be_ended():
    class EndedError(Exception):
        pass

    def told(step, part):
        if part > 0.5:
            raise EndedError

    animation, capture = fitted("hermite")
    with pytest.raises(EndedError):
        refitted(animation, asked(animation, 0, 3), capture, told)


@pytest.mark.parametrize("kind", KINDS)
def test_a_fit_that_nobody_touched_gets_no_worse(kind):
    animation, capture = fitted(kind)
    after, notes = refitted(animation, asked(animation, 2, 6), capture)
    assert notes == ()
    for channel in CHANNELS:
        before = animation.curves[channel]
        assert error(after.curves[channel], capture[:, channel], 2, 6) <= error(before, capture[:, channel], 2, 6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("channel", CHANNELS)
def test_what_was_spoiled_comes_back(kind, channel):
    animation, capture = fitted(kind)
    data = capture[:, channel]
    before = error(animation.curves[channel], data, 2, 6)
    worse = spoiled(animation, channel, 4)
    assert error(worse.curves[channel], data, 2, 6) > 1.2 * before
    after = refitted(worse, asked(worse, 2, 6, (channel,)), capture)[0]
    assert error(after.curves[channel], data, 2, 6) <= 1.01 * before


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_stretch_changes_and_the_tangents_at_its_ends_stay(kind):
    animation, capture = fitted(kind)
    worse = spoiled(animation, 10, 4)
    after = refitted(worse, asked(worse, 2, 6, (10,)), capture)[0]
    for channel, (before, curve) in enumerate(zip(worse.curves, after.curves, strict=True)):
        if channel != 10:
            assert curve is before
    before, curve = worse.curves[10], after.curves[10]
    assert not np.array_equal(before.right[4], curve.right[4])
    assert same_outside(before, curve, 2, 6)
    assert not set(curve.breaks()) - set(before.breaks())
    for side, key in ((1, 2), (0, 6)):
        if key not in before.breaks():
            assert curve.slopes()[side][key] == pytest.approx(before.slopes()[side][key], rel=1e-12)


def test_handles_at_thirds_stay_there():
    animation, capture = fitted("hermite")
    after = refitted(spoiled(animation, 10, 4), asked(animation, 2, 6), capture)[0]
    for channel in CHANNELS:
        curve, keys = after.curves[channel], slice(2, 6)
        thirds = np.diff(curve.frames) / 3.0
        assert curve.right[keys, 0] - curve.frames[keys] == pytest.approx(thirds[keys])
        assert curve.frames[3:7] - curve.left[3:7, 0] == pytest.approx(thirds[keys])


def test_keys_that_were_moved_keep_their_values_and_the_movement_between_them_its_shape():
    animation, capture = fitted("free")
    moved = with_curve(animation, 10, **shifted(animation.curves[10], 0.3))
    after = refitted(spoiled(moved, 10, 4), asked(animation, 2, 6, (10,)), capture)[0]
    assert np.array_equal(after.curves[10].values, moved.curves[10].values)
    times = np.arange(*after.curves[10].frames[[2, 6]])
    gaps = after.curves[10].evaluate(times) - 0.3 - capture[times.astype(int), 10]
    assert np.sqrt(np.mean(gaps**2)) < 0.1 * np.ptp(capture[:, 10])


def shifted(curve: FCurve, by):
    """The curve's parts, all values higher."""
    return {
        "values": curve.values + by,
        "left": curve.left + np.array([0.0, by]),
        "right": curve.right + np.array([0.0, by]),
    }


def test_a_broken_tangent_at_the_end_is_free_and_one_that_is_not_stays():
    animation, capture = fitted("free")
    curve = animation.curves[10]
    right = curve.right.copy()
    right[4, 1] += np.ptp(curve.values) / 3.0
    broken = with_curve(animation, 10, right=right)
    assert 4 in broken.curves[10].breaks()
    data = capture[:, 10]
    after = refitted(broken, asked(broken, 4, 5, (10,)), capture)[0].curves[10]
    assert error(after, data, 4, 5) <= 1.01 * error(curve, data, 4, 5)


def test_handles_without_a_length_are_fitted():
    animation, capture = fitted("free")
    curve = animation.curves[10]
    keys = np.stack([curve.frames, curve.values], axis=1)
    flat = with_curve(animation, 10, left=keys, right=keys)
    after = refitted(flat, asked(flat, 0, 12, (10,)), capture)[0].curves[10]
    assert error(after, capture[:, 10], 0, 12) <= 1.05 * error(curve, capture[:, 10], 0, 12)


def test_a_channel_that_does_not_move_becomes_level():
    animation, capture = fitted("free")
    still = np.array(capture)
    still[:, 10] = 0.25
    curve = animation.curves[10]
    keys = np.stack([curve.frames, np.full(len(curve.frames), 0.25)], axis=1)
    left, right = keys - np.array([1.0, 0.05]), keys + np.array([1.0, 0.05])
    left[0], right[-1] = keys[0], keys[-1]
    wavy = with_curve(animation, 10, values=keys[:, 1], left=left, right=right)
    after = refitted(wavy, asked(wavy, 0, 12, (10,)), still)[0].curves[10]
    assert np.abs(after.evaluate(np.arange(130.0)) - 0.25).max() < 1e-4


def test_requests_that_make_no_sense_are_refused():
    animation, capture = fitted("free")
    with pytest.raises(UsageError, match="no keyframe"):
        refitted(animation, replace(asked(animation, 2, 3), from_frame=animation.key_numbers()[2] + 1), capture)
    with pytest.raises(UsageError, match="no stretch"):
        refitted(animation, asked(animation, 3, 3), capture)
    with pytest.raises(UsageError, match="no such channel"):
        refitted(animation, asked(animation, 2, 3, (len(animation.curves),)), capture)


def test_a_page_can_ask_for_it(tmp_path):
    desk = desk_in(tmp_path)
    opened = opened_clip(desk, tmp_path)
    keys = quick_keys(desk, opened)
    left = keys.left.copy()
    left[1::2] += 0.2
    frames = [int(frame) for frame in keys.frames]
    asked_for = Refit(opened.clip.id, replace(keys, left=left), frames[1], frames[3], (4,), 0.0)
    edited = desk.answer(asked_for, quietly)
    count = len(opened.clip.channels)
    changed = np.flatnonzero((edited.keys.left != left).reshape(len(frames), count, 2).any(axis=(1, 2)))
    columns = np.flatnonzero((edited.keys.left != left).reshape(len(frames), count, 2).any(axis=(0, 2)))
    assert set(changed) == {2, 3}
    assert list(columns) == [4]
    assert len(edited.evaluation.error_cm) == keys.last - keys.first + 1
