"""Velocity spikes: a joint jumps from one frame to the next."""

from __future__ import annotations

import numpy as np
import scipy

from unbake.ground.arrays import Floats
from unbake.motion.body.roles import POINT_ROLES
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms.term import Term

AROUND_S = 0.08
"""A velocity is compared with the median of those around it, which no single jump moves."""


def measure(judged: JudgedMotion) -> Floats:
    """Return by how much the velocity of the joint that is worst differs from those around it (F,), in m/s."""
    roles = [role for role in POINT_ROLES if role in judged.joints_m]
    places = np.stack([judged.joints_m[role] for role in roles], axis=1)
    if len(places) < 2:
        return np.zeros(len(places))
    velocity = np.diff(places, axis=0) * judged.fps
    size = max(5, 2 * round(0.5 * AROUND_S * judged.fps) + 1)
    usual = scipy.ndimage.median_filter(velocity, size=(size, 1, 1), mode="nearest")
    off = np.linalg.norm(velocity - usual, axis=-1).max(axis=1)
    off[: size // 2] = 0.0  # no velocities on one side: a median of a ramp lags there
    off[len(off) - size // 2 :] = 0.0
    # A jump lies between two frames; both show it.
    return np.maximum(np.append(off, 0.0), np.append(0.0, off))


SPIKES = Term("spikes", "m/s", 2.8, "max", measure)
