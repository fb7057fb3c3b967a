"""Scaled keys, mirrored poses and locked keys as the studio's pages ask for them."""

from dataclasses import replace

import numpy as np
import pytest

from curves.animations import animation_of
from studio.server.keys.test_editing import answer, edited_clip, rows
from unbake.curves.editing.retime import place_keys
from unbake.curves.tangents import LOCKED
from unbake.errors import UsageError
from unbake.motion.body.mirror_image import mirror_image, plane_of
from unbake.motion.channels import motion_from_channels
from unbake.studio.server import messages as m


def frames_of(keys):
    return [int(frame) for frame in keys.frames]


def locked(keys, row, channel):
    """The keys with one of them locked in a channel."""
    tangents = rows(keys, "tangents").copy()
    tangents[row, channel] |= LOCKED
    return replace(keys, tangents=tangents.ravel())


def test_keys_go_to_their_new_frames_and_take_their_poses_along():
    keys = edited_clip()[2]
    frames = frames_of(keys)
    to = (frames[1] + 3, frames[2] + 1)
    edited = answer(m.RetimeKeys, frames=(frames[1], frames[2]), to=to).keys
    assert frames_of(edited) == [frames[0], *to, *frames[3:]]
    np.testing.assert_array_equal(edited.values, keys.values)


def test_curves_are_stretched_with_their_keys():
    before = animation_of("schneider")
    frames = before.selection.frames
    places = {frames[3]: frames[3] + 1, frames[4]: frames[4] + 2}
    after = place_keys(before, places)
    frames, to = (np.array(one.selection.frames) for one in (before, after))
    slower = np.ones(len(frames))
    slower[[3, 4]] = (to[[4, 5]] - to[[2, 3]]) / (frames[[4, 5]] - frames[[2, 3]])
    for old, new in zip(before.curves, after.curves, strict=True):
        for key in (3, 4):
            share = (old.right[key, 0] - old.frames[key]) / (old.frames[key + 1] - old.frames[key])
            assert (new.right[key, 0] - new.frames[key]) / (new.frames[key + 1] - new.frames[key]) == pytest.approx(
                share
            )
        np.testing.assert_allclose(slower * new.slopes()[0], old.slopes()[0], atol=1e-9)


@pytest.mark.parametrize(
    ("places", "fault"),
    [({0: 3}, "first or the last"), ({"second": "third"}, "meet or pass"), ({"second": 10_000}, "meet or pass")],
)
def test_keys_that_cannot_go_there_are_refused(places, fault):
    animation = animation_of("hermite")
    named = {"second": animation.selection.frames[1], "third": animation.selection.frames[2]}
    with pytest.raises(UsageError, match=fault):
        place_keys(animation, {named.get(a, a): named.get(b, b) for a, b in places.items()})


def test_frames_and_places_have_to_match():
    with pytest.raises(UsageError, match="1 keys cannot go to 2 frames"):
        answer(m.RetimeKeys, frames=(5,), to=(6, 7))


def pose_of(clip, values):
    return motion_from_channels(clip.skeleton, values, clip.motion.fps)


def test_a_pose_is_pasted_as_a_mirror_shows_it():
    desk, shown, keys = edited_clip()
    clip = desk.papers[shown.id].clip
    values = rows(keys, "values")[[1, 2]]
    to = (int(keys.frames[3]), int(keys.frames[3]) + 2)
    classes = np.zeros(2, np.uint8)
    edited = answer(m.PasteKeys, frames=to, poses=values.ravel(), classes=classes, is_mirrored=True).keys
    before = pose_of(clip, values)
    wanted = mirror_image(before, plane_of(before)).positions()
    pasted = pose_of(clip, rows(edited, "values")[[frames_of(edited).index(frame) for frame in to]])
    np.testing.assert_allclose(pasted.positions(), wanted, atol=1e-9)
    assert np.abs(wanted - before.positions()).max() > 0.04
    np.testing.assert_allclose(pasted.positions()[0, 0], before.positions()[0, 0], atol=1e-9)


def test_a_pose_that_is_mirrored_twice_is_itself():
    desk, shown, keys = edited_clip()
    clip = desk.papers[shown.id].clip
    frame, classes = (int(keys.frames[2]),), np.zeros(1, np.uint8)
    values = rows(keys, "values")[2]
    for _ in range(2):
        edited = answer(m.PasteKeys, frames=frame, poses=values, classes=classes, is_mirrored=True).keys
        values = rows(edited, "values")[2]
    before, after = (pose_of(clip, one[None]).positions() for one in (rows(keys, "values")[2], values))
    np.testing.assert_allclose(after, before, atol=1e-6)


def test_locked_keys_stay_and_it_is_said_where():
    keys = edited_clip()[2]
    frames = frames_of(keys)
    held = locked(keys, 2, 3)
    for kind, others in ((m.MoveKeys, {"by": 1}), (m.DeleteKeys, {})):
        edited = answer(kind, held, frames=(frames[2],), **others)
        assert frames_of(edited.keys) == frames
        assert "locked" in edited.notes[0]


def test_a_pose_is_pasted_beside_what_is_locked():
    keys = edited_clip()[2]
    held = locked(keys, 2, 3)
    pose = rows(keys, "values")[1]
    edited = answer(m.PasteKeys, held, frames=(int(keys.frames[2]),), poses=pose, classes=np.zeros(1, np.uint8))
    after = rows(edited.keys, "values")[2]
    assert after[3] == rows(keys, "values")[2, 3]
    np.testing.assert_array_equal(np.delete(after, 3), np.delete(pose, 3))
    assert "Locked curves stay" in edited.notes[0]
