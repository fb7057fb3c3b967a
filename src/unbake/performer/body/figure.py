"""The performer's body: a humanoid of adult proportions, its joints, and the points of its feet that touch the ground.

Rest pose: upright, facing +Z, left is +X, arms hanging, soles flat on y = 0, every rotation at zero. The names are
those of Mixamo's skeletons, so every role is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotate
from unbake.motion.skeleton import Skeleton

Side = Literal["left", "right"]
SIDES: tuple[Side, Side] = ("left", "right")
CONTACT_NAMES = ("left heel", "left toe", "right heel", "right toe")
"""Columns of every contact label: ``(F, 4)`` booleans."""

STATURE_M = 1.75
LEAST_STATURE_M, LARGEST_STATURE_M = 0.5, 3.0

# Lengths as parts of the stature. Limbs, ankle height and foot length: Drillis & Contini.
THIGH, SHANK, ANKLE_HEIGHT, FOOT_LENGTH = 0.245, 0.246, 0.039, 0.152
UPPER_ARM, FOREARM, HAND = 0.186, 0.146, 0.108
HIP_HEIGHT = THIGH + SHANK + ANKLE_HEIGHT
# Ours: breadths there are of the outer body (hips 0.191, shoulders 0.259), joints lie inside it; spine and foot joints.
HIP_ASIDE, SHOULDER_ASIDE, SHOULDER_HEIGHT = 0.052, 0.112, 0.812
HIPS_HEIGHT = 0.548
SPINE_HEIGHTS = (0.585, 0.655, 0.730)
NECK_HEIGHT, HEAD_HEIGHT = 0.830, 0.885
ANKLE_OF_FOOT, BALL_OF_FOOT = 0.25, 0.73
"""Where ankle and ball (the toe joint) lie along the foot, from the heel."""
BALL_HEIGHT, TIP_HEIGHT = 0.013, 0.006


@dataclass(frozen=True)
class Figure:
    """A humanoid of a given stature.

    Parameters
    ----------
    stature_m : height of the crown above the ground when it stands upright; 1.75 m by default.

    Raises
    ------
    UsageError : a stature outside 0.5 m to 3 m.

    References: Drillis & Contini, Body segment parameters, 1966, as given by Winter, Biomechanics and motor control of
    human movement, figure 4.1.
    """

    stature_m: float = STATURE_M

    def __post_init__(self) -> None:
        if not LEAST_STATURE_M <= self.stature_m <= LARGEST_STATURE_M:
            raise UsageError(
                f"a stature must lie between {LEAST_STATURE_M:g} m and {LARGEST_STATURE_M:g} m, not {self.stature_m:g}"
            )

    @cached_property
    def skeleton(self) -> Skeleton:
        """The joints: hips with translation, Euler channels everywhere, end sites at crown, fingers and toes."""
        rows = _outline()
        names = tuple(name for name, *_ in rows)
        offsets = self.stature_m * np.array([offset for _, _, offset, _ in rows])
        channels = [() if order is None else tuple(f"r{letter}" for letter in order) for *_, order in rows]
        channels[0] = ("tx", "ty", "tz", *channels[0])
        return Skeleton(
            names,
            tuple(names.index(parent) if parent else -1 for _, parent, *_ in rows),
            offsets,
            tuple(channels),
            tuple(order or "zyx" for *_, order in rows),
            end_sites=tuple(order is None for *_, order in rows),
        )

    def joint(self, name: str) -> int:
        """Return the index of a joint by name."""
        return self.skeleton.index(name)

    @property
    def thigh_m(self) -> float:
        """Length from hip to knee."""
        return THIGH * self.stature_m

    @property
    def shank_m(self) -> float:
        """Length from knee to ankle."""
        return SHANK * self.stature_m

    @property
    def leg_m(self) -> float:
        """Length of the straight leg from hip to ankle."""
        return self.thigh_m + self.shank_m

    @property
    def hips_height_m(self) -> float:
        """Height of the hips joint at rest, with straight legs."""
        return HIPS_HEIGHT * self.stature_m

    @cached_property
    def heel_offset_m(self) -> Floats:
        """Heel point (3,) in the frame of the ankle joint; its height is the sole's."""
        return self.stature_m * np.array([0.0, -ANKLE_HEIGHT, -ANKLE_OF_FOOT * FOOT_LENGTH])

    @cached_property
    def ball_offset_m(self) -> Floats:
        """Toe joint (3,) in the frame of the ankle joint."""
        return np.array(self.skeleton.offsets_m[self.joint("LeftToeBase")])

    @cached_property
    def tip_offset_m(self) -> Floats:
        """Tip of the toes (3,) in the frame of the toe joint."""
        return np.array(self.skeleton.offsets_m[self.joint("LeftToeBase_end")])

    def contact_points_m(self, motion: Motion) -> Floats:
        """Return the points (F, 4, 3) that contact labels speak of: heel and toe joint, left, then right.

        The heel point is at the ground when the sole is; the toe joint lies `BALL_HEIGHT` of the stature above it.
        """
        positions, rotations = motion.positions(), motion.world_rotations_xyzw()
        columns = []
        for side in ("Left", "Right"):
            foot = self.joint(f"{side}Foot")
            columns.append(positions[:, foot] + rotate(rotations[:, foot], self.heel_offset_m))
            columns.append(positions[:, self.joint(f"{side}ToeBase")])
        return np.stack(columns, axis=1)

    def sole_points_m(self, motion: Motion) -> Floats:
        """Return the points (F, 6, 3) that must not sink in: under heel, ball and tip, left, then right."""
        positions, rotations = motion.positions(), motion.world_rotations_xyzw()
        contact = self.contact_points_m(motion)
        columns = []
        for place, side in enumerate(("Left", "Right")):
            toes, tip = self.joint(f"{side}ToeBase"), self.joint(f"{side}ToeBase_end")
            columns.append(contact[:, 2 * place])
            for joint, height in ((toes, BALL_HEIGHT), (tip, TIP_HEIGHT)):
                below = np.array([0.0, -height * self.stature_m, 0.0])
                columns.append(positions[:, joint] + rotate(rotations[:, toes], below))
        return np.stack(columns, axis=1)


