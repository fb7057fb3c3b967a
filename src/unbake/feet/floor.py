"""The ground that feet stand on, and how high above it heel, ball and tip of the toes are when they stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import FootLabels, Plant
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

SAME_LEVEL_M = 0.06
"""Plants of one floor differ in height by less than this; stairs and boxes by more."""
LEVEL_SHARE = 0.9
"""Part of the plants that must be on one level for it to be the floor; the others are said to be wrong."""
AT_ZERO_M = 0.05
"""A level that near to zero is the floor at zero: how thick a sole is, nobody knows better."""
TELLS_S = 0.08
"""Plants that last less tell nothing of the ground: the shortest steps of a sprint last a tenth of a second."""
LOWEST_TIPS = 2.0
"""Percentile of a tip's heights that counts as its lowest."""
COLUMN_OF_POINT = (0, 1, 3, 4)
"""Where each of `FOOT_POINTS` is among `sole_points_m`."""


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


def telling_plants(points_m: Floats, labels: FootLabels, max_move_m: float) -> FootLabels:
    """Return the plants that tell where the ground is: those that last a while and stay in one place.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : the plants.
    max_move_m : most that a point strays from where it is on average.
    """
    least = TELLS_S * float(labels.fps)

    def tells(plant: Plant) -> bool:
        own = points_m[plant.first : plant.last + 1, plant.point]
        strays = float(np.linalg.norm(own - own.mean(axis=0), axis=1).max())
        return strays <= max_move_m and (plant.n_frames >= least or plant.n_frames == labels.n_frames)

    return replace(labels, plants=tuple(plant for plant in labels.plants if tells(plant)))


def sole_points_m(motion: Motion, legs: Legs) -> Floats:
    """Return heel, ball and tip of the toes (F, 6, 3) of the left and the right foot.

    The tip is the first joint below the toe joint; a foot without one ends at its ball.
    """
    points, positions, children = legs.points_m(motion), motion.positions(), motion.skeleton.children()
    columns = []
    for row, leg in enumerate(legs.both):
        tip = children[leg.toe][0] if children[leg.toe] else leg.toe
        columns += [points[:, 2 * row], points[:, 2 * row + 1], positions[:, tip]]
    return np.stack(columns, axis=1)


def floor_of_plants(soles_m: Floats, labels: FootLabels) -> Floor | None:
    """Return the level floor that the plants tell of; None where they are on several levels.

    Parameters
    ----------
    soles_m : (F, 6, 3) see `sole_points_m`.
    labels : the plants. Without any, the floor is at zero.

    Notes
    -----
    Heels tell how high the floor is, for a heel is on the sole; the joint of the toes lies above it. Where no heel is
    planted, it is the lowest that heel, ball or tip gets in a plant. A level within `AT_ZERO_M` of zero is taken for
    zero.
    """
    heels: list[float] = []
    balls: list[float] = []
    lowest: list[float] = []
    for plant in labels.plants:
        frames, foot = slice(plant.first, plant.last + 1), slice(3 * (plant.point // 2), 3 * (plant.point // 2) + 3)
        own = float(soles_m[frames, COLUMN_OF_POINT[plant.point], 1].mean())
        (balls if plant.point % 2 else heels).append(own)
        lowest.append(float(soles_m[frames, foot, 1].min()))
    if not lowest:
        return Floor()
    away = np.concatenate([np.abs(np.array(heights) - np.median(heights)) for heights in (heels, balls) if heights])
    if np.mean(away <= SAME_LEVEL_M) < LEVEL_SHARE:
        return None
    level = float(np.median(heels or lowest))
    return Floor(0.0 if abs(level) <= AT_ZERO_M else level)


def sole_heights_m(soles_m: Floats, planted: NDArray[np.bool_], ground: Ground, *, is_given: bool = False) -> Floats:
    """Return how high (6,) heel, ball and tip of each foot are above the ground when they stand on it.

    The median over the frames in which the point is planted (the tip: the ball); a point that never is takes what the
    other foot's has. Of those that stand on neither foot nobody knows how high they are: −∞ for a heel, which keeps
    none out of the ground; where heels stand, balls and tips are no lower than these. On a ground that was given the
    lowest point that stands touches it, and no point is below.

    Parameters
    ----------
    soles_m : (F, 6, 3) see `sole_points_m`.
    planted : (F, 4).
    ground : what they stand on.
    is_given : whether a person says where it is. What the plants told is only as exact as `AT_ZERO_M`: soles take up
        the rest.
    """
    above = soles_m[..., 1] - ground.height_m(soles_m)
    found = np.full(6, np.nan)
    for column, point in enumerate((0, 1, 1, 2, 3, 3)):
        if planted[:, point].any():
            found[column] = np.median(above[planted[:, point], column])
    found = np.where(np.isnan(found), np.roll(found, 3), found)
    has_heels = not np.isnan(found[[0, 3]]).all()
    if is_given:
        on_balls = np.concatenate(
            [above[planted[:, point], 3 * (point // 2) : 3 * (point // 2) + 3] for point in (1, 3)]
        )
        known = found[[0, 1, 3, 4]] if has_heels else on_balls
        return np.nan_to_num(found - (np.nanmin(known) if known.size else 0.0))
    least = min(0.0, float(np.nanmin(found[[0, 3]]))) if has_heels else -np.inf
    return np.where(np.isnan(found), least, found)


def with_lowest_tips(sole_m: Floats, soles_m: Floats, planted: NDArray[np.bool_]) -> Floats:
    """Return the heights (6,) with tips as low as they get under a ball that stands: where a foot rolls off, its tip is
    lower than in a foot that is flat.

    Parameters
    ----------
    sole_m : (6,) see `sole_heights_m`.
    soles_m : (F, 6, 3) see `sole_points_m`.
    planted : (F, 4).
    """
    out = sole_m.copy()
    for tip, ball in ((2, 1), (5, 3)):
        if planted[:, ball].any():
            above_ball = (soles_m[:, tip, 1] - soles_m[:, tip - 1, 1])[planted[:, ball]]
            out[tip] = min(out[tip], out[tip - 1] + float(np.percentile(above_ball, LOWEST_TIPS)))
    return out


def sinking_m(motion: Motion, legs: Legs, ground: Ground, sole_m: Floats) -> Floats:
    """Return how deep (F, 6) heels, balls and tips are in the ground; 0 where they are above it."""
    points = sole_points_m(motion, legs)
    return np.maximum(ground.height_m(points) + sole_m - points[..., 1], 0.0)
