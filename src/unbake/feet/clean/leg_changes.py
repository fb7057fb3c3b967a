"""The turns of a leg's joints that bring ankle, foot and toes where they should be, and the motion that has them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.feet.clean.body_change import BodyChange
from unbake.feet.clean.options import CleanOptions
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.kinematics.two_bone import hinge_axes, reach_with_two_bones
from unbake.motion.delivery.travel import with_translation_channels
from unbake.motion.motion import Motion
from unbake.motion.rotations import (
    quaternion_conjugate,
    quaternion_from_vector,
    quaternion_product,
    rotate,
    vector_from_quaternion,
)
from unbake.motion.skeleton import TRANSLATIONS, Skeleton

SAME_LENGTH = 5e-5
"""Stretches nearer to 1 are none: a few hundredths of a millimetre at a foot, for which a knee gets no translations."""


@dataclass(frozen=True, eq=False)
class LegChange:
    """How a leg changes.

    Parameters
    ----------
    vectors_rad : (F, 4, 3) rotation vectors of hip, knee, ankle and toe, each in its joint's own frame: local · exp(v).
    stretch : (F,) length of thigh and shin as part of what they were.
    missed_m : (F,) what the ankle is short of its place.
    """

    vectors_rad: Floats
    stretch: Floats
    missed_m: Floats


def reached(motion: Motion, legs: Legs, row: int, change: BodyChange, options: CleanOptions) -> LegChange:
    """Return how the left (0) or right (1) leg has to turn for a change of its ankle, foot and toes.

    Parameters
    ----------
    motion, legs : the clip and its joints.
    change : where root, ankles, feet and toes go.
    options : damping of the knee and the most that bones stretch.
    """
    leg, count = legs.both[row], motion.n_frames
    out = LegChange(np.zeros((count, 4, 3)), np.ones(count), np.zeros(count))
    frames = (change.root_m != 0.0).any(axis=1) | (change.ankles_m[:, row] != 0.0).any(axis=1)
    frames |= vector_from_quaternion(change.feet_xyzw[:, row]).any(axis=1) | (change.toes_rad[:, row] != 0.0)
    if not frames.any():
        return out
    places, turns = motion.positions(), motion.world_rotations_xyzw()
    hinge = hinge_axes(places[:, [leg.hip, leg.knee, leg.ankle, leg.toe]], turns[:, leg.hip])[frames]
    hip, knee, ankle = (places[frames, j] for j in (leg.hip, leg.knee, leg.ankle))
    found = reach_with_two_bones(
        hip,
        knee,
        ankle,
        ankle + change.ankles_m[frames, row] - change.root_m[frames],
        hinge,
        damped_from_rad=options.damped_from_rad if options.lengths == "stretched" else np.pi,
        max_stretch=options.max_stretch,
    )
    leg_turn = quaternion_product(found.hip_xyzw, found.knee_xyzw)
    foot = quaternion_product(quaternion_conjugate(leg_turn), change.feet_xyzw[frames, row])
    for column, (joint, turn) in enumerate(((leg.hip, found.hip_xyzw), (leg.knee, found.knee_xyzw), (leg.ankle, foot))):
        out.vectors_rad[frames, column] = rotate(
            quaternion_conjugate(turns[frames, joint]), vector_from_quaternion(turn)
        )
    bend = toe_axes(motion, legs)[frames, row] * change.toes_rad[frames, row, None]
    out.vectors_rad[frames, 3] = rotate(quaternion_conjugate(turns[frames, leg.toe]), bend)
    out.stretch[frames] = found.stretch
    out.missed_m[frames] = found.missed_m
    return out


def toe_axes(motion: Motion, legs: Legs) -> Floats:
    """Return the unit axes (F, 2, 3) about which toes bend up, in the world: across heel, ankle and ball."""
    ankles = motion.positions()[:, [leg.ankle for leg in legs.both]]
    points = legs.points_m(motion).reshape(-1, 2, 2, 3)
    aside = np.cross(points[:, :, 0] - ankles, points[:, :, 1] - ankles)
    return np.asarray(aside / np.maximum(np.linalg.norm(aside, axis=-1, keepdims=True), 1e-9))


def movable_root(skeleton: Skeleton, legs: Legs) -> int | None:
    """Return the nearest joint above both hips that has all three translation channels; None where there is none."""
    above = [set(_chain(skeleton, -1, leg.hip)[:-1]) for leg in legs.both]
    found = [j for j in above[0] & above[1] if set(TRANSLATIONS) <= set(skeleton.channels[j])]
    return max(found, default=None)


def _chain(skeleton: Skeleton, top: int, bottom: int) -> list[int]:
    """The joints below `top` down to `bottom`, this included."""
    chain = []
    while bottom not in (top, -1):
        chain.append(bottom)
        bottom = skeleton.parents[bottom]
    return chain[::-1]


def applied(motion: Motion, legs: Legs, root_shift_m: Floats, changes: list[LegChange]) -> Motion:
    """Return the motion with its legs changed and its root moved; the motion itself where nothing changes.

    Legs whose length changes get translation channels for the joints from below the hip to the ankle.
    """
    vectors = np.stack([change.vectors_rad for change in changes], axis=1)
    stretch = np.stack([change.stretch for change in changes], axis=1)
    are_stretched = np.abs(stretch - 1.0) > SAME_LENGTH
    if not vectors.any() and not root_shift_m.any() and not are_stretched.any():
        return motion
    rotations = motion.rotations_xyzw.copy()
    for row, leg in enumerate(legs.both):
        for column, joint in enumerate((leg.hip, leg.knee, leg.ankle, leg.toe)):
            turn = quaternion_from_vector(vectors[:, row, column])
            rotations[:, joint] = quaternion_product(rotations[:, joint], turn)
    local = motion.local_translations_m()
    skeleton = motion.skeleton
    for row, leg in enumerate(legs.both):
        if are_stretched[:, row].any():
            joints = _chain(skeleton, leg.hip, leg.ankle)
            local[:, joints] *= np.where(are_stretched[:, row], stretch[:, row], 1.0)[:, None, None]
            skeleton = with_translation_channels(skeleton, joints)
    root = movable_root(motion.skeleton, legs)
    if root is not None:
        local[:, root] += _in_parent(motion, root, root_shift_m)
    return replace(
        motion, skeleton=skeleton, rotations_xyzw=rotations, translations_m=local[:, list(skeleton.translated)]
    )


def _in_parent(motion: Motion, joint: int, vectors: Floats) -> Floats:
    """World vectors (F, 3) as the joint's parent sees them."""
    parent = motion.skeleton.parents[joint]
    if parent < 0:
        return vectors
    return rotate(quaternion_conjugate(motion.world_rotations_xyzw()[:, parent]), vectors)
