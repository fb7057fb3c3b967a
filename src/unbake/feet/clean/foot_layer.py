"""What holding feet changes of a motion, kept beside it: turns of the legs' joints and shifts of the root."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.feet.clean.turning_channels import with_needed_channels
from unbake.ground.arrays import Floats
from unbake.kinematics.minimal_turns import turn_of_vector, vector_of_turn
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product

CHANGED_RAD, CHANGED_M = 1e-6, 1e-6
"""Turns and shifts below these, a thousandth of a millimetre at a leg's end, are none."""


@dataclass(frozen=True, eq=False)
class FootLayer:
    """Adjustments of legs and root on every frame, to be put on top of a motion.

    Parameters
    ----------
    joints : those that turn.
    vectors_rad : (F, n, 3) their turns as rotation vectors in each joint's own frame: local rotation · exp(v).
    root : the joint that moves, None where none does.
    shifts_m : (F, 3) by which, in its parent's frame.
    """

    joints: tuple[int, ...]
    vectors_rad: Floats
    root: int | None
    shifts_m: Floats

    @property
    def n_frames(self) -> int:
        """Length of the motion that it is of."""
        return len(self.shifts_m)

    def changed_frames(self) -> NDArray[np.int64]:
        """Return the frames, from 0, in which it changes anything."""
        return np.flatnonzero(self.vectors_rad.any(axis=(1, 2)) | self.shifts_m.any(axis=1))

    def applied(self, motion: Motion) -> Motion:
        """Return a motion with the layer on top; the motion itself where the layer is empty.

        Raises
        ------
        UsageError : a motion of another length or with fewer joints.
        """
        used = (*self.joints, *(() if self.root is None else (self.root,)))
        if motion.n_frames != self.n_frames or max(used, default=-1) >= len(motion.skeleton.names):
            raise UsageError("the foot layer is of another motion: its length or its joints do not match")
        if not len(self.changed_frames()):
            return motion
        joints = list(self.joints)
        rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
        rotations[:, joints] = quaternion_product(rotations[:, joints], turn_of_vector(self.vectors_rad))
        if self.root is not None:
            translations[:, motion.skeleton.translated.index(self.root)] += self.shifts_m
        return with_needed_channels(replace(motion, rotations_xyzw=rotations, translations_m=translations), joints)


def layer_between(before: Motion, after: Motion) -> FootLayer:
    """Return the layer that makes one motion of another; only turns, and shifts of one joint, can be told.

    Raises
    ------
    UsageError : motions of other lengths or joints, or whose bones differ in length.
    """
    if before.rotations_xyzw.shape != after.rotations_xyzw.shape:
        raise UsageError("the motions have other lengths or joints: there is no layer between them")
    turns = quaternion_product(quaternion_conjugate(before.rotations_xyzw), after.rotations_xyzw)
    vectors = vector_of_turn(turns)
    vectors[np.linalg.norm(vectors, axis=-1) < CHANGED_RAD] = 0.0
    shifts = after.local_translations_m() - before.local_translations_m()
    shifts[np.linalg.norm(shifts, axis=-1) < CHANGED_M] = 0.0
    joints = tuple(int(joint) for joint in np.flatnonzero(vectors.any(axis=(0, 2))))
    moved = [int(joint) for joint in np.flatnonzero(shifts.any(axis=(0, 2)))]
    if len(moved) > 1:
        raise UsageError("bones differ in length: a foot layer holds turns, and shifts of the root")
    root = moved[0] if moved else None
    none = np.zeros((before.n_frames, 3))
    return FootLayer(joints, vectors[:, list(joints)], root, none if root is None else shifts[:, root])
