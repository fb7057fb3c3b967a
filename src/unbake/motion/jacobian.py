"""How the joints' positions in the world follow a motion's channels: the derivatives of forward kinematics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.motion.channels import channels_of
from unbake.motion.motion import Motion
from unbake.motion.rotations import Floats, quaternion_conjugate, quaternion_from_euler, quaternion_product, rotate
from unbake.motion.skeleton import QUATERNION, ROTATIONS, TRANSLATIONS, Skeleton

_AXES = np.eye(3)


@dataclass(frozen=True, eq=False)
class ChannelVelocities:
    """What a unit of each channel does in the world at every frame.

    Parameters
    ----------
    motion : the motion whose channels these are.
    turns : (F, C, 3) the rotation vector, in radians a unit, by which the channel turns its joint; 0 for translations.
    moves : (F, C, 3) the displacement, in metres a unit, by which it moves its joint; 0 for rotations.
    joints : (C,) each channel's joint.
    """

    motion: Motion
    turns: Floats
    moves: Floats
    joints: NDArray[np.int64]

    def of_positions(self, joints: Sequence[int], frames: slice = slice(None)) -> Floats:
        """Return the derivatives (F, N, 3, C) of the positions of N joints with respect to all channels.

        A rotation turns all joints below its own about its own; a translation carries its own along as well.
        """
        positions = self.motion.positions()[frames]
        below = descendants(self.motion.skeleton)
        arms = positions[:, list(joints), None] - positions[:, None, self.joints]
        turned = np.cross(self.turns[frames][:, None], arms) * below[self.joints][:, list(joints)].T[:, :, None]
        carried = below[self.joints][:, list(joints)].T | (np.asarray(joints)[:, None] == self.joints)
        moved = self.moves[frames][:, None] * carried[:, :, None]
        return np.ascontiguousarray(np.moveaxis(turned + moved, 2, 3))


def channel_velocities(motion: Motion, values: Floats) -> ChannelVelocities:
    """Return what each channel of a motion does in the world.

    Parameters
    ----------
    motion : the motion that the values make (`motion_from_channels`).
    values : (F, C) the channels' values, in the order of `channels_of(motion.skeleton)`; quaternions need not have
        length 1.
    """
    skeleton = motion.skeleton
    channels = channels_of(skeleton)
    turns, moves = np.zeros((motion.n_frames, len(channels), 3)), np.zeros((motion.n_frames, len(channels), 3))
    column = 0
    for joint, names in enumerate(skeleton.channels):
        above = _world_rotation_above(motion, joint)
        block = {name: column + place for place, name in enumerate(names)}
        for name, at in block.items():
            if name in TRANSLATIONS:
                moves[:, at] = rotate(above, _AXES[TRANSLATIONS.index(name)])
        if set(block) & set(ROTATIONS):
            _fill_euler_turns(turns, skeleton, joint, block, values, above)
        elif set(block) & set(QUATERNION):
            _fill_quaternion_turns(turns, block, values, above)
        column += len(names)
    return ChannelVelocities(motion, turns, moves, np.array([channel.joint for channel in channels], dtype=np.int64))


def descendants(skeleton: Skeleton) -> NDArray[np.bool_]:
    """Return for each joint (row) which joints hang below it (J, J), itself not among them."""
    count = len(skeleton.names)
    below = np.zeros((count, count), dtype=bool)
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            below[:, joint] = below[:, parent]
            below[parent, joint] = True
    return below


def _world_rotation_above(motion: Motion, joint: int) -> Floats:
    parent = motion.skeleton.parents[joint]
    if parent < 0:
        return np.tile([0.0, 0.0, 0.0, 1.0], (motion.n_frames, 1))
    return motion.world_rotations_xyzw()[:, parent]


def _fill_euler_turns(
    turns: Floats, skeleton: Skeleton, joint: int, block: dict[str, int], values: Floats, above: Floats
) -> None:
    """An Euler channel turns about its axis as the rotations to its left in the product have turned it."""
    turned = quaternion_product(above, skeleton.axes_xyzw[joint])
    for letter in skeleton.rotation_orders[joint]:
        at = block.get(f"r{letter}")
        if at is not None:
            turns[:, at] = rotate(turned, _AXES["xyz".index(letter)])
            turned = quaternion_product(turned, quaternion_from_euler(letter, values[:, at, None]))


def _fill_quaternion_turns(turns: Floats, block: dict[str, int], values: Floats, above: Floats) -> None:
    """A component turns by twice the imaginary part of its axis times the inverse of the quaternion, as it is long."""
    components = values[:, [block[name] for name in QUATERNION]]
    lengths = np.linalg.norm(components, axis=1, keepdims=True)
    inverse = quaternion_conjugate(components / lengths)
    for number, name in enumerate(QUATERNION):
        unit = np.zeros(4)
        unit[number] = 1.0
        turns[:, block[name]] = rotate(above, 2.0 * quaternion_product(unit, inverse)[:, :3] / lengths)
