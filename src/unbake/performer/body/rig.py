"""The rig: from what an animator steers (hips, spine, head, arms, feet) to a motion of the whole skeleton."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_from_euler, quaternion_product, rotate
from unbake.performer.body.figure import SIDES, Figure, Side
from unbake.performer.body.foot import FootPath
from unbake.performer.body.limb import EASED_FROM, about_x, held_back, local_from_world, two_bone

TRUNK = ("turn", "lean", "tilt", "bend", "twist", "side", "nod", "look", "cock")
ARM = ("swing", "raise", "rotate", "elbow", "forearm", "hand", "shrug", "forwards")
ANGLES = (*TRUNK, *(f"{side}-{name}" for side in SIDES for name in (*ARM, "knee-out")))
"""Angles of the rig, all zero at rest, in radians.

``turn`` heading of the hips (to the left), ``lean`` forwards, ``tilt`` left side up; ``bend`` forwards, ``twist`` and
``side`` to the left: of the spine; ``nod`` down, ``look`` and ``cock`` to the left: of neck and head. Of each arm:
``swing`` forwards, ``raise`` outwards, ``rotate`` inwards, ``elbow``, ``forearm`` inwards, ``hand`` towards the palm,
``shrug`` up, ``forwards`` (of the collar bone). ``knee-out`` turns a knee outwards.
"""

SPINE_SHARES = {"Spine": 0.3, "Spine1": 0.35, "Spine2": 0.35}
HEAD_SHARES = {"Neck": 0.45, "Head": 0.55}

Angles = Mapping[str, Floats]
Feet = Mapping[Side, FootPath]


@dataclass(frozen=True, eq=False)
class HandTarget:
    """Where a wrist is to be: `wrist_m` (F, 3), and how much it is drawn there from the arm's own pose, (F,) 0 to 1."""

    wrist_m: Floats
    pull: Floats


def pose(
    figure: Figure,
    hips_m: Floats,
    angles: Angles,
    feet: Feet,
    fps: Fraction,
    hands: Mapping[Side, HandTarget] | None = None,
    eased_from: Mapping[Side, Floats] | None = None,
) -> Motion:
    """Return the motion of the whole skeleton.

    Parameters
    ----------
    hips_m : (F, 3) the hips joint in the world.
    angles : some of `ANGLES`, each (F,) in radians; the others are zero.
    feet : both feet's ways; the legs reach them by inverse kinematics. A foot in the air that the leg could reach only
        by being almost straight is held back; one that touches the ground is exactly where it is said to be.
    fps : frames a second.
    hands : targets of wrists, reached by inverse kinematics.
    eased_from : of each leg the reach (F,), as part of the straight leg, from which it is held back in the air.
    """
    body = _Body(figure, hips_m, angles)
    for side in SIDES:
        body.set_arm(side)
        body.set_leg(side, feet[side], (eased_from or {}).get(side, EASED_FROM))
    for side, target in (hands or {}).items():
        body.reach(side, target)
    return Motion(figure.skeleton, body.rotations, hips_m[:, None, :], fps)


def hips_rotation(angles: Angles, count: int) -> Floats:
    """Return the hips' rotation (F, 4) in the world."""
    return quaternion_from_euler("yxz", _columns(angles, count, ("turn", "lean", "tilt"), (1.0, 1.0, 1.0)))


def hip_m(figure: Figure, hips_m: Floats, angles: Angles, side: Side) -> Floats:
    """Return the joint (F, 3) from which a leg hangs."""
    return hips_m + rotate(hips_rotation(angles, len(hips_m)), _offset(figure, f"{_name(side)}UpLeg"))


def highest_hips_m(figure: Figure, hips_m: Floats, angles: Angles, feet: Feet, stretch: float = EASED_FROM) -> Floats:
    """Return the height (F,) of the hips up to which both legs reach their planted feet without being almost straight.

    `stretch` is the longest that they may be, as part of the straight leg. Infinite where no foot is planted. Raises
    UsageError where a planted foot is too far away at any height.
    """
    turn = hips_rotation(angles, len(hips_m))
    straight = stretch * figure.leg_m
    highest = np.full(len(hips_m), np.inf)
    for side in SIDES:
        offset = rotate(turn, _offset(figure, f"{_name(side)}UpLeg"))
        away = feet[side].ankle_m - hips_m - offset
        beside = away[:, 0] ** 2 + away[:, 2] ** 2
        planted = feet[side].contacts.any(axis=1)
        if (beside[planted] >= straight**2).any():
            farthest = float(np.sqrt(beside[planted].max()))
            raise UsageError(
                f"the steps are too long: a foot is {farthest:.2f} m from a hip on legs of {straight:.2f} m"
            )
        reach = np.sqrt(np.maximum(straight**2 - beside, 0.0))
        highest[planted] = np.minimum(highest, feet[side].ankle_m[:, 1] + reach - offset[:, 1])[planted]
    return highest


