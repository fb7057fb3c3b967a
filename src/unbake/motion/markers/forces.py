"""What force plates measured: the force of the ground on a performer, and where it acts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats

LEAST_FORCE_N = 10.0
"""Vertical force below which the centre of pressure, a quotient by it, says nothing."""


@dataclass(frozen=True, eq=False)
class ForcePlate:
    """One plate over time, in metres, Y up.

    Parameters
    ----------
    name : for people.
    corners_m : (4, 3) its corners, in order round it.
    force_n : (S, 3) the force of the ground on the foot; its y is the vertical ground reaction force, positive while
        something stands on the plate.
    centre_of_pressure_m : (S, 3) where it acts on the plate's surface; NaN where the vertical force is below
        `LEAST_FORCE_N`.
    """

    name: str
    corners_m: Floats
    force_n: Floats
    centre_of_pressure_m: Floats

    def __post_init__(self) -> None:
        if self.corners_m.shape != (4, 3):
            raise MotionError(f"the corners of {self.name} have shape {self.corners_m.shape}, expected (4, 3)")
        if (
            self.force_n.ndim != 2
            or self.force_n.shape[1] != 3
            or self.force_n.shape != self.centre_of_pressure_m.shape
        ):
            raise MotionError(f"force and centre of pressure of {self.name} need shape (samples, 3) each")

    @property
    def vertical_n(self) -> Floats:
        """The vertical ground reaction force (S,)."""
        return self.force_n[:, 1]


@dataclass(frozen=True, eq=False)
class ForcePlates:
    """The plates of a recording.

    Parameters
    ----------
    plates : each with as many samples as the others.
    fps : frames a second of the markers they were recorded with.
    samples_per_frame : samples of the forces a frame; the first sample is at the time of the first frame.
    n_frames : frames of the markers.
    first_frame : number of the first frame.
    warnings : what a reader had to assume.
    """

    plates: tuple[ForcePlate, ...]
    fps: Fraction
    samples_per_frame: int
    n_frames: int
    first_frame: int = 1
    warnings: tuple[str, ...] = ()

    @property
    def rate(self) -> Fraction:
        """Samples a second."""
        return self.fps * self.samples_per_frame

    def excerpt(self, first_number: int, last_number: int) -> ForcePlates:
        """Return the file's frames `first_number` to `last_number`, both included; UsageError where it has others."""
        if not self.first_frame <= first_number <= last_number < self.first_frame + self.n_frames:
            raise UsageError(f"the range {first_number}:{last_number} is outside the frames of the force plates")
        start, end = ((n - self.first_frame) * self.samples_per_frame for n in (first_number, last_number + 1))
        plates = tuple(
            replace(plate, force_n=plate.force_n[start:end], centre_of_pressure_m=plate.centre_of_pressure_m[start:end])
            for plate in self.plates
        )
        return replace(self, plates=plates, n_frames=last_number - first_number + 1, first_frame=first_number)

    def vertical_n(self) -> Floats:
        """Return the vertical ground reaction force of every plate (S, plates)."""
        if not self.plates:
            return np.zeros((self.n_frames * self.samples_per_frame, 0))
        return np.stack([plate.vertical_n for plate in self.plates], axis=1)
