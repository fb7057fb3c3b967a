"""Poses at a frame: read, made others, and set as keys of the animation or of a layer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.editing.edit import change_pose, insert_key
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.brush import brushed, mirrored_influence
from unbake.editing.layer_keys import delta_frames, pose_delta, with_delta_key, without_deltas, without_layers_above
from unbake.editing.offset_layer import OffsetLayer, apply_layers
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.ground.notes import written_out
from unbake.motion.body.mirror_image import mirror_image, plane_of
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_conjugate, quaternion_product
from unbake.studio.server import messages as m
from unbake.studio.server.feet.holding import evaluated
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.layers.layers import message_of
from unbake.studio.server.layers.stacked import Stacked
from unbake.studio.server.opening.open_clip import OpenClip, single
from unbake.studio.server.posing.posers import Posers

LEAST_DELTA_M = 1e-3
"""A joint that is nearer to its place in the capture has not been moved."""
HELD_RAD = 0.02
"""A turn that is lost by more, because the channels cannot hold it, is told."""


def dragged(clip: OpenClip, message: m.DragPose, posers: Posers) -> m.PoseDragged:
    """Return keys, or a layer, whose pose at a frame has a joint as near to a place as bones, hinges and pins allow.

    Raises
    ------
    UsageError : a frame outside the keys, a joint that is not there, a joint dragged and pinned, a place that is none.
    """
    at, pose = _at(clip, message)
    names = pose.skeleton.names
    joints = [_joint(pose, joint) for joint in (message.joint, *message.pins)]
    floor_m = 0.0 if message.floor else None
    poser = posers.of(clip, (clip.id, message.frame, message.gesture, message.floor), pose, floor_m)
    influence = _influence(message.influence, len(names)) if message.influence.size else None
    found = poser.drag(
        {names[joints[0]]: message.place}, influence=influence, pins=[names[joint] for joint in joints[1:]]
    )
    answer = _with_pose(clip, message, at, found.motion)
    seen = answer.layered or answer.evaluation
    assert seen is not None
    shown = seen.positions.reshape(at.capture.n_frames, -1, 3)[at.inside(message.frame)]
    missed_m = float(np.linalg.norm(shown[joints[0]] - np.array(message.place)))
    return replace(answer, missed_cm=100.0 * missed_m, notes=(*map(written_out, found.notes), *answer.notes))


def turned(clip: OpenClip, message: m.TurnJoint) -> m.PoseDragged:
    """Return keys, or a layer, whose pose at a frame has a joint turned about an axis in the world."""
    at, pose = _at(clip, message)
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
    return _with_pose(clip, message, at, replace(pose, rotations_xyzw=rotations))


def tweened(clip: OpenClip, message: m.TweenPose) -> m.PoseDragged:
    """Return keys, or a layer, whose pose at a frame is one between those of the keys around it.

    Raises
    ------
    UsageError : a part outside 0 to 1, a frame without a key on both sides.
    """
    at, pose = _at(clip, message)
    if not 0.0 <= message.part <= 1.0:
        raise UsageError(f"a pose between two keys is at a part from 0 to 1, not {message.part}")
    frames = (_key_frames(at) + at.capture.first_frame).tolist()
    before, after = [key for key in frames if key < message.frame], [key for key in frames if key > message.frame]
    if not before or not after:
        raise UsageError(f"frame {message.frame} has no key on both sides, so there is nothing between them")
    ends = [at.pose(before[-1]), at.pose(after[0])]
    part = np.array([message.part])
    rotations = rotations_at(np.concatenate([end.rotations_xyzw for end in ends]), part)
    translations = positions_at(np.concatenate([end.translations_m for end in ends]), part)
    return _with_pose(clip, message, at, replace(pose, rotations_xyzw=rotations, translations_m=translations))


def _key_frames(at: Stacked) -> Indices:
    """The frames, from 0, of the keys that a hand changes."""
    if at.whole is not None:
        frames = delta_frames(at.whole) - at.first
        return frames[(frames >= 0) & (frames < at.capture.n_frames)]
    return np.array(at.animation.selection.frames if at.animation else [], dtype=np.int64)


def put(clip: OpenClip, message: m.PutPose) -> m.PoseDragged:
    """Return keys, or a layer, with a pose that was read at a frame; or with its mirror image."""
    at, pose = _at(clip, message)
    if message.rotations.size != pose.rotations_xyzw.size or message.translations.size != pose.translations_m.size:
        raise UsageError("the pose to set is of another figure")
    rotations = message.rotations.reshape(pose.rotations_xyzw.shape)
    wanted = replace(
        pose, rotations_xyzw=rotations, translations_m=message.translations.reshape(pose.translations_m.shape)
    )
    if message.is_mirrored:
        wanted = mirror_image(wanted, plane_of(wanted))
    return _with_pose(clip, message, at, wanted)


def read_pose(clip: OpenClip, message: m.ReadPose) -> m.PoseRead:
    """Return what is seen at a frame."""
    pose = Stacked.of(clip, message.keys, message.stack, 0.0).pose(message.frame)
    return m.PoseRead(pose.rotations_xyzw.ravel(), pose.translations_m.ravel())


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
    """Return the keys whose poses are others than the capture's, or all delta keys of the selected layer."""
    at = Stacked.of(clip, message.keys, message.stack, 0.0)
    frames = _key_frames(at)
    if not len(frames):
        return m.DeltasFound(np.empty(0, np.int32), m.no_numbers(), np.empty(0, np.int32))
    if at.selected is None:
        seen, others = at.below, at.capture
    else:
        seen = at.motion
        rest = without_deltas(at.layers[at.selected])
        others = apply_layers(at.below, [*at.layers[: at.selected], rest, *at.layers[at.selected + 1 :]])
    gaps = np.linalg.norm(_places_m(seen, frames) - _places_m(others, frames), axis=2)
    most, joints = gaps.max(axis=1), gaps.argmax(axis=1)
    are_told = (most > LEAST_DELTA_M) | (at.selected is not None)
    return m.DeltasFound(
        frames=(frames + at.capture.first_frame)[are_told].astype(np.int32),
        moved_cm=single(100.0 * most[are_told]),
        joints=joints[are_told].astype(np.int32),
    )


