"""How a lower body changes: root, ankles, feet and toes, as the unknowns of a smooth problem."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import (
    IDENTITY_XYZW,
    quaternion_conjugate,
    quaternion_from_vector,
    quaternion_product,
    vector_from_quaternion,
)

ROOT, FEET = 7, (0, 10)
"""The first unknown of the root (3), and of the left and the right foot (7 each). The root lies between the feet, so
that each leg depends on ten in a row."""
LEVERS_M = np.array([1.0, 1.0, 1.0, 0.1, 0.1, 0.1, 0.05, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.1, 0.1, 0.1, 0.05])
"""How many metres one of each unknown is about: a foot of ten centimetres and toes of five turn by radians."""


@dataclass(frozen=True, eq=False)
class BodyChange:
    """What is added to a captured lower body.

    Parameters
    ----------
    root_m : (F, 3) by which the root moves.
    ankles_m : (F, 2, 3) by which the left and the right ankle move.
    feet_xyzw : (F, 2, 4) how each foot turns in the world.
    toes_rad : (F, 2) by which the toes bend up against their foot.
    """

    root_m: Floats
    ankles_m: Floats
    feet_xyzw: Floats
    toes_rad: Floats

    @classmethod
    def none(cls, frames: int) -> BodyChange:
        """Return no change of so many frames."""
        return cls(
            np.zeros((frames, 3)),
            np.zeros((frames, 2, 3)),
            np.tile(IDENTITY_XYZW, (frames, 2, 1)),
            np.zeros((frames, 2)),
        )

    def moved(self, step: Floats) -> BodyChange:
        """Return the change with a step (F, 17) of the unknowns added."""
        feet = np.stack([step[:, at : at + 7] for at in FEET], axis=1)
        return BodyChange(
            self.root_m + step[:, ROOT : ROOT + 3],
            self.ankles_m + feet[..., :3],
            quaternion_product(quaternion_from_vector(feet[..., 3:6]), self.feet_xyzw),
            self.toes_rad + feet[..., 6],
        )

    def cut(self, first: int, end: int) -> BodyChange:
        """Return the frames from `first` to before `end`."""
        own = slice(first, end)
        return BodyChange(self.root_m[own], self.ankles_m[own], self.feet_xyzw[own], self.toes_rad[own])

    def without_traces(self, least: float) -> BodyChange:
        """Return the change without frames in which nothing moves by more than so many metres or radians."""
        sizes = (self.root_m, self.ankles_m, vector_from_quaternion(self.feet_xyzw), self.toes_rad)
        frames = len(self.root_m)
        stays = np.max([np.abs(size).reshape(frames, -1).max(axis=1) for size in sizes], axis=0) <= least
        none = BodyChange.none(frames)
        return BodyChange(
            np.where(stays[:, None], none.root_m, self.root_m),
            np.where(stays[:, None, None], none.ankles_m, self.ankles_m),
            np.where(stays[:, None, None], none.feet_xyzw, self.feet_xyzw),
            np.where(stays[:, None], none.toes_rad, self.toes_rad),
        )


def joined(before: BodyChange, after: BodyChange, overlap: int) -> BodyChange:
    """Return two changes as one, the last `overlap` frames of one going over into the first of the other."""
    t = (np.arange(overlap) + 1.0) / (overlap + 1.0)
    part = t * t * (3.0 - 2.0 * t)
    start = len(before.root_m) - overlap

    def mixed(one: Floats, other: Floats) -> Floats:
        weight = part.reshape(-1, *[1] * (one.ndim - 1))
        return np.concatenate([one[:start], (1.0 - weight) * one[start:] + weight * other[:overlap], other[overlap:]])

    way = quaternion_product(after.feet_xyzw[:overlap], quaternion_conjugate(before.feet_xyzw[start:]))
    between = quaternion_product(
        quaternion_from_vector(part[:, None, None] * vector_from_quaternion(way)), before.feet_xyzw[start:]
    )
    return BodyChange(
        mixed(before.root_m, after.root_m),
        mixed(before.ankles_m, after.ankles_m),
        np.concatenate([before.feet_xyzw[:start], between, after.feet_xyzw[overlap:]]),
        mixed(before.toes_rad, after.toes_rad),
    )
