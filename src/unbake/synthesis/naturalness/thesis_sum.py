"""The thesis' score: how far planted feet stray, and how far the zero moment point is outside of what they stand on.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 5.6.1 and
5.6.2. There plants come from the sources of a blend; a motion without sources is judged by its own, which stand where
they are on average.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.errors import plant_errors_m, zero_moment_errors_m
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.score import Verdict, verdict
from unbake.synthesis.naturalness.segments import Masses


@dataclass(frozen=True, eq=False)
class ThesisSum:
    """Mean foot-plant error and largest zero-moment-point error, added up, in metres.

    Parameters
    ----------
    masses : of the segments, Winter's by default.
    with_plants, with_balance : whether each of the two counts; to see what each is worth.
    """

    masses: Masses | None = None
    with_plants: bool = True
    with_balance: bool = True

    @property
    def name(self) -> str:
        """What it is called."""
        if self.with_plants and self.with_balance:
            return "thesis"
        return "foot plants" if self.with_plants else "zero moment"

    def __call__(self, judged: JudgedMotion) -> Verdict:
        """Return the errors in metres; frames without plants have none, nor frames in flight."""
        parts: dict[str, Floats] = {}
        total = 0.0
        if self.with_plants:
            away = stray_m(judged)
            parts["foot plants"] = np.nan_to_num(away)
            total += float(np.nanmean(away)) if np.isfinite(away).any() else 0.0
        if self.with_balance:
            outside = zero_moment_errors_m(judged.motion, judged.labels, judged.legs, self.masses)
            parts["zero moment"] = np.nan_to_num(outside)
            total += float(parts["zero moment"].max())
        return verdict(np.asarray(sum(parts.values())), total, parts)


def stray_m(judged: JudgedMotion) -> Floats:
    """Return how far planted points are from where they should be, (F,), mean over those of a frame; NaN without."""
    if judged.plants is not None:
        stays = [(own, plant.places_m[own.point % 2]) for plant in judged.plants for own in plant.plants]
        return plant_errors_m(judged.legs.points_m(judged.motion), stays)
    points = judged.legs.points_m(judged.motion)
    places = [points[plant.first : plant.last + 1, plant.point].mean(axis=0) for plant in judged.labels.plants]
    return plant_errors_m(points, list(zip(judged.labels.plants, places, strict=True)))
