"""What is cut from one body and attached to another: sets of parts, as joints of a skeleton.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.1: the six
sets of rules 2 and 3. Those below the waist are ours.
"""

from __future__ import annotations

from unbake.errors import MotionError
from unbake.motion.skeleton import Skeleton

SIX = ("right arm", "left arm", "both arms", "left arm and torso", "right arm and torso", "upper body")
"""The thesis's sets. An arm alone is severed at the shoulder joint; where the torso or the other arm goes along, it
takes its collar bone with it. The torso includes neck and head, which stand on it."""
BELOW_THE_WAIST = ("right leg", "left leg", "both legs")
"""Legs from the hip joint down; the pelvis and its way over the floor stay."""


def joints_of(skeleton: Skeleton, part_set: str) -> tuple[str, ...]:
    """Return the names of the joints of one of `SIX` or `BELOW_THE_WAIST`; MotionError where a skeleton has no such."""
    found = [joint for part in _PARTS[part_set] for joint in _part(skeleton, part)]
    return tuple(skeleton.names[joint] for joint in sorted(set(found)))


_PARTS = {
    "right arm": ("right-shoulder",),
    "left arm": ("left-shoulder",),
    "both arms": ("left-clavicle", "right-clavicle"),
    "left arm and torso": ("left-clavicle", "torso"),
    "right arm and torso": ("right-clavicle", "torso"),
    "upper body": ("left-clavicle", "right-clavicle", "torso"),
    "right leg": ("right-hip",),
    "left leg": ("left-hip",),
    "both legs": ("left-hip", "right-hip"),
}


def _part(skeleton: Skeleton, part: str) -> list[int]:
    if part == "torso":
        return torso(skeleton)
    role = part
    if role.endswith("clavicle") and role not in skeleton.roles:
        role = role.replace("clavicle", "shoulder")
    return below(skeleton, _joint(skeleton, role))


def torso(skeleton: Skeleton) -> list[int]:
    """Return all joints above the waist that are not in an arm, spine, neck and head."""
    legs = {joint for side in ("left", "right") for joint in below(skeleton, _joint(skeleton, f"{side}-hip"))}
    start = waist(skeleton)
    arms = {joint for side in ("left", "right") for joint in _part(skeleton, f"{side}-clavicle")}
    return [joint for joint in below(skeleton, start) if joint not in arms | legs]


def waist(skeleton: Skeleton) -> int:
    """Return the first joint above the pelvis: of all joints over both shoulders, the last over no leg."""
    above_legs = set(_chain(skeleton, _joint(skeleton, "left-hip"))) | set(
        _chain(skeleton, _joint(skeleton, "right-hip"))
    )
    left, right = (_chain(skeleton, _joint(skeleton, f"{side}-shoulder")) for side in ("left", "right"))
    shared = [joint for joint in left if joint in right and joint not in above_legs]
    if not shared:
        raise MotionError("the skeleton has no spine between its legs and its arms", code="no-body")
    return shared[-1]


def below(skeleton: Skeleton, joint: int) -> list[int]:
    """Return a joint and all its descendants."""
    inside = {joint}
    for other, parent in enumerate(skeleton.parents):
        if parent in inside:
            inside.add(other)
    return sorted(inside)


def _chain(skeleton: Skeleton, joint: int) -> list[int]:
    """A joint and its ancestors, the root last."""
    out = [joint]
    while skeleton.parents[out[-1]] >= 0:
        out.append(skeleton.parents[out[-1]])
    return out


def _joint(skeleton: Skeleton, role: str) -> int:
    if role not in skeleton.roles:
        raise MotionError(f"the skeleton has no {role}, so its limbs cannot be transplanted", code="no-body")
    return skeleton.roles[role]
