"""How far toes are bent, and how far they turn from one frame to the next: a clean-up may break them unseen."""

from __future__ import annotations

import numpy as np

from unbake.feet.floor import sole_points_m
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotation_angle


def toe_bends_rad(motion: Motion, legs: Legs) -> Floats:
    """Return the angle (F, 2) between foot, from heel to ball, and toes, from ball to tip; 0 of toes without a tip."""
    heel, ball, tip = np.moveaxis(sole_points_m(motion, legs).reshape(-1, 2, 3, 3), 2, 0)
    foot, toes = ball - heel, tip - ball
    sine = np.linalg.norm(np.cross(foot, toes), axis=-1)
    return np.asarray(np.arctan2(sine, np.sum(foot * toes, axis=-1)))


def toe_jumps_rad(motion: Motion, legs: Legs) -> Floats:
    """Return by how much toes turn in the world from each frame to the next, (F − 1, 2)."""
    toes = motion.world_rotations_xyzw()[:, [leg.toe for leg in legs.both]]
    return rotation_angle(toes[:-1], toes[1:])
