"""Feet of a changed motion held where its source's feet are planted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import MotionError
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions, Method
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import LEG, Legs, legs_of
from unbake.ground.arrays import Indices
from unbake.ground.choices import check_kind
from unbake.motion.motion import Motion

SAME_M = 1e-6


@dataclass(frozen=True, eq=False)
class HeldFeet:
    """A motion with its feet held.

    Parameters
    ----------
    motion : the result.
    labels : its plants; None where it has no feet.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    labels: FootLabels | None
    notes: tuple[str, ...] = ()


def with_held_feet(
    motion: Motion, source: Motion, frames: Indices, method: Method, labels: FootLabels | None = None
) -> HeldFeet:
    """Return a changed motion with its feet held as its source's are; where no leg changed, the motion itself.

    Parameters
    ----------
    motion : what the source became.
    source : where feet are planted is looked up in this one: its feet were captured.
    frames : (F,) the frame of the source, from 0, that each frame comes from.
    method : see `CleanOptions`.
    labels : where the source's feet are planted; guessed by default.

    Raises
    ------
    MotionError : labels of another motion.
    """
    if labels is not None:
        check_kind(labels, FootLabels, "foot labels", "unbake.formats.load_labels reads them")
        labels.check_of(source)
    try:
        known = guess_feet(source).labels if labels is None else labels
        legs = legs_of(motion)
    except MotionError as error:
        return HeldFeet(motion, None, (f"feet were not held: {error}",))
    planted = known.planted()[frames]
    there = FootLabels.from_frames(planted, motion.fps, motion.first_frame, source="oracle")
    if not planted.any() or _has_same_legs(motion, source, frames, legs):
        return HeldFeet(motion, there)
    done = clean_feet(motion, there, CleanOptions(method=method), legs=legs)
    return HeldFeet(done.motion, done.labels, done.notes)


def _has_same_legs(motion: Motion, source: Motion, frames: Indices, legs: Legs) -> bool:
    """Whether all joints of the legs are where the source's are: how feet slide there is none of an edit's business."""
    if motion.skeleton.names != source.skeleton.names:
        return False
    joints = [getattr(leg, name) for leg in legs.both for name in LEG]
    away = np.abs(motion.positions()[:, joints] - source.positions()[frames][:, joints])
    return float(away.max(initial=0.0)) < SAME_M
