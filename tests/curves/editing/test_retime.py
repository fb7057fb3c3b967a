from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.animations import KINDS, animation_of, check_edited, check_near, check_untouched
from curves.moving_arm import arm_motion
from unbake.curves.editing.edit import insert_key
from unbake.curves.editing.retime import _spread, move_key, move_keys, retime
from unbake.curves.fits.fit import fit
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection

each_kind = pytest.mark.parametrize("kind", KINDS)


def offsets(curve):
    """The two handles of each segment relative to their keys (K − 1, 2, 2)."""
    keys = np.stack([curve.frames, curve.values], axis=1)
    return np.stack([curve.right[:-1] - keys[:-1], keys[1:] - curve.left[1:]], axis=1)


def slower(old, new):
    """How many times as long each key (K,) has around it; 1 beside a segment that stays as long as it was."""
    found, last = np.ones(len(old)), len(old) - 1
    for key in range(len(old)):
        a, b = min(max(key - 1, 0), max(last - 2, 0)), max(min(key + 1, last), min(2, last))
        found[key] = (new[b] - new[a]) / (old[b] - old[a])
        if any(new[n + 1] - new[n] == old[n + 1] - old[n] for n in (key - 1, key) if 0 <= n < last):
            found[key] = 1.0
    return found


def check_scaled(before, after):
    """Values stay; in every segment both handles keep their share of its length, and slopes fall by what is slower."""
    for old, new in zip(before.curves, after.curves, strict=True):
        assert (old.values == new.values).all()
        ratios = np.diff(new.frames) / np.diff(old.frames)
        by = slower(old.frames, new.frames)
        both = np.stack([by[:-1], by[1:]], axis=1)
        wanted = offsets(old) * ratios[:, None, None] / np.stack([np.ones_like(both), both], axis=-1)
        check_near(offsets(new), wanted, rel=1e-9, tolerance=1e-12)


@pytest.mark.slow
@each_kind
@settings(max_examples=12)
@given(data=st.data())
def test_a_key_moves_and_takes_its_tangents_along(kind, data):
    animation = animation_of(kind)
    frames = animation.selection.frames
    movable = [n for n in range(1, len(frames) - 1) if frames[n + 1] - frames[n - 1] > 2]
    key = data.draw(st.sampled_from(movable))
    others = sorted(set(range(frames[key - 1] + 1, frames[key + 1])) - {frames[key]})
    to = data.draw(st.sampled_from(others))
    moved = move_key(animation, frames[key], to)
    assert moved.selection.frames == (*frames[:key], to, *frames[key + 1 :])
    assert moved.selection.classes == animation.selection.classes
    assert moved.n_frames == animation.n_frames
    check_edited(animation, moved)
    check_untouched(animation, moved, frames[key - 1], frames[key + 1])
    check_scaled(animation, moved)
    back = move_key(moved, to, frames[key])
    for old, new in zip(animation.curves, back.curves, strict=True):
        check_near(new.left, old.left, tolerance=1e-12)
        check_near(new.right, old.right, tolerance=1e-12)


def test_tangents_in_line_stay_in_line():
    animation = animation_of("hermite")
    frames = animation.selection.frames
    for curve in move_key(animation, frames[6], frames[6] + 1).curves:
        slopes = offsets(curve)[..., 1] / offsets(curve)[..., 0]
        check_near(slopes[:-1, 1], slopes[1:, 0], rel=1e-9, tolerance=1e-12)


@each_kind
@settings(max_examples=12)
@given(data=st.data())
def test_a_stretch_takes_another_time(kind, data):
    animation = animation_of(kind)
    frames = animation.selection.frames
    start = data.draw(st.integers(0, len(frames) - 2))
    end = data.draw(st.integers(start + 1, len(frames) - 1))
    new_last = frames[start] + data.draw(st.integers(end - start, 200))
    result = retime(animation, frames[start], frames[end], new_last)
    shift = new_last - frames[end]
    assert result.n_frames == animation.n_frames + shift
    assert result.selection.frames[: start + 1] == frames[: start + 1]
    assert result.selection.frames[end:] == tuple(f + shift for f in frames[end:])
    assert result.selection.classes == animation.selection.classes
    check_scaled(animation, result)
    if shift:
        check_edited(animation, result)
    for old, new in zip(animation.curves, result.curves, strict=True):
        for rows, by in ((slice(0, start), 0.0), (slice(end, None), float(shift))):
            assert (new.right[rows] == old.right[rows] + (by, 0.0)).all()
        for rows, by in ((slice(0, start + 1), 0.0), (slice(end + 1, None), float(shift))):
            assert (new.left[rows] == old.left[rows] + (by, 0.0)).all()
    times = np.linspace(0.0, frames[start], 300)
    assert (animation.values_at(times) == result.values_at(times)).all()
    times = np.linspace(frames[end], animation.n_frames - 1.0, 300)
    check_near(result.values_at(times + shift), animation.values_at(times), tolerance=1e-11)


