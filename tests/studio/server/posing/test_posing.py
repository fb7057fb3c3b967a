"""Poses as the studio's pages drag, turn, blend and copy them."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
import pytest

from clips import packaged_clip
from studio.server.serving import desk_in, quick_keys, quietly
from unbake.errors import UsageError
from unbake.formats.registry import save
from unbake.studio.server import messages as m


@cache
def taken():
    """A desk with the packaged clip open, and 24 keys of it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        desk = desk_in(folder)
        desk.startup = folder / "work" / "jumps.bvh"
        save(packaged_clip(), desk.startup)
        opened = desk.answer(m.Open("startup"), quietly)
        return desk, opened.clip, quick_keys(desk, opened, 24)


def joint(role):
    """A joint by its role."""
    return next(number for number, one in enumerate(taken()[1].joints) if one.role == role)


def places(evaluation, frame):
    """Where joints are at a frame (J, 3)."""
    clip, keys = taken()[1:]
    return evaluation.positions.reshape(-1, len(clip.joints), 3)[frame - keys.first]


def before(frame):
    """Where joints are before anything is changed."""
    desk, clip, keys = taken()
    return places(desk.answer(m.Evaluate(clip.id, keys, 0.0), quietly).evaluation, frame)


def drag(role, by, *, frame=None, pins=(), **others):
    """A joint dragged by some metres, at a key by default."""
    desk, clip, keys = taken()
    frame = int(keys.frames[5]) if frame is None else frame
    place = tuple(float(one) for one in before(frame)[joint(role)] + np.array(by))
    pinned = tuple(joint(one) for one in pins)
    asked = m.DragPose(clip.id, keys, frame, "one", joint(role), place, pinned, 0.0)
    return desk.answer(replace(asked, **others), quietly), frame, np.array(place)


@pytest.mark.slow
def test_a_dragged_joint_arrives_and_pins_stay():
    found, frame, place = drag("right-wrist", (0.0, 0.1, 0.05), pins=("left-ankle", "right-ankle"), gesture="arrives")
    shown = places(found.evaluation, frame)
    assert np.linalg.norm(shown[joint("right-wrist")] - place) < 0.01
    assert found.missed_cm < 1.0
    for role in ("left-ankle", "right-ankle"):
        assert np.linalg.norm(shown[joint(role)] - before(frame)[joint(role)]) < 0.002


def test_only_the_key_at_the_frame_changes():
    found, frame, _ = drag("right-wrist", (0.0, 0.1, 0.0), gesture="alone")
    keys = taken()[2]
    rows = lambda one: one.values.reshape(len(one.frames), -1)  # noqa: E731
    changed = (rows(found.keys) != rows(keys)).any(axis=1)
    assert list(keys.frames[changed]) == [frame]


def test_a_drag_between_keys_puts_a_key_there():
    keys = taken()[2]
    frame = int(keys.frames[5] + keys.frames[6]) // 2
    found, _, _ = drag("left-wrist", (0.0, 0.05, 0.0), frame=frame, gesture="between")
    assert set(found.keys.frames) - set(keys.frames) == {frame}


def test_steps_of_one_drag_begin_where_the_last_ended_and_another_begins_anew():
    ways = [drag("right-wrist", (0.0, 0.02 * step, 0.0), gesture="steps")[0] for step in (1, 2, 3, 4, 5)]
    again = drag("right-wrist", (0.0, 0.1, 0.0), gesture="afresh")[0]
    np.testing.assert_allclose(ways[-1].keys.values, again.keys.values, atol=0.02)


def test_influence_makes_others_follow():
    count = len(taken()[1].joints)
    influence = np.zeros(count, dtype=np.float32)
    influence[[joint("right-wrist"), joint("left-wrist")]] = 1.0
    alone, frame, _ = drag("right-wrist", (0.0, 0.1, 0.0), gesture="a")
    both, _, _ = drag("right-wrist", (0.0, 0.1, 0.0), gesture="b", influence=influence)
    left = joint("left-wrist")
    rises = [places(one.evaluation, frame)[left, 1] - before(frame)[left, 1] for one in (alone, both)]
    assert rises[1] > 0.08 > 0.04 > abs(rises[0])


def test_a_turned_joint_takes_what_hangs_on_it_along_and_nothing_else():
    desk, clip, keys = taken()
    frame, elbow, wrist = int(keys.frames[5]), joint("right-shoulder"), joint("right-wrist")
    found = desk.answer(m.TurnJoint(clip.id, keys, frame, elbow, (0.0, 2.0, 0.0), 0.5, 0.0), quietly)
    was, now = before(frame), places(found.evaluation, frame)
    arm, turned = was[wrist] - was[elbow], now[wrist] - now[elbow]
    cosine, sine = np.cos(0.5), np.sin(0.5)
    expected = [cosine * arm[0] + sine * arm[2], arm[1], cosine * arm[2] - sine * arm[0]]
    np.testing.assert_allclose(turned, expected, atol=1e-4)
    np.testing.assert_allclose(now[joint("left-wrist")], was[joint("left-wrist")], atol=1e-4)


