"""Where feet come down and leave: how much harder joints are jerked there than they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

AROUND_S = 0.1
"""What is within a tenth of a second of the first or last frame of a plant is at its boundary."""
CALM_M_S2 = 20.0
"""Accelerations below this, two times gravity, count as this: of a joint that was at rest every ratio is large."""


@dataclass(frozen=True)
class BoundaryPeak:
    """The joint that is jerked most at the beginning or the end of a plant, against what it was there.

    Parameters
    ----------
    ratio : its largest acceleration within `AROUND_S` as part of the largest that it had; 1 where none grows.
    frame : where, from 0; −1 where none grows.
    joint : which, −1 where none grows.
    """

    ratio: float = 1.0
    frame: int = -1
    joint: int = -1


def worst_peak(before: Motion, after: Motion, labels: FootLabels, joints: list[int]) -> BoundaryPeak:
    """Return the worst peak of some joints, each looked at by itself at each boundary.

    Parameters
    ----------
    before, after : the clip and what was made of it.
    labels : the plants.
    joints : those that are looked at.
    """
    was, now = (accelerations(m.positions()[:, joints], float(m.fps)) for m in (before, after))
    worst = BoundaryPeak()
    for window in boundaries(labels):
        peaks = now[window].max(axis=0)
        ratios = peaks / np.maximum(was[window].max(axis=0), CALM_M_S2)
        column = int(ratios.argmax())
        if ratios[column] > worst.ratio:
            frame = window.start + int(now[window, column].argmax())
            worst = BoundaryPeak(float(ratios[column]), frame, joints[column])
    return worst


def boundaries(labels: FootLabels) -> Iterator[slice]:
    """Yield the frames around the beginning and the end of each plant; where a clip begins and ends, no foot comes or
    goes."""
    reach = int(AROUND_S * float(labels.fps) + 0.5)
    for plant in labels.plants:
        for edge in (plant.first, plant.last):
            if 0 < edge < labels.n_frames - 1:
                yield slice(max(edge - reach, 0), edge + reach + 1)


def boundary_frames(labels: FootLabels) -> NDArray[np.bool_]:
    """Return which frames (F,) are at the beginning or the end of a plant."""
    out = np.zeros(labels.n_frames, dtype=bool)
    for window in boundaries(labels):
        out[window] = True
    return out


def accelerations(places_m: Floats, fps: float) -> Floats:
    """Return the size (F, J) of each joint's acceleration in m/s²; none at the first and the last frame."""
    out = np.zeros(places_m.shape[:2])
    out[1:-1] = np.linalg.norm(np.diff(places_m, 2, axis=0), axis=2) * fps**2
    return out
