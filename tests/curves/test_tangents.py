"""Types of handles and locks: what their rules say, and what edits make of them."""

from dataclasses import replace

import numpy as np
import pytest

from curves.animations import KINDS, animation_of
from unbake.curves.editing.edit import change_pose, delete_key, insert_key
from unbake.curves.editing.retime import move_key, retime
from unbake.curves.keyed_animation import FCurve
from unbake.curves.tangents import ALIGNED, AUTO, AUTO_CLAMPED, FREE, LOCKED, VECTOR, between, followed_handles
from unbake.errors import MotionError, UsageError
from unbake.motion.channels import Channel

FRAMES = np.array([0.0, 10.0, 16.0, 46.0, 50.0])
VALUES = np.array([0.0, 1.0, 4.0, 5.0, 3.0])
RULES = (VECTOR, AUTO, AUTO_CLAMPED)


def level():
    """Handles without a length."""
    keys = np.stack([FRAMES, VALUES], axis=1)
    return keys.copy(), keys.copy()


def followed(code):
    return followed_handles(FRAMES, VALUES, *level(), np.full(5, code, dtype=np.uint8))


def typed(kind, codes, channels=None):
    """An animation whose curves have the same codes, by key, in some channels or all."""
    animation = animation_of(kind)
    row = np.zeros(len(animation.selection), dtype=np.uint8)
    for key, code in codes.items():
        row[key] = code
    curves = [
        replace(curve, tangents=row) if channels is None or number in channels else curve
        for number, curve in enumerate(animation.curves)
    ]
    return replace(animation, curves=tuple(curves))


def follows(curve):
    """Whether every handle is where its rule wants it."""
    left, right = followed_handles(curve.frames, curve.values, curve.left, curve.right, curve.tangents)
    return bool((left == curve.left).all() and (right == curve.right).all())


def test_vectors_join_the_keys_by_straight_lines():
    left, right = followed(VECTOR)
    curve = FCurve(Channel(0, "rx"), FRAMES, VALUES, left, right)
    times = np.linspace(0.0, 50.0, 301)
    np.testing.assert_allclose(curve.evaluate(times), np.interp(times, FRAMES, VALUES), atol=1e-12)


def test_automatic_slopes_are_the_mean_of_both_ways_and_level_at_the_ends():
    # As Blender 5.0.1 has them, whose handles are 1/2.5614 long where these are a third.
    left, right = followed(AUTO)
    for key, slope in enumerate((0.0, 0.3, 4.0 / 15.0, -7.0 / 30.0, 0.0)):
        if key > 0:
            run = (FRAMES[key] - FRAMES[key - 1]) / 3.0
            np.testing.assert_allclose(left[key], [FRAMES[key] - run, VALUES[key] - slope * run])
        if key < 4:
            run = (FRAMES[key + 1] - FRAMES[key]) / 3.0
            np.testing.assert_allclose(right[key], [FRAMES[key] + run, VALUES[key] + slope * run])


def test_clamped_ones_never_pass_their_neighbours():
    # The numbers are those of Blender 5.0.1.
    left, right = followed(AUTO_CLAMPED)
    np.testing.assert_allclose(left[1:, 1], [0.0, 3.8, 5.0, 3.0], atol=1e-12)
    np.testing.assert_allclose(right[:-1, 1], [0.0, 1.6, 5.0, 5.0], atol=1e-12)


def test_what_has_no_rule_and_what_is_locked_stays():
    for code in (ALIGNED, FREE, *(rule + LOCKED for rule in RULES)):
        before = level()
        after = followed_handles(FRAMES, VALUES, *before, np.full(5, code, dtype=np.uint8))
        assert all((a == b).all() for a, b in zip(before, after, strict=True))


def test_a_new_key_takes_what_both_neighbours_have():
    assert between(VECTOR, VECTOR) == VECTOR
    assert between(VECTOR, AUTO) == ALIGNED
    assert between(FREE, FREE) == ALIGNED
    assert between(AUTO + LOCKED, AUTO + LOCKED) == AUTO + LOCKED
    assert between(AUTO + LOCKED, AUTO) == AUTO


