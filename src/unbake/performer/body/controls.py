"""What the rig is steered by, and what every kind of performing offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from scipy.interpolate import PchipInterpolator

from unbake.ground.arrays import Booleans, Floats
from unbake.performer.body.figure import Side
from unbake.performer.body.foot import FootPath
from unbake.performer.body.rig import HandTarget
from unbake.performer.ground import Ground


@dataclass(frozen=True, eq=False)
class Controls:
    """The rig's controls at F instants: `hips_m` (F, 3), `angles` in radians, both feet, and hands that are led."""

    hips_m: Floats
    angles: dict[str, Floats]
    feet: dict[Side, FootPath]
    hands: dict[Side, HandTarget] = field(default_factory=dict)


class Part(Protocol):
    """Something performed: a gait, a jump, a turn; it can be asked for any instants."""

    ground: Ground
    duration_s: float

    def controls(self, time_s: Floats) -> Controls:
        """Return the rig's controls at instants (F,)."""

    def flight(self, time_s: Floats) -> Booleans:
        """Return whether (F,) the hips are thrown."""


def through(time_s: Floats, moments: dict[float, float]) -> Floats:
    """Return values (F,) that pass through the given ones (instant → value), at rest where they turn and outside."""
    times = np.array(sorted(moments))
    values = np.array([moments[t] for t in sorted(moments)])
    # A moment beyond each end, alike, so that it starts and ends at rest.
    times = np.concatenate([[times[0] - 1.0], times, [times[-1] + 1.0]])
    values = np.concatenate([values[:1], values, values[-1:]])
    return np.asarray(PchipInterpolator(times, values)(np.clip(time_s, times[0], times[-1])))
