"""F-curves as FBX keeps them: times, values, and attributes of keys, run-length coded.

The attributes of a key are its flags and four numbers: the slope to its right, the slope that arrives at the next key,
both per second, and the weights of these two handles, which are their lengths in parts of the segment, in 16 bits each.
A handle's slope is kept and its length is rounded, to 1e-4 of the segment; one at a third is written without a weight
and so is exact. Reference: ufbx (S. Rauma), as it reads animation curves.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.curves.keyed_animation import FCurve
from unbake.curves.tangents import FREE, types_of
from unbake.formats.fbx.writing.binary import Long, Node, Packed, named, node, packed
from unbake.ground.arrays import Floats

LINEAR, CUBIC = 0x4, 0x8
USER, BREAK = 0x400, 0x800
WEIGHTED_RIGHT, WEIGHTED_NEXT_LEFT = 0x1000000, 0x2000000
WEIGHTS_A_SEGMENT = 10_000
"""A weight of 16 bits is a whole number of these parts of a segment."""
THIRDS = 3333 << 16 | 3333
VERSION = 4008


def straight_curve(identifier: int, times: Packed, values: Floats) -> Node:
    """Return a curve with straight lines between its keys; values (K,) in the file's unit."""
    flags = np.array([LINEAR], dtype=np.int32)
    data = np.array([0, 0, THIRDS, 0], dtype=np.int32)
    return _curve(identifier, times, values, flags, data, np.array([len(values)], dtype=np.int32))


def cubic_curve(identifier: int, times: Packed, curve: FCurve, scale: float, fps: Fraction) -> Node:
    """Return a curve with the handles of an F-curve; `scale` makes its values the file's."""
    slopes, weights, flags = _attributes(curve, scale * float(fps))
    rows = np.zeros((len(flags), 5), dtype=np.int32)
    rows[:, 0], rows[:, 3] = flags, weights
    rows[:, 1:3] = slopes.view(np.int32)
    starts = np.flatnonzero(np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)]))
    counts = np.diff(np.append(starts, len(rows))).astype(np.int32)
    return _curve(identifier, times, scale * curve.values, rows[starts, 0], rows[starts, 1:].ravel(), counts)


def _curve(
    identifier: int,
    times: Packed,
    values: Floats,
    flags: NDArray[np.int32],
    data: NDArray[np.int32],
    counts: NDArray[np.int32],
) -> Node:
    parts = (
        node("Default", float(values[0])),
        node("KeyVer", VERSION),
        node("KeyTime", times),
        node("KeyValueFloat", packed(values.astype(np.float32))),
        node("KeyAttrFlags", packed(flags)),
        # The weights are whole numbers among single-precision ones, bit for bit.
        node("KeyAttrDataFloat", packed(data.view(np.float32))),
        node("KeyAttrRefCount", packed(counts)),
    )
    return node("AnimationCurve", Long(identifier), named("", "AnimCurve"), "", children=parts)


def _attributes(curve: FCurve, per_second: float) -> tuple[NDArray[np.float32], NDArray[np.int32], NDArray[np.int32]]:
    """Return slopes (K, 2), packed weights (K,) and flags (K,); those of the last key are without a segment."""
    count = len(curve.frames)
    slopes, weights = np.zeros((count, 2)), np.full(count, THIRDS, dtype=np.int32)
    flags = np.full(count, CUBIC | USER, dtype=np.int32)
    flags[_broken(curve)] |= BREAK
    spans = np.diff(curve.frames)
    out = curve.right[:-1] - np.stack([curve.frames, curve.values], axis=1)[:-1]
    into = np.stack([curve.frames, curve.values], axis=1)[1:] - curve.left[1:]
    right, slopes[:-1, 0], is_right = _weighted(out, spans)
    left, slopes[:-1, 1], is_left = _weighted(into, spans)
    weights[:-1] = left << 16 | right
    flags[:-1] |= np.where(is_right, WEIGHTED_RIGHT, 0) | np.where(is_left, WEIGHTED_NEXT_LEFT, 0)
    if count > 1:
        slopes[-1, 0] = slopes[-2, 1]
    return (slopes * per_second).astype(np.float32), weights, flags


def _weighted(handles: Floats, spans: Floats) -> tuple[NDArray[np.int32], Floats, NDArray[np.bool_]]:
    """Return weights (S,) as whole numbers, slopes (S,) a frame, and whether the weights have to be written.

    `handles` (S, 2) are their lengths in time and value. One that is shorter than the least weight gets that, and its
    rise stays.
    """
    lengths = np.clip(handles[:, 0] / spans, 0.0, 1.0)
    whole = np.clip(np.rint(lengths * WEIGHTS_A_SEGMENT), 1, WEIGHTS_A_SEGMENT)
    is_third = np.abs(lengths - 1.0 / 3.0) <= np.abs(lengths - whole / WEIGHTS_A_SEGMENT)
    least = np.maximum(handles[:, 0], 1.0 / WEIGHTS_A_SEGMENT * spans)
    weights = np.where(is_third, THIRDS & 0xFFFF, whole).astype(np.int32)
    return weights, handles[:, 1] / least, ~is_third


def _broken(curve: FCurve) -> NDArray[np.bool_]:
    """Keys whose handles must not be kept in line: those that are not, and those that a person set free."""
    is_free = curve.plain_tangents() == FREE
    return is_free if curve.tangents is None else is_free | (types_of(curve.tangents) == FREE)
