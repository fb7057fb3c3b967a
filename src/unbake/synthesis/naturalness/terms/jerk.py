"""Jerk: joints are accelerated now this way, now that."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.body.roles import POINT_ROLES
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms.term import Term
from unbake.synthesis.naturalness.zero_moment import low_passed

CUTOFF_HZ = 12.0
"""Faster than this, a capture shows its noise, and clips of 30 frames a second nothing."""
USUAL_M_S3 = 10.0
"""Jerk of a body that stands still."""
OF_SPEED_HZ = 2.5
"""Jerk of a swing at this frequency is its speed by the square of its angular frequency: what quick motion needs."""


def measure(judged: JudgedMotion) -> Floats:
    """Return the jerk of the joints (F,), mean over them, as part of what motion of their speed needs.

    Speeds are those against the middle of the joints: to be carried along needs no jerk.
    """
    roles = [role for role in POINT_ROLES if role in judged.joints_m]
    places = low_passed(np.stack([judged.joints_m[role] for role in roles], axis=1), judged.fps, CUTOFF_HZ)
    speed = _sizes(places - places.mean(axis=1, keepdims=True), judged.fps, 1)
    return np.asarray(_sizes(places, judged.fps, 3) / (USUAL_M_S3 + (2.0 * np.pi * OF_SPEED_HZ) ** 2 * speed))


def _sizes(values: Floats, fps: float, order: int) -> Floats:
    """Lengths (F,) of a derivative of places (F, J, 3), mean over joints."""
    for _ in range(order):
        values = np.gradient(values, axis=0) * fps if len(values) > 1 else np.zeros_like(values)
    return np.asarray(np.linalg.norm(values, axis=-1).mean(axis=1))


JERK = Term("jerk", "times usual", 2.3, "mean", measure)
