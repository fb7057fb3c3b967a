"""The joints of a body whose range is limited: elbows and knees as hinges, shoulders and hips as sockets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.kinematics.full_body.hinges import Hinges, hinges_of
from unbake.kinematics.full_body.sockets import ROW, Sockets, sockets_of
from unbake.motion.motion import Motion


@dataclass(frozen=True, eq=False)
class JointLimits:
    """How far the joints of one skeleton go; a joint is a hinge, a socket or neither."""

    hinges: Hinges
    sockets: Sockets

    @classmethod
    def of(cls, motion: Motion) -> JointLimits:
        """Return the limits of a clip's joints, found by role: what is usual, and whatever the clip shows."""
        return cls(hinges_of(motion), sockets_of(motion))

    @classmethod
    def none(cls, count: int) -> JointLimits:
        """Return no limits for so many joints."""
        return cls(Hinges(np.zeros((count, 13)), ()), Sockets(np.zeros((count, ROW)), ()))

    @property
    def is_any(self) -> bool:
        """Whether any joint is limited."""
        return bool(self.hinges.rows[:, 0].any() or self.sockets.rows[:, 0].any())
