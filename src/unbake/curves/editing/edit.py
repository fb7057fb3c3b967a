"""Edits of keys: another pose, a key more, keys less. Moving keys in time is `retime`.

Keys are whole poses, so an edit is one of all channels. Only the segments beside the key change; every other value
and handle keeps its bits. Where handles follow a rule (`tangents`), those of the neighbouring keys follow the edit, so
that one more segment on each side changes. Locked keys of a curve keep their values and handles. Frames are counted
from 0, as everywhere in the library; errors name them as the file counts. An edit leaves the selection's error unknown
(NaN): nobody has asked the criterion about the new keys.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import numpy as np

from unbake.curves.bezier import parameter_at
from unbake.curves.editing.handle_lengths import inside_handles, merged_handles
from unbake.curves.keyed_animation import FCurve, KeyedAnimation, checked_frame, following
from unbake.curves.tangents import between
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import channel_values
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, ROTATIONS, Skeleton

ROUNDING = 1e-9
"""Frames by which a handle may lie outside its segment and is still only put right."""


def change_pose(animation: KeyedAnimation, frame: int, pose: Motion | Floats) -> KeyedAnimation:
    """Return an animation with another pose on one key; the key's handles ride along, slopes and lengths stay.

    Channels in which the key is locked keep their values.

    Parameters
    ----------
    animation : what to edit.
    frame : the key's frame, from 0.
    pose : (C,) values in the order of `channels_of`, taken as they are; or a motion of one frame and the same joints,
        of whose equal Euler triples and quaternion signs those nearest to the key's present values are taken. What
        the animation's channels cannot hold of it is left out.

    Raises
    ------
    UsageError : no key on that frame; a pose of other channels or joints, of several frames, or not finite.
    """
    key = animation.key_index(frame)
    present = np.array([curve.values[key] for curve in animation.curves])
    if isinstance(pose, Motion):
        values = _nearest_values(animation.skeleton, _values_of(pose, animation.skeleton), present)
    else:
        values = np.asarray(pose, dtype=np.float64)
    if values.shape != present.shape:
        raise UsageError(f"a pose is {len(present)} numbers, one a channel; this one has shape {values.shape}")
    if not np.isfinite(values).all():
        channel = animation.curves[int(np.flatnonzero(~np.isfinite(values))[0])].channel
        raise UsageError(f"{channel.name} of '{animation.skeleton.names[channel.joint]}' is not finite in this pose")
    moved = [_with_value(curve, key, float(value)) for curve, value in zip(animation.curves, values, strict=True)]
    return replace(animation, curves=tuple(moved), selection=replace(animation.selection, error=float("nan")))


def insert_key(animation: KeyedAnimation, frame: int, key_class: KeyClass = "breakdown") -> KeyedAnimation:
    """Return an animation with one more key, on its curves, which do not change (exact to rounding).

    Handles that follow a rule are the exception: they follow the new key. Between two keys of the same rule it is of
    that rule, too, and between two locked ones it is locked.

    One case cannot be exact. Where the two handles of a segment overlap in time, part of the segment may have a handle
    beyond its own key; programs differ in what they make of those. There the part keeps its slopes, and the lengths of
    its handles are fitted. Handles at thirds never overlap; those of the free fit do: with keys on 5 % of the
    frames, 6 or 7 % of the curves that a new key was put on changed, and a joint moved by up to 7 mm (walk) or 17 mm
    (a turning run).

    Quaternion curves pass between their keys beside the unit sphere; so does a key that is put on them.

    Parameters
    ----------
    animation : what to edit.
    frame : where to put the key, from 0, between the first key and the last.
    key_class : class of the new key.

    Raises
    ------
    UsageError : a frame that has a key or does not lie between keys, an unknown class.

    References: P. de Casteljau's subdivision; G. Farin, Curves and Surfaces for CAGD, 2002.
    """
    frame = checked_frame(frame)
    frames, classes = animation.selection.frames, animation.selection.classes
    if key_class not in get_args(KeyClass):
        raise UsageError(f"the class of a key is {', '.join(get_args(KeyClass))}, not '{key_class}'")
    number = frame + animation.first_frame
    if frame in frames:
        raise UsageError(f"frame {number} is a keyframe already")
    if not frames[0] < frame < frames[-1]:
        numbers = animation.key_numbers()
        raise UsageError(f"frame {number} does not lie between the first key and the last, {numbers[0]}–{numbers[-1]}")
    place = bisect(frames, frame)
    selection = Selection(
        (*frames[:place], frame, *frames[place:]), classes=(*classes[:place], key_class, *classes[place:])
    )
    return replace(animation, curves=tuple(split_curve(c, place, frame) for c in animation.curves), selection=selection)


def delete_key(animation: KeyedAnimation, frame: int) -> KeyedAnimation:
    """Return an animation without the key on `frame`, from 0; as `delete_keys`."""
    return delete_keys(animation, [frame])


def delete_keys(animation: KeyedAnimation, frames: Iterable[int]) -> KeyedAnimation:
    """Return an animation without some of its keys; the segments beside them become one.

    The neighbours keep their values, and their slopes on both sides. The lengths of the two handles between them are
    those that change the curve least, so deleting keys that `insert_key` made exactly gives the curve back. Handles at
    thirds do not stay there: keeping them would change the curve three to four times as much (median, RMS).

    Parameters
    ----------
    animation : what to edit.
    frames : the keys' frames, from 0.

    Raises
    ------
    UsageError : no key on a frame, the first or last key, a locked one.
    """
    present, classes = animation.selection.frames, animation.selection.classes
    deleted = {animation.key_index(frame) for frame in frames}
    for key in sorted(deleted):
        check_unlocked(animation, key)
        if key in (0, len(present) - 1):
            number = animation.key_numbers()[key]
            raise UsageError(f"frame {number} is the first or the last key, which an animation cannot do without")
    kept = [key for key in range(len(present)) if key not in deleted]
    selection = Selection(tuple(present[key] for key in kept), classes=tuple(classes[key] for key in kept))
    return replace(animation, curves=tuple(_with_only(c, kept) for c in animation.curves), selection=selection)


def check_unlocked(animation: KeyedAnimation, key: int) -> None:
    """Raise UsageError where a key, from 0, is locked in any channel."""
    channel = animation.locked_channel(key)
    if channel is not None:
        raise UsageError(f"the key on frame {animation.key_numbers()[key]} is locked in {channel}; unlock it first")


def _values_of(pose: Motion, skeleton: Skeleton) -> Floats:
    if pose.skeleton.names != skeleton.names or pose.skeleton.parents != skeleton.parents:
        raise UsageError("the pose has other joints than the animation")
    if pose.n_frames != 1:
        raise UsageError(f"a pose is one frame; this motion has {pose.n_frames}")
    return np.asarray(channel_values(pose, skeleton)[0])


def _nearest_values(skeleton: Skeleton, values: Floats, present: Floats) -> Floats:
    """Return values (C,) of the same pose, as near as they can be to those of the present one."""
    nearest, column = values.copy(), 0
    for joint, names in enumerate(skeleton.channels):
        place = {name: column + n for n, name in enumerate(names)}
        column += len(names)
        angles = [place[f"r{axis}"] for axis in skeleton.rotation_orders[joint] if f"r{axis}" in place]
        parts = [place[name] for name in QUATERNION if name in place]
        nearest[angles] = _nearest_angles(values[angles], present[angles])
        if values[parts] @ present[parts] < 0.0:
            nearest[parts] = -values[parts]
    return nearest


def _nearest_angles(angles: Floats, present: Floats) -> Floats:
    """Return the Euler angles (n,), in product order, of the same rotation that lie nearest to the present ones."""
    triples = [angles]
    if len(angles) == len(ROTATIONS):
        triples.append(np.array([angles[0] + np.pi, np.pi - angles[1], angles[2] + np.pi]))
    turn = 2.0 * np.pi
    unwrapped = [triple - turn * np.round((triple - present) / turn) for triple in triples]
    return np.asarray(min(unwrapped, key=lambda triple: float(np.sum((triple - present) ** 2))))


def _with_value(curve: FCurve, key: int, value: float) -> FCurve:
    if value == curve.values[key] or curve.locked()[key]:
        return curve
    values, left, right = curve.values.copy(), curve.left.copy(), curve.right.copy()
    values[key] = value
    for side in (left, right):
        # The offset first: a handle that lies on its key stays on it to the last bit.
        side[key, 1] = value + (side[key, 1] - curve.values[key])
    return following(replace(curve, values=values, left=left, right=right))


def split_curve(curve: FCurve, place: int, frame: int) -> FCurve:
    """Return the curve with a new key on it, on `frame`, before key number `place`; see `insert_key`."""
    points = _control_points(curve, place - 1)
    start, length = points[0, 0], points[3, 0] - points[0, 0]
    u = parameter_at((frame - start) / length, *((points[1:3, 0] - start) / length))
    # p + u (q − p) rather than (1 − u) p + u q, so that a constant stays exactly what it is
    first = points[:-1] + u * np.diff(points, axis=0)
    second = first[:-1] + u * np.diff(first, axis=0)
    # The key's own time is exact, that of the point on the curve is rounded.
    key = np.array([frame, second[0, 1] + u * (second[1, 1] - second[0, 1])])
    out, into = _handles_inside(np.stack([points[0], first[0], second[0], key]))
    onward, end = _handles_inside(np.stack([key, second[1], first[2], points[3]]))
    left, right = np.insert(curve.left, place, into, axis=0), np.insert(curve.right, place, onward, axis=0)
    right[place - 1], left[place + 1] = out, end
    frames, values = np.insert(curve.frames, place, key[0]), np.insert(curve.values, place, key[1])
    tangents = curve.tangents
    if tangents is not None:
        tangents = np.insert(tangents, place, between(int(tangents[place - 1]), int(tangents[place])))
    return following(FCurve(curve.channel, frames, values, left, right, tangents))


def _handles_inside(part: Floats) -> tuple[Floats, Floats]:
    """Return the two handles (2,) of a part of a segment, as they are unless they lie outside it in time."""
    inside = np.clip(part[1:3, 0], part[0, 0], part[3, 0])
    if np.abs(inside - part[1:3, 0]).max() > ROUNDING:
        return inside_handles(part)
    return np.array([inside[0], part[1, 1]]), np.array([inside[1], part[2, 1]])


def _with_only(curve: FCurve, kept: Sequence[int]) -> FCurve:
    """Return the curve with some of its keys, first and last among them."""
    left, right, locked = curve.left.copy(), curve.right.copy(), curve.locked()
    for key, following_key in pairwise(kept):
        if following_key == key + 1:
            continue
        leaving, arriving = merged_handles([_control_points(curve, n) for n in range(key, following_key)])
        right[key] = right[key] if locked[key] else leaving
        left[following_key] = left[following_key] if locked[following_key] else arriving
    tangents = None if curve.tangents is None else curve.tangents[kept]
    return following(FCurve(curve.channel, curve.frames[kept], curve.values[kept], left[kept], right[kept], tangents))


def _control_points(curve: FCurve, segment: int) -> Floats:
    """Return the four control points (4, 2) of a segment as (frame, value)."""
    keys = np.stack([curve.frames, curve.values], axis=1)[segment : segment + 2]
    return np.stack([keys[0], curve.right[segment], curve.left[segment + 1], keys[1]])
