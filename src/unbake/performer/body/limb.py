"""Exact inverse kinematics of a limb of two bones."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import normalised, quaternion_conjugate, quaternion_product

EASED_FROM, FULLEST = 0.988, 0.997
"""Reach, as part of the straight limb, from which a limb in the air is held back, and which it never passes."""
FREE_EASED_FROM, FREE_FULLEST = 0.90, 0.968
"""The same in the middle of its way through the air, where nothing asks it to stretch."""


def held_back(
    reach_m: Floats, straight_m: float, freedom: Floats | float = 0.0, eased_from: Floats | float = EASED_FROM
) -> Floats:
    """Return a reach that never comes near the straight limb: unchanged while it is short, then smoothly less.

    Near the straight limb the angle of the joint changes without bound for a given change of reach: the knee pops.

    Parameters
    ----------
    reach_m : (F,) what the limb would need.
    straight_m : length of the straight limb.
    freedom : (F,) 0 to 1; at 0 the limb is eased from `eased_from`, at 1 already from `FREE_EASED_FROM`.
    eased_from : (F,) part of the straight limb, `EASED_FROM` at most: the sooner, the more gently.
    """
    strict = _eased(reach_m / straight_m, np.minimum(eased_from, EASED_FROM), FULLEST)
    free = _eased(reach_m / straight_m, FREE_EASED_FROM, FREE_FULLEST)
    return np.asarray(straight_m * (strict + freedom * (free - strict)))


def _eased(part: Floats, start: Floats | float, most: float) -> Floats:
    room = most - start
    return np.where(part > start, start + room * np.tanh(np.maximum(part - start, 0.0) / room), part)


def two_bone(
    start_m: Floats, target_m: Floats, pole: Floats, upper_m: float, lower_m: float, bend: float
) -> tuple[Floats, Floats]:
    """Return world rotations (F, 4) of the upper and the lower bone, which bring the limb's end to its target.

    Both bones point along −Y at rest and the joint between them turns about X.

    Parameters
    ----------
    start_m, target_m : (F, 3) where the limb hangs, and where its end is to be; a target out of reach is approached in
        its direction.
    pole : (F, 3) direction towards which the limb faces (the joint's own front); must not be along the limb.
    upper_m, lower_m : lengths of the bones.
    bend : 1 where the middle joint moves to the front (knee), −1 where it moves to the back (elbow).
    """
    along = target_m - start_m
    reach = np.linalg.norm(along, axis=-1)
    up = -along / reach[:, None]
    side = np.cross(up, pole)
    side /= np.linalg.norm(side, axis=-1, keepdims=True)
    reach = np.clip(reach, abs(upper_m - lower_m) * 1.001 + 1e-9, (upper_m + lower_m) * (1.0 - 1e-9))
    at_start = np.arccos((upper_m**2 + reach**2 - lower_m**2) / (2.0 * upper_m * reach))
    at_middle = np.arccos((upper_m**2 + lower_m**2 - reach**2) / (2.0 * upper_m * lower_m))
    straight = _rotation_from_axes(side, up, np.cross(side, up))
    upper = quaternion_product(straight, about_x(-bend * at_start))
    return upper, quaternion_product(upper, about_x(bend * (np.pi - at_middle)))


def local_from_world(parent_xyzw: Floats, world_xyzw: Floats) -> Floats:
    """Return the local rotation (F, 4) of a joint whose world rotation and whose parent's are known."""
    return quaternion_product(quaternion_conjugate(parent_xyzw), world_xyzw)


def about_x(angle_rad: Floats) -> Floats:
    """Return quaternions (F, 4) of turns about the X axis."""
    zero = np.zeros_like(angle_rad)
    return np.stack([np.sin(0.5 * angle_rad), zero, zero, np.cos(0.5 * angle_rad)], axis=-1)


def about_y(angle_rad: Floats) -> Floats:
    """Return quaternions (F, 4) of turns about the Y axis."""
    zero = np.zeros_like(angle_rad)
    return np.stack([zero, np.sin(0.5 * angle_rad), zero, np.cos(0.5 * angle_rad)], axis=-1)


def _rotation_from_axes(x: Floats, y: Floats, z: Floats) -> Floats:
    """Quaternions (F, 4) of the frames with these unit axes; of four formulas each frame takes the steadiest."""
    m00, m10, m20 = np.moveaxis(x, -1, 0)
    m01, m11, m21 = np.moveaxis(y, -1, 0)
    m02, m12, m22 = np.moveaxis(z, -1, 0)
    rows = np.stack(
        [
            np.stack([1 + m00 - m11 - m22, m01 + m10, m02 + m20, m21 - m12], axis=-1),
            np.stack([m01 + m10, 1 - m00 + m11 - m22, m12 + m21, m02 - m20], axis=-1),
            np.stack([m02 + m20, m12 + m21, 1 - m00 - m11 + m22, m10 - m01], axis=-1),
            np.stack([m21 - m12, m02 - m20, m10 - m01, 1 + m00 + m11 + m22], axis=-1),
        ],
        axis=-2,
    )
    best = np.argmax(np.linalg.norm(rows, axis=-1), axis=-1)
    return normalised(np.take_along_axis(rows, best[..., None, None], axis=-2)[..., 0, :])
