"""What a clean-up did to feet at most: how far an ankle or toe joint moved and turned in the world, and when."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotation_angle


@dataclass(frozen=True)
class LargestChange:
    """The largest change of a joint.

    Parameters
    ----------
    amount : metres or radians; 0 where nothing changed.
    joint : which, −1 where none changed.
    frame : when, from 0, −1 where none changed.
    """

    amount: float = 0.0
    joint: int = -1
    frame: int = -1


def largest_changes(before: Motion, after: Motion, legs: Legs) -> tuple[LargestChange, LargestChange]:
    """Return the largest displacement (metres) and the largest turn (radians) of an ankle or toe joint in the world.

    Parameters
    ----------
    before, after : the clip and what was made of it, frame by frame.
    legs : its legs.
    """
    joints = [joint for leg in legs.both for joint in (leg.ankle, leg.toe)]
    was, now = (motion.positions()[:, joints] for motion in (before, after))
    turned = [motion.world_rotations_xyzw()[:, joints] for motion in (before, after)]
    return _largest(np.linalg.norm(now - was, axis=2), joints), _largest(rotation_angle(*turned), joints)


def _largest(amounts: Floats, joints: list[int]) -> LargestChange:
    """The largest of amounts (F, N) of N joints."""
    frame, column = np.unravel_index(int(amounts.argmax()), amounts.shape)
    if not amounts[frame, column] > 1e-6:
        return LargestChange()
    return LargestChange(float(amounts[frame, column]), joints[int(column)], int(frame))