@settings(max_examples=150)
@given(gaps=st.lists(st.integers(1, 9), min_size=1, max_size=5), room=st.integers(0, 6))
def test_keys_inside_go_to_the_nearest_frames(gaps, room):
    keys = np.concatenate([[0], np.cumsum(gaps)])
    length = len(gaps) + room
    found = _spread(keys, length)
    wanted = keys * length / keys[-1]
    rounded = np.floor(wanted + 0.5)
    if (np.diff(rounded) > 0).all():
        assert found.tolist() == rounded.tolist()
    assert (found[0], found[-1]) == (0, length)
    assert (np.diff(found) > 0).all()
    choices = [np.array([0, *inner, length]) for inner in combinations(range(1, length), len(keys) - 2)]
    assert np.abs(found - wanted).max() <= min(np.abs(c - wanted).max() for c in choices) + 1e-12


def test_a_doubled_stretch_by_hand():
    animation = fit(arm_motion(31, 1), Selection((0, 10, 13, 20, 30)), "hermite")
    result = retime(animation, 10, 20, 30)
    assert (result.selection.frames, result.n_frames) == ((0, 10, 16, 30, 40), 41)
    curve, was = result.curves[4], animation.curves[4]
    assert curve.right[1] == pytest.approx([12.0, was.values[1] + 2 * (was.right[1, 1] - was.values[1])])
    assert curve.left[4] == pytest.approx([was.left[4, 0] + 10, was.left[4, 1]])


@each_kind
@pytest.mark.parametrize("times", [2, 3])
def test_what_is_only_slower_goes_the_same_way(kind, times):
    animation = animation_of(kind)
    last = animation.selection.frames[-1]
    slow = retime(animation, animation.selection.frames[0], last, times * last)
    at = np.linspace(0.0, last, 500)
    check_near(slow.values_at(times * at), animation.values_at(at), tolerance=1e-9)


def test_nothing_to_do_gives_the_same():
    animation = animation_of("hermite")
    first, last = animation.selection.frames[2], animation.selection.frames[7]
    assert retime(animation, first, last, last) is animation
    assert move_key(animation, first, first) is animation


def test_handles_that_touch_their_segments_end_do_not_pass_it():
    """Handles over the whole segment, moved by every ratio of small numbers."""
    animation = fit(arm_motion(41, 3), Selection((0, 13, 40)), "hermite")

    def widened(curve):
        left, right = curve.left.copy(), curve.right.copy()
        right[:-1, 0], left[1:, 0] = curve.frames[1:], curve.frames[:-1]
        return replace(curve, left=left, right=right)

    wide = replace(animation, curves=tuple(widened(curve) for curve in animation.curves))
    for to in set(range(1, 40)) - {13}:
        check_edited(wide, move_key(wide, 13, to))


def test_requests_that_make_no_sense_name_frames_as_the_file_counts():
    animation = animation_of("quaternions")
    frames = animation.selection.frames
    free = next(f for f in range(130) if f not in frames)
    with pytest.raises(UsageError, match=f"frame {free + 6} is no keyframe"):
        move_key(animation, free, free + 1)
    for end in (0, 129):
        with pytest.raises(UsageError, match=f"frame {end + 6} is the first or the last"):
            move_key(animation, end, 60)
    for to in (frames[3], frames[5], frames[3] - 1, -4):
        with pytest.raises(UsageError, match=f"to {to + 6}: .* {frames[3] + 6} and {frames[5] + 6}"):
            move_key(animation, frames[4], to)
    for first, last in pairwise((free, 0, free)):
        with pytest.raises(UsageError, match=f"frame {free + 6} is no keyframe"):
            retime(animation, first, last, 100)
    with pytest.raises(UsageError, match=f"{frames[4] + 6}:{frames[2] + 6} ends before"):
        retime(animation, frames[4], frames[2], 100)
    with pytest.raises(UsageError, match="ends before"):
        retime(animation, frames[4], frames[4], 100)
    with pytest.raises(UsageError, match=f"4 keys .* before frame {frames[2] + 4 + 6}; {frames[2] + 3 + 6} was"):
        retime(animation, frames[2], frames[6], frames[2] + 3)
    assert retime(animation, frames[2], frames[6], frames[2] + 4).selection.frames[2:7] == tuple(
        range(frames[2], frames[2] + 5)
    )


