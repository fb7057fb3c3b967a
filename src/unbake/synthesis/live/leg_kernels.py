"""Both legs of one pose reaching for their ankles' places, compiled: arrays of two rows cost fifty times as much.

The same as `unbake.kinematics.two_bone.reach_with_two_bones` without damping and stretching, which judges it in tests.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats

OVERSTRETCHED_TANGENT = 0.5
"""Tangent of the knee's bend up to which the toes tell whether it is bent the wrong way."""


@njit(cache=True, nogil=True)
def _dot(a: Floats, b: Floats) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(cache=True, nogil=True)
def _cross(a: Floats, b: Floats) -> Floats:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


@njit(cache=True, nogil=True)
def _product(a: Floats, b: Floats) -> Floats:
    return np.array(
        [
            a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
        ]
    )


@njit(cache=True, nogil=True)
def _conjugate(q: Floats) -> Floats:
    return np.array([-q[0], -q[1], -q[2], q[3]])


@njit(cache=True, nogil=True)
def _rotated(q: Floats, v: Floats) -> Floats:
    turn = 2.0 * _cross(q[:3], v)
    return v + q[3] * turn + _cross(q[:3], turn)


@njit(cache=True, nogil=True)
def _between(start: Floats, end: Floats) -> Floats:
    """The least turn from one direction to another; none where it has no answer."""
    lengths = np.sqrt(_dot(start, start) * _dot(end, end))
    out = np.zeros(4)
    out[:3] = _cross(start, end)
    out[3] = lengths + _dot(start, end)
    size = np.sqrt(_dot(out, out) + out[3] * out[3])
    return out / size if size > 1e-12 else np.array([0.0, 0.0, 0.0, 1.0])


@njit(cache=True, nogil=True)
def _knee_turn(thigh: Floats, shin: Floats, hinge: Floats, distance: float) -> Floats:
    """The turn of a shin about a hinge that brings hip and ankle to a distance, or as near to it as can be."""
    upper, lower = np.sqrt(_dot(thigh, thigh)), np.sqrt(_dot(shin, shin))
    hinge = hinge - _dot(hinge, thigh) / (upper * upper) * thigh
    size = np.sqrt(_dot(hinge, hinge))
    if size < 1e-12:
        return np.array([0.0, 0.0, 0.0, 1.0])
    over = max((distance - upper + lower) * (distance + upper - lower), 0.0)
    under = max((upper + lower - distance) * (upper + lower + distance), 0.0)
    wanted = 2.0 * np.arctan2(np.sqrt(over), np.sqrt(under))
    across = _cross(thigh, shin)
    own = np.pi - np.arctan2(_dot(across, hinge) / size, _dot(thigh, shin))
    out = np.zeros(4)
    half = 0.5 * (own - wanted)
    out[:3], out[3] = np.sin(half) * hinge / size, np.cos(half)
    return out


@njit(cache=True, nogil=True)
def leg_turns(joints: Floats, worlds: Floats, ankles: Floats, feet: Floats) -> Floats:
    """Return the turns (2, 3, 4) of hip, knee and ankle in their own frames: local · turn.

    Parameters
    ----------
    joints : (2, 4, 3) hip, knee, ankle and toe of both legs in the world.
    worlds : (2, 3, 4) rotations of the first three in the world.
    ankles : (2, 3) where the ankles should be; what is out of reach is approached in its direction.
    feet : (2, 4) turns of the feet in the world.
    """
    out = np.zeros((2, 3, 4))
    for leg in range(2):
        hip, knee, ankle, toe = joints[leg, 0], joints[leg, 1], joints[leg, 2], joints[leg, 3]
        thigh, shin, way = knee - hip, ankle - knee, ankles[leg] - hip
        hinge, ahead = _cross(thigh, shin), _cross(toe - ankle, ankle - hip)
        bent = np.sqrt(_dot(hinge, hinge))
        if bent < 1e-4:
            hinge = ahead
        elif _dot(hinge, ahead) < 0.0 and bent < OVERSTRETCHED_TANGENT * _dot(thigh, shin):
            # What dies away after a jump may stretch a knee a little too far: it still bends forwards.
            hinge = -hinge
        bend = _knee_turn(thigh, shin, hinge, np.sqrt(_dot(way, way)))
        aim = _between(thigh + _rotated(bend, shin), way)
        foot = _product(_conjugate(_product(aim, bend)), feet[leg])
        for joint, turn in enumerate((aim, bend, foot)):
            own = worlds[leg, joint]
            out[leg, joint] = _product(_conjugate(own), _product(turn, own))
    return out
