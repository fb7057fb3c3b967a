"""The legs of a skeleton: which joints they are, how long, and where heel and ball of each foot are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import MotionError
from unbake.motion.motion import Motion
from unbake.motion.roles import find_roles
from unbake.motion.rotations import Floats, rotate
from unbake.motion.skeleton import Skeleton

SIDES = ("left", "right")
LEG = ("hip", "knee", "ankle", "toe")

ANKLE_HEIGHT = 0.08
"""Height of the ankle joint over the sole, as part of the leg from hip to ankle (Winter 2009: .039 of the stature, the
leg .491)."""
HEEL_BEHIND = 0.5
"""How far the heel lies behind the ankle, as part of the way from ankle to toe joint over the ground."""


@dataclass(frozen=True)
class Leg:
    """The joints of one leg."""

    side: str
    hip: int
    knee: int
    ankle: int
    toe: int


@dataclass(frozen=True, eq=False)
class Legs:
    """Both legs of a skeleton.

    Parameters
    ----------
    skeleton : the joints.
    left, right : the legs' joints.
    heel_offsets_m : (2, 3) each heel point in the frame of its ankle joint, in metres.

    `legs_of` finds them by the joints' names.
    """

    skeleton: Skeleton
    left: Leg
    right: Leg
    heel_offsets_m: Floats

    @property
    def both(self) -> tuple[Leg, Leg]:
        """Left and right."""
        return self.left, self.right

    def leg_length_m(self) -> float:
        """Return the mean length from hip over knee to ankle at rest."""
        offsets = self.skeleton.offsets_m
        bones = [offsets[[leg.knee, leg.ankle]] for leg in self.both]
        return float(np.mean([np.linalg.norm(bone, axis=1).sum() for bone in bones]))

    def points_m(self, motion: Motion) -> Floats:
        """Return where the four `FOOT_POINTS` are (F, 4, 3): heel and ball (the toe joint), left, then right."""
        positions, rotations = motion.positions(), motion.world_rotations_xyzw()
        columns = []
        for leg, heel in zip(self.both, self.heel_offsets_m, strict=True):
            columns.append(positions[:, leg.ankle] + rotate(rotations[:, leg.ankle], heel))
            columns.append(positions[:, leg.toe])
        return np.stack(columns, axis=1)


def legs_of(motion: Motion, roles: dict[str, int] | None = None) -> Legs:
    """Return the legs of a motion's skeleton, found by the joints' names.

    Parameters
    ----------
    motion : the clip; how its feet stand on the ground at their lowest tells where the heels are.
    roles : role → joint where the names do not say it, as `find_roles` gives them.

    Raises
    ------
    MotionError : a skeleton without hips, knees, ankles or toes on both sides.
    """
    found = roles or find_roles(motion.skeleton)
    missing = [f"{side}-{part}" for side in SIDES for part in LEG if f"{side}-{part}" not in found]
    if missing:
        raise MotionError(f"the skeleton has no {', '.join(missing)}: feet need hips, knees, ankles and toes (--role)")
    left, right = (Leg(side, *(found[f"{side}-{part}"] for part in LEG)) for side in SIDES)
    legs = Legs(motion.skeleton, left, right, np.zeros((2, 3)))
    return Legs(motion.skeleton, left, right, _heel_offsets_m(motion, legs))


FLATTEST = 0.1
"""Part of the frames, those with the lowest ankles, that show how a foot stands on the ground."""


def _heel_offsets_m(motion: Motion, legs: Legs) -> Floats:
    """Each heel (2, 3) in its ankle's frame: below and behind the ankle while the foot stands at its lowest."""
    positions, rotations = motion.positions(), motion.world_rotations_xyzw()
    down = np.array([0.0, -ANKLE_HEIGHT * legs.leg_length_m(), 0.0])
    out = np.empty((2, 3))
    for row, leg in enumerate(legs.both):
        ankle, toe = positions[:, leg.ankle], positions[:, leg.toe]
        # Of a foot that stands, ankle and toe joint are both low.
        lowest = np.argsort(ankle[:, 1] + toe[:, 1], kind="stable")[: max(1, int(FLATTEST * motion.n_frames))]
        behind = -HEEL_BEHIND * (toe - ankle)[lowest] * [1.0, 0.0, 1.0]
        inverse = rotations[lowest, leg.ankle] * [-1.0, -1.0, -1.0, 1.0]
        out[row] = np.median(rotate(inverse, down + behind), axis=0)
    return out
