"""Edits of whole-pose keys: each takes an animation and gives another, with notes on what could not be done."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from unbake.curves.edit import change_pose, delete_key, insert_key
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.retime import move_key
from unbake.errors import UsageError
from unbake.motion.channels import channels_of
from unbake.studio.server.keys import CLASSES
from unbake.studio.server.messages import DeleteKeys, InsertKey, MoveKeys, PasteKeys

Notes = tuple[str, ...]

ENDS_STAY = "The first and the last key hold the ends of the range, so they stay."


def moved(animation: KeyedAnimation, asked: MoveKeys) -> tuple[KeyedAnimation, Notes]:
    """Move keys in time, as far as the ends of the clip and the keys that stay allow."""
    moving = sorted(frame - animation.first_frame for frame in asked.frames)
    frames = animation.selection.frames
    ends = {frames[0], frames[-1]}
    free = [frame for frame in moving if frame not in ends]
    notes: Notes = (ENDS_STAY,) if len(free) < len(moving) else ()
    by = _room(frames, free, asked.by)
    for frame in (free if by < 0 else free[::-1]) if by else ():
        animation = move_key(animation, frame, frame + by)
    if by != asked.by and free:
        notes += (f"Keys move between their neighbours: by {by} frames, not {asked.by}.",)
    return animation, notes


def _room(frames: tuple[int, ...], moving: list[int], by: int) -> int:
    """How far, towards `by`, keys can move without meeting one that stays."""
    staying = [frame for frame in frames if frame not in moving]
    for frame in moving:
        before = max(other for other in staying if other < frame)
        after = min(other for other in staying if other > frame)
        by = max(min(by, after - 1 - frame), before + 1 - frame)
    return by


def inserted(animation: KeyedAnimation, asked: InsertKey) -> tuple[KeyedAnimation, Notes]:
    """Put a key on the curves, which do not change."""
    return insert_key(animation, asked.frame - animation.first_frame), ()


def deleted(animation: KeyedAnimation, asked: DeleteKeys) -> tuple[KeyedAnimation, Notes]:
    """Take keys away; the first and the last stay."""
    frames = {frame - animation.first_frame for frame in asked.frames}
    ends = {animation.selection.frames[0], animation.selection.frames[-1]}
    for frame in sorted(frames - ends):
        animation = delete_key(animation, frame)
    return animation, (ENDS_STAY,) if frames & ends else ()


def pasted(animation: KeyedAnimation, asked: PasteKeys) -> tuple[KeyedAnimation, Notes]:
    """Set poses on frames, with new keys where there are none."""
    count = len(channels_of(animation.skeleton))
    if asked.poses.size != count * len(asked.frames) or len(asked.classes) != len(asked.frames):
        raise UsageError("the poses to paste are of another figure")
    poses = asked.poses.reshape(len(asked.frames), count)
    outside = 0
    for number, key_class, pose in zip(asked.frames, asked.classes, poses, strict=True):
        frame = number - animation.first_frame
        if not 0 <= frame < animation.n_frames:
            outside += 1
            continue
        if frame not in animation.selection.frames:
            animation = insert_key(animation, frame, CLASSES[min(int(key_class), 1)])
        animation = change_pose(animation, frame, np.array(pose))
    left_out = "it was left out" if outside == 1 else "they were left out"
    return animation, (f"{outside} of the keys would lie outside the range, so {left_out}.",) if outside else ()


EDITS: dict[type, Callable[..., tuple[KeyedAnimation, Notes]]] = {
    MoveKeys: moved,
    InsertKey: inserted,
    DeleteKeys: deleted,
    PasteKeys: pasted,
}
