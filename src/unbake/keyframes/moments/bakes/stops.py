"""Stops: the keys of a bake at which the body comes to rest, which animators call keyposes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.motion import Motion

SLOW = 0.45
"""A body that slows down to this part of its speed stops: at breakdowns that an animator made it has half or more."""
MOST = 0.7
"""Where so many keys are stops, those that the body goes through are breakdowns."""


def stops(motion: Motion, keys: Sequence[int]) -> tuple[int, ...]:
    """Return those of the keys of a bake, frames from 0 without the ends of the clip, at which the body stops.

    Its joints are then slower, on average, than `SLOW` of the fastest between the keys beside it.
    """
    speeds = np.linalg.norm(np.gradient(motion.positions(), axis=0), axis=2).mean(axis=1)
    around = zip((0, *keys[:-1]), keys, (*keys[1:], motion.n_frames - 1), strict=True)
    return tuple(key for before, key, after in around if speeds[key] < SLOW * speeds[before : after + 1].max())


def with_stops(selection: Selection, motion: Motion, keys: Sequence[int], pinned: Collection[int] = ()) -> Selection:
    """Return a selection with the classes that the keys of a bake had: stops are keyposes, whatever they were before.

    Where an animator stopped at most keys, the others are breakdowns; where curves flow, they stay what they were.

    Parameters
    ----------
    selection : keys of the clip, with their classes.
    motion : the clip.
    keys : those that it was baked from, frames from 0 without the ends.
    pinned : frames from 0 that stay keyposes.
    """
    if not keys:
        return selection
    stopped = set(stops(motion, keys))
    passed = set(keys) - stopped - set(pinned) if len(stopped) >= MOST * len(keys) else set()

    def class_of(frame: int, now: KeyClass) -> KeyClass:
        return "keypose" if frame in stopped else "breakdown" if frame in passed else now

    frames = zip(selection.frames, selection.classes, strict=True)
    return replace(selection, classes=tuple(class_of(frame, now) for frame, now in frames))
