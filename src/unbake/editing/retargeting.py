"""A motion on another character: the turns of joints with the same role, legs' lengths as the scale of its way.

Each joint turns, in the world, from its rest pose as far as the source's joint of the same role does from its own.
Where bones point elsewhere at rest (arms out, arms down), they are first made parallel by the least turn that does it.
Joints without a role take the source's joint of the same name, without what says of which rig it is (``mixamorig1:``),
or keep their rest pose.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.3: her regularising
estimate copies the joint angles of a character that is rigged the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from unbake.editing.planted_feet import with_held_feet
from unbake.errors import MotionError
from unbake.feet.clean.options import CleanOptions
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_kind
from unbake.ground.wording import counted
from unbake.kinematics.minimal_turns import turn_between
from unbake.motion.body.body_frame import heading
from unbake.motion.body.body_path import NEEDED
from unbake.motion.body.roles import plain_names
from unbake.motion.body.rooting import can_move, carrier
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import TRANSLATIONS, Skeleton
from unbake.motion.turning_channels import with_needed_channels

if TYPE_CHECKING:
    from unbake.feet.clean.options import Method
    from unbake.feet.labels import FootLabels

LEAST_M = 1e-4
_NEXT = {
    "hips": "spine",
    "spine": "chest",
    "chest": "neck",
    "neck": "head",
    "clavicle": "shoulder",
    "shoulder": "elbow",
    "elbow": "wrist",
    "hip": "knee",
    "knee": "ankle",
    "ankle": "toe",
}
_LEVEL = ("hips", "ankle", "toe")
"""Roles whose bones are compared over the floor alone: an ankle of another height is no other pose of the foot."""


@dataclass(frozen=True, eq=False)
class Retargeted:
    """A motion on another character.

    Parameters
    ----------
    motion : the result, frame by frame.
    scale : the character's legs as part of the source's.
    left_out : joints of the character, by name, that keep their rest pose.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    scale: float
    left_out: tuple[str, ...]
    notes: tuple[str, ...]


def retargeted(
    source: Motion, character: Skeleton, *, feet: Method | None = None, labels: FootLabels | None = None
) -> Retargeted:
    """Return a motion on another character.

    Parameters
    ----------
    source : the motion.
    character : the skeleton that is to move; its rest pose, all rotations at zero, is upright as the source's is.
    feet : how planted feet are held afterwards, see `CleanOptions.method`; by default they are not.
    labels : where the source's feet are planted; guessed by default.

    Raises
    ------
    MotionError : hips, knees or ankles without a joint on either side, legs of no length, a character of which neither
        the root nor a joint below it that carries the body can move, labels of another motion.
    """
    check_kind(source, Motion, "the source", "keyed.sample() makes a motion of an animation")
    check_kind(character, Skeleton, "the character", "motion.skeleton, for one")
    if feet is not None:
        CleanOptions(method=feet)  # a way that there is
    for skeleton, whose in ((source.skeleton, "source"), (character, "character")):
        _check(skeleton, whose)
    if not can_travel(character):
        raise MotionError(f"the character's root '{character.names[0]}' cannot move: it needs its translation channels")
    own_rest, rest = _rest(source.skeleton), _rest(character)
    pairs = _pairs(source.skeleton, character)
    fixed = _heading_turn(own_rest[0], source.skeleton), _heading_turn(rest[0], character)
    facing = quaternion_product(fixed[0], quaternion_conjugate(fixed[1]))
    world = source.world_rotations_xyzw()
    out = np.tile(IDENTITY_XYZW, (source.n_frames, len(character.names), 1))
    turned = out.copy()
    left_out = []
    for joint, parent in enumerate(character.parents):
        above = turned[:, parent] if parent >= 0 else np.tile(IDENTITY_XYZW, (source.n_frames, 1))
        if joint in pairs and set(character.channels[joint]) - set(TRANSLATIONS):
            other = pairs[joint]
            change = quaternion_product(world[:, other], quaternion_conjugate(own_rest[1][other]))
            aligned = _aligned(joint, character, rest[0], source.skeleton, own_rest[0], facing)
            turned[:, joint] = quaternion_product(change, quaternion_product(aligned, rest[1][joint]))
            out[:, joint] = quaternion_product(quaternion_conjugate(above), turned[:, joint])
        else:
            out[:, joint] = character.rest_xyzw[joint]
            turned[:, joint] = quaternion_product(above, out[:, joint])
            if set(character.channels[joint]) - set(TRANSLATIONS):
                left_out.append(character.names[joint])
    scale = _leg_m(rest[0], character) / _leg_m(own_rest[0], source.skeleton)
    motion = _placed(source, character, out, scale)
    notes: tuple[str, ...] = ()
    if left_out:
        keep = (
            "has no counterpart in the source and keeps its"
            if len(left_out) == 1
            else "have no counterpart in the source and keep their"
        )
        notes = (f"{counted(len(left_out), 'joint')} {keep} rest pose",)
    if feet is not None:
        held = with_held_feet(motion, source, np.arange(source.n_frames), feet, labels)
        motion, notes = held.motion, (*notes, *held.notes)
    motion = with_needed_channels(motion, list(range(len(character.names))))
    return Retargeted(motion, scale, tuple(left_out), notes)