def _outline() -> list[tuple[str, str, tuple[float, float, float], str | None]]:
    """Rows of name, parent, offset as part of the stature, and rotation order (None: an end site).

    The trunk turns by heading, then pitch, then roll; limbs by flexion, then abduction, then their own twist, so that
    a raised knee or an arm stretched forwards stays far from gimbal lock.
    """
    low, middle, high = SPINE_HEIGHTS
    rows: list[tuple[str, str, tuple[float, float, float], str | None]] = [
        ("Hips", "", (0.0, HIPS_HEIGHT, 0.0), "yxz"),
        ("Spine", "Hips", (0.0, low - HIPS_HEIGHT, -0.008), "yxz"),
        ("Spine1", "Spine", (0.0, middle - low, -0.004), "yxz"),
        ("Spine2", "Spine1", (0.0, high - middle, -0.004), "yxz"),
        ("Neck", "Spine2", (0.0, NECK_HEIGHT - high, 0.004), "yxz"),
        ("Head", "Neck", (0.0, HEAD_HEIGHT - NECK_HEIGHT, 0.012), "yxz"),
        ("Head_end", "Head", (0.0, 1.0 - HEAD_HEIGHT, 0.0), None),
    ]
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        inner = 0.022
        rows += [
            (f"{side}Shoulder", "Spine2", (sign * inner, SHOULDER_HEIGHT - high - 0.004, 0.010), "yxz"),
            (f"{side}Arm", f"{side}Shoulder", (sign * (SHOULDER_ASIDE - inner), 0.004, -0.010), "xzy"),
            (f"{side}ForeArm", f"{side}Arm", (0.0, -UPPER_ARM, 0.0), "xzy"),
            (f"{side}Hand", f"{side}ForeArm", (0.0, -FOREARM, 0.0), "xzy"),
            (f"{side}Hand_end", f"{side}Hand", (0.0, -HAND, 0.0), None),
        ]
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        forward = (BALL_OF_FOOT - ANKLE_OF_FOOT) * FOOT_LENGTH
        rows += [
            (f"{side}UpLeg", "Hips", (sign * HIP_ASIDE, HIP_HEIGHT - HIPS_HEIGHT, 0.0), "xzy"),
            (f"{side}Leg", f"{side}UpLeg", (0.0, -THIGH, 0.0), "xzy"),
            (f"{side}Foot", f"{side}Leg", (0.0, -SHANK, 0.0), "xzy"),
            (f"{side}ToeBase", f"{side}Foot", (0.0, BALL_HEIGHT - ANKLE_HEIGHT, forward), "xzy"),
            (
                f"{side}ToeBase_end",
                f"{side}ToeBase",
                (0.0, TIP_HEIGHT - BALL_HEIGHT, (1.0 - BALL_OF_FOOT) * FOOT_LENGTH),
                None,
            ),
        ]
    return rows