def test_frames_that_are_not_whole_are_refused():
    animation = animation_of("hermite")
    second = animation.selection.frames[1]
    for edit in (
        lambda: move_key(animation, second, second + 0.5),
        lambda: move_key(animation, second + 0.5, second + 1),
        lambda: retime(animation, 0, second, second + 0.5),
        lambda: insert_key(animation, second + 0.5),
        lambda: insert_key(animation, float("nan")),
    ):
        with pytest.raises(UsageError, match="whole frames"):
            edit()


def test_keys_pass_others_and_replace_those_that_they_land_on():
    animation = animation_of("free")
    frames = animation.selection.frames
    gap = frames[6] - frames[4]
    past = move_keys(animation, [frames[4]], gap + 1)
    assert past.selection.frames == (*frames[:4], *frames[5:7], frames[6] + 1, *frames[7:])
    landed = move_keys(animation, [frames[4]], gap)
    assert landed.selection.frames == (*frames[:4], *frames[5:])
    for result in (past, landed):
        row = list(result.selection.frames).index(frames[4] + (gap + 1 if result is past else gap))
        for old, new in zip(animation.curves, result.curves, strict=True):
            assert new.values[row] == pytest.approx(old.values[4])
    check_edited(animation, past)
    check_untouched(animation, past, frames[3], frames[7])


@each_kind
@settings(max_examples=12)
@given(data=st.data())
def test_any_keys_move_by_anything(kind, data):
    animation = animation_of(kind)
    frames = animation.selection.frames
    moving = data.draw(st.lists(st.sampled_from(frames[1:-1]), min_size=1, unique=True))
    by = data.draw(st.integers(frames[0] + 1 - min(moving), frames[-1] - 1 - max(moving)))
    result = move_keys(animation, moving, by)
    places = {frame + by for frame in moving}
    assert set(result.selection.frames) == (set(frames) - set(moving)) | places
    for old, new in zip(animation.curves, result.curves, strict=True):
        inside = new.right[:-1, 0]
        assert (new.frames[:-1] <= inside).all()
        assert (inside <= new.frames[1:]).all()
        origins = [frame - by if frame in places else frame for frame in new.frames]
        values, before = new.values, old.values[[frames.index(origin) for origin in origins]]
        # Of an angle whole turns may differ, of a quaternion the sign.
        turns = (values - before) / (2 * np.pi)
        is_same = np.abs(values - before) <= np.maximum(1e-6 * np.abs(before), 1e-12)
        is_turned = np.abs(turns - np.round(turns)) <= np.maximum(1e-6 * np.abs(np.round(turns)), 1e-12)
        assert (is_same | is_turned | (values == -before)).all()


def test_keys_between_their_neighbours_move_as_one_alone_does():
    animation = animation_of("free")
    frames = animation.selection.frames
    key = next(n for n in range(1, len(frames) - 1) if frames[n + 1] - frames[n] > 1)
    alone, together = move_key(animation, frames[key], frames[key] + 1), move_keys(animation, [frames[key]], 1)
    assert alone.selection == together.selection
    for one, other in zip(alone.curves, together.curves, strict=True):
        assert one.left.tobytes() == other.left.tobytes()
        assert one.right.tobytes() == other.right.tobytes()


def test_a_key_that_passes_others_takes_the_short_way():
    animation = animation_of("free")
    frames = animation.selection.frames
    turned = replace(
        animation,
        curves=tuple(
            replace(
                curve,
                values=curve.values + turn,
                left=curve.left + np.stack([0 * turn, turn], axis=1),
                right=curve.right + np.stack([0 * turn, turn], axis=1),
            )
            if curve.channel.name == "rx"
            else curve
            for curve in animation.curves
            for turn in [2 * np.pi * (np.arange(len(frames)) >= 4)]
        ),
    )
    for curve in move_keys(turned, [frames[2]], frames[6] + 1 - frames[2]).curves:
        if curve.channel.name == "rx":
            assert abs(np.diff(curve.values)[3:7]).max() < np.pi


def test_keys_that_cannot_move_say_so():
    animation = animation_of("free")
    frames = animation.selection.frames
    with pytest.raises(UsageError, match="first and the last"):
        move_keys(animation, [frames[0]], 1)
    with pytest.raises(UsageError, match="between the first key and the last"):
        move_keys(animation, [frames[1]], frames[-1])
    assert move_keys(animation, [], 3) is animation
