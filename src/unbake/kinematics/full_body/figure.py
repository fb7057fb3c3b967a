"""A figure in a pose, which can be asked to reach for places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.full_body.joint_limits import JointLimits
from unbake.kinematics.full_body.reaching import reach
from unbake.motion.motion import Motion
from unbake.motion.rotations import normalised, quaternion_conjugate, quaternion_product
from unbake.motion.skeleton import TRANSLATIONS

CALM = 1e-4
"""What the square of a radian that a joint turns against its parent costs, in metres squared, beside 1 for the square
of a metre: little enough to keep nothing of weight 1 more than a millimetre from its place, and enough to choose among
the turns that places leave open, such as twists."""
LEAST_GAIN = 1e-6
STIFFNESSES = np.array([[1e1, 1e1], [1e3, 1e2], [1e5, 1e3]])
"""How much more than the heaviest wish a pin weighs, and the floor and a joint's limit, step after step. Limits stay
softer: what presses on them starts and stops weighing, and steps would have to be short around them."""


@dataclass(frozen=True, eq=False)
class Reached:
    """Where a figure came to.

    Parameters
    ----------
    positions_m : (J, 3) of the joints in the world.
    rotations_xyzw : (J, 4) of each joint against its parent.
    steps : how many Newton steps were taken.
    """

    positions_m: Floats
    rotations_xyzw: Floats
    steps: int


@dataclass(frozen=True, eq=False)
class Figure:
    """A body in a pose: bones of constant length, whose children turn with them as one rigid body.

    Parameters
    ----------
    parents : (J,) parents first; −1 for the root.
    is_fixed : (J,) joints that do not turn against their parents.
    offsets_m : (J, 3) from the parent, in its frame.
    root_m : (3,) where the root is.
    turns_xyzw : (J, 4) rotations in the world.
    rests_xyzw : (J, 4) rotations against the parents, the root's in the world: the pose itself.
    limits : how far its joints go.
    """

    parents: NDArray[np.int64]
    is_fixed: Booleans
    offsets_m: Floats
    root_m: Floats
    turns_xyzw: Floats
    rests_xyzw: Floats
    limits: JointLimits

    @classmethod
    def of(cls, motion: Motion, frame: int, limits: JointLimits | None = None) -> Figure:
        """Return the figure of a motion at a frame, from 0. Joints without channels of rotation are fixed."""
        skeleton = motion.skeleton
        turning = [bool(set(channels) - set(TRANSLATIONS)) for channels in skeleton.channels]
        turning[0] = True
        local = motion.local_translations_m()[frame] if skeleton.translated != (0,) else skeleton.offsets_m
        return cls(
            np.array(skeleton.parents, dtype=np.int64),
            ~np.array(turning),
            np.ascontiguousarray(local),
            motion.positions()[frame, 0].copy(),
            motion.world_rotations_xyzw()[frame].copy(),
            motion.rotations_xyzw[frame].copy(),
            JointLimits.none(len(turning)) if limits is None else limits,
        )

    def reaching(
        self,
        wishes_m: Floats,
        weights: Floats,
        *,
        is_pinned: Booleans | None = None,
        floors_m: Floats | None = None,
        start: Reached | None = None,
        calm: Floats | float = CALM,
        least_gain: float = LEAST_GAIN,
    ) -> Reached:
        """Return the pose whose joints are nearest to their wishes, in the sense of least weighted squares.

        Pins, floors and the limits of joints come before wishes; where they cannot all be met, the sum of their
        squared misses is least. A wish that is out of reach is approached. Among poses with the same places, the one
        is taken whose joints have turned least against their parents, so that twists stay.

        Parameters
        ----------
        wishes_m : (J, 3) in the world; of pinned joints, their pins.
        weights : (J,) 0 or more.
        is_pinned : (J,) which wishes are pins; none by default.
        floors_m : (J,) heights below which joints must not be; −inf, the default, for none.
        start : where to start from instead of the pose, such as what the last step of a drag reached.
        calm : (J,) or one number for all joints, see `CALM`.
        least_gain : part of the cost that a step must gain for the search to go on.

        Notes
        -----
        The least that is found is the one down from the start; far wishes may have others. The cost of a step is the
        same for each joint.
        """
        count = len(self.parents)
        heaviest = max(float(weights.max()), 1e-9)
        pins = np.zeros(count, dtype=np.bool_) if is_pinned is None else is_pinned
        floors = np.full(count, -np.inf) if floors_m is None else floors_m
        is_strict = bool(pins.any() or self.limits.is_any or (floors > -np.inf).any())
        root, turns = self.root_m.copy(), self.turns_xyzw.copy()
        if start is not None:
            root, turns = start.positions_m[0].copy(), self._world(start.rotations_xyzw)
        positions, steps = reach(
            self.parents,
            self.is_fixed,
            self.offsets_m,
            self.rests_xyzw,
            self.limits.hinges.rows,
            self.limits.sockets.rows,
            np.full(count, calm, dtype=np.float64),
            np.ascontiguousarray(wishes_m, dtype=np.float64),
            np.ascontiguousarray(weights, dtype=np.float64),
            pins,
            floors,
            heaviest * (STIFFNESSES if is_strict else STIFFNESSES[:1]),
            least_gain,
            root,
            turns,
        )
        return Reached(positions, self._local(turns), steps)

    def _local(self, turns_xyzw: Floats) -> Floats:
        """Rotations (J, 4) against the parents, nearest in sign to the pose's own."""
        above = turns_xyzw[np.maximum(self.parents, 0)]
        local = quaternion_product(quaternion_conjugate(above), turns_xyzw)
        local[0] = turns_xyzw[0]
        local[self.is_fixed] = self.rests_xyzw[self.is_fixed]
        return normalised(local)

    def _world(self, local_xyzw: Floats) -> Floats:
        turns = local_xyzw.copy()
        for joint in range(1, len(turns)):
            turns[joint] = quaternion_product(turns[self.parents[joint]], local_xyzw[joint])
        return turns
