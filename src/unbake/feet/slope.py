"""A floor that leans: ramps, and capture volumes that nobody levelled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.feet.floor import COLUMN_OF_POINT, SAME_LEVEL_M, Floor, floor_of_plants
from unbake.feet.labels import FOOT_POINTS, FootLabels
from unbake.ground.arrays import Floats

ON_SLOPE_M, ON_SLOPE_SHARE = 0.02, 0.9
"""Plants of one slope are within this of it, and so are at least this part of all."""
LEAST_PLANTS, LEAST_POINTS = 3, 2
"""So many plants each, of so many points: two plants of a foot lie on some slope wherever they are."""
LEAST_WAY_M = 0.5
"""Along a shorter way nothing shows whether the floor leans: soles and captures are a centimetre off."""
LEVELLED_DEG, STEEPEST_DEG = 1.5, 12.0
"""Where plants may be of a level floor, one that leans by less than the first is level, in a volume that is not: those
of the CMU captures lean by up to 1°. Ramps are less steep than the second, stairs steeper."""


@dataclass(frozen=True)
class Slope:
    """A floor that leans evenly.

    Parameters
    ----------
    at_origin_m : its height at x = z = 0.
    rise : by how much it rises with x and with z.
    """

    at_origin_m: float
    rise: tuple[float, float]

    def height_m(self, points_m: Floats) -> Floats:
        """Return the floor's height (...) below or above points (..., 3)."""
        return np.asarray(self.at_origin_m + points_m[..., [0, 2]] @ np.array(self.rise))

    @property
    def steepness_deg(self) -> float:
        """The angle to a level floor."""
        return float(np.degrees(np.arctan(np.hypot(*self.rise))))


def ground_of_plants(soles_m: Floats, labels: FootLabels) -> Floor | Slope | None:
    """Return the floor that the plants tell of, level or leaning; None where they are on several levels.

    Parameters
    ----------
    soles_m : (F, 6, 3) see `sole_points_m`.
    labels : the plants.

    Notes
    -----
    A level floor is preferred unless the plants differ by more than `SAME_LEVEL_M` along a slope.
    """
    level, rise = floor_of_plants(soles_m, labels), _rise(soles_m, labels)
    if rise is None:
        return level
    leaning = Slope(0.0, (float(rise[0]), float(rise[1])))
    if leaning.steepness_deg > STEEPEST_DEG or (level is not None and leaning.steepness_deg < LEVELLED_DEG):
        return level
    upright = soles_m.copy()
    upright[..., 1] -= leaning.height_m(soles_m)
    found = floor_of_plants(upright, labels)
    return level if found is None else Slope(found.level_m, leaning.rise)


def _rise(soles_m: Floats, labels: FootLabels) -> Floats | None:
    """By how much the floor rises (2,) with x and z; None where plants tell of no slope.

    Each point is compared with itself, as heels and balls, left and right, stand at heights of their own.
    """
    point = np.array([plant.point for plant in labels.plants], dtype=int)
    counts = np.bincount(point, minlength=len(FOOT_POINTS))
    if np.sum(counts >= LEAST_PLANTS) < LEAST_POINTS:
        return None
    places = np.array([soles_m[p.first : p.last + 1, COLUMN_OF_POINT[p.point]].mean(axis=0) for p in labels.plants])
    own = places - np.array([places[point == k].mean(axis=0) for k in point])
    way, height = own[:, [0, 2]], own[:, 1]
    axes = np.linalg.svd(way, full_matrices=False)[2]
    axes = axes[np.ptp(way @ axes.T, axis=0) >= LEAST_WAY_M]
    if not len(axes):
        return None
    rise = np.asarray(np.linalg.lstsq(way @ axes.T, height, rcond=None)[0] @ axes)
    is_on = np.abs(height - way @ rise) <= ON_SLOPE_M
    if np.ptp(places[:, [0, 2]] @ rise) <= SAME_LEVEL_M or is_on.mean() < ON_SLOPE_SHARE:
        return None
    return rise
