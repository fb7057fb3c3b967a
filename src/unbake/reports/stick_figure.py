"""Which joints a stick figure is drawn with: limbs as chains, each with its side, and a head that looks like one.

A capture skeleton has more joints than a figure of two centimetres can show (fingers, twist joints, a node above the
hips), and lacks some that it needs (a skull). Of a humanoid the figure keeps the joints that have roles, the way
between them, and the tips of hands and feet; of anything else, every joint. Arms hang on the neck's base: collar bones
start deep in the chest and would be drawn as a hook across it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.body.roles import POINT_ROLES, Roles, split_name
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

Tone = Literal["left", "right", "middle"]
Part = Literal["trunk", "arm", "leg", "bone"]

LEAST_ROLES = 10
HEAD_OF_STATURE = (0.055, 0.07)
"""Least and largest radius of the head's circle as a part of the stature; a real head is an eighth high."""


@dataclass(frozen=True)
class Head:
    """A head's circle: from the joint `base` towards the joint `top`, or onwards from `neck` where there is no top."""

    base: int
    top: int | None
    neck: int

    def circle(self, pose_m: Floats, stature_m: float) -> tuple[Floats, float]:
        """Return centre (3,) and radius in metres for the joints' positions (J, 3)."""
        base = pose_m[self.base]
        along = pose_m[self.top] - base if self.top is not None else base - pose_m[self.neck]
        length = float(np.linalg.norm(along))
        if length < 1e-9:
            along, length = np.array([0.0, 1.0, 0.0]), 1.0
        least, most = (part * stature_m for part in HEAD_OF_STATURE)
        radius = min(max(0.55 * length, least), most) if self.top is not None else most
        return base + along / length * radius, radius


@dataclass(frozen=True)
class Chain:
    """Joints that are drawn as one line: its side and what it is decide its colour and weight."""

    tone: Tone
    part: Part
    joints: tuple[int, ...]


@dataclass(frozen=True)
class StickFigure:
    """The lines, the head, and the joint that places the figure."""

    chains: tuple[Chain, ...]
    head: Head | None
    hips: int

    @property
    def joints(self) -> tuple[int, ...]:
        """All joints that are drawn, and the one that the head points to."""
        top = () if self.head is None or self.head.top is None else (self.head.top,)
        return tuple(sorted({joint for chain in self.chains for joint in chain.joints} | {self.hips, *top}))


def stick_figure(motion: Motion) -> StickFigure:
    """Return the figure that a motion's skeleton is drawn as."""
    skeleton = motion.skeleton
    roles = skeleton.roles
    hips = roles.get("hips", 0)
    children = skeleton.children()
    if sum(role in roles for role in POINT_ROLES) < LEAST_ROLES:
        return StickFigure(_chains(skeleton, skeleton.parents, set(range(len(skeleton.names))), {}), None, hips)
    parents = _drawn_parents(skeleton, roles)
    kept = _ways(skeleton, parents, roles) - set(_ancestors(parents, hips))
    head = None
    if "head" in roles:
        base = roles["head"]
        top = next((c for c in children[base] if skeleton.end_sites[c] or "top" in skeleton.names[c].lower()), None)
        head = Head(base, top, roles.get("neck", skeleton.parents[base] if base else base))
    return StickFigure(_chains(skeleton, parents, kept, roles), head, hips)


def sides(skeleton: Skeleton) -> tuple[Tone, ...]:
    """Return each joint's side by its name, or its parent's where the name says nothing."""
    tones: list[Tone] = []
    for name, parent in zip(skeleton.names, skeleton.parents, strict=True):
        side = split_name(name)[0]
        if side == "left" or side == "right":
            tones.append("left" if side == "left" else "right")
        else:
            tones.append(tones[parent] if parent >= 0 else "middle")
    return tuple(tones)


def _drawn_parents(skeleton: Skeleton, roles: Roles) -> tuple[int, ...]:
    """Each joint's parent as it is drawn: the skeleton's, but the neck's base for a shoulder."""
    parents = list(skeleton.parents)
    neck = roles.get("neck", roles.get("chest"))
    for role in ("left-shoulder", "right-shoulder"):
        if role in roles and neck is not None and neck not in (roles[role], *_descendants(skeleton, roles[role])):
            parents[roles[role]] = neck
    return tuple(parents)


def _descendants(skeleton: Skeleton, joint: int) -> set[int]:
    return {j for j in range(len(skeleton.names)) if joint in _ancestors(skeleton.parents, j)}


def _ways(skeleton: Skeleton, parents: Sequence[int], roles: Roles) -> set[int]:
    """The joints with roles but the collar bones, all that they hang on, and the tips of hands and feet."""
    children = skeleton.children()
    ends = [joint for role, joint in roles.items() if not role.endswith("clavicle")]
    for side in ("left", "right"):
        for limb in (("wrist", "elbow"), ("ankle", "knee")):
            last = next((roles[f"{side}-{part}"] for part in limb if f"{side}-{part}" in roles), None)
            ends += [] if last is None else [_tip(skeleton, children, last)]
    return {joint for end in ends for joint in (end, *_ancestors(parents, end))}


def _ancestors(parents: Sequence[int], joint: int) -> list[int]:
    found = []
    while (joint := parents[joint]) >= 0:
        found.append(joint)
    return found


def _tip(skeleton: Skeleton, children: tuple[tuple[int, ...], ...], joint: int) -> int:
    """The joint below `joint` whose chain of bones is longest; a hand's middle finger, a foot's toes."""
    best, farthest, open_ends = joint, 0.0, [(joint, 0.0)]
    while open_ends:
        place, length = open_ends.pop()
        if length > farthest:
            best, farthest = place, length
        open_ends += [(c, length + float(np.linalg.norm(skeleton.offsets_m[c]))) for c in children[place]]
    return best


def _chains(skeleton: Skeleton, parents: Sequence[int], kept: set[int], roles: Roles) -> tuple[Chain, ...]:
    """Join the bones between kept joints to lines that end where the figure forks or changes sides."""
    knees = {joint for role, joint in roles.items() if role.endswith("knee")}
    tones = sides(skeleton)
    below: dict[int, list[int]] = {joint: [] for joint in kept}
    for joint in sorted(kept):
        if parents[joint] in kept:
            below[parents[joint]].append(joint)
    chains: list[list[int]] = []
    chain_of: dict[int, list[int]] = {}
    for joint in sorted(kept):
        parent = parents[joint]
        if parent not in kept:
            continue
        if parent in chain_of and len(below[parent]) == 1 and tones[parent] == tones[joint]:
            chain_of[joint] = chain_of[parent]
            chain_of[joint].append(joint)
        else:
            chain_of[joint] = [parent, joint]
            chains.append(chain_of[joint])
    return tuple(Chain(tones[c[-1]], _part(tones[c[-1]], c, knees), tuple(c)) for c in chains)


def _part(tone: Tone, chain: list[int], knees: set[int]) -> Part:
    if not knees:
        return "bone"
    if tone == "middle":
        return "trunk"
    return "leg" if knees & set(chain) else "arm"
