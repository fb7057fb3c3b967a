"""Legs and feet over time: all that is looked at to find plants, of a motion or of markers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import MotionError
from unbake.feet.detect.features import LegPaths, leg_paths
from unbake.feet.labels import FOOT_POINTS
from unbake.feet.legs import Legs, legs_of
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at


@dataclass(frozen=True, eq=False)
class FootPaths:
    """The joints of both legs, and heel and toe of both feet.

    Parameters
    ----------
    legs : hips, knees, ankles and toes.
    points_m : (F, 4, 3) where the `FOOT_POINTS` are, in metres, y up: as `Legs.points_m` has them, or markers.

    Raises
    ------
    MotionError : points of another number of frames, or none.
    """

    legs: LegPaths
    points_m: Floats

    def __post_init__(self) -> None:
        expected = (self.legs.n_frames, len(FOOT_POINTS), 3)
        if self.points_m.shape != expected or not self.legs.n_frames:
            raise MotionError(f"the points of the feet have shape {self.points_m.shape}, expected {expected}")

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return self.legs.n_frames

    @property
    def fps(self) -> float:
        """Frames a second."""
        return float(self.legs.fps)

    def at_rate(self, rate_hz: float) -> FootPaths:
        """Return the paths at another rate, from the same start to the end or just beyond."""
        legs = self.legs.at_rate(rate_hz)
        frames = np.arange(legs.n_frames, dtype=np.float64) * (self.fps / rate_hz)
        return FootPaths(legs, positions_at(self.points_m, frames))

    def excerpt(self, first: int, last: int) -> FootPaths:
        """Return frames `first` to `last`, from 0, both included."""
        part = slice(first, last + 1)
        legs = LegPaths(self.legs.positions_m[part], self.legs.fps, self.legs.leg_length_m)
        return FootPaths(legs, self.points_m[part])


def foot_paths(motion: Motion, legs: Legs | None = None) -> FootPaths:
    """Return the legs and feet of a motion over time; MotionError for a skeleton without legs."""
    found = legs or legs_of(motion)
    return FootPaths(leg_paths(motion, found), found.points_m(motion))
