"""Edits of whole-pose keys: each takes an animation and gives another, with notes on what could not be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from unbake.curves.editing.edit import change_pose, delete_keys, insert_key
from unbake.curves.editing.retime import move_keys, place_keys
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.body.mirror_image import mirror_image, plane_of
from unbake.motion.channels import channels_of, motion_from_channels
from unbake.motion.motion import Motion
from unbake.studio.server.keys.keys import CLASSES
from unbake.studio.server.messages import DeleteKeys, InsertKey, MoveKeys, PasteKeys, RetimeKeys

Notes = tuple[str, ...]

ENDS_STAY = "The first and the last key hold the ends of the range, so they stay."


def moved(animation: KeyedAnimation, request: MoveKeys) -> tuple[KeyedAnimation, Notes]:
    """Move keys in time, past others, as far as the ends of the range allow; those that they land on are replaced."""
    moving, locked = _unlocked(animation, request.frames)
    frames = animation.selection.frames
    ends = {frames[0], frames[-1]}
    free = [frame for frame in moving if frame not in ends]
    notes: Notes = ((ENDS_STAY,) if len(free) < len(moving) else ()) + locked
    by = _room(animation, free, request.by)
    if by != request.by and free:
        notes += (f"Keys stay inside the range and beside locked keys: by {by} frames, not {request.by}.",)
    return move_keys(animation, free, by), notes


def _room(animation: KeyedAnimation, moving: list[int], by: int) -> int:
    """How far, towards `by`, keys can move inside the range without landing on a locked key."""
    if not moving:
        return 0
    frames = animation.selection.frames
    by = max(min(by, frames[-1] - 1 - max(moving)), frames[0] + 1 - min(moving))
    staying = set(frames) - set(moving)
    locked = {frame for frame in staying if animation.locked_channel(animation.key_index(frame)) is not None}
    while locked & {frame + by for frame in moving}:
        by -= 1 if by > 0 else -1
    return by


def retimed(animation: KeyedAnimation, request: RetimeKeys) -> tuple[KeyedAnimation, Notes]:
    """Put keys on other frames, in the order in which they stand."""
    if len(request.frames) != len(request.to):
        raise UsageError(f"{len(request.frames)} keys cannot go to {len(request.to)} frames")
    first = animation.first_frame
    places = {frame - first: to - first for frame, to in zip(request.frames, request.to, strict=True)}
    return place_keys(animation, places), ()


def inserted(animation: KeyedAnimation, request: InsertKey) -> tuple[KeyedAnimation, Notes]:
    """Put a key on the curves, which do not change."""
    return insert_key(animation, request.frame - animation.first_frame), ()


def deleted(animation: KeyedAnimation, request: DeleteKeys) -> tuple[KeyedAnimation, Notes]:
    """Take keys away; the first and the last stay."""
    unlocked, notes = _unlocked(animation, request.frames)
    frames = set(unlocked)
    ends = {animation.selection.frames[0], animation.selection.frames[-1]}
    return delete_keys(animation, frames - ends), (ENDS_STAY, *notes) if frames & ends else notes


def _unlocked(animation: KeyedAnimation, frames: tuple[int, ...]) -> tuple[list[int], Notes]:
    """The frames, from 0, of keys that are locked in no channel, and a note where others are."""
    wanted = sorted(frame - animation.first_frame for frame in frames)
    locks = {frame: animation.locked_channel(animation.key_index(frame)) for frame in wanted}
    channel = next((channel for channel in locks.values() if channel is not None), None)
    notes = () if channel is None else (f"Keys that are locked stay: in {channel}.",)
    return [frame for frame in wanted if locks[frame] is None], notes


def pasted(animation: KeyedAnimation, request: PasteKeys) -> tuple[KeyedAnimation, Notes]:
    """Set poses on frames, with new keys where there are none."""
    count = len(channels_of(animation.skeleton))
    if request.poses.size != count * len(request.frames) or len(request.classes) != len(request.frames):
        raise UsageError("the poses to paste are of another figure")
    if request.classes.max(initial=0) >= len(CLASSES):
        raise UsageError("the keys to paste are of no known class")
    values = request.poses.reshape(len(request.frames), count)
    poses: Sequence[Motion | Floats] = (
        _mirrored(animation, values) if request.is_mirrored and len(values) else [np.array(pose) for pose in values]
    )
    outside = 0
    for number, key_class, pose in zip(request.frames, request.classes, poses, strict=True):
        frame = number - animation.first_frame
        if not 0 <= frame < animation.n_frames:
            outside += 1
            continue
        if frame not in animation.selection.frames:
            animation = insert_key(animation, frame, CLASSES[key_class])
        animation = change_pose(animation, frame, pose)
    left_out = "it was left out" if outside == 1 else "they were left out"
    notes = (f"{outside} of the keys would lie outside the range, so {left_out}.",) if outside else ()
    frames = {number - animation.first_frame for number in request.frames} & set(animation.selection.frames)
    channels = sorted({str(animation.locked_channel(animation.key_index(frame))) for frame in frames} - {"None"})
    return animation, (*notes, f"Locked curves stay as they are: {channels[0]}.") if channels else notes


def _mirrored(animation: KeyedAnimation, values: Floats) -> list[Motion]:
    """The mirror images of poses, each a motion of one frame: where the first of them stands, facing the same way."""
    motion = motion_from_channels(animation.skeleton, values, animation.fps)
    image = mirror_image(motion, plane_of(motion))
    return [image.excerpt(number, number) for number in range(image.first_frame, image.last_frame + 1)]


EDITS: dict[type, Callable[..., tuple[KeyedAnimation, Notes]]] = {
    MoveKeys: moved,
    RetimeKeys: retimed,
    InsertKey: inserted,
    DeleteKeys: deleted,
    PasteKeys: pasted,
}
