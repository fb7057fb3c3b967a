"""Where each plant is held.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002, as far as a
plant's place goes; heights of soles, plants left alone and skipped are ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from unbake.feet.clean.firm_plants import RAISED_M
from unbake.feet.clean.options import CleanOptions
from unbake.feet.floor import Ground
from unbake.feet.labels import FootLabels, Plant
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals


@dataclass(frozen=True, eq=False)
class HeldPlant:
    """A plant and its place.

    Parameters
    ----------
    plant : frames and point.
    place_m : (3,) where the point is held.
    away_m : farthest that the point is from there in the motion.
    is_still : whether it stays as it is: all points of the foot stray less than asked for as long as it stands.
    """

    plant: Plant
    place_m: Floats
    away_m: float
    is_still: bool = False


def places_of_plants(
    points_m: Floats, labels: FootLabels, ground: Ground | None, sole_m: Floats, options: CleanOptions
) -> tuple[list[HeldPlant], list[HeldPlant]]:
    """Return the plants with their places, and those that would move a point too far.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : the plants.
    ground : what they stand on; None keeps each at its own height, as those are kept that stand on tiptoe.
    sole_m : (4,) height of each point above the ground when it stands; −∞ where nobody knows keeps its own.
    options : times and limits.
    """
    are_raised = _are_raised(points_m, labels.plants, ground, sole_m)
    placed = [
        _placed(points_m, plant, labels.fps, None if is_raised else ground, sole_m, options)
        for plant, is_raised in zip(labels.plants, are_raised, strict=True)
    ]
    skipped = [held for held in placed if held.away_m > options.max_move_m]
    kept = [held for held in placed if held.away_m <= options.max_move_m]
    done: list[HeldPlant] = []
    for foot in (0, 1):
        ours = [held for held in kept if held.plant.point // 2 == foot]
        done += _of_foot(points_m, ours, labels.n_frames, options)
    return sorted(done, key=lambda held: held.plant), skipped


def _are_raised(points: Floats, plants: Sequence[Plant], ground: Ground | None, sole: Floats) -> Booleans:
    """Which plants (n,) stand higher above the ground than plants usually do: on tiptoe, or on something."""
    if ground is None or not plants:
        return np.zeros(len(plants), dtype=np.bool_)
    above = []
    for plant in plants:
        own = points[plant.first : plant.last + 1, plant.point]
        above.append(np.median(own[:, 1] - ground.height_m(own)) - sole[plant.point])
    # Other plants of seventeen clips for tuning are up to 3.4 cm above the others.
    return np.asarray(np.array(above) > np.median(above) + RAISED_M)


def _placed(
    points: Floats, plant: Plant, fps: Fraction, ground: Ground | None, sole: Floats, options: CleanOptions
) -> HeldPlant:
    own = points[plant.first : plant.last + 1, plant.point]
    place = own[: max(1, options.frames(options.place_s, fps))].mean(axis=0)
    if ground is not None and np.isfinite(sole[plant.point]):
        place[1] = float(ground.height_m(place)) + sole[plant.point]
    return HeldPlant(plant, place, float(np.linalg.norm(own - place, axis=1).max()))


def _of_foot(points: Floats, plants: list[HeldPlant], n_frames: int, options: CleanOptions) -> list[HeldPlant]:
    """Take each stay of one foot on the ground: all of its plants still, or each in its place."""
    stands = np.zeros(n_frames, dtype=bool)
    for held in plants:
        stands[held.plant.first : held.plant.last + 1] = True
    done: list[HeldPlant] = []
    for first, last in intervals(stands):
        stay = sorted((h for h in plants if first <= h.plant.first <= last), key=lambda h: h.plant)
        if all(held.away_m <= options.still_m for held in stay):
            done += [replace(held, is_still=True) for held in stay]
        else:
            done += _as_long_as_the_foot(points, stay)
    return done


def _as_long_as_the_foot(points: Floats, stay: list[HeldPlant]) -> list[HeldPlant]:
    """Move each place to the foot's length from the one that the other point is held at already."""
    done: list[HeldPlant] = []
    for held in stay:
        plant = held.plant
        others = [h for h in done if h.plant.point != plant.point and h.plant.last >= plant.first]
        if others:
            anchor = others[-1]
            way = held.place_m - anchor.place_m
            pair = points[plant.first, [anchor.plant.point, plant.point]]
            length, level = np.linalg.norm(pair[1] - pair[0]), np.hypot(way[0], way[2])
            part = np.sqrt(max(length**2 - way[1] ** 2, 0.0)) / level if level > 0.0 else 0.0
            place = anchor.place_m + way * [part, 1.0, part]
            own = points[plant.first : plant.last + 1, plant.point]
            held = replace(held, place_m=place, away_m=float(np.linalg.norm(own - place, axis=1).max()))
        done.append(held)
    return done
