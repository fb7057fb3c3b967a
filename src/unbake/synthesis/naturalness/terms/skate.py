"""Skating: what stands moves over the floor."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.segments import Masses
from unbake.synthesis.naturalness.terms.term import Term
from unbake.synthesis.naturalness.zero_moment import is_pressing, moments_of

OVER_S = 1.0 / 30.0
"""Speeds are taken over this time, for a capture's noise."""
LOW_M = 0.05
"""Where no plant is known, a point that is lower may bear the body."""


def measure(judged: JudgedMotion) -> Floats:
    """Return how fast planted feet move over the floor (F,), in m/s, mean over them; of each the slowest planted point.

    Where nothing is planted, though the body presses on the ground, the slowest low point of the feet counts: feet that
    slide are seldom taken for planted. 0 in flight.
    """
    points = judged.legs.points_m(judged.motion)[..., [0, 2]]
    planted = judged.labels.planted()
    feet = np.where(planted, speeds_m_s(points, judged.fps), np.inf).reshape(-1, 2, 2).min(axis=2)
    stands = np.isfinite(feet)
    count = stands.sum(axis=1)
    standing = np.where(stands, feet, 0.0).sum(axis=1) / np.maximum(count, 1)
    slowest = np.where(judged.heights_m < LOW_M, speeds_m_s(judged.soles_m[..., [0, 2]], judged.fps), np.inf).min(
        axis=1
    )
    presses = is_pressing(moments_of(judged.centres_m, judged.motion.fps), Masses.winter())
    sliding = np.where(presses & np.isfinite(slowest), slowest, 0.0)
    return np.where(count > 0, standing, sliding)


def speeds_m_s(points_m: Floats, fps: float) -> Floats:
    """Return speeds (F, …) of points (F, …, C): before or after each frame, whichever is less.

    A point that is put down or lifted is still on one side of the frame.
    """
    frames, reach = np.arange(len(points_m)), max(1, round(OVER_S * fps))
    if len(points_m) <= reach:
        return np.zeros(points_m.shape[:-1])
    ways = np.linalg.norm(points_m[reach:] - points_m[:-reach], axis=-1) * fps / reach
    last = len(ways) - 1
    return np.asarray(np.minimum(ways[np.minimum(frames, last)], ways[np.clip(frames - reach, 0, last)]))


SKATE = Term("skate", "m/s", 0.22, "mean", measure)
