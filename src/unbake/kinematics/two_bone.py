"""A leg that reaches for an ankle's place: the knee bends or stretches, damped near the straight leg, the hip aims.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002: the damping of
the knee and the slight change of length. Hinge axes, limits and degenerate legs are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.kinematics.minimal_turns import across, turn_about, turn_between
from unbake.motion.rotations import quaternion_product, rotate

DAMPED_FROM_RAD = 2.8
"""Knee angle from which on a knee is slower than asked for; π is the straight leg."""
STRAIGHT_SINE = 0.005
"""Sine of the knee's bend below which the leg's own plane says nothing about the hinge."""
REACHED_M = 1e-9


@dataclass(frozen=True, eq=False)
class LegTurns:
    """How a leg turns to bring its ankle to its target.

    Parameters
    ----------
    hip_xyzw : (F, 4) turn of everything below the hip, in the world.
    knee_xyzw : (F, 4) turn of everything below the knee, in the world, before the hip's.
    stretch : (F,) length of thigh and shin as part of what they were.
    missed_m : (F,) what is missing to the target.
    """

    hip_xyzw: Floats
    knee_xyzw: Floats
    stretch: Floats
    missed_m: Floats


def reach_with_two_bones(
    hip_m: Floats,
    knee_m: Floats,
    ankle_m: Floats,
    target_m: Floats,
    hinge: Floats,
    *,
    damped_from_rad: float = np.pi,
    max_stretch: float = 0.0,
) -> LegTurns:
    """Return the turns of hip and knee that bring the ankle to its target.

    Parameters
    ----------
    hip_m, knee_m, ankle_m, target_m : (F, 3) in the world.
    hinge : (F, 3) about which the knee bends, see `hinge_axes`.
    damped_from_rad : knee angle above which the knee gives less than asked for and the bones change their length; at π
        it gives all, and lengths change only for a target beyond the straight leg.
    max_stretch : most by which thigh and shin get longer or shorter, as a part of their length, 0 by default. Where
        damping would need more, the knee gives the rest.

    Notes
    -----
    A target out of reach is approached in its direction. Legs with a bone of no length, and a target on the hip itself,
    keep what has no answer as it is.
    """
    thigh, shin = knee_m - hip_m, ankle_m - knee_m
    upper, lower = np.linalg.norm(thigh, axis=-1), np.linalg.norm(shin, axis=-1)
    distance = np.linalg.norm(target_m - hip_m, axis=-1)
    angle = knee_angle(thigh, shin)
    wanted = angle_at_distance(upper, lower, distance)
    given = damped_angle(angle, wanted, damped_from_rad)
    reach = distance_at_angle(upper, lower, given)
    stretch = distance / np.where(reach > 0.0, reach, 1.0)
    limited = np.where(reach > 0.0, np.clip(stretch, 1.0 - max_stretch, 1.0 + max_stretch), 1.0)
    given = np.where(limited != stretch, angle_at_distance(upper, lower, distance / limited), given)
    has_knee = (upper > 0.0) & (lower > 0.0)
    given = np.where(has_knee, given, angle)
    knee = _bent(thigh, shin, hinge, np.pi - given, has_knee)
    straight = thigh + rotate(knee, shin)
    aim = turn_between(straight, target_m - hip_m)
    missed = np.abs(distance - limited * np.linalg.norm(straight, axis=-1))
    return LegTurns(aim, knee, limited, np.where(missed > REACHED_M, missed, 0.0))


def _bent(thigh: Floats, shin: Floats, hinge: Floats, bend_rad: Floats, has_knee: Floats) -> Floats:
    """The turn (F, 4) of the shin that brings it to a bend against the thigh, about the hinge."""
    own = thigh / np.where(has_knee, np.linalg.norm(thigh, axis=-1), 1.0)[:, None]
    axis = hinge - np.sum(hinge * own, axis=-1, keepdims=True) * own
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    axis = np.where(length > 1e-9, axis / np.where(length > 1e-9, length, 1.0), across(thigh))
    wanted = rotate(turn_about(axis, bend_rad), own)
    first = turn_about(axis, bend_rad - (np.pi - knee_angle(thigh, shin)))
    # Of a shin that bends in the plane of the hinge, nothing is left for the second turn.
    turn = quaternion_product(turn_between(rotate(first, shin), wanted), first)
    return np.where(has_knee[:, None], turn, [0.0, 0.0, 0.0, 1.0])


def knee_angle(thigh: Floats, shin: Floats) -> Floats:
    """Return the angle (F,) inside the knee, π for a straight leg, of vectors hip to knee and knee to ankle (F, 3)."""
    sine = np.linalg.norm(np.cross(thigh, shin), axis=-1)
    return np.asarray(np.pi - np.arctan2(sine, np.sum(thigh * shin, axis=-1)))


def angle_at_distance(upper_m: Floats, lower_m: Floats, distance_m: Floats) -> Floats:
    """Return the knee's angle (F,), 0 to π, that puts hip and ankle at a distance, or as near to it as can be."""
    longest, shortest = upper_m + lower_m, np.abs(upper_m - lower_m)
    # Half angles: near the straight leg the arc cosine has lost half of the digits.
    over = np.maximum((distance_m - shortest) * (distance_m + shortest), 0.0)
    under = np.maximum((longest - distance_m) * (longest + distance_m), 0.0)
    return np.asarray(2.0 * np.arctan2(np.sqrt(over), np.sqrt(under)))


