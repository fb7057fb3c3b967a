"""Cubic splines as they are: a file's sparse keys and tangents as a keyed animation, without fitting anything.

Keys are whole poses here, see `sparse_keys`. glTF turns joints by quaternions whose components are cubic splines of
their own, which `FCurve` holds exactly: as Bézier curves with handles at thirds. Straight turns between sparse keys
(slerp) are none of those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

import numpy as np

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.formats.gltf.samplers import Spline
from unbake.formats.sparse_keys import MOST_KEYED, NotKeyed, flat, frames_of_keys, united, with_keys
from unbake.ground.arrays import Floats, Indices
from unbake.ground.files.checked_json import Item
from unbake.ground.notes import Note
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import Channel, channels_of
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

Place = tuple[int, str]
"""A joint of the skeleton, and ``rotation`` or ``translation``."""
LEAST_VARIATION = 1e-7
"""A spline that varies less, in quaternions' components or metres, is constant: single precision tells no more."""


@dataclass(frozen=True, eq=False)
class Frames:
    """The frames of a clip: their times (F,) in the file in seconds, the rate they go by, number of the first."""

    times_s: Floats
    fps: Fraction
    first: int

    @property
    def step_s(self) -> float:
        """Seconds in the file from one frame to the next."""
        return float(self.times_s[1] - self.times_s[0]) if len(self.times_s) > 1 else 1.0 / float(self.fps)


def keyed_animation(
    skeleton: Skeleton, splines: Mapping[Place, Spline], frames: Frames, ours: Item | None, notes: tuple[str, ...]
) -> KeyedAnimation:
    """Return the splines of an animation as a keyed animation.

    Parameters
    ----------
    skeleton : the joints; those with splines have the channels for them.
    splines : what turns and moves the joints, in metres.
    frames : of the clip. Where there are keys outside, the first and the last get one on the curves.
    ours : what this package wrote with the animation: the classes of keys.
    notes : that it is to carry, beside its own.

    Raises
    ------
    NotKeyed : a baked take; keys on most of the frames, between frames, or on too many frames of their own; steps;
        straight turns.
    """
    if _is_baked(ours):
        raise NotKeyed
    # In a take that stands still, whatever has keys says where they are.
    telling = {place: spline for place, spline in splines.items() if _varies(spline)}
    telling = telling or {place: spline for place, spline in splines.items() if len(spline.times_s) > 1}
    at = {place: _frames_of(spline, frames) for place, spline in telling.items()}
    if not at:
        raise NotKeyed
    count = len(frames.times_s)
    is_longer = any(own[0] < 0 or own[-1] >= count for own in at.values())
    keys, is_united = united(list(at.values()), count, (0, count - 1) if is_longer else ())
    if ours is None and len(keys) > MOST_KEYED * count:
        raise NotKeyed
    curves = []
    for channel in channels_of(skeleton):
        path, names = ("translation", TRANSLATIONS) if channel.name in TRANSLATIONS else ("rotation", QUATERNION)
        spline, column = splines[channel.joint, path], names.index(channel.name)
        own = at.get((channel.joint, path))
        if own is None:
            curves.append(flat(channel, keys, float(spline.values[0, column])))
        else:
            curves.append(with_keys(_curve(channel, own, spline, column, frames), keys))
    if is_united:
        text = "curves had keys on different frames: each now has the keys of all, and none has changed"
        notes = (*notes, Note(text, "keys-united"))
    animation = KeyedAnimation(
        skeleton,
        tuple(curves),
        Selection(tuple(keys.tolist()), classes=_classes(ours, len(keys))),
        count,
        frames.fps,
        frames.first,
        "hermite",
        notes,
    )
    animation.sample()  # sound keys can have tangents that lead beyond all positions
    return animation


def _is_baked(ours: Item | None) -> bool:
    """Whether this package wrote a key on every frame."""
    fit = ours.get("fit") if ours is not None else None
    return fit is not None and fit.value == BAKED


def _varies(spline: Spline) -> bool:
    rows = [np.ptp(spline.values, axis=0)]
    if spline.incoming is not None and spline.outgoing is not None:
        span_s = float(np.ptp(spline.times_s))
        rows += [span_s * np.abs(tangents).max(axis=0) for tangents in (spline.incoming[1:], spline.outgoing[:-1])]
    return max((float(row.max()) for row in rows if row.size), default=0.0) > LEAST_VARIATION


def _frames_of(spline: Spline, frames: Frames) -> Indices:
    """Return the frames of a spline's keys."""
    if spline.interpolation == "STEP":
        raise NotKeyed("some joints move in steps")
    if spline.interpolation == "LINEAR" and spline.values.shape[1] == len(QUATERNION):
        raise NotKeyed("some joints turn straight from key to key")
    return frames_of_keys((spline.times_s - frames.times_s[0]) / frames.step_s)


def _curve(channel: Channel, at: Indices, spline: Spline, column: int, frames: Frames) -> FCurve:
    """Return one component of a spline, its keys on frames `at` (K,)."""
    places, values = at.astype(np.float64), spline.values[:, column].copy()
    spans, rises = np.diff(places), np.diff(values)
    if spline.incoming is not None and spline.outgoing is not None:
        seconds = spans * frames.step_s
        leaving, reaching = spline.outgoing[:-1, column] * seconds, spline.incoming[1:, column] * seconds
    else:
        leaving = reaching = rises
    left, right = (np.stack([places, values], axis=1) for _ in range(2))
    right[:-1] += np.stack([spans, leaving], axis=1) / 3.0
    left[1:] -= np.stack([spans, reaching], axis=1) / 3.0
    return FCurve(channel, places, values, left, right)


def _classes(ours: Item | None, count: int) -> tuple[KeyClass, ...]:
    """Return the classes of keys that this package wrote with them; keyposes where it did not."""
    named = ours.get("classes") if ours is not None else None
    words = named.value if named is not None else None
    known: dict[object, KeyClass] = {name: name for name in get_args(KeyClass)}
    if not isinstance(words, list) or len(words) != count or not all(isinstance(w, str) and w in known for w in words):
        return ()
    return tuple(known[word] for word in words)
