"""Balance: the zero moment point is outside of what the body stands on.

The thesis asks how far it is from planted points. Labels miss some of them, a boxer's on the balls of the feet, so
whatever touches the floor counts here.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.segments import Masses
from unbake.synthesis.naturalness.support import nearest_in_hull_m
from unbake.synthesis.naturalness.terms.contacts import contacts_m
from unbake.synthesis.naturalness.terms.term import Term
from unbake.synthesis.naturalness.zero_moment import moments_of


def measure(judged: JudgedMotion) -> Floats:
    """Return how far outside it is (F,), in metres; 0 where the body hardly presses down, or touches nothing."""
    moments = moments_of(judged.centres_m, judged.motion.fps, judged.floor.level_m)
    point = moments.zero_moment_point_m(Masses.winter())
    points, touches = contacts_m(judged)
    corners = np.where(touches[..., None], points[..., [0, 2]], np.nan)
    return np.nan_to_num(np.linalg.norm(point - nearest_in_hull_m(point, corners), axis=1))


BALANCE = Term("balance", "m", 0.065, "mean", measure)
