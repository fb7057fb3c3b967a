"""A file's own keys as whole poses: curves that have keys on different frames get those of the others by subdivision.

That changes no curve. What cannot be said in such curves is a reason to sample the motion instead.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.curves.bezier import parameter_at
from unbake.curves.keyed_animation import FCurve
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.channels import Channel

SLACK = 0.02
"""Parts of a frame by which a key may miss it."""
MOST_KEYED = 0.5
"""Curves with keys on different frames that together have keys on more of the frames than this are sampled."""
MOST_ADDED = 200_000
"""More keys are not put on curves that lack them: so many take seconds, and are hardly anybody's whole poses."""
OVERLAP = 1e-9


class NotKeyed(Exception):  # noqa: N818 – no error: the motion is sampled, and people are told why
    """Curves that a keyed animation cannot have; the text says why, and is empty for a baked take."""


def frames_of_keys(places: Floats) -> Indices:
    """Return the frames (K,), from 0, one for each key that stands there but for rounding; NotKeyed for others."""
    if np.abs(places - np.round(places)).max() > SLACK:
        raise NotKeyed("there are keys between frames")
    frames = np.asarray(np.round(places), dtype=np.int64)
    if (np.diff(frames) <= 0).any():
        raise NotKeyed("several keys of a curve stand on one frame")
    return frames


def united(own: Sequence[Indices], n_frames: int, more: Sequence[int] = ()) -> tuple[Indices, bool]:
    """Return the key frames of all curves together, and whether some curve lacks some of them.

    Parameters
    ----------
    own : the key frames of each curve that changes.
    n_frames : of the clip; keys outside are left out.
    more : frames that are keys as well.

    Raises
    ------
    NotKeyed : keys on most of the frames by different curves, or too many that some curve lacks.
    """
    keys = np.unique(np.concatenate([*own, np.array(more, dtype=np.int64)]))
    keys = keys[(keys >= 0) & (keys < n_frames)]
    is_united = any(len(found) < 2 or not np.array_equal(found, keys) for found in own)
    if is_united and len(keys) > MOST_KEYED * n_frames:
        raise NotKeyed("curves have keys on different frames, together on most of them")
    if sum(len(keys) - len(found) for found in own) > MOST_ADDED:
        raise NotKeyed("curves have keys on too many frames of their own")
    return keys, is_united


def flat(channel: Channel, keys: Indices, value: float) -> FCurve:
    """Return a curve that keeps one value."""
    at = keys.astype(np.float64)
    thirds = np.diff(at) / 3.0
    left, right = np.stack([at, np.full(len(at), value)], axis=1), np.stack([at, np.full(len(at), value)], axis=1)
    right[:-1, 0] += thirds
    left[1:, 0] -= thirds
    return FCurve(channel, at, np.full(len(at), value), left, right)


def with_keys(curve: FCurve, keys: Indices) -> FCurve:
    """Return a curve with these keys and no others, unchanged between them; NotKeyed where that is impossible."""
    return _cut(curve if np.isin(keys, curve.frames).all() else _extended(curve, keys), keys)


def _extended(curve: FCurve, keys: Indices) -> FCurve:
    """Return a curve with a key on each of `keys` that it lacks: on the curve, or beyond its keys, where it holds.

    The handles of a part of a segment, from u to v, are the blossom of its cubic at (u, u, v) and (u, v, v).
    """
    at = np.union1d(curve.frames, keys.astype(np.float64))
    segments = np.searchsorted(curve.frames, at, side="right") - 1
    is_added = ~np.isin(at, curve.frames)
    is_cut = is_added & (segments >= 0) & (segments < len(curve.frames) - 1)
    starts = _parameters(curve, at, segments, is_cut)
    own = np.stack([curve.frames, curve.values], axis=1)
    cubics = np.stack([own[:-1], curve.right[:-1], curve.left[1:], own[1:]], axis=1)
    values = curve.values[np.maximum(segments, 0)]
    u = starts[is_cut]
    values[is_cut] = _blossom(cubics[segments[is_cut]], u, u, u)[:, 1]
    left, right = np.stack([at, values], axis=1), np.stack([at, values], axis=1)
    thirds = np.diff(at) / 3.0
    right[:-1, 0] += thirds
    left[1:, 0] -= thirds
    parts = np.flatnonzero((segments[:-1] >= 0) & (segments[:-1] < len(curve.frames) - 1))
    u, v = starts[parts], np.where(is_cut[parts + 1], starts[parts + 1], 1.0)
    of = cubics[segments[parts]]
    for side, place, parameters in ((right, parts, (u, u, v)), (left, parts + 1, (u, v, v))):
        side[place] = _blossom(of, *parameters)
        side[place, 0] = np.clip(side[place, 0], at[parts], at[parts + 1])  # rounding leads out of it
    whole = parts[~is_cut[parts] & ~is_cut[parts + 1]]
    right[whole], left[whole + 1] = curve.right[segments[whole]], curve.left[segments[whole] + 1]
    return FCurve(curve.channel, at, values, left, right)


def _parameters(curve: FCurve, at: Floats, segments: Indices, is_cut: Booleans) -> Floats:
    """Return where in its segment (0 to 1) each place to cut is, 0 elsewhere; NotKeyed where handles overlap."""
    found = np.zeros(len(at))
    for place in np.flatnonzero(is_cut).tolist():
        segment = int(segments[place])
        start, end = curve.frames[segment : segment + 2]
        before, behind = curve.right[segment, 0], curve.left[segment + 1, 0]
        if before > behind + OVERLAP:
            raise NotKeyed("handles overlap where a key has to be added")
        length = end - start
        found[place] = parameter_at((at[place] - start) / length, (before - start) / length, (behind - start) / length)
    return found


def _blossom(cubics: Floats, *parameters: Floats) -> Floats:
    """Return the blossoms (N, 2) of cubics (N, 4, 2) at three parameters (N,) each.

    As p + u (q − p), so that a constant stays exactly what it is.
    """
    for u in parameters:
        cubics = cubics[:, :-1] + u[:, None, None] * np.diff(cubics, axis=1)
    return cubics[:, 0]


def _cut(curve: FCurve, keys: Indices) -> FCurve:
    """Return the part of a curve with these keys, the outer handles on the keys."""
    kept = np.isin(curve.frames, keys)
    values, left, right = curve.values[kept], curve.left[kept], curve.right[kept]
    left[0], right[-1] = (keys[0], values[0]), (keys[-1], values[-1])
    return FCurve(curve.channel, curve.frames[kept], values, left, right)
