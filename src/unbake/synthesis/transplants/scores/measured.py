"""What is measured of a transplant as soon as it is made: floor contact, limbs inside the body, jerk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.feet.floor import Floor, floor_of_plants, sinking_m, sole_heights_m, sole_points_m
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of
from unbake.feet.skating import drifts_m
from unbake.ground.arrays import Floats
from unbake.motion.body.body_path import RATE_HZ, BodyPath, body_path
from unbake.motion.motion import Motion
from unbake.synthesis.transplants.scores.capsules import penetration_m


@dataclass(frozen=True)
class Measured:
    """How sound a motion is.

    Parameters
    ----------
    drift_mm : the farthest that a planted point gets from where it is on average.
    sinking_mm : the deepest that a sole is in the floor.
    penetration_mm : the deepest that two limbs, or a limb and the trunk, are in each other.
    jerk_m_s3 : the largest third derivative of a joint's way, seen from the hips, at 60 Hz.
    """

    drift_mm: float
    sinking_mm: float
    penetration_mm: float
    jerk_m_s3: float


def measured(motion: Motion, labels: FootLabels, body: BodyPath | None = None) -> Measured:
    """Return what is measured of a motion.

    Parameters
    ----------
    motion, labels : the motion, and the plants of the motion that its legs and root are from.
    body : its body; made where it is not given.

    Raises
    ------
    MotionError : no body with legs, labels of another motion.
    """
    labels.check_of(motion)
    body = body_path(motion) if body is None else body
    legs = legs_of(motion)
    drifts = drifts_m(legs.points_m(motion), labels)
    soles = sole_points_m(motion, legs)
    ground = floor_of_plants(soles, labels) or Floor()
    heights = sole_heights_m(soles, labels.planted(), ground)
    sinking = float(sinking_m(motion, legs, ground, heights).max(initial=0.0))
    return Measured(
        1000.0 * float(drifts.max(initial=0.0)),
        1000.0 * sinking,
        1000.0 * float(penetration_m(body).max()),
        float(jerk_m_s3(body).max(initial=0.0)),
    )


def jerk_m_s3(body: BodyPath) -> Floats:
    """Return the largest jerk of a joint at every instant (T − 3,), seen from the hips, in metres a second cubed."""
    away = body.positions.astype(np.float64) - body.positions[:, :1]
    third = np.diff(away, n=3, axis=0) * (body.leg_m * RATE_HZ**3)
    return np.asarray(np.linalg.norm(third, axis=2).max(axis=1, initial=0.0))
