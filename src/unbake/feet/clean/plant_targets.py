"""The first two passes: where each plant is, and where ankles have to be so that planted points are there.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002, as far as its
structure goes; heights of soles, plants left alone and skipped are ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.feet.clean.calmer_foot import calmer_turn
from unbake.feet.clean.options import CleanOptions
from unbake.feet.floor import Ground
from unbake.feet.labels import FootLabels, Plant
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.kinematics.minimal_turns import turn_about, turn_between, turn_of_vector, vector_of_turn
from unbake.motion.fading import faded
from unbake.motion.rotations import quaternion_product, rotate


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


@dataclass(frozen=True, eq=False)
class FootTarget:
    """Where a foot has to be.

    Parameters
    ----------
    is_held : (F,) frames in which it stands.
    is_moved : (F,) of those, the ones in which it is to be elsewhere than it is.
    ankle_m : (F, 3) the ankle's place.
    turn_xyzw : (F, 4) how the foot is turned, in the world, against what it was.
    """

    is_held: NDArray[np.bool_]
    is_moved: NDArray[np.bool_]
    ankle_m: Floats
    turn_xyzw: Floats


def places_of_plants(
    points_m: Floats, labels: FootLabels, ground: Ground | None, sole_m: Floats, options: CleanOptions
) -> tuple[list[HeldPlant], list[HeldPlant]]:
    """Return the plants with their places, and those that would move a point too far.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : the plants.
    ground : what they stand on; None keeps each at its own height.
    sole_m : (4,) height of each point above the ground when it stands; −∞ where nobody knows keeps its own.
    options : times and limits.
    """
    usual = [_placed(points_m, plant, labels.fps, ground, sole_m, options) for plant in labels.plants]
    skipped = [held for held in usual if held.away_m > options.max_move_m]
    kept = [held for held in usual if held.away_m <= options.max_move_m]
    done: list[HeldPlant] = []
    for foot in (0, 1):
        ours = [held for held in kept if held.plant.point // 2 == foot]
        done += _of_foot(points_m, ours, labels.n_frames, options)
    return sorted(done, key=lambda held: held.plant), skipped


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


def foot_target(
    ankle_m: Floats,
    points_m: Floats,
    plants: list[HeldPlant],
    fps: Fraction,
    options: CleanOptions,
    ground: Ground | None,
    sole_m: Floats,
) -> FootTarget:
    """Return where a foot has to be so that its planted points are in their places.

    On heel and ball, the foot turns by the least rotation; on one of them it keeps its turn, but for what makes it
    calmer, what is left of the turn on both fades, and the other point is turned out of the ground.

    Parameters
    ----------
    ankle_m, points_m : (F, 3) the ankle and (F, 2, 3) heel and ball.
    plants : of this foot.
    fps, options : frame rate, times and limits.
    ground, sole_m : what it stands on, and the height (2,) of heel and ball above it.
    """
    held, places = np.zeros(points_m.shape[:2], dtype=bool), points_m.copy()
    is_still = np.zeros(len(ankle_m), dtype=bool)
    for plant in plants:
        stay, column = slice(plant.plant.first, plant.plant.last + 1), plant.plant.point % 2
        held[stay, column] = True
        is_still[stay] |= plant.is_still
        places[stay, column] = plant.place_m
    stands = np.asarray(held.any(axis=1))
    is_moved = stands & ~is_still
    both = held.all(axis=1) & is_moved
    turned = vector_of_turn(turn_between(points_m[:, 1] - points_m[:, 0], places[:, 1] - places[:, 0]))
    turn = turn_of_vector(faded(turned, both, options.frames(options.turn_fade_s, fps)))
    anchor = np.where(held[:, 0], 0, 1)
    frames = np.arange(len(anchor))
    own, place = points_m[frames, anchor], places[frames, anchor]
    levers = ankle_m - own, points_m[frames, 1 - anchor] - own
    # A heel goes up behind its ball.
    aside = np.where(anchor == 0, 1.0, -1.0)[:, None] * np.cross(points_m[:, 1] - ankle_m, points_m[:, 0] - ankle_m)
    least = sole_m[1 - anchor] - options.still_m
    on_one = np.asarray(is_moved & ~both)[:, None]
    turn = np.where(on_one, _out_of_ground(turn, place, levers[1], aside, ground, least), turn)
    turn = calmer_turn(turn, place, ankle_m, levers, both, is_moved, options.frames(options.turn_fade_s, fps))
    turn = np.where(on_one, _out_of_ground(turn, place, levers[1], aside, ground, least), turn)
    ankle = place + rotate(turn, levers[0])
    turn = np.where(is_moved[:, None], turn, [0.0, 0.0, 0.0, 1.0])
    return FootTarget(stands, is_moved, np.where(is_moved[:, None], ankle, ankle_m), turn)


def _out_of_ground(
    turn: Floats, place: Floats, lever: Floats, aside: Floats, ground: Ground | None, least: Floats
) -> Floats:
    """The turn (F, 4), and more of it where the point at a lever would be lower than so much above the ground."""
    if ground is None:
        return turn
    other = place + rotate(turn, lever)
    return quaternion_product(turn_up(place, other, ground.height_m(other) + least, rotate(turn, aside)), turn)


def turn_up(pivot_m: Floats, point_m: Floats, height_m: Floats, aside: Floats) -> Floats:
    """Return the turns (F, 4) about a pivot that bring a point (F, 3) up to a height (F,), as far as it reaches; none
    where it is as high already.

    Parameters
    ----------
    pivot_m, point_m : (F, 3) and what is to be raised.
    height_m : (F,).
    aside : (F, 3) to the left of the way from pivot to point, as it is when it is level: the turn is about the
        horizontal beside it, so that it is known where the point goes even from straight below the pivot.
    """
    axis = aside * [1.0, 0.0, 1.0]
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    axis = np.where(length > 0.0, axis / np.where(length > 0.0, length, 1.0), [1.0, 0.0, 0.0])
    way, wanted = point_m - pivot_m, height_m - pivot_m[:, 1]
    # Left is X where the way is along Z and up is Y.
    along = way[:, 2] * axis[:, 0] - way[:, 0] * axis[:, 2]
    reach = np.hypot(along, way[:, 1])
    up = np.arcsin(np.clip(wanted / np.where(reach > 0.0, reach, 1.0), -1.0, 1.0))
    turn = turn_about(-axis, up - np.arctan2(way[:, 1], along))
    return np.where((wanted > way[:, 1])[:, None], turn, [0.0, 0.0, 0.0, 1.0])
