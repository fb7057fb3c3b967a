"""From forces to labels: a foot is on the ground, by physics, while its plate carries weight.

A plate knows nothing of heel and toe, so these labels are of feet. Where no plate can tell, a frame stays unknown: a
foot may stand beside all plates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, UsageError
from unbake.feet.labels import FootLabels, Planted
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.motion.markers.forces import ForcePlate, ForcePlates

PLANTED_N = 20.0
"""Vertical force above which a foot counts as planted."""
SWING_S = 0.25
"""How long before and after a stance a foot is surely in the air, in walking."""
SHORTEST_S = 0.1
"""Shorter peaks of force are knocks, not stances."""
FARTHEST_M = 0.2
"""How far the centre of pressure may lie from the middle of the foot that it is said to be of."""
CLEARLY = 0.6
"""The other foot must be farther by this factor, or both may stand on the plate."""


@dataclass(frozen=True, order=True)
class Stance:
    """A stay of one foot on one plate.

    Parameters
    ----------
    onset_s, offset_s : when the force rose above the threshold and fell below it, in seconds from the first frame.
    foot : 0 left, 1 right; None where nobody can tell.
    plate : index of the plate.
    complete : whether both ends are within the recording.
    """

    onset_s: float
    offset_s: float
    foot: int | None
    plate: int
    complete: bool = True


@dataclass(frozen=True, eq=False)
class PlateLabels:
    """What plates say of both feet.

    Parameters
    ----------
    planted : (F, 2) left and right.
    known : (F, 2) where that can be relied on: stances, and swings up to `SWING_S` beside them.
    stances : in order of time.
    fps, first_frame : of the markers.
    """

    planted: Planted
    known: Planted
    stances: tuple[Stance, ...]
    fps: Fraction
    first_frame: int = 1

    def as_foot_labels(self) -> FootLabels:
        """Return labels in which heel and toe are planted while their foot is; each alone is not known.

        Frames in which nobody knows (`known`) have no plants, as if the foot were in the air; `stretches` leaves them
        out.
        """
        return FootLabels.from_frames(np.repeat(self.planted, 2, axis=1), self.fps, self.first_frame, "force-plate")

    def stretches(self) -> tuple[FootLabels, ...]:
        """Return the labels of the stretches in which both feet are known, in order; each says where it starts."""
        whole = self.as_foot_labels()
        return tuple(whole.excerpt(first, last) for first, last in intervals(np.asarray(self.known.all(axis=1))))


def labels_of_plates(
    plates: ForcePlates, foot_points_m: Floats, threshold_n: float = PLANTED_N, swing_s: float = SWING_S
) -> PlateLabels:
    """Return which foot the plates show to be planted, frame by frame.

    A stance belongs to the foot whose middle between heel and toe is nearest to the centre of pressure over the middle
    half of it. Frames within `swing_s` of a stance are swings of that foot, unless another plate says otherwise; all
    others are unknown.

    Parameters
    ----------
    plates : the forces.
    foot_points_m : (F, 4, 3) heel and toe of both feet, in the order of `FOOT_POINTS`.
    threshold_n : vertical force above which a foot is planted; 20 by default.
    swing_s : how long a foot is surely in the air beside a stance; 0.25 by default, which holds for walking.

    Raises
    ------
    MotionError : forces and markers of different lengths.
    UsageError : a threshold or a time that is not positive.
    """
    if not (threshold_n > 0.0 and swing_s >= 0.0):
        raise UsageError(f"the threshold must be above zero and the swing not negative: {threshold_n:g}, {swing_s:g}")
    if foot_points_m.shape != (plates.n_frames, 4, 3):
        raise MotionError(f"the feet have shape {foot_points_m.shape}, expected ({plates.n_frames}, 4, 3)")
    stances = tuple(sorted(_stances(plates, foot_points_m, threshold_n)))
    times_s = np.arange(plates.n_frames) / float(plates.fps)
    planted = np.zeros((plates.n_frames, 2), dtype=np.bool_)
    known, doubtful = np.zeros_like(planted), np.zeros_like(planted)
    for stance in stances:
        near = (times_s >= stance.onset_s - swing_s) & (times_s <= stance.offset_s + swing_s)
        stays = (times_s >= stance.onset_s) & (times_s <= stance.offset_s)
        if stance.foot is None:
            doubtful |= stays[:, None]
        else:
            planted[:, stance.foot] |= stays
            known[:, stance.foot] |= near
    return PlateLabels(planted, known & ~(doubtful & ~planted), stances, plates.fps, plates.first_frame)


def _stances(plates: ForcePlates, foot_points_m: Floats, threshold_n: float) -> Iterator[Stance]:
    rate, shortest = float(plates.rate), SHORTEST_S * float(plates.rate)
    middles = 0.5 * (foot_points_m[:, ::2] + foot_points_m[:, 1::2])
    for number, plate in enumerate(plates.plates):
        vertical = plate.vertical_n
        for first, last in intervals(vertical > threshold_n):
            if last - first + 1 < shortest:
                continue
            foot = _foot_on(plate, middles, plates.samples_per_frame, first, last)
            complete = first > 0 and last < len(vertical) - 1
            onset, offset = _crossing(vertical, first - 1, threshold_n), _crossing(vertical, last, threshold_n)
            yield Stance(onset / rate, offset / rate, foot, number, complete)


def _crossing(vertical: Floats, sample: int, threshold_n: float) -> float:
    """Return where, between a sample and the next, the force crosses the threshold; the ends stay where they are."""
    if sample < 0 or sample + 1 >= len(vertical):
        return float(np.clip(sample, 0, len(vertical) - 1))
    here, there = float(vertical[sample]), float(vertical[sample + 1])
    return sample + (threshold_n - here) / (there - here)


def _foot_on(plate: ForcePlate, middles_m: Floats, samples_per_frame: int, first: int, last: int) -> int | None:
    """Return the foot that a stance belongs to; None where neither is clearly nearer to the pressure."""
    quarter = (last - first + 1) // 4
    samples: NDArray[np.int64] = np.arange(first + quarter, last - quarter + 1)
    pressure = plate.centre_of_pressure_m[samples]
    frames = np.minimum(samples // samples_per_frame, len(middles_m) - 1)
    away = np.linalg.norm((middles_m[frames] - pressure[:, None])[..., [0, 2]], axis=2)
    usable = np.isfinite(away).all(axis=1)
    if not usable.any():
        return None
    mean = away[usable].mean(axis=0)
    nearer = int(np.argmin(mean))
    return nearer if mean[nearer] <= FARTHEST_M and mean[nearer] <= CLEARLY * mean[1 - nearer] else None
