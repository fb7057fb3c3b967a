"""Edits of keys as the studio's pages ask for them."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from studio.server.serving import desk_in, opened_clip, quick_keys, quietly
from unbake.errors import UsageError
from unbake.studio.server import messages as m


@cache
def edited_clip():
    """A desk with an open clip, and five keys of it."""
    with TemporaryDirectory() as folder:
        desk = desk_in(Path(folder))
        opened = opened_clip(desk, Path(folder))
        return desk, opened.clip, quick_keys(desk, opened)


def answer(kind, keys=None, **others):
    """What the desk makes of the keys."""
    desk, clip, five = edited_clip()
    return desk.answer(kind(clip=clip.id, keys=five if keys is None else keys, detail=0.0, **others), quietly)


def rows(keys, part):
    """A part of keys with a row for each."""
    return getattr(keys, part).reshape(len(keys.frames), -1)


def test_a_key_moves_and_takes_its_pose_along():
    keys = edited_clip()[2]
    frame = int(keys.frames[2])
    edited = answer(m.MoveKeys, frames=(frame,), by=1)
    assert list(edited.keys.frames) == [*keys.frames[:2], frame + 1, *keys.frames[3:]]
    np.testing.assert_array_equal(edited.keys.values, keys.values)
    assert edited.notes == ()


def test_keys_pass_those_that_stay_up_to_the_ends_which_stay():
    keys = edited_clip()[2]
    frames = [int(frame) for frame in keys.frames]
    passed = answer(m.MoveKeys, frames=(frames[2],), by=frames[3] + 1 - frames[2])
    assert list(passed.keys.frames) == [*frames[:2], frames[3], frames[3] + 1, frames[4]]
    assert passed.notes == ()
    landed = answer(m.MoveKeys, frames=(frames[2],), by=frames[3] - frames[2])
    assert list(landed.keys.frames) == [*frames[:2], *frames[3:]]
    np.testing.assert_allclose(rows(landed.keys, "values")[2], rows(keys, "values")[2], atol=2 * np.pi + 1e-9)
    edited = answer(m.MoveKeys, frames=(frames[2],), by=1000)
    assert edited.keys.frames[3] == frames[4] - 1
    assert "not 1000" in edited.notes[0]
    ends = answer(m.MoveKeys, frames=(int(keys.frames[0]), int(keys.frames[-1])), by=2)
    np.testing.assert_array_equal(ends.keys.frames, keys.frames)
    assert "stay" in ends.notes[0]


def test_all_keys_in_the_hand_move_together():
    keys = edited_clip()[2]
    edited = answer(m.MoveKeys, frames=tuple(int(f) for f in keys.frames), by=-1)
    np.testing.assert_array_equal(edited.keys.frames[1:-1], keys.frames[1:-1] - 1)


def test_a_key_that_is_put_in_changes_nothing_that_is_seen():
    desk, clip, keys = edited_clip()
    frame = int(keys.frames[1]) + 2
    before = desk.answer(m.Evaluate(clip.id, keys, 0.0), quietly).evaluation
    edited = answer(m.InsertKey, frame=frame)
    assert frame in edited.keys.frames
    np.testing.assert_allclose(edited.evaluation.positions, before.positions, atol=1e-5)


def test_keys_are_deleted_but_for_the_ends():
    keys = edited_clip()[2]
    edited = answer(m.DeleteKeys, frames=tuple(int(f) for f in keys.frames))
    assert list(edited.keys.frames) == [keys.frames[0], keys.frames[-1]]
    assert "stay" in edited.notes[0]


def test_poses_are_pasted_where_there_is_room_and_only_of_the_same_figure():
    keys = edited_clip()[2]
    pose = rows(keys, "values")[1]
    frame = int(keys.frames[3]) + 1
    classes = np.array([1, 1], dtype=np.uint8)
    edited = answer(m.PasteKeys, frames=(frame, 1000), classes=classes, poses=np.concatenate([pose, pose]))
    row = list(edited.keys.frames).index(frame)
    np.testing.assert_array_equal(rows(edited.keys, "values")[row], pose)
    assert edited.keys.classes[row] == 1
    assert edited.notes[0].startswith("1 of the keys")
    with pytest.raises(UsageError, match="another figure"):
        answer(m.PasteKeys, frames=(frame,), classes=classes[:1], poses=pose[:-1])
    with pytest.raises(UsageError, match="no known class"):
        answer(m.PasteKeys, frames=(frame,), classes=classes[:1] + 2, poses=pose)


@pytest.mark.parametrize("key_class", [0, 1, 2])
def test_pasted_keys_keep_their_class(key_class):
    keys = edited_clip()[2]
    frame = int(keys.frames[3]) + 1
    classes = np.array([key_class], dtype=np.uint8)
    edited = answer(m.PasteKeys, frames=(frame,), classes=classes, poses=rows(keys, "values")[1]).keys
    assert edited.classes[list(edited.frames).index(frame)] == key_class


def broken_at(keys, row, channel):
    """Keys with a tangent that a person broke, its handles where they were."""
    broken = rows(keys, "tangents").copy()
    broken[row, channel] = 1
    return m.Keys(**{**vars(keys), "tangents": broken.ravel()})


@pytest.mark.parametrize(
    ("kind", "others"),
    [
        (m.MoveKeys, lambda frames: {"frames": (frames[2],), "by": 1}),
        (m.InsertKey, lambda frames: {"frame": frames[0] + 1}),
        (m.DeleteKeys, lambda frames: {"frames": (frames[1],)}),
        (m.Refit, lambda frames: {"from_frame": frames[2], "to_frame": frames[3], "channels": (4,)}),
    ],
)
def test_a_tangent_that_was_broken_in_line_stays_broken(kind, others):
    keys = edited_clip()[2]
    frames = [int(frame) for frame in keys.frames]
    assert not rows(keys, "tangents")[2, 4]
    edited = answer(kind, broken_at(keys, 2, 4), **others(frames)).keys
    row = 2 + len(edited.frames) - len(keys.frames)
    assert rows(edited, "tangents")[row, 4]
    assert rows(edited, "tangents").sum() == rows(answer(kind, **others(frames)).keys, "tangents").sum() + 1
