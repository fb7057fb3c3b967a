"""Clips whose travel is left out, or was walked on a treadmill: there, feet that stand move."""

from __future__ import annotations

import numpy as np

from unbake.feet.legs import Legs
from unbake.ground.notes import Note
from unbake.motion.motion import Motion

LEAST_S = 0.5
"""A shorter clip shows no step."""
STAYS, PASSES = 1.0, 0.6
"""How far hips get over the ground at most, in leg lengths, and how fast the lowest point of the feet usually is at
least, in leg lengths a second. Of 90 captures, the lowest point is at 0.4 at most where the hips get no farther than
1.3; without their travel, walks have 0.9 and more."""


def goes_in_place(motion: Motion, legs: Legs) -> bool:
    """Return whether the feet of a motion pass below a body that stays where it is.

    Parameters
    ----------
    motion, legs : the clip and its joints.
    """
    if motion.duration_s < LEAST_S:
        return False
    flat, leg_m = [0, 2], legs.leg_length_m()
    hips = motion.positions()[:, [leg.hip for leg in legs.both]].mean(axis=1)[:, flat]
    points = legs.points_m(motion)
    speeds = np.linalg.norm(np.gradient(points[..., flat], axis=0), axis=2) * float(motion.fps)
    lowest = speeds[np.arange(motion.n_frames), points[..., 1].argmin(axis=1)]
    stays = float(np.linalg.norm(np.ptp(hips, axis=0))) <= STAYS * leg_m
    return stays and float(np.median(lowest)) > PASSES * leg_m


def treadmill_notes(motion: Motion, legs: Legs) -> tuple[Note, ...]:
    """Return what a person should know of a clip that goes in place; nothing of another."""
    if not goes_in_place(motion, legs):
        return ()
    text = (
        "the body stays where it is while its feet pass below it, as on a treadmill: feet that stand move, and hardly "
        "a plant is found; find and hold them in the clip with its travel"
    )
    return (Note(text, "in-place"),)
