"""Poses at a frame of an animation: read, made others, and set as keys."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.editing.edit import change_pose, insert_key
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.brush import brushed, mirrored_influence
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_conjugate, quaternion_product
from unbake.studio.server import messages as m
from unbake.studio.server.feet.holding import capture_and_animation, evaluated
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.opening.open_clip import OpenClip, single
from unbake.studio.server.posing.posers import Posers

LEAST_DELTA_M = 1e-3
"""A joint that is nearer to its place in the capture has not been moved."""
HELD_RAD = 0.02
"""A turn that is lost by more, because the channels cannot hold it, is told."""


def dragged(clip: OpenClip, message: m.DragPose, posers: Posers) -> m.PoseDragged:
    """Return an animation whose pose at a frame has a joint as near to a place as bones, hinges and pins allow.

    Raises
    ------
    UsageError : a frame outside the keys, a joint that is not there, a joint dragged and pinned, a place that is none.
    """
    animation, pose = _at(clip, message)
    names = pose.skeleton.names
    joints = [_joint(pose, joint) for joint in (message.joint, *message.pins)]
    floor_m = 0.0 if message.floor else None
    poser = posers.of(clip, (clip.id, message.frame, message.gesture, message.floor), pose, floor_m)
    influence = _influence(message.influence, len(names)) if message.influence.size else None
    found = poser.drag(
        {names[joints[0]]: message.place}, influence=influence, pins=[names[joint] for joint in joints[1:]]
    )
    answer = _with_pose(clip, message, animation, found.motion)
    shown = answer.evaluation.positions.reshape(animation.n_frames, -1, 3)[message.frame - animation.first_frame]
    missed_m = float(np.linalg.norm(shown[joints[0]] - np.array(message.place)))
    return replace(answer, missed_cm=100.0 * missed_m, notes=(*found.notes, *answer.notes))


def turned(clip: OpenClip, message: m.TurnJoint) -> m.PoseDragged:
    """Return an animation whose pose at a frame has a joint turned about an axis in the world."""
    animation, pose = _at(clip, message)
    joint, axis = _joint(pose, message.joint), np.array(message.axis, dtype=np.float64)
    length = float(np.linalg.norm(axis))
    if not np.isfinite([length, message.angle]).all() or length == 0.0:
        raise UsageError("a joint turns about an axis, by an angle in radians")
    by = np.array([*(np.sin(0.5 * message.angle) * axis / length), np.cos(0.5 * message.angle)])
    world = pose.world_rotations_xyzw()[0]
    parent = pose.skeleton.parents[joint]
    turned_xyzw = quaternion_product(by, world[joint])
    rotations = pose.rotations_xyzw.copy()
    rotations[0, joint] = (
        turned_xyzw if parent < 0 else quaternion_product(quaternion_conjugate(world[parent]), turned_xyzw)
    )
    return _with_pose(clip, message, animation, replace(pose, rotations_xyzw=rotations))


def tweened(clip: OpenClip, message: m.TweenPose) -> m.PoseDragged:
    """Return an animation whose pose at a frame is one between those of the keys around it.

    Raises
    ------
    UsageError : a part outside 0 to 1, a frame without a key on both sides.
    """
    animation, pose = _at(clip, message)
    if not 0.0 <= message.part <= 1.0:
        raise UsageError(f"a pose between two keys is at a part from 0 to 1, not {message.part}")
    frame, frames = message.frame - animation.first_frame, animation.selection.frames
    before, after = [key for key in frames if key < frame], [key for key in frames if key > frame]
    if not before or not after:
        raise UsageError(f"frame {message.frame} has no key on both sides, so there is nothing between them")
    ends = animation.sample([float(before[-1]), float(after[0])])
    at = np.array([message.part])
    rotations, translations = rotations_at(ends.rotations_xyzw, at), positions_at(ends.translations_m, at)
    return _with_pose(clip, message, animation, replace(pose, rotations_xyzw=rotations, translations_m=translations))


def read_pose(clip: OpenClip, message: m.ReadPose) -> m.PoseRead:
    """Return the channels of an animation at a frame."""
    animation = capture_and_animation(clip, message.keys)[1]
    return m.PoseRead(animation.values_at(np.array([_inside(animation, message.frame)], dtype=np.float64))[0])


def painted(clip: OpenClip, message: m.PaintInfluence) -> m.InfluencePainted:
    """Return how far each joint follows a drag once the brush has passed over one."""
    _, pose = _at(clip, message)
    name = pose.skeleton.names[_joint(pose, message.joint)]
    onto = _influence(message.onto, len(pose.skeleton.names)) if message.onto.size else None
    found = brushed(pose, 0, name, message.radius_m, along=message.along, onto=onto)
    if message.mirrors:
        found = np.maximum(found, mirrored_influence(pose.skeleton, found))
    return m.InfluencePainted(single(found))


def deltas(clip: OpenClip, message: m.FindDeltas) -> m.DeltasFound:
    """Return the keys whose poses are others than the capture's."""
    excerpt, animation = capture_and_animation(clip, message.keys)
    frames = list(animation.selection.frames)
    posed = animation.sample([float(frame) for frame in frames]).positions()
    gaps = np.linalg.norm(posed - excerpt.motion.positions()[frames], axis=2)
    most, joints = gaps.max(axis=1), gaps.argmax(axis=1)
    are_moved = most > LEAST_DELTA_M
    numbers = np.array(frames, dtype=np.int32) + animation.first_frame
    return m.DeltasFound(
        frames=numbers[are_moved].astype(np.int32),
        moved_cm=single(100.0 * most[are_moved]),
        joints=joints[are_moved].astype(np.int32),
    )


