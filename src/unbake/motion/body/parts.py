"""The parts of a body, from the trunk to the limbs, and the joints of each."""

from __future__ import annotations

from unbake.motion.skeleton import Skeleton

PARTS = ("Hips and spine", "Head", "Left arm", "Right arm", "Left leg", "Right leg")
_STARTS = {
    "Head": ("neck", "head"),
    "Left arm": ("left-clavicle", "left-shoulder"),
    "Right arm": ("right-clavicle", "right-shoulder"),
    "Left leg": ("left-hip",),
    "Right leg": ("right-hip",),
}


def parts_of(skeleton: Skeleton) -> dict[str, list[int]]:
    """Return the joints of each part of the body; a single part ``All joints`` where it is no humanoid."""
    roles = skeleton.roles
    starts = {roles[role]: part for part, names in _STARTS.items() for role in names if role in roles}
    part_of: list[str] = []
    for joint, parent in enumerate(skeleton.parents):
        part_of.append(starts.get(joint, part_of[parent] if parent >= 0 else PARTS[0]))
    if len(set(part_of)) < 3:
        return {"All joints": list(range(len(skeleton.names)))}
    found = {part: [joint for joint, of in enumerate(part_of) if of == part] for part in PARTS}
    return {part: joints for part, joints in found.items() if joints}
