"""The ground that feet stand on, and how high above it heel, ball and tip of the toes are when they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs
from unbake.motion.motion import Motion
from unbake.motion.rotations import Floats

SAME_LEVEL_M = 0.06
"""Plants of one floor differ in height by less than this; stairs and boxes by more."""
LEVEL_SHARE = 0.9
"""Part of the plants that must be on one level for it to be the floor; the others are said to be wrong."""
AT_ZERO_M = 0.05
"""A level that near to zero is the floor at zero: how thick a sole is, nobody knows better."""
SOLE_COLUMNS = ("left-heel", "left-toe", "left-tip", "right-heel", "right-toe", "right-tip")


class Ground(Protocol):
    """Whatever knows how high the ground is: a level floor, stairs, a map of heights."""

    def height_m(self, points_m: Floats) -> Floats:
        """Return the ground's height (...) below or above points (..., 3)."""


@dataclass(frozen=True)
class Floor:
    """A level floor.

    Parameters
    ----------
    level_m : its height; 0 by default.
    """

    level_m: float = 0.0

    def height_m(self, points_m: Floats) -> Floats:
        """Return the ground's height (...) below or above points (..., 3)."""
        return np.full(points_m.shape[:-1], self.level_m)


def floor_of_plants(points_m: Floats, labels: FootLabels) -> Floor | None:
    """Return the level floor that the plants tell of; None where they are on several levels.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : the plants. Without any, the floor is at zero.

    Notes
    -----
    Heels tell how high the floor is, for a heel is on the sole; the joint of the toes lies above it. A level within
    `AT_ZERO_M` of zero is taken for zero.
    """
    by_kind: list[list[float]] = [[], []]
    for plant in labels.plants:
        by_kind[plant.point % 2].append(float(points_m[plant.first : plant.last + 1, plant.point, 1].mean()))
    if not any(by_kind):
        return Floor()
    away = np.concatenate([np.abs(np.array(heights) - np.median(heights)) for heights in by_kind if heights])
    if np.mean(away <= SAME_LEVEL_M) < LEVEL_SHARE:
        return None
    level = float(np.median(by_kind[0] or by_kind[1]))
    return Floor(0.0 if abs(level) <= AT_ZERO_M else level)


def sole_points_m(motion: Motion, legs: Legs) -> Floats:
    """Return heel, ball and tip of the toes (F, 6, 3) of the left and the right foot, see `SOLE_COLUMNS`.

    The tip is the first joint below the toe joint; a foot without one ends at its ball.
    """
    points, positions, children = legs.points_m(motion), motion.positions(), motion.skeleton.children()
    columns = []
    for row, leg in enumerate(legs.both):
        tip = children[leg.toe][0] if children[leg.toe] else leg.toe
        columns += [points[:, 2 * row], points[:, 2 * row + 1], positions[:, tip]]
    return np.stack(columns, axis=1)


def sole_heights_m(soles_m: Floats, planted: NDArray[np.bool_], ground: Ground) -> Floats:
    """Return how high (6,) heel, ball and tip of each foot are above the ground when they stand on it.

    The median over the frames in which the point is planted (the tip: the ball); a foot that never is takes what the
    other one has, and zero where neither stands. Heights beyond `AT_ZERO_M` are the ground's, not the sole's: there
    the lowest point counts as standing on it.

    Parameters
    ----------
    soles_m : (F, 6, 3) see `sole_points_m`.
    planted : (F, 4).
    ground : what they stand on.
    """
    above = soles_m[..., 1] - ground.height_m(soles_m)
    found = np.full(6, np.nan)
    for column, point in enumerate((0, 1, 1, 2, 3, 3)):
        if planted[:, point].any():
            found[column] = np.median(above[planted[:, point], column])
    found = np.where(np.isnan(found), np.roll(found, 3), found)
    known = found[[0, 1, 3, 4]]
    lowest = float(np.nanmin(known)) if not np.isnan(known).all() else 0.0
    return np.nan_to_num(found - (lowest if abs(lowest) > AT_ZERO_M else 0.0))