def _places_m(motion: Motion, frames: Indices) -> Floats:
    """Where joints are on some frames (K, J, 3)."""
    rows = motion.rotations_xyzw[frames], motion.translations_m[frames]
    return replace(motion, rotations_xyzw=rows[0], translations_m=rows[1]).positions()


def _at(
    clip: OpenClip, message: m.DragPose | m.TurnJoint | m.TweenPose | m.PutPose | m.PaintInfluence
) -> tuple[Stacked, Motion]:
    """What a message speaks of, and its pose at the message's frame."""
    # A layer lies on what is seen; the keys' own poses have no detail.
    detail = 0.0 if isinstance(message, m.PaintInfluence) or not message.stack.selected else message.detail
    at = Stacked.of(clip, message.keys, message.stack, detail)
    return at, at.pose(message.frame)


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
    clip: OpenClip, message: m.DragPose | m.TurnJoint | m.TweenPose | m.PutPose, at: Stacked, pose: Motion
) -> m.PoseDragged:
    """What becomes of the keys, or of the selected layer, with a pose on a frame, with a key there."""
    frame = at.inside(message.frame)
    if at.selected is not None and at.whole is not None:
        delta = pose_delta(at.below, at.layers, at.selected, frame, pose)
        return with_layer(clip, message, with_delta_key(at.whole, at.first + frame, delta))
    if at.animation is None:
        raise UsageError("the capture stays as it is: select a layer, or put the layers on the keys")
    wanted, animation = without_layers_above(pose, at.layers, frame, at.capture.n_frames), at.animation
    if frame not in animation.selection.frames:
        animation = insert_key(animation, frame)
    changed = change_pose(animation, frame, wanted)
    keys = replace(keys_of(changed), holds=message.keys.holds if message.keys else ())
    answer = m.PoseDragged(keys, evaluated(clip, keys, changed, message.detail), 0.0, _lost(changed, frame, wanted))
    return replace(answer, layered=Stacked.of(clip, keys, message.stack, message.detail).answer())


def with_layer(
    clip: OpenClip, message: m.DragPose | m.TurnJoint | m.TweenPose | m.PutPose | m.KeyLayer, layer: OffsetLayer
) -> m.PoseDragged:
    """Return the answer to a message whose selected layer became another."""
    stack = message.stack
    changed = message_of(layer, clip.motion, stack.selected)
    others = tuple(changed if one.id == changed.id else one for one in stack.layers)
    at = Stacked.of(clip, message.keys, replace(stack, layers=others), message.detail)
    return m.PoseDragged(None, None, 0.0, (), changed, at.answer())


def _lost(animation: KeyedAnimation, frame: int, pose: Motion) -> tuple[str, ...]:
    """A note where channels cannot hold, or are locked against, what a pose needs."""
    kept, names = animation.sample([float(frame)]).rotations_xyzw[0], pose.skeleton.names
    cosines = np.abs((kept * pose.rotations_xyzw[0]).sum(axis=1)).clip(0.0, 1.0)
    lost = [names[joint] for joint in np.flatnonzero(2.0 * np.arccos(cosines) > HELD_RAD).tolist()]
    if not lost:
        return ()
    return (f"The channels of {', '.join(lost)} cannot hold all of this pose, or are locked.",)
