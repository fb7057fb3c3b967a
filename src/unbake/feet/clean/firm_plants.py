"""Plants as they are held: one plant a stance, and guessed ends let go where the point is not at rest yet, or no more.

A guess is some frames early or late. A point that is held while it moves has to be caught up with afterwards, within a
frame or two, and knees jerk; held as long as it is at rest, a clean motion stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import FootLabels, Plant, Source
from unbake.ground.arrays import Floats

GUESSED: tuple[Source, ...] = ("oracle", "thresholds")
"""Sources whose ends may be some frames early or late; the others are taken at their word."""
MOVING_M_S = 0.08
"""A point that moves faster than this, and than twice what it usually does while it is planted, is not at rest. What it
is let go with is a jerk of 10 m/s² at 120 frames a second, less than those of steps; captures that slide do so at some
cm/s."""
USUAL_SHARE = 2.0


@dataclass(frozen=True, eq=False)
class FirmPlants:
    """Plants as they are held.

    Parameters
    ----------
    labels : those plants.
    let_go : how many frames were let go at each beginning or end where any were.
    """

    labels: FootLabels
    let_go: tuple[int, ...]


def firm_plants(points_m: Floats, labels: FootLabels, options: CleanOptions) -> FirmPlants:
    """Return the plants that are held: those of one point that touch are one, and guessed ends are at rest.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : what somebody, or several, say.
    options : `let_go_s` is the most that is let go of either end.
    """
    most = options.frames(options.let_go_s, labels.fps)
    firm, let_go = [], []
    for stance in _stances(labels):
        whole = _whole(stance)
        moving = _moving(points_m[whole.first : whole.last + 1, whole.point], float(labels.fps))
        first, last = whole.first, whole.last
        if stance[0].source in GUESSED:
            first += _run(moving, most)
        if stance[-1].source in GUESSED:
            last -= _run(moving[::-1], most)
        let_go += [n for n in (first - whole.first, whole.last - last) if n]
        firm.append(replace(whole, first=first, last=last))
    return FirmPlants(replace(labels, plants=tuple(firm)), tuple(let_go))


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


def _moving(path_m: Floats, fps: float) -> NDArray[np.bool_]:
    """Whether (n − 1,) a point is not at rest from each frame to the next; at no time in half of the steps."""
    speed = np.linalg.norm(np.diff(path_m, axis=0), axis=1) * fps
    usual = float(np.median(speed)) if len(speed) else 0.0
    return np.asarray(speed > max(MOVING_M_S, USUAL_SHARE * usual))


def _run(moving: NDArray[np.bool_], most: int) -> int:
    """How many frames it moves from the start on, at most `most`."""
    at_rest = np.flatnonzero(~moving[:most])
    return int(at_rest[0]) if len(at_rest) else min(len(moving), most)
