"""Plants as they are held: one plant a stance, without the parts in which the point does not stand.

A guess is some frames early or late, and a foot that shuffles stands, moves and stands again. A point that is held
while it moves has to be caught up with afterwards, and knees jerk; held as long as it stands, a clean motion stays as
it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import GUESSES, FootLabels, Plant
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals

MOVING_M_S = 0.08
"""A point that moves faster than this, and than twice what it usually does while it is planted, is not at rest. What it
is let go with is a jerk of 10 m/s² at 120 frames a second, less than those of steps; captures that slide do so at some
cm/s."""
USUAL_SHARE = 2.0
STEPPING_M_S = 0.6
"""A point that moves faster than this over `STEPPING_S` stands for nobody: standing feet stay below it, and so do toes
that roll off."""
STEPPING_S = 1.0 / 30.0
USUALLY_LOW = 25.0
RAISED_M, RAISED_S = 0.04, 0.25
"""A point that rises by so much above the lowest quarter of its guessed plant goes on tiptoe: there it stands anew, if
for so long."""
SHUFFLED_M = 0.06
"""A plant whose point strays farther than this from its place is looked through once more for slower steps."""
SHUFFLING_M_S = 0.25


@dataclass(frozen=True)
class FirmPlants:
    """Plants as they are held.

    Parameters
    ----------
    labels : those plants.
    let_go : how many frames were let go at each beginning or end where any were.
    split : how many plants were parted by steps inside them.
    moving : how many guessed plants are not held because their point moves all along.
    """

    labels: FootLabels
    let_go: tuple[int, ...]
    split: int = 0
    moving: int = 0


def firm_plants(points_m: Floats, labels: FootLabels, options: CleanOptions) -> FirmPlants:
    """Return the plants that are held: those of one point that touch are one, steps part them, and guessed ends are at
    rest.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : what somebody, or several, say. The ends of guesses may be some frames early or late.
    options : `let_go_s` is the most that is let go of either end of a guess; at 0 nothing is, and steps and tiptoes
        part nothing.
    """
    fps, most = float(labels.fps), options.frames(options.let_go_s, labels.fps)
    firm: list[Plant] = []
    let_go: list[int] = []
    split = moving_all = 0
    for stance in _stances(labels):
        whole = _whole(stance)
        path = points_m[:, whole.point]
        parts = list(_standing(path, whole, fps)) if most else [whole]
        if most and all(plant.source in GUESSES for plant in stance):
            parts = [part for standing in parts for part in _level(path, standing, fps)]
        if not parts and all(plant.source in GUESSES for plant in stance):
            moving_all += 1
            continue
        parts = parts or [whole]
        split += len(parts) > 1
        for part in parts:
            moving = _moving(points_m[part.first : part.last + 1, part.point], fps)
            first, last = part.first, part.last
            if stance[0].source in GUESSES:
                first += _run(moving, most)
            if stance[-1].source in GUESSES:
                last -= _run(moving[::-1], most)
            firm.append(replace(part, first=first, last=last))
        let_go += [n for n in (firm[-len(parts)].first - whole.first, whole.last - firm[-1].last) if n]
    return FirmPlants(replace(labels, plants=tuple(firm)), tuple(let_go), split, moving_all)


def _stances(labels: FootLabels) -> list[list[Plant]]:
    """Plants of one point that follow each other without a gap, together."""
    out: list[list[Plant]] = []
    for plant in sorted(labels.plants, key=lambda p: (p.point, p.first)):
        if out and (out[-1][-1].point, out[-1][-1].last + 1) == (plant.point, plant.first):
            out[-1].append(plant)
        else:
            out.append([plant])
    return out


def _whole(stance: list[Plant]) -> Plant:
    """A stance as one plant, by whom most of it is."""
    longest = max(stance, key=lambda plant: plant.n_frames)
    return replace(longest, first=stance[0].first, last=stance[-1].last)


def _standing(path_m: Floats, plant: Plant, fps: float) -> Iterator[Plant]:
    """The parts of a plant in which its point stands."""
    for part in _slower(path_m, plant, fps, STEPPING_M_S):
        own = path_m[part.first : part.last + 1]
        strays = np.linalg.norm(own - own.mean(axis=0), axis=1).max() > SHUFFLED_M
        yield from _slower(path_m, part, fps, SHUFFLING_M_S) if strays else (part,)


def _slower(path_m: Floats, plant: Plant, fps: float, limit_m_s: float) -> Iterator[Plant]:
    """The parts of a plant in which its point is slower; steps and stays of no length are overlooked."""
    reach = max(1, round(0.5 * STEPPING_S * fps))
    own = np.arange(plant.first, plant.last + 1)
    before, after = np.maximum(own - reach, plant.first), np.minimum(own + reach, plant.last)
    calm = _averaged(path_m[plant.first : plant.last + 1], reach)
    way = np.linalg.norm(calm[after - plant.first] - calm[before - plant.first], axis=1)
    is_slow = way * fps <= limit_m_s * np.maximum(after - before, 1)
    if is_slow.all():
        yield plant
        return
    for first, last in intervals(is_slow):
        if last - first >= reach:
            yield replace(plant, first=plant.first + first, last=plant.first + last)


def _level(path_m: Floats, plant: Plant, fps: float) -> Iterator[Plant]:
    """The parts of a plant in which its point is low, and those in which the foot stands on tiptoe."""
    above = path_m[plant.first : plant.last + 1, 1]
    above = above - np.percentile(above, USUALLY_LOW)
    if above.max() < RAISED_M:
        yield plant
        return
    for stands in (above <= 0.5 * RAISED_M, above >= RAISED_M):
        for first, last in intervals(stands):
            if last - first >= RAISED_S * fps:
                yield replace(plant, first=plant.first + first, last=plant.first + last)


def _averaged(path_m: Floats, reach: int) -> Floats:
    """A path averaged over so many frames to either side, so that noise is no step; shorter at its ends."""
    total = np.concatenate([np.zeros((1, path_m.shape[1])), np.cumsum(path_m, axis=0)])
    frames = np.arange(len(path_m))
    reach_here = np.minimum(np.minimum(frames, len(path_m) - 1 - frames), reach)
    first, end = frames - reach_here, frames + reach_here + 1
    return np.asarray((total[end] - total[first]) / (end - first)[:, None])


def _moving(path_m: Floats, fps: float) -> NDArray[np.bool_]:
    """Whether (n − 1,) a point is not at rest from each frame to the next; at no time in half of the steps."""
    speed = np.linalg.norm(np.diff(path_m, axis=0), axis=1) * fps
    usual = float(np.median(speed)) if len(speed) else 0.0
    return np.asarray(speed > max(MOVING_M_S, USUAL_SHARE * usual))


def _run(moving: NDArray[np.bool_], most: int) -> int:
    """How many frames it moves from the start on, at most `most`."""
    at_rest = np.flatnonzero(~moving[:most])
    return int(at_rest[0]) if len(at_rest) else min(len(moving), most)
