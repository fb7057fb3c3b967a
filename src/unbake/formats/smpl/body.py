"""The joints of the SMPL family, and a body to hang their rotations on.

No body model comes with the package, and none is read: its licence forbids the first, and its shape parameters mean
nothing without it. Names and parents are those that papers list; bones are an average person's.

References: Loper et al., SMPL: a skinned multi-person linear model, 2015; Romero, Tzionas and Black, Embodied hands,
2017 (SMPL-H); Pavlakos et al., Expressive body capture, 2019 (SMPL-X). Segment lengths: R. Drillis and R. Contini, Body
segment parameters, 1966, as parts of the stature; what they do not measure, such as the places of the spine's joints
and of fingers, is set by eye.
"""

from __future__ import annotations

import numpy as np

from unbake.motion.skeleton import ROTATIONS, TRANSLATIONS, Skeleton

STATURE_M = 1.7
PELVIS_HEIGHT = 0.56
"""Height of the pelvis of a standing person, as part of the stature."""

# Joint, its parent, and its rest place in the parent's frame as parts of the stature: arms along x, left at +x, y up.
_TRUNK = (
    ("pelvis", "", (0.0, 0.0, 0.0)),
    ("left_hip", "pelvis", (0.052, -0.03, 0.0)),
    ("right_hip", "pelvis", (-0.052, -0.03, 0.0)),
    ("spine1", "pelvis", (0.0, 0.06, 0.0)),
    ("left_knee", "left_hip", (0.0, -0.245, 0.0)),
    ("right_knee", "right_hip", (0.0, -0.245, 0.0)),
    ("spine2", "spine1", (0.0, 0.075, 0.0)),
    ("left_ankle", "left_knee", (0.0, -0.246, 0.0)),
    ("right_ankle", "right_knee", (0.0, -0.246, 0.0)),
    ("spine3", "spine2", (0.0, 0.035, 0.0)),
    ("left_foot", "left_ankle", (0.0, -0.03, 0.08)),
    ("right_foot", "right_ankle", (0.0, -0.03, 0.08)),
    ("neck", "spine3", (0.0, 0.115, 0.0)),
    ("left_collar", "spine3", (0.045, 0.075, 0.0)),
    ("right_collar", "spine3", (-0.045, 0.075, 0.0)),
    ("head", "neck", (0.0, 0.055, 0.02)),
    ("left_shoulder", "left_collar", (0.0845, 0.013, 0.0)),
    ("right_shoulder", "right_collar", (-0.0845, 0.013, 0.0)),
    ("left_elbow", "left_shoulder", (0.186, 0.0, 0.0)),
    ("right_elbow", "right_shoulder", (-0.186, 0.0, 0.0)),
    ("left_wrist", "left_elbow", (0.146, 0.0, 0.0)),
    ("right_wrist", "right_elbow", (-0.146, 0.0, 0.0)),
)
_HANDS = (
    ("left_hand", "left_wrist", (0.054, 0.0, 0.0)),
    ("right_hand", "right_wrist", (-0.054, 0.0, 0.0)),
)
_FACE = (
    ("jaw", "head", (0.0, -0.005, 0.015)),
    ("left_eye", "head", (0.018, 0.035, 0.045)),
    ("right_eye", "head", (-0.018, 0.035, 0.045)),
)
_FINGERS = {
    "index": ((0.056, 0.0, 0.014), 0.019),
    "middle": ((0.058, 0.0, 0.0), 0.02),
    "pinky": ((0.047, 0.0, -0.025), 0.013),
    "ring": ((0.054, 0.0, -0.013), 0.018),
    "thumb": ((0.015, -0.006, 0.018), 0.018),
}
"""Where a left hand's fingers begin, and how far their joints are apart."""

Rows = tuple[tuple[str, str, tuple[float, float, float]], ...]


def _fingers(side: str) -> Rows:
    sign = 1.0 if side == "left" else -1.0
    rows = []
    for finger, ((x, y, z), length) in _FINGERS.items():
        for number in (1, 2, 3):
            parent = f"{side}_wrist" if number == 1 else f"{side}_{finger}{number - 1}"
            place = (sign * x, y, z) if number == 1 else (sign * length, 0.0, 0.0)
            rows.append((f"{side}_{finger}{number}", parent, place))
    return tuple(rows)


_ALL_FINGERS = _fingers("left") + _fingers("right")
MODELS: dict[int, tuple[str, Rows]] = {
    22: ("SMPL's body", _TRUNK),
    24: ("SMPL", _TRUNK + _HANDS),
    52: ("SMPL-H", _TRUNK + _ALL_FINGERS),
    55: ("SMPL-X", _TRUNK + _FACE + _ALL_FINGERS),
}
"""How many joints → which model has so many, and its joints in its order."""


def skeleton_of(n_joints: int) -> Skeleton:
    """Return the skeleton of the model that has so many joints, one of `MODELS`; the pelvis stands at its height."""
    rows = MODELS[n_joints][1]
    names = [name for name, _, _ in rows]
    offsets = STATURE_M * np.array([place for _, _, place in rows])
    offsets[0, 1] = STATURE_M * PELVIS_HEIGHT
    return Skeleton(
        names=tuple(names),
        parents=tuple(names.index(parent) if parent else -1 for _, parent, _ in rows),
        offsets_m=offsets,
        channels=tuple((*(TRANSLATIONS if joint == 0 else ()), *ROTATIONS) for joint in range(len(rows))),
        named_roles={"left-toe": "left_foot", "right-toe": "right_foot"},
    )
