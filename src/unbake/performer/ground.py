"""What the performer stands on: a level floor, or stairs that rise along +Z."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats

GRAVITY_M_S2 = 9.81


@dataclass(frozen=True)
class Ground:
    """A level floor at y = 0, or stairs without end.

    Parameters
    ----------
    riser_m : height of a stair; 0 is a level floor.
    tread_m : depth of a stair.
    edge_m : z of the edge of the tread at y = 0; tread n begins at ``edge_m + n · tread_m``.
    """

    riser_m: float = 0.0
    tread_m: float = 1.0
    edge_m: float = 0.0

    def height_m(self, points_m: Floats) -> Floats:
        """Return the ground's height below or above points (..., 3)."""
        stair = np.floor((points_m[..., 2] - self.edge_m) / self.tread_m + 1e-9)
        return np.asarray(self.riser_m * stair)