def test_a_pose_between_two_keys_goes_from_one_to_the_other():
    desk, clip, keys = taken()
    around = [int(keys.frames[row]) for row in (4, 5, 6)]
    for part, like in ((0.0, around[0]), (1.0, around[2])):
        found = desk.answer(m.TweenPose(clip.id, keys, around[1], part, 0.0), quietly)
        np.testing.assert_allclose(places(found.evaluation, around[1]), before(like), atol=1e-4)


def test_a_pose_that_was_read_is_set_elsewhere_and_as_its_mirror_image():
    desk, clip, keys = taken()
    here, there = int(keys.frames[5]), int(keys.frames[8])
    read = desk.answer(m.ReadPose(clip.id, keys, here), quietly)
    put = m.PutPose(clip.id, keys, there, read.rotations, read.translations, False, 0.0)
    np.testing.assert_allclose(places(desk.answer(put, quietly).evaluation, there), before(here), atol=1e-4)
    image = places(desk.answer(replace(put, is_mirrored=True), quietly).evaluation, there)
    heights = [before(here)[joint(f"{side}-wrist"), 1] for side in ("left", "right")]
    np.testing.assert_allclose([image[joint(f"{side}-wrist"), 1] for side in ("right", "left")], heights, atol=0.02)
    assert abs(heights[0] - heights[1]) > 0.03
    with pytest.raises(UsageError, match="another figure"):
        desk.answer(replace(put, rotations=read.rotations[4:]), quietly)


def test_the_brush_fades_along_the_bones_and_mirrors():
    desk, clip, keys = taken()
    frame, none = int(keys.frames[5]), np.empty(0, dtype=np.float32)
    paint = m.PaintInfluence(clip.id, keys, frame, joint("right-wrist"), 0.2, "skeleton", none, False)
    one = desk.answer(paint, quietly).influence
    both = desk.answer(replace(paint, mirrors=True, onto=one), quietly).influence
    assert one[joint("right-wrist")] == 1.0 > one[joint("right-elbow")] > one[joint("right-shoulder")]
    assert one[joint("left-wrist")] < 0.01
    assert both[joint("left-wrist")] == 1.0


def test_deltas_are_the_keys_that_were_posed():
    desk, clip, keys = taken()
    none = desk.answer(m.FindDeltas(clip.id, keys), quietly)
    assert not len(none.frames)
    found, frame, _ = drag("right-wrist", (0.0, 0.1, 0.0), gesture="delta")
    some = desk.answer(m.FindDeltas(clip.id, found.keys), quietly)
    assert list(some.frames) == [frame]
    moved = np.linalg.norm(places(found.evaluation, frame) - before(frame), axis=1)
    assert some.moved_cm[0] == pytest.approx(100.0 * moved.max(), abs=0.2)


def test_what_cannot_be_is_refused():
    desk, clip, keys = taken()
    with pytest.raises(UsageError, match="outside the keys' "):
        desk.answer(m.ReadPose(clip.id, keys, keys.last + 1), quietly)
    with pytest.raises(UsageError, match="dragged and pinned"):
        drag("right-wrist", (0.0, 0.1, 0.0), pins=("right-wrist",), gesture="both")
    with pytest.raises(UsageError, match="three finite numbers"):
        drag("right-wrist", (np.nan, 0.0, 0.0), gesture="nan")
    with pytest.raises(UsageError, match="no joint"):
        drag("right-wrist", (0.0, 0.0, 0.0), joint=10_000, gesture="none")
    with pytest.raises(UsageError, match="from 0 to 1"):
        desk.answer(m.TweenPose(clip.id, keys, int(keys.frames[5]), 1.5, 0.0), quietly)
    with pytest.raises(UsageError, match="both sides"):
        desk.answer(m.TweenPose(clip.id, keys, keys.first, 0.5, 0.0), quietly)
    with pytest.raises(UsageError, match="about an axis"):
        desk.answer(m.TurnJoint(clip.id, keys, keys.first, 0, (0.0, 0.0, 0.0), 0.5, 0.0), quietly)


def test_pins_hold_back_what_is_dragged():
    found, _, _ = drag("hips", (0.0, 0.6, 0.0), pins=("left-ankle", "right-ankle"), gesture="far")
    assert found.notes == ()
    assert found.missed_cm > 5.0


def test_a_pin_out_of_reach_says_how_far_it_is():
    """A wish that is a kilometre away outweighs pins."""
    pins = ("left-ankle", "right-ankle")
    found, frame, _ = drag("hips", (0.0, 1000.0, 0.0), pins=pins, gesture="farther")
    shown = places(found.evaluation, frame)
    assert len(found.notes) >= len(pins)
    for note, role in zip(found.notes, pins, strict=False):
        off_cm = 100.0 * np.linalg.norm(shown[joint(role)] - before(frame)[joint(role)])
        assert off_cm > 5.0
        said = re.fullmatch(r"'\w+' cannot reach its pin: it is ([\d.]+) cm away\.", note)
        assert float(said[1]) == pytest.approx(off_cm, abs=0.1)


def test_a_step_is_quick_enough_for_a_hand():
    drag("right-wrist", (0.0, 0.01, 0.0), gesture="quick")
    taken_s = []
    for step in range(10):
        began = perf_counter()
        drag("right-wrist", (0.0, 0.01 * step, 0.0), gesture="quick")
        taken_s.append(perf_counter() - began)
    assert min(taken_s) < 0.1
