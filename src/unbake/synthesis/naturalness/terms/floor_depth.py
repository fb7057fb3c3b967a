"""The floor: something is in it."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.body.roles import POINT_ROLES
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms.term import Term


def measure(judged: JudgedMotion) -> Floats:
    """Return how deep the deepest point is in the floor (F,), in metres.

    Points of the soles are as high as when they stand, so that a shoe's thickness costs nothing; other joints have
    their centres above the floor.
    """
    soles = -judged.heights_m.min(axis=1)
    joints = [judged.floor.level_m - judged.joints_m[role][:, 1] for role in POINT_ROLES if role in judged.joints_m]
    return np.maximum(0.0, np.maximum(soles, np.max(joints, axis=0)))


FLOOR_DEPTH = Term("floor", "m", 0.055, "max", measure)