@pytest.mark.parametrize("bad", [[0, 1, 2, 3, 9], [0, 0, 0, 0, 32], [0, 0]])
def test_codes_that_are_none_are_refused(bad):
    left, right = level()
    with pytest.raises(MotionError, match="tangents"):
        FCurve(Channel(0, "rx"), FRAMES, VALUES, left, right, np.array(bad, dtype=np.uint8))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rule", RULES)
def test_rules_are_followed_through_every_edit(kind, rule):
    before = typed(kind, dict.fromkeys(range(13), rule))
    frames = before.selection.frames
    free = next(frame for frame in range(frames[-1]) if frame not in frames)
    moved = next(key for key in range(1, 12) if frames[key + 1] - frames[key] > 1)
    for after in (
        move_key(before, frames[moved], frames[moved] + 1),
        retime(before, frames[2], frames[9], frames[9] + 4),
        delete_key(before, frames[5]),
        insert_key(before, free),
        change_pose(before, frames[4], np.array([curve.values[4] + 0.1 for curve in before.curves])),
    ):
        for curve in after.curves:
            assert follows(curve)
            assert (curve.tangents == rule).all()


def test_a_key_between_vectors_leaves_the_line_as_it_is():
    before = typed("hermite", dict.fromkeys(range(13), VECTOR))
    before = replace(before, curves=tuple(change(curve) for curve in before.curves))
    frame = next(frame for frame in range(129) if frame not in before.selection.frames)
    times = np.linspace(0.0, 129.0, 500)
    np.testing.assert_allclose(insert_key(before, frame).values_at(times), before.values_at(times), atol=1e-12)


def change(curve):
    """The curve with its handles where their rules want them."""
    left, right = followed_handles(curve.frames, curve.values, curve.left, curve.right, curve.tangents)
    return replace(curve, left=left, right=right)


@pytest.mark.parametrize("kind", KINDS)
def test_types_go_with_their_keys(kind):
    codes = {3: FREE, 6: FREE + LOCKED, 7: AUTO}
    before = typed(kind, codes)
    frames = before.selection.frames
    assert delete_key(before, frames[4]).curves[0].tangents.tolist()[:7] == [0, 0, 0, FREE, 0, FREE + LOCKED, AUTO]
    free = next(frame for frame in range(frames[0], frames[3]) if frame not in frames)
    assert insert_key(before, free).curves[0].tangents.tolist()[4] == FREE


def test_a_locked_key_neither_moves_nor_goes_and_says_in_which_channel():
    before = typed("hermite", {4: LOCKED}, channels=(5,))
    frame = before.selection.frames[4]
    where = before.skeleton.names[before.curves[5].channel.joint]
    for edit in (lambda: move_key(before, frame, frame + 1), lambda: delete_key(before, frame)):
        with pytest.raises(UsageError, match=f"frame {frame + before.first_frame} is locked in .* of '{where}'"):
            edit()
    with pytest.raises(UsageError, match="locked"):
        retime(before, before.selection.frames[1], before.selection.frames[6], before.selection.frames[6] + 5)


def test_a_locked_key_keeps_its_value_and_handles_beside_any_edit():
    before = typed("hermite", {4: LOCKED}, channels=(5,))
    frames = before.selection.frames
    pose = np.array([curve.values[4] + 1.0 for curve in before.curves])
    posed = change_pose(before, frames[4], pose)
    assert posed.curves[5] is before.curves[5]
    assert posed.curves[6].values[4] == pose[6]
    for after in (delete_key(before, frames[5]), delete_key(before, frames[3])):
        key = after.selection.frames.index(frames[4])
        for side in ("left", "right"):
            np.testing.assert_array_equal(getattr(after.curves[5], side)[key], getattr(before.curves[5], side)[4])


def test_the_handle_of_a_locked_key_is_cut_where_its_segment_gets_too_short():
    before = typed("hermite", {4: LOCKED}, channels=(5,))
    frames = before.selection.frames
    after = move_key(before, frames[5], frames[4] + 1).curves[5]
    old, new = before.curves[5].right[4], after.right[4]
    assert new[0] == frames[4] + 1
    slope = (old[1] - after.values[4]) / (old[0] - frames[4])
    assert (new[1] - after.values[4]) / (new[0] - frames[4]) == pytest.approx(slope)
    np.testing.assert_array_equal(after.left[4], before.curves[5].left[4])