class _Body:
    """Local rotations (F, J, 4) as they are filled in."""

    def __init__(self, figure: Figure, hips_m: Floats, angles: Angles) -> None:
        unknown = sorted(set(angles) - set(ANGLES))
        if unknown:
            raise UsageError(f"the rig has no angle '{unknown[0]}'; known: {', '.join(ANGLES)}")
        self.figure, self.hips_m, self.angles, self.count = figure, hips_m, angles, len(hips_m)
        self.rotations = np.tile(IDENTITY_XYZW, (self.count, len(figure.skeleton.names), 1))
        self.set("Hips", hips_rotation(angles, self.count))
        for shares, names in ((SPINE_SHARES, ("twist", "bend", "side")), (HEAD_SHARES, ("look", "nod", "cock"))):
            for joint, share in shares.items():
                self.set(joint, self.euler("yxz", names, (share, share, -share)))

    def euler(self, order: str, names: tuple[str, ...], signs: tuple[float, ...]) -> Floats:
        return quaternion_from_euler(order, _columns(self.angles, self.count, names, signs))

    def set(self, joint: str, rotation_xyzw: Floats) -> None:
        self.rotations[:, self.figure.joint(joint)] = rotation_xyzw

    def world(self, joint: str) -> tuple[Floats, Floats]:
        """Position (F, 3) and rotation (F, 4) of a joint, by the chain above it."""
        skeleton, index = self.figure.skeleton, self.figure.joint(joint)
        if index == 0:
            return self.hips_m, self.rotations[:, 0]
        position, turn = self.world(skeleton.names[skeleton.parents[index]])
        position = position + rotate(turn, skeleton.offsets_m[index])
        return position, quaternion_product(turn, self.rotations[:, index])

    def set_arm(self, side: Side) -> None:
        name, sign = _name(side), _sign(side)
        own = {part: f"{side}-{part}" for part in ARM}
        self.set(f"{name}Shoulder", self.euler("yz", (own["forwards"], own["shrug"]), (-sign, sign)))
        arm = (own["swing"], own["raise"], own["rotate"])
        self.set(f"{name}Arm", self.euler("xzy", arm, (-1.0, sign, -sign)))
        self.set(f"{name}ForeArm", self.euler("xy", (own["elbow"], own["forearm"]), (-1.0, -sign)))
        self.set(f"{name}Hand", self.euler("z", (own["hand"],), (-sign,)))

    def set_leg(self, side: Side, foot: FootPath, eased_from: Floats | float) -> None:
        name, figure = _name(side), self.figure
        hip = hip_m(figure, self.hips_m, self.angles, side)
        away = foot.ankle_m - hip
        reach = np.linalg.norm(away, axis=1)
        free = ~foot.contacts.any(axis=1)
        scale = np.where(free, held_back(reach, figure.leg_m, foot.freedom, eased_from) / reach, 1.0)
        facing = 0.5 * (_angle(self.angles, "turn", self.count) + foot.yaw_rad)
        facing = facing + _sign(side) * _angle(self.angles, f"{side}-knee-out", self.count)
        pole = np.stack([np.sin(facing), np.zeros(self.count), np.cos(facing)], axis=1)
        thigh, shank = two_bone(hip, hip + scale[:, None] * away, pole, figure.thigh_m, figure.shank_m, 1.0)
        self.set(f"{name}UpLeg", local_from_world(self.rotations[:, 0], thigh))
        self.set(f"{name}Leg", local_from_world(thigh, shank))
        self.set(f"{name}Foot", local_from_world(shank, foot.rotation_xyzw))
        self.set(f"{name}ToeBase", about_x(-foot.toe_bend_rad))

    def reach(self, side: Side, target: HandTarget) -> None:
        """Draw a wrist to its target; the elbow points down, back and a little outwards."""
        name, sign, figure = _name(side), _sign(side), self.figure
        shoulder, old_arm = self.world(f"{name}Arm")
        wrist, _ = self.world(f"{name}Hand")
        _, collar = self.world(f"{name}Shoulder")
        lengths = [float(np.linalg.norm(_offset(figure, f"{name}{part}"))) for part in ("ForeArm", "Hand")]
        pull = target.pull[:, None]
        away = wrist + pull * (target.wrist_m - wrist) - shoulder
        distance = np.linalg.norm(away, axis=1)
        away *= (held_back(distance, sum(lengths)) / distance)[:, None]
        # The elbow's hinge comes from the arm's own pose where it hangs, and turns with the hand from there on.
        chest = rotate(collar, np.array([-0.35 * sign, 0.75, 0.55]))
        own = rotate(old_arm, np.array([0.0, 0.0, 1.0]))
        front = own + pull * (chest - own)
        arm, forearm = two_bone(shoulder, shoulder + away, front, lengths[0], lengths[1], -1.0)
        self.set(f"{name}Arm", local_from_world(collar, arm))
        self.set(f"{name}ForeArm", local_from_world(arm, forearm))


def _name(side: Side) -> str:
    return side.capitalize()


def _sign(side: Side) -> float:
    return 1.0 if side == "left" else -1.0


def _offset(figure: Figure, joint: str) -> Floats:
    return np.array(figure.skeleton.offsets_m[figure.joint(joint)])


def _angle(angles: Angles, name: str, count: int) -> Floats:
    return np.broadcast_to(angles.get(name, np.zeros(count)), (count,))


def _columns(angles: Angles, count: int, names: tuple[str, ...], signs: tuple[float, ...]) -> Floats:
    return np.stack([sign * _angle(angles, name, count) for name, sign in zip(names, signs, strict=True)], axis=-1)