def _at(
    clip: OpenClip, message: m.DragPose | m.TurnJoint | m.TweenPose | m.PaintInfluence
) -> tuple[KeyedAnimation, Motion]:
    """The animation of a message's keys, and its pose at the message's frame."""
    animation = capture_and_animation(clip, message.keys)[1]
    return animation, animation.sample([float(_inside(animation, message.frame))])


def _inside(animation: KeyedAnimation, number: int) -> int:
    """The frame, from 0, with a number."""
    last = animation.first_frame + animation.n_frames - 1
    if not animation.first_frame <= number <= last:
        raise UsageError(f"frame {number} is outside the keys' {animation.first_frame}–{last}")
    return number - animation.first_frame


def _joint(pose: Motion, joint: int) -> int:
    if not 0 <= joint < len(pose.skeleton.names):
        raise UsageError(f"there is no joint {joint}")
    return joint


def _influence(sent: m.Float32, count: int) -> Floats:
    """An influence (J,), which single precision may have rounded beyond its ends."""
    if sent.size != count or not np.isfinite(sent).all():
        raise UsageError(f"an influence is {count} numbers from 0 to 1, one a joint")
    return np.asarray(np.clip(sent.astype(np.float64), 0.0, 1.0))


def _with_pose(
    clip: OpenClip, message: m.DragPose | m.TurnJoint | m.TweenPose, animation: KeyedAnimation, pose: Motion
) -> m.PoseDragged:
    """The animation with a pose on a frame, with a key there."""
    frame = _inside(animation, message.frame)
    if frame not in animation.selection.frames:
        animation = insert_key(animation, frame)
    changed = change_pose(animation, frame, pose)
    keys = replace(keys_of(changed), holds=message.keys.holds)
    notes = _lost(changed, frame, pose)
    return m.PoseDragged(keys, evaluated(clip, keys, changed, message.detail), 0.0, notes)


def _lost(animation: KeyedAnimation, frame: int, pose: Motion) -> tuple[str, ...]:
    """A note where channels cannot hold, or are locked against, what a pose needs."""
    kept, names = animation.sample([float(frame)]).rotations_xyzw[0], pose.skeleton.names
    cosines = np.abs((kept * pose.rotations_xyzw[0]).sum(axis=1)).clip(0.0, 1.0)
    lost = [names[joint] for joint in np.flatnonzero(2.0 * np.arccos(cosines) > HELD_RAD).tolist()]
    if not lost:
        return ()
    return (f"The channels of {', '.join(lost)} cannot hold all of this pose, or are locked.",)
