"""Changes of a leg as numbers that fade, and the motion that has them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.feet.clean.options import CleanOptions
from unbake.feet.legs import Leg, Legs
from unbake.ground.arrays import Floats
from unbake.kinematics.minimal_turns import turn_of_vector, vector_of_turn
from unbake.kinematics.two_bone import hinge_axes, reach_with_two_bones
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import TRANSLATIONS, Skeleton

SAME_LENGTH = 1e-9
"""Stretches nearer to 1 are rounding."""


@dataclass(frozen=True, eq=False)
class LegChange:
    """How a leg changes.

    Parameters
    ----------
    vectors_rad : (F, 3, 3) rotation vectors of hip, knee and ankle, each in its joint's own frame: local · exp(v).
    stretch : (F,) length of thigh and shin as part of what they were.
    missed_m : (F,) what the ankle is short of its place.
    """

    vectors_rad: Floats
    stretch: Floats
    missed_m: Floats


def reached(
    motion: Motion,
    leg: Leg,
    frames: NDArray[np.bool_],
    ankle_m: Floats,
    foot_turn_xyzw: Floats,
    root_shift_m: Floats,
    options: CleanOptions,
) -> LegChange:
    """Return the change that brings a leg's ankle to its place in the frames that are set, none elsewhere.

    Parameters
    ----------
    motion, leg : the clip and the joints.
    frames : (F,).
    ankle_m : (F, 3) the ankle's place.
    foot_turn_xyzw : (F, 4) how the foot turns in the world.
    root_shift_m : (F, 3) by which the hip will have moved.
    options : damping of the knee and the most that bones stretch.
    """
    out = LegChange(np.zeros((len(frames), 3, 3)), np.ones(len(frames)), np.zeros(len(frames)))
    if not frames.any():
        return out
    places, turns = motion.positions(), motion.world_rotations_xyzw()
    hinge = hinge_axes(places[:, [leg.hip, leg.knee, leg.ankle, leg.toe]], turns[:, leg.hip])[frames]
    shift = root_shift_m[frames]
    hip, knee, ankle = (places[frames, j] + shift for j in (leg.hip, leg.knee, leg.ankle))
    found = reach_with_two_bones(
        hip,
        knee,
        ankle,
        ankle_m[frames],
        hinge,
        damped_from_rad=options.knee_rad if options.lengths == "stretched" else np.pi,
        max_stretch=options.max_stretch,
    )
    leg_turn = quaternion_product(found.hip_xyzw, found.knee_xyzw)
    foot = quaternion_product(quaternion_conjugate(leg_turn), foot_turn_xyzw[frames])
    for column, (joint, turn) in enumerate(((leg.hip, found.hip_xyzw), (leg.knee, found.knee_xyzw), (leg.ankle, foot))):
        out.vectors_rad[frames, column] = rotate(quaternion_conjugate(turns[frames, joint]), vector_of_turn(turn))
    out.stretch[frames] = found.stretch
    out.missed_m[frames] = found.missed_m
    return out


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
        for column, joint in enumerate((leg.hip, leg.knee, leg.ankle)):
            turn = turn_of_vector(vectors[:, row, column])
            rotations[:, joint] = quaternion_product(rotations[:, joint], turn)
    local = motion.local_translations_m()
    skeleton = motion.skeleton
    for row, leg in enumerate(legs.both):
        if are_stretched[:, row].any():
            joints = _chain(skeleton, leg.hip, leg.ankle)
            local[:, joints] *= np.where(are_stretched[:, row], stretch[:, row], 1.0)[:, None, None]
            skeleton = _with_translations(skeleton, joints)
    root = movable_root(motion.skeleton, legs)
    if root is not None:
        local[:, root] += _in_parent(motion, root, root_shift_m)
    return replace(
        motion, skeleton=skeleton, rotations_xyzw=rotations, translations_m=local[:, list(skeleton.translated)]
    )


def _with_translations(skeleton: Skeleton, joints: list[int]) -> Skeleton:
    channels = list(skeleton.channels)
    for joint in joints:
        channels[joint] = (*TRANSLATIONS, *(name for name in channels[joint] if name not in TRANSLATIONS))
    return replace(skeleton, channels=tuple(channels))


def _in_parent(motion: Motion, joint: int, vectors: Floats) -> Floats:
    """World vectors (F, 3) as the joint's parent sees them."""
    parent = motion.skeleton.parents[joint]
    if parent < 0:
        return vectors
    return rotate(quaternion_conjugate(motion.world_rotations_xyzw()[:, parent]), vectors)
