"""Keys moved in time: one between its neighbours, several past others, or all of a stretch that becomes longer or
shorter.

Values stay. Where a segment changes its length, each handle keeps its share of that length, so none leaves its segment.
Its slope, in value per frame, is divided by how much longer the two segments of its key take together: what is only
played slower or quicker goes the same way, and tangents that were in line stay in line. Beside segments that keep their
length slopes stay, and those keep their shape bit for bit. Handles that follow a rule (`tangents`) follow it again.
Locked keys cannot move; beside a key that moves, their handles stay, or are cut where they would leave their segment.
Layers move in time with the keys below them, except where keys may pass others (`move_keys`): there they stay, and so
do slopes. Frames are counted from 0, as everywhere in the library; errors name them as the file counts. An edit leaves
the selection's error unknown (NaN).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from unbake.curves.editing.edit import check_unlocked
from unbake.curves.keyed_animation import FCurve, KeyedAnimation, checked_frame, following
from unbake.curves.layers import carried
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.keyframes.selection import Selection
from unbake.motion.skeleton import QUATERNION

TURN = 2.0 * np.pi


def move_key(animation: KeyedAnimation, frame: int, to: int) -> KeyedAnimation:
    """Return an animation with one key moved in time; only the two segments beside it change.

    Parameters
    ----------
    animation : what to edit.
    frame : the key's frame, from 0.
    to : its new frame, strictly between the keys beside it.

    Raises
    ------
    UsageError : no key on that frame; the first or last key, which hold the clip's ends; a locked key; a frame not
        between the neighbours.
    """
    key, to, frames = animation.key_index(frame), checked_frame(to), list(animation.selection.frames)
    offset = animation.first_frame
    if key in (0, len(frames) - 1):
        raise UsageError(f"the key on frame {frame + offset} is the first or the last one, which cannot move")
    before, after = frames[key - 1], frames[key + 1]
    if not before < to < after:
        raise UsageError(
            f"the key on frame {frame + offset} cannot move to {to + offset}: "
            f"it must stay between its neighbours on {before + offset} and {after + offset}"
        )
    frames[key] = to
    return _rekeyed(animation, frames, animation.n_frames)


def place_keys(animation: KeyedAnimation, places: Mapping[int, int]) -> KeyedAnimation:
    """Return an animation with several keys on other frames, such as those that were scaled in time.

    Parameters
    ----------
    animation : what to edit.
    places : the new frame of each key that moves, by its frame, both from 0. Keys keep their order.

    Raises
    ------
    UsageError : no key on one of the frames; the first or last key, which hold the clip's ends; a locked key; keys that
        would meet or pass each other.
    """
    for frame, to in places.items():
        if animation.key_index(frame) in (0, len(animation.selection) - 1) and frame != to:
            number = frame + animation.first_frame
            raise UsageError(f"the key on frame {number} is the first or the last one, which cannot move")
    frames = [checked_frame(places.get(frame, frame)) for frame in animation.selection.frames]
    for before, after in pairwise(frames):
        if not before < after:
            raise UsageError(f"keys would meet or pass each other on frame {after + animation.first_frame}")
    return _rekeyed(animation, frames, animation.n_frames)


def move_keys(animation: KeyedAnimation, frames: Iterable[int], by: int) -> KeyedAnimation:
    """Return an animation with some keys moved in time together; they pass those that stay, and replace those that they
    land on.

    Beside new neighbours a handle keeps its slope and its share of the segment, as everywhere here. A key that passes
    others keeps its pose, but its angles change by whole turns, and its quaternions their sign, so that the curves take
    the short way from the key before.

    Parameters
    ----------
    animation : what to edit.
    frames : the keys that move, from 0.
    by : how many frames.

    Raises
    ------
    UsageError : no key on one of the frames; the first or last key, which hold the clip's ends; a frame that does not
        lie between those two; a locked key that would move or be replaced.
    """
    old, offset = np.array(animation.selection.frames), animation.first_frame
    moving = np.zeros(len(old), dtype=np.bool_)
    moving[[animation.key_index(frame) for frame in frames]] = True
    if not moving.any() or by == 0:
        return animation
    if moving[[0, -1]].any():
        raise UsageError("the first and the last key cannot move")
    times = old + checked_frame(by) * moving
    if not (old[0] < times[moving]).all() or not (times[moving] < old[-1]).all():
        raise UsageError(f"keys can only move between the first key and the last, {old[0] + offset}–{old[-1] + offset}")
    is_replaced = ~moving & np.isin(times, times[moving])
    for key in np.flatnonzero(moving | is_replaced):
        check_unlocked(animation, int(key))
    kept = np.flatnonzero(~is_replaced)
    order = kept[np.argsort(times[kept], kind="stable")]
    curves = animation.curves
    if (np.diff(order) < 0).any():
        curves = _by_short_ways(curves, order, moving[order])
    selection = Selection(
        tuple(int(time) for time in times[order]),
        classes=tuple(animation.key_classes()[key] for key in order),
    )
    after = tuple(_with_times(curve, times[order].astype(np.float64), order) for curve in curves)
    return replace(animation, curves=after, selection=selection)


def _by_short_ways(curves: tuple[FCurve, ...], order: NDArray[np.intp], moved: NDArray[np.bool_]) -> tuple[FCurve, ...]:
    """Return the curves with the same poses on their keys, those that moved as near as can be to the keys before.

    Parameters
    ----------
    curves : one a channel, keys as they stood.
    order : (n,) which keys there will be, in their new order.
    moved : (n,) which of those moved.
    """
    after = list(curves)
    for row in np.flatnonzero(moved):
        before, key = int(order[row - 1]), int(order[row])
        parts: dict[int, list[int]] = {}
        for column, curve in enumerate(after):
            name = curve.channel.name
            if name in QUATERNION:
                parts.setdefault(curve.channel.joint, []).append(column)
            elif name.startswith("r"):
                turns = np.round((curve.values[before] - curve.values[key]) / TURN)
                if turns:
                    after[column] = _with_key(curve, key, 1.0, turns * TURN)
        for columns in parts.values():
            if sum(after[c].values[before] * after[c].values[key] for c in columns) < 0.0:
                for c in columns:
                    after[c] = _with_key(after[c], key, -1.0, 0.0)
    return tuple(after)


def _with_key(curve: FCurve, key: int, factor: float, shift: float) -> FCurve:
    """Return the curve with the values of one key and of its handles scaled and shifted."""
    values, left, right = curve.values.copy(), curve.left.copy(), curve.right.copy()
    values[key] = factor * values[key] + shift
    for handles in (left, right):
        handles[key, 1] = factor * handles[key, 1] + shift
    return replace(curve, values=values, left=left, right=right)


def retime(animation: KeyedAnimation, first: int, last: int, new_last: int) -> KeyedAnimation:
    """Return an animation in which the stretch between two keys takes a longer or a shorter time, by the same way.

    Its first and its last key keep their slopes, unless nothing lies beyond them.
    Keys inside go to the frame nearest to their share of the new time, or beside it where two would meet; later keys,
    and the end of the clip, shift by as much as the last key of the stretch.

    Parameters
    ----------
    animation : what to edit.
    first, last : frames, from 0, of the keys where the stretch begins and ends.
    new_last : the frame, from 0, on which the key at `last` shall stand.

    Raises
    ------
    UsageError : no keys on those frames, a stretch that ends before it starts, too little room for its keys.
    """
    start, end, new_last = animation.key_index(first), animation.key_index(last), checked_frame(new_last)
    offset = animation.first_frame
    if start >= end:
        raise UsageError(f"the stretch {first + offset}:{last + offset} ends before it starts")
    if new_last - first < end - start:
        raise UsageError(
            f"the stretch from frame {first + offset} has {end - start} keys behind its first, "
            f"so it cannot end before frame {first + end - start + offset}; {new_last + offset} was asked for"
        )
    frames = np.array(animation.selection.frames)
    frames[start : end + 1] = first + _spread(frames[start : end + 1] - first, new_last - first)
    frames[end + 1 :] += new_last - last
    return _rekeyed(animation, frames.tolist(), animation.n_frames + new_last - last)


def _spread(keys: Indices, length: int) -> Indices:
    """Return whole frames (K,) from 0 to `length`, strictly rising, nearest to the keys (from 0) scaled to it.

    Less its own number, a strictly rising key only has not to fall; the mean of the running maximum from the left and
    the running minimum from the right is the nearest such row in the largest difference, and leaves alone what does
    not fall.
    """
    numbers = np.arange(len(keys))
    wanted = keys * length / keys[-1] - numbers
    rising = 0.5 * (np.maximum.accumulate(wanted) + np.minimum.accumulate(wanted[::-1])[::-1])
    whole = np.floor(rising + 0.5).astype(np.int64)
    return np.asarray(np.clip(whole, 0, length - numbers[-1]) + numbers)


def _rekeyed(animation: KeyedAnimation, frames: list[int], n_frames: int) -> KeyedAnimation:
    """Return the animation with as many keys on other frames; UsageError where a locked key would move."""
    if tuple(frames) == animation.selection.frames:
        return animation
    for key, (before, after) in enumerate(zip(animation.selection.frames, frames, strict=True)):
        if before != after:
            check_unlocked(animation, key)
    times = np.array(frames, dtype=np.float64)
    old = np.array(animation.selection.frames, dtype=np.float64)
    curves = tuple(_with_times(curve, times, slower=_slower(old, times)) for curve in animation.curves)
    selection = Selection(tuple(frames), classes=animation.selection.classes)
    layers = tuple(carried(layer, old, times, n_frames) for layer in animation.layers)
    return replace(animation, curves=curves, selection=selection, n_frames=n_frames, layers=layers)


def _slower(old: Floats, new: Floats) -> Floats:
    """Return how many times as long everything takes around each key (K,) that went from old to new times."""
    if len(old) < 3:
        return np.full(len(old), (new[-1] - new[0]) / (old[-1] - old[0]) if len(old) > 1 else 1.0)
    found = (new[2:] - new[:-2]) / (old[2:] - old[:-2])
    found = np.concatenate([found[:1], found, found[-1:]])
    stays = np.flatnonzero(np.diff(new) == np.diff(old))
    found[stays], found[stays + 1] = 1.0, 1.0
    return found


def _with_times(
    curve: FCurve, times: Floats, order: NDArray[np.intp] | None = None, slower: Floats | None = None
) -> FCurve:
    """Return the curve with its keys at other times (K,) and its handles scaled with their segments.

    Parameters
    ----------
    curve : as it is.
    times : where keys go.
    order : which of the curve's keys they are, where that is not all of them in their order; the first and the last
        stay.
    slower : what the slopes at each key (K,) are divided by; by default they stay.
    """
    slower = np.ones(len(times)) if slower is None else slower
    order = np.arange(len(times)) if order is None else order
    runs = np.diff(curve.frames)
    frames, values = curve.frames[order], curve.values[order]
    left, right = curve.left[order], curve.right[order]
    old_left, old_right = left.copy(), right.copy()
    for handles, own, before in (
        (right[:-1], slice(None, -1), runs[order[:-1]]),
        (left[1:], slice(1, None), runs[order[1:] - 1]),
    ):
        ratio = np.diff(times) / before
        shifted = handles + np.stack([(times - frames)[own], np.zeros(len(ratio))], axis=1)
        keys, moved = (np.stack([t[own], values[own]], axis=1) for t in (frames, times))
        scaled = moved + (handles - keys) * np.stack([ratio, ratio / slower[own]], axis=1)
        # Rounding must not carry a handle that touches its segment's end beyond it.
        scaled[:, 0] = np.clip(scaled[:, 0], times[:-1], times[1:])
        handles[:] = np.where(ratio[:, None] == 1.0, shifted, scaled)
    left[0, 0], right[-1, 0] = times[0] + (left[0, 0] - frames[0]), times[-1] + (right[-1, 0] - frames[-1])
    keys = np.stack([times, values], axis=1)
    for key in np.flatnonzero(curve.locked()[order]):
        if key > 0:
            left[key] = _cut(old_left[key], keys[key], times[key - 1])
        if key < len(times) - 1:
            right[key] = _cut(old_right[key], keys[key], times[key + 1])
    tangents = None if curve.tangents is None else curve.tangents[order]
    return following(FCurve(curve.channel, times, values, left, right, tangents))


def _cut(handle: Floats, key: Floats, limit: float) -> Floats:
    """Return a locked handle (2,), as it is unless it would pass the next key's frame; then shorter, as steep."""
    run, room = handle[0] - key[0], limit - key[0]
    if abs(run) <= abs(room):
        return handle
    return np.array([limit, key[1] + (handle[1] - key[1]) * (room / run)])
