"""The legs of a skeleton: which joints they are, how long, and where heel and ball of each foot are."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.body.bone_lengths import LEAST_M, bone_length_m
from unbake.motion.motion import Motion, check_motion
from unbake.motion.rotations import rotate
from unbake.motion.skeleton import Skeleton

SIDES = ("left", "right")
LEG = ("hip", "knee", "ankle", "toe")

ANKLE_HEIGHT = 0.08
"""Height of the ankle joint over the sole, as part of the leg from hip to ankle (Winter 2009: .039 of the stature, the
leg .491)."""
HEEL_BEHIND = 0.5
"""How far the heel lies behind the ankle, as part of the way from ankle to toe joint over the ground."""
SHORTEST_FOOT, LEVEL_PART = 0.15, 0.5
"""Where a skeleton has no toe joint, the end of the foot's bone stands for it, if it is this part of the shin away from
the ankle, and most often goes by this part of its length over the ground: some bones end just below the ankle."""


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
    bones_m : (2, 2) how long each thigh and shin is.
    heel_offsets_m : (2, 3) each heel point in the frame of its ankle joint, in metres.

    `legs_of` finds them by the joints' names.
    """

    skeleton: Skeleton
    left: Leg
    right: Leg
    bones_m: Floats
    heel_offsets_m: Floats

    @property
    def both(self) -> tuple[Leg, Leg]:
        """Left and right."""
        return self.left, self.right

    def leg_length_m(self) -> float:
        """Return the mean length from hip over knee to ankle."""
        return float(self.bones_m.sum(axis=1).mean())

    def points_m(self, motion: Motion) -> Floats:
        """Return where the four `FOOT_POINTS` are (F, 4, 3): heel and ball (the toe joint), left, then right."""
        positions, rotations = motion.positions(), motion.world_rotations_xyzw()
        columns = []
        for leg, heel in zip(self.both, self.heel_offsets_m, strict=True):
            columns.append(positions[:, leg.ankle] + rotate(rotations[:, leg.ankle], heel))
            columns.append(positions[:, leg.toe])
        return np.stack(columns, axis=1)


def missing_roles(skeleton: Skeleton) -> list[str]:
    """Return the roles of both legs, hips to toes, that no joint of a skeleton has."""
    return [f"{side}-{part}" for side in SIDES for part in LEG if f"{side}-{part}" not in skeleton.roles]


def legs_of(motion: Motion) -> Legs:
    """Return the legs of a motion's skeleton, found by the joints' names.

    Parameters
    ----------
    motion : the clip; how its feet stand on the ground at their lowest tells where the heels are.

    Raises
    ------
    MotionError : a skeleton without hips, knees, ankles or toes on both sides; joints of which one is not below the
        other, or not away from it.

    Notes
    -----
    Without a toe joint, the end of a foot's bone is its toe (`SHORTEST_FOOT`).
    """
    check_motion(motion)
    found = {**_toes_at_ends(motion), **motion.skeleton.roles}
    missing = [role for role in missing_roles(motion.skeleton) if role not in found]
    if missing:
        raise MotionError(
            f"the skeleton has no {', '.join(missing)}: feet need hips, knees, ankles and toes", code="no-legs"
        )
    left, right = (Leg(side, *(found[f"{side}-{part}"] for part in LEG)) for side in SIDES)
    for leg in (left, right):
        _check_chain(motion.skeleton, leg)
    bones = np.array([_bones_m(motion, leg) for leg in (left, right)])
    legs = Legs(motion.skeleton, left, right, bones, np.zeros((2, 3)))
    return replace(legs, heel_offsets_m=_heel_offsets_m(motion, legs))


def _toes_at_ends(motion: Motion) -> dict[str, int]:
    """The end of each foot's bone that can stand for a toe joint, by the role that it plays."""
    skeleton, found = motion.skeleton, {}
    for side in SIDES:
        ankle = skeleton.roles.get(f"{side}-ankle")
        ends = [] if ankle is None else [j for j in skeleton.children()[ankle] if skeleton.end_sites[j]]
        if ankle is None or f"{side}-toe" in skeleton.roles or len(ends) != 1:
            continue
        foot_m, shin_m = (float(np.linalg.norm(skeleton.offsets_m[j])) for j in (ends[0], ankle))
        way = motion.positions()[:, ends[0]] - motion.positions()[:, ankle]
        over_ground_m = float(np.median(np.hypot(way[:, 0], way[:, 2])))
        if foot_m >= SHORTEST_FOOT * shin_m and over_ground_m >= LEVEL_PART * foot_m > 0.0:
            found[f"{side}-toe"] = ends[0]
    return found


def _check_chain(skeleton: Skeleton, leg: Leg) -> None:
    """Refuse joints that are no chain from hip to toe."""
    joints = (leg.hip, leg.knee, leg.ankle, leg.toe)
    for part, above, joint in zip(LEG[1:], joints, joints[1:], strict=False):
        at = skeleton.parents[joint]
        while at not in (above, -1):
            at = skeleton.parents[at]
        if at != above:
            ours, theirs = skeleton.names[joint], skeleton.names[above]
            said = f"the {leg.side}-{part}, '{ours}', is not below '{theirs}'"
            raise MotionError(f"the {leg.side} leg is no chain of joints: {said}", code="no-legs")


def _bones_m(motion: Motion, leg: Leg) -> list[float]:
    """How long thigh and shin are; a foot must have a length, too."""
    joints = (leg.hip, leg.knee, leg.ankle, leg.toe)
    lengths = []
    for bone, above, joint in zip(("thigh", "shin", "foot"), joints, joints[1:], strict=False):
        lengths.append(bone_length_m(motion, above, joint))
        if lengths[-1] < LEAST_M:
            names = motion.skeleton.names
            raise MotionError(f"the {leg.side} {bone} has no length: '{names[joint]}' is where '{names[above]}' is")
    return lengths[:2]


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