def distance_at_angle(upper_m: Floats, lower_m: Floats, angle_rad: Floats) -> Floats:
    """Return the distance (F,) from hip to ankle at a knee's angle."""
    half = 0.5 * angle_rad
    return np.hypot((upper_m + lower_m) * np.sin(half), (upper_m - lower_m) * np.cos(half))


def damped_angle(angle_rad: Floats, wanted_rad: Floats, damped_from_rad: float) -> Floats:
    """Return the knee's angle (F,) on its way to the wanted one, slowed down near the straight leg.

    Each part of the way counts by f = 1 below `damped_from_rad`, then falling smoothly to 0 at π.
    """
    if damped_from_rad >= np.pi:
        return wanted_rad
    return np.asarray(angle_rad + _given_until(wanted_rad, damped_from_rad) - _given_until(angle_rad, damped_from_rad))


def _given_until(angle_rad: Floats, start_rad: float) -> Floats:
    """The integral of f from 0: of 2t³ − 3t² + 1 over the last part."""
    room = np.pi - start_rad
    t = np.clip((angle_rad - start_rad) / room, 0.0, 1.0)
    return np.asarray(np.minimum(angle_rad, start_rad) + room * (0.5 * t**4 - t**3 + t))


def hinge_axes(leg_m: Floats, thigh_xyzw: Floats) -> Floats:
    """Return the axes (F, 3) about which a knee bends, in the world.

    The normal of the leg's plane; where the leg is straight, the last one there was, or the first there will be, as the
    thigh carries it along; of a leg that is never bent, the one that brings the knee towards the toes.

    Parameters
    ----------
    leg_m : (F, 4, 3) hip, knee, ankle and toe in the world.
    thigh_xyzw : (F, 4) the hip joint's rotation in the world.
    """
    hip, knee, ankle, toe = np.moveaxis(leg_m, 1, 0)
    thigh, shin = knee - hip, ankle - knee
    normal = np.cross(thigh, shin)
    size = np.linalg.norm(normal, axis=-1)
    is_bent = size > STRAIGHT_SINE * np.linalg.norm(thigh, axis=-1) * np.linalg.norm(shin, axis=-1)
    if not is_bent.any():
        return np.cross(toe - ankle, ankle - hip)
    frames = np.arange(len(size))
    last = np.maximum.accumulate(np.where(is_bent, frames, -1))
    source = np.where(last >= 0, last, int(np.argmax(is_bent)))
    carried = rotate(thigh_xyzw * [-1.0, -1.0, -1.0, 1.0], normal / np.where(size > 0.0, size, 1.0)[:, None])
    return rotate(thigh_xyzw, carried[source])
