"""Places on the performer's skin where laboratories put markers, in the landmarks' names of `unbake.markers`."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotate
from unbake.performer.body.figure import HIP_ASIDE, SIDES, STATURE_M, Figure

# The fronts of the pelvis from the hip joints, in widths between the fronts: Bell, Pedersen, Brand, 1990.
_FRONTS_M = 2.0 * HIP_ASIDE * STATURE_M / (1.0 - 2.0 * 0.14)
_FRONT_M = (0.5 * _FRONTS_M, 0.30 * _FRONTS_M - 0.0315, 0.22 * _FRONTS_M)

_MIDDLE = {
    "sacrum": ("Hips", (0.0, 0.056, -0.106)),
    "c7": ("Spine2", (0.0, 0.185, -0.050)),
    "t10": ("Spine2", (0.0, -0.030, -0.110)),
    "jugular-notch": ("Spine2", (0.0, 0.135, 0.075)),
    "xiphoid": ("Spine2", (0.0, -0.020, 0.115)),
    "head-front": ("Head", (0.0, 0.125, 0.105)),
    "head-top": ("Head", (0.0, 0.205, 0.010)),
}
_LEFT = {
    "asis": ("Hips", _FRONT_M),
    "psis": ("Hips", (0.048, 0.060, -0.100)),
    "iliac": ("Hips", (0.150, 0.065, 0.000)),
    "back": ("Spine2", (0.090, 0.070, -0.115)),
    "head": ("Head", (0.078, 0.110, 0.010)),
    "head-front": ("Head", (0.065, 0.125, 0.090)),
    "head-back": ("Head", (0.065, 0.115, -0.075)),
    "acromion": ("?Shoulder", (0.168, 0.059, -0.018)),
    "shoulder-back": ("?Shoulder", (0.140, 0.020, -0.070)),
    "upper-arm": ("?Arm", (0.045, -0.170, 0.005)),
    "elbow-lateral": ("?Arm", (0.042, -0.3255, 0.000)),
    "elbow-medial": ("?Arm", (-0.040, -0.3255, 0.000)),
    "forearm": ("?ForeArm", (0.035, -0.120, 0.010)),
    "wrist-thumb": ("?ForeArm", (0.000, -0.252, 0.034)),
    "wrist-little": ("?ForeArm", (0.000, -0.252, -0.034)),
    "knuckle": ("?Hand", (0.018, -0.085, 0.020)),
    "knuckle-little": ("?Hand", (0.018, -0.080, -0.030)),
    "thumb": ("?Hand", (0.000, -0.060, 0.050)),
    "thigh": ("?UpLeg", (0.085, -0.250, 0.020)),
    "knee-lateral": ("?UpLeg", (0.054, -0.429, 0.000)),
    "knee-medial": ("?UpLeg", (-0.054, -0.429, 0.000)),
    "shank": ("?Leg", (0.060, -0.200, 0.020)),
    "ankle-lateral": ("?Leg", (0.043, -0.4305, -0.008)),
    "ankle-medial": ("?Leg", (-0.040, -0.4305, 0.008)),
    "heel": ("?Foot", (0.000, -0.030, -0.075)),
    "toe": ("?Foot", (0.000, -0.022, 0.125)),
    "toe-little": ("?Foot", (0.048, -0.045, 0.100)),
    "toe-big": ("?Foot", (-0.040, -0.045, 0.125)),
    "toe-tip": ("?ToeBase", (0.000, 0.015, 0.070)),
}
"""Landmark → joint and place in its frame, in metres, on a body of `STATURE_M`; those of the right are mirrored.

Widths of joints, and where the acromion and the pelvis lie above shoulder and hip joints, are not those that a fit
assumes: they are an adult's, with 7 mm of a marker's radius.
"""
_OUTLINE = {
    **_MIDDLE,
    **{
        f"{side}-{landmark}": (joint.replace("?", side.capitalize()), (sign * x, y, z))
        for side, sign in zip(SIDES, (1.0, -1.0), strict=True)
        for landmark, (joint, (x, y, z)) in _LEFT.items()
    },
}


def landmarks_m(figure: Figure, motion: Motion) -> dict[str, Floats]:
    """Return where each landmark is, (F, 3) in metres, each fixed to a segment: no skin slides."""
    positions, rotations = motion.positions(), motion.world_rotations_xyzw()
    out: dict[str, Floats] = {}
    for landmark, (name, place) in _OUTLINE.items():
        joint = figure.joint(name)
        scaled = figure.stature_m / STATURE_M * np.array(place)
        out[landmark] = np.asarray(positions[:, joint] + rotate(rotations[:, joint], scaled))
    return out
