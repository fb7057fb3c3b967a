"""Foot-plant error and zero-moment-point error: how far a motion is from standing and balancing as bodies do.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 5.6, 5.6.1 and
5.6.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from unbake.feet.floor import Floor, floor_of_plants, sole_points_m
from unbake.feet.labels import FootLabels, Plant
from unbake.feet.legs import Legs, legs_of
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.synthesis.blending.blended import Blended
from unbake.synthesis.naturalness.segments import Masses, segment_centres_m
from unbake.synthesis.naturalness.support import nearest_in_hull_m, support_points_m
from unbake.synthesis.naturalness.zero_moment import CUTOFF_HZ, moments_of


@dataclass(frozen=True, eq=False)
class Naturalness:
    """How far a motion is from standing and balancing, in metres.

    Parameters
    ----------
    foot_plant_m : (F,) how far planted points are from where they should be, mean over both feet's; NaN in frames
        without plants.
    zero_moment_m : (F,) how far the zero moment point is outside of what the body stands on; NaN in flight.
    foot_plant_error_m : mean of the first.
    zero_moment_error_m : largest of the second.
    """

    foot_plant_m: Floats
    zero_moment_m: Floats
    foot_plant_error_m: float
    zero_moment_error_m: float

    @property
    def cost_m(self) -> float:
        """Their sum, by which the thesis ranks transitions."""
        return self.foot_plant_error_m + self.zero_moment_error_m


def naturalness(blended: Blended, masses: Masses | None = None) -> Naturalness:
    """Return how natural a blend is by its feet and its balance.

    Parameters
    ----------
    blended : as it came from the blender: clean feet would hide how far they were from their places.
    masses : of the segments, Winter's by default.

    Raises
    ------
    MotionError : a skeleton without legs or arms.
    """
    skate = foot_plant_errors_m(blended)
    balance = zero_moment_errors_m(blended.motion, blended.labels, blended.legs, masses)
    return Naturalness(skate, balance, _over(np.mean, skate), _over(np.max, balance))


def foot_plant_errors_m(blended: Blended) -> Floats:
    """Return how far planted points are from the places of their plants, (F,) in metres; NaN without plants."""
    stays = [(own, plant.places_m[own.point % 2]) for plant in blended.plants for own in plant.plants]
    return plant_errors_m(blended.legs.points_m(blended.motion), stays)


def plant_errors_m(points_m: Floats, stays: Sequence[tuple[Plant, Floats]]) -> Floats:
    """Return how far planted points are from where they should be, (F,), mean over those of a frame; NaN without.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    stays : plants, and the place (3,) of each.
    """
    away = np.full(points_m.shape[:2], np.nan)
    for plant, place in stays:
        frames = slice(plant.first, plant.last + 1)
        away[frames, plant.point] = np.linalg.norm(points_m[frames, plant.point] - place, axis=1)
    count = np.isfinite(away).sum(axis=1)
    return np.where(count > 0, np.nansum(away, axis=1) / np.maximum(count, 1), np.nan)


def zero_moment_errors_m(
    motion: Motion,
    labels: FootLabels,
    legs: Legs | None = None,
    masses: Masses | None = None,
    cutoff_hz: float = CUTOFF_HZ,
) -> Floats:
    """Return how far the zero moment point is outside of what a body stands on, (F,) in metres.

    NaN where no foot is planted, or where the body hardly presses down.

    Parameters
    ----------
    motion, labels : the clip and its plants.
    legs : its legs; found by names by default.
    masses : of the segments, Winter's by default.
    cutoff_hz : see `moments_of`.

    Raises
    ------
    MotionError : labels of another motion, a skeleton without legs or arms.
    """
    labels.check_of(motion)
    legs = legs or legs_of(motion)
    ground = floor_of_plants(sole_points_m(motion, legs), labels) or Floor()
    moments = moments_of(segment_centres_m(motion), motion.fps, ground.level_m, cutoff_hz)
    point = moments.zero_moment_point_m(masses or Masses.winter())
    nearest = nearest_in_hull_m(point, support_points_m(motion, legs, labels.planted()))
    return np.asarray(np.linalg.norm(point - nearest, axis=1))


def _over(summary: Callable[[Floats], float], values: Floats) -> float:
    """A summary of the numbers that are there; zero where none is."""
    known = values[np.isfinite(values)]
    return float(summary(known)) if len(known) else 0.0
