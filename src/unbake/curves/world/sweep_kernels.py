"""The inner loops of a sweep: what the joints below a channel want of it, and how they follow it."""

from __future__ import annotations

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices


@njit(cache=True, nogil=True)
def fill_wanted(
    channel: int,
    joint: int,
    is_move: bool,
    below: Indices,
    joints: Indices,
    axes: Floats,
    positions: Floats,
    gaps: Floats,
    weights: Floats,
    levers: Floats,
    own_gaps: Floats,
    wanted: Floats,
    felt: Floats,
) -> None:
    """Write by how much a channel should change at each frame, all others left alone, and how much that counts, (F,).

    Parameters
    ----------
    channel, joint, is_move : the channel, its joint, and whether it moves that.
    below : (M,) which of the joints that count it carries along.
    joints : (N,) those that count.
    axes, positions : (F, C, 3) and (F, J, 3), see `kinematics.jacobian.ChannelAxes`.
    gaps, weights : (F, N, 3) what is missing to the capture, and (F, N) weights.
    levers, own_gaps : (F,) weights of the channel's own error, and (F, C) the channels' own errors.
    """
    for frame in range(len(wanted)):
        x, y, z = axes[frame, channel, 0], axes[frame, channel, 1], axes[frame, channel, 2]
        sum_felt, pull = levers[frame], levers[frame] * own_gaps[frame, channel]
        for n in below:
            a, b, c = _moved(x, y, z, is_move, positions[frame], joint, joints[n])
            w = weights[frame, n]
            sum_felt += w * (a * a + b * b + c * c)
            pull += w * (a * gaps[frame, n, 0] + b * gaps[frame, n, 1] + c * gaps[frame, n, 2])
        felt[frame], wanted[frame] = sum_felt, pull / sum_felt


@njit(cache=True, nogil=True)
def follow(
    channel: int,
    joint: int,
    is_move: bool,
    below: Indices,
    joints: Indices,
    axes: Floats,
    positions: Floats,
    changes: Floats,
    gaps: Floats,
) -> None:
    """Take from the gaps what changes of a channel (F,) add to the positions of the joints below it, to first order."""
    for frame in range(len(changes)):
        x, y, z = axes[frame, channel, 0], axes[frame, channel, 1], axes[frame, channel, 2]
        for n in below:
            a, b, c = _moved(x, y, z, is_move, positions[frame], joint, joints[n])
            gaps[frame, n, 0] -= changes[frame] * a
            gaps[frame, n, 1] -= changes[frame] * b
            gaps[frame, n, 2] -= changes[frame] * c


@njit(cache=True, nogil=True)
def _moved(
    x: float, y: float, z: float, is_move: bool, positions: Floats, pivot: int, joint: int
) -> tuple[float, float, float]:
    """How a unit of a channel with an axis moves a joint below it."""
    if is_move:
        return x, y, z
    rx = positions[joint, 0] - positions[pivot, 0]
    ry = positions[joint, 1] - positions[pivot, 1]
    rz = positions[joint, 2] - positions[pivot, 2]
    return y * rz - z * ry, z * rx - x * rz, x * ry - y * rx
