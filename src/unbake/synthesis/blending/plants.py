"""Plants of a blend: those of its sources, carried through the warp and chosen without overlap, least error first.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.6.1 and figure
5.2. Heel and ball of a foot come together here, and two plants of a foot keep `GAP_S` between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from unbake.feet.labels import FootLabels, Plant, foot_planted
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.motion.motion import Motion
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import Tracks, seen_points, world_points

GAP_S = 0.1
"""A foot needs at least so long from one place to the next."""


@dataclass(frozen=True, eq=False)
class CarriedPlant:
    """A stay of a foot on the ground that a blend takes over from one of its sources.

    Parameters
    ----------
    foot : 0 left, 1 right.
    first, last : frames of the blend, from 0, both included.
    source : which of the sources.
    plants : of heel and ball in the blend's frames.
    places_m : (2, 3) where heel and ball should stay; NaN for one that is not planted.
    error_m : mean distance of planted points from there, over frames.
    """

    foot: int
    first: int
    last: int
    source: int
    plants: tuple[Plant, ...]
    places_m: Floats
    error_m: float


def carried_plants(
    motion: Motion, tracks: Tracks, sources: Sequence[BlendSource], own: Sequence[Tracks], times: Floats
) -> tuple[CarriedPlant, ...]:
    """Return the plants that a blend takes over, in order of time.

    Parameters
    ----------
    motion, tracks : the blend, whole and taken apart.
    sources, own : what was blended, whole and taken apart.
    times : (F, n) the instant of each source at each frame of the blend, in its frames, increasing.
    """
    legs = sources[0].legs
    points = legs.points_m(motion)
    chosen: list[CarriedPlant] = []
    gap = round(GAP_S * float(motion.fps))
    for foot in (0, 1):
        offered = [
            plant
            for number, source in enumerate(sources)
            for plant in _of_source(points, legs, tracks, source, own[number], times[:, number], number, foot)
        ]
        taken: list[CarriedPlant] = []
        for plant in sorted(offered, key=lambda plant: plant.error_m):
            if all(plant.first > other.last + gap or plant.last < other.first - gap for other in taken):
                taken.append(plant)
        chosen += taken
    return tuple(sorted(chosen, key=lambda plant: (plant.first, plant.foot)))


def labels_of(plants: Sequence[CarriedPlant], motion: Motion) -> FootLabels:
    """Return the plants of heels and balls as labels of the blend."""
    every = tuple(own for plant in plants for own in plant.plants)
    return FootLabels(every, motion.n_frames, motion.fps, motion.first_frame)


def _of_source(
    points: Floats,
    legs: Legs,
    tracks: Tracks,
    source: BlendSource,
    own: Tracks,
    times: Floats,
    number: int,
    foot: int,
) -> Iterator[CarriedPlant]:
    """The stays of a foot in one source as the blend would have them."""
    source_points = legs.points_m(source.motion)
    for begin, end in intervals(foot_planted(source.labels.planted())[:, foot]):
        frames = _frames_of(times, begin, end)
        if frames is None:
            continue
        inside = [p for p in source.labels.plants if p.point // 2 == foot and begin <= p.first <= end]
        middle, there = (frames[0] + frames[1]) // 2, 0.5 * (begin + end)
        body = own.body_at(there)
        places, plants, away = np.full((2, 3), np.nan), [], []
        for plant in inside:
            part = _frames_of(times, plant.first, plant.last)
            if part is None:
                continue
            place = source_points[plant.first : plant.last + 1, plant.point].mean(axis=0)
            seen = seen_points(place, *body)
            placed = world_points(seen, tracks.places_m[middle], float(tracks.headings_rad[middle]))
            places[plant.point % 2] = placed
            plants.append(Plant(*part, plant.point, plant.source))
            away.append(np.linalg.norm(points[part[0] : part[1] + 1, plant.point] - placed, axis=1))
        if plants:
            error = float(np.concatenate(away).mean())
            yield CarriedPlant(foot, *frames, number, tuple(plants), places, error)


def _frames_of(times: Floats, begin: int, end: int) -> tuple[int, int] | None:
    """The first and last frame of the blend whose instant rounds to frames of a source; None if there is none."""
    first, after = np.searchsorted(times, [begin - 0.5, end + 0.5])
    return (int(first), int(after) - 1) if after > first else None
