"""From which reach on a leg in the air is held back: from the reach that it has where it leaves and meets the ground.

Shortly after toe-off and before the strike the hips are farther from the foot than at either, so the leg would stretch,
stop short of its full length, and bend again. Eased only from just below its full length the knee would do that within
a few frames; eased from the reach at the ends, which must be exact, it has all the room that there is.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.performer.body.controls import Controls, Part
from unbake.performer.body.figure import SIDES, Figure, Side
from unbake.performer.body.limb import EASED_FROM
from unbake.performer.body.rig import hip_m
from unbake.performer.easing import minimum_jerk


def eased_from(figure: Figure, part: Part, time_s: Floats, controls: Controls) -> dict[Side, Floats]:
    """Return of each leg the reach (F,), as part of the straight leg, from which it is held back in the air.

    Parameters
    ----------
    part : can be asked for the instants of toe-offs and strikes, which are not frames.
    time_s : (F,) instants.
    controls : the part's, at these instants.
    """
    return {side: _of_leg(figure, part, time_s, controls, side) for side in SIDES}


def _of_leg(figure: Figure, part: Part, time_s: Floats, controls: Controls, side: Side) -> Floats:
    start, swing_s = np.full(len(time_s), EASED_FROM), controls.feet[side].swing_s
    if swing_s is None or np.isnan(swing_s).all():
        return start
    air = ~np.isnan(swing_s[:, 0])
    instants, which = np.unique(swing_s[air], return_inverse=True)
    ends = part.controls(instants)
    away = ends.feet[side].ankle_m - hip_m(figure, ends.hips_m, ends.angles, side)
    reach = np.linalg.norm(away, axis=1) / figure.leg_m
    leaves, lands = reach[which.reshape(-1, 2)].T
    left_s, back_s = swing_s[air].T
    start[air] = leaves + (lands - leaves) * minimum_jerk((time_s[air] - left_s) / (back_s - left_s))
    return np.asarray(np.minimum(start, EASED_FROM))
