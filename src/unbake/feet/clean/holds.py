"""What a change of the legs has to respect: where planted points are held, how hard, and how low each point may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from unbake.feet.clean.calm_change import Holds
from unbake.feet.clean.options import CleanOptions
from unbake.feet.clean.plant_places import HeldPlant
from unbake.feet.floor import Ground
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats


def holds_of(
    points_m: Floats,
    soles_m: Floats,
    plants: Sequence[HeldPlant],
    ground: Ground | None,
    sole_m: Floats,
    fps: Fraction,
    options: CleanOptions,
    *,
    root_moves: bool,
) -> Holds:
    """Return what the change of a clip has to respect.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    soles_m : (F, 6, 3) see `sole_points_m`.
    plants : with their places; those that are still are held where they are.
    ground, sole_m : what feet stand on, and the height (6,) of heels, balls and tips above it when they stand.
    fps, options : frame rate, times and limits.
    root_moves : whether the root can.
    """
    places, weights = points_m.copy(), np.zeros(points_m.shape[:2])
    ends = max(1, options.frames(options.end_s, fps))
    for held in plants:
        plant, own = held.plant, slice(held.plant.first, held.plant.last + 1)
        if not held.is_still:
            places[own, plant.point] = held.place_m
        inside = hardness(plant.n_frames, ends, plant.first > 0, plant.last < len(points_m) - 1)
        weights[own, plant.point] = np.maximum(inside, np.finfo(float).tiny)
    lowest = _lowest(soles_m, ground, sole_m, options)
    is_held = (weights > 0.0).reshape(-1, 2, 2)
    lowest[..., :2] = np.where(is_held, np.minimum(lowest[..., :2], places[..., 1].reshape(-1, 2, 2)), lowest[..., :2])
    return Holds(places, weights, lowest, root_moves)


def held_part(labels: FootLabels, options: CleanOptions) -> FootLabels:
    """Return the plants without their ends, over which they are held less and less firmly; none where nothing is left.

    Parameters
    ----------
    labels : plants as they are held.
    options : `end_s` is the length of an end.
    """
    ends, out = options.frames(options.end_s, labels.fps), []
    for plant in labels.plants:
        first = plant.first + (ends if plant.first > 0 else 0)
        last = plant.last - (ends if plant.last < labels.n_frames - 1 else 0)
        if first <= last:
            out.append(replace(plant, first=first, last=last))
    return replace(labels, plants=tuple(out))


def hardness(frames: int, ends: int, begins: bool, stops: bool) -> Floats:
    """Return how hard (n,) a plant of so many frames is held: 1, rising from 0 over its first `ends` frames if it
    begins in the clip, and falling over its last if it stops there."""
    at = np.arange(frames, dtype=float)
    from_start = at if begins else np.full(frames, np.inf)
    to_end = at[::-1] if stops else np.full(frames, np.inf)
    return np.clip(np.minimum(from_start, to_end) / ends, 0.0, 1.0)


def _lowest(soles: Floats, ground: Ground | None, sole: Floats, options: CleanOptions) -> Floats:
    """How low (F, 2, 3) heel, ball and tip may be: as they stand. A tip may also be as low as it was captured."""
    out = np.full((len(soles), 6), -np.inf)
    if ground is None:
        return out.reshape(-1, 2, 3)
    for column in range(6):
        lowest = ground.height_m(soles[:, column]) + sole[column] - options.still_m
        if column % 3 == 2:
            lowest = np.minimum(lowest, soles[:, column, 1])
        out[:, column] = np.where(np.isfinite(lowest), lowest, -np.inf)
    return out.reshape(-1, 2, 3)