def can_travel(skeleton: Skeleton) -> bool:
    """Return whether the root can move, or what carries the body below it: where a motion goes, others can be put."""
    return can_move(skeleton, carrier(skeleton))


def _check(skeleton: Skeleton, whose: str) -> None:
    missing = [role for role in NEEDED if role not in skeleton.roles]
    if missing:
        raise MotionError(
            f"the {whose}'s skeleton has no {', '.join(missing)}: legs are what a way is scaled by",
            code="no-character-legs" if whose == "character" else "no-legs",
        )
    if _leg_m(_rest(skeleton)[0], skeleton) < LEAST_M:
        raise MotionError(f"the {whose}'s legs have no length")


def _rest(skeleton: Skeleton) -> tuple[Floats, Floats]:
    """Places (J, 3) and world rotations (J, 4) at rest."""
    places, turns = np.array(skeleton.offsets_m), skeleton.rest_rotations_xyzw()
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            places[joint] = places[parent] + rotate(turns[parent], skeleton.offsets_m[joint])
    return places, turns


def _pairs(source: Skeleton, character: Skeleton) -> dict[int, int]:
    """Joints of the character and their counterparts: by role, else by name, whatever rig the names speak of."""
    pairs = {joint: source.roles[role] for role, joint in character.roles.items() if role in source.roles}
    free = sorted(set(range(len(source.names))) - set(source.roles.values()), reverse=True)  # the first of a name wins
    bare_names = plain_names(source)
    exact, plain = ({names[joint]: joint for joint in free} for names in (source.names, bare_names))
    for joint, (name, bare) in enumerate(zip(character.names, plain_names(character), strict=True)):
        other = exact.get(name, plain.get(bare))
        if joint not in pairs and other is not None:
            pairs[joint] = other
    return pairs


def _leg_m(places: Floats, skeleton: Skeleton) -> float:
    chains = [[skeleton.roles[f"{side}-{part}"] for part in ("hip", "knee", "ankle")] for side in ("left", "right")]
    return float(np.mean([np.linalg.norm(np.diff(places[chain], axis=0), axis=1).sum() for chain in chains]))


def _heading_turn(places: Floats, skeleton: Skeleton) -> Floats:
    """The turn about the vertical (4,) from +Z to where a body heads at rest."""
    hips = places[[skeleton.roles["left-hip"], skeleton.roles["right-hip"]]]
    sine, cosine = heading(hips[None])
    half = 0.5 * float(np.arctan2(sine[0], cosine[0]))
    return np.array([0.0, np.sin(half), 0.0, np.cos(half)])


def _aligned(
    joint: int, character: Skeleton, places: Floats, source: Skeleton, own_places: Floats, facing: Floats
) -> Floats:
    """The turn (4,) after which a bone points where the source's does at rest, both facing the same way."""
    role = next((name for name, other in character.roles.items() if other == joint), None)
    while role is not None:
        side, _, part = role.rpartition("-")
        after = _NEXT.get(part)
        following = f"{side}-{after}" if side and after else after
        if following and following in character.roles and following in source.roles:
            bone = rotate(facing, places[character.roles[following]] - places[joint])
            own = own_places[source.roles[following]] - own_places[source.roles[role]]
            if part in _LEVEL:
                return facing if part == "hips" else _least(bone * [1.0, 0.0, 1.0], own * [1.0, 0.0, 1.0], facing)
            return _least(bone, own, facing)
        # What has no bone of its own goes with the one before: hands with forearms.
        before = {"wrist": "elbow", "toe": "ankle", "head": "neck"}.get(part)
        role = (f"{side}-{before}" if side else before) if before else None
        if role is None or role not in character.roles or role not in source.roles:
            return facing
        joint = character.roles[role]
    return facing


def _least(bone: Floats, own: Floats, facing: Floats) -> Floats:
    if min(np.linalg.norm(bone), np.linalg.norm(own)) < LEAST_M:
        return facing
    return quaternion_product(turn_between(bone[None], own[None])[0], facing)


def _placed(source: Motion, character: Skeleton, rotations: Floats, scale: float) -> Motion:
    """The motion whose hip joints are, on average, where the source's are, all lengths scaled."""
    local = np.tile(character.offsets_m[list(character.translated)], (source.n_frames, 1, 1))
    joint = carrier(character)
    column = character.translated.index(joint)
    local[:, column] = 0.0
    motion = Motion(character, rotations, local, source.fps, source.first_frame)
    sides = ("left-hip", "right-hip")
    wanted = scale * source.positions()[:, [source.skeleton.roles[side] for side in sides]].mean(axis=1)
    reached = motion.positions()[:, [character.roles[side] for side in sides]].mean(axis=1)
    above = character.parents[joint]
    frame = motion.world_rotations_xyzw()[:, above] if above >= 0 else np.tile(IDENTITY_XYZW, (source.n_frames, 1))
    local[:, column] = rotate(quaternion_conjugate(frame), wanted - reached)
    return replace(motion, translations_m=local)
