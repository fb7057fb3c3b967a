"""How the joints' positions in the world follow the channels of a skeleton: forward kinematics and its derivatives.

`motion_from_channels` does the same for a whole motion; where an optimiser asks a hundred times, this is ten times as
quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.compiling.threads import in_pieces
from unbake.ground.arrays import Floats, Indices
from unbake.kinematics.jacobian_kernels import fill_axes_and_positions
from unbake.motion.channels import channels_of
from unbake.motion.rotations import normalised
from unbake.motion.skeleton import CHANNEL_NAMES, TRANSLATIONS, Skeleton

WORTH_A_THREAD = 250
"""Frames that take longer than to wake a thread for them."""


@dataclass(frozen=True, eq=False)
class ChannelAxes:
    """What a unit of each channel does in the world at every frame.

    Parameters
    ----------
    skeleton : whose channels these are.
    positions : (F, J, 3) of all joints, in metres.
    axes : (F, C, 3) of a translation the displacement, in metres a unit, by which it moves its joint; of every other
        channel the rotation vector, in radians a unit, by which it turns its joint.
    """

    skeleton: Skeleton
    positions: Floats
    axes: Floats

    def of_positions(self, joints: Sequence[int], frames: slice = slice(None)) -> Floats:
        """Return the derivatives (F, N, 3, C) of the positions of N joints with respect to all channels.

        A rotation turns all joints below its own about its own; a translation carries its own along as well.
        """
        positions, axes, pivots = self.positions[frames], self.axes[frames][:, None], joints_of_channels(self.skeleton)
        arms = positions[:, list(joints), None] - positions[:, None, pivots]
        moved = np.where(are_translations(self.skeleton)[:, None], axes, np.cross(axes, arms))
        moved *= channels_above(self.skeleton, joints)[:, :, None]
        return np.ascontiguousarray(np.moveaxis(moved, 2, 3))


class Kinematics:
    """Forward kinematics of a skeleton from its channels.

    Parameters
    ----------
    skeleton : the joints and channels.
    """

    def __init__(self, skeleton: Skeleton) -> None:
        self.skeleton = skeleton
        self._columns = np.full((len(skeleton.names), len(CHANNEL_NAMES)), -1, dtype=np.int64)
        for column, channel in enumerate(channels_of(skeleton)):
            self._columns[channel.joint, CHANNEL_NAMES.index(channel.name)] = column
        self._parents = np.array(skeleton.parents, dtype=np.int64)
        self._orders = np.array([["xyz".index(letter) for letter in order] for order in skeleton.rotation_orders])
        self._frames, self._rest = normalised(skeleton.axes_xyzw), normalised(skeleton.rest_xyzw)

    def axes(self, values: Floats) -> ChannelAxes:
        """Return the joints' positions and what each channel does, for values (F, C) as `channels_of` lists them.

        Quaternions need not have length 1; one of length 0 is no rotation, and its components do nothing.
        """
        positions, axes = np.empty((len(values), len(self._parents), 3)), np.zeros((*values.shape, 3))
        values = np.ascontiguousarray(values)

        def fill(first: int, last: int) -> None:
            fill_axes_and_positions(
                self._parents,
                self._orders,
                self._columns,
                self.skeleton.offsets_m,
                self._frames,
                self._rest,
                values[first:last],
                axes[first:last],
                positions[first:last],
            )

        in_pieces(fill, 0, len(values), WORTH_A_THREAD)
        return ChannelAxes(self.skeleton, positions, axes)


def joints_of_channels(skeleton: Skeleton) -> Indices:
    """Return the joint (C,) of each channel."""
    return np.array([channel.joint for channel in channels_of(skeleton)], dtype=np.int64)


def are_translations(skeleton: Skeleton) -> NDArray[np.bool_]:
    """Return which channels (C,) move their joint; the others turn it."""
    return np.array([channel.name in TRANSLATIONS for channel in channels_of(skeleton)], dtype=bool)


def channels_above(skeleton: Skeleton, joints: Sequence[int]) -> NDArray[np.bool_]:
    """Return which channels (N, C) joints follow: all of the joints above them, and their own translations."""
    below = np.eye(len(skeleton.names), dtype=bool)
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            below[:, joint] |= below[:, parent]
    chosen, pivots = np.asarray(joints)[:, None], joints_of_channels(skeleton)
    return np.asarray(below[pivots, chosen] & (are_translations(skeleton) | (chosen != pivots)))
