"""The inner loops of the last step: the normal equations of all slopes of a segment, frame by frame.

A joint follows only the channels of the joints above it, so of the matrix of all pairs of channels each frame fills a
small part; the two slopes of a segment scale it by what they add to the curves at that frame.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from unbake.motion.rotations import Floats

Places = NDArray[np.int64]


@njit(cache=True)
def fill_equations(
    keys: Places,
    effects: Floats,
    turns: Floats,
    moves: Floats,
    positions: Floats,
    joints: Places,
    channel_joints: Places,
    above: Places,
    weights: Floats,
    gaps: Floats,
    levers: Floats,
    own_gaps: Floats,
    matrix: Floats,
    side: Floats,
) -> None:
    """Fill the equations of each segment: matrix (S, 2C, 2C) and side (S, 2C), slopes after its first key first.

    Parameters
    ----------
    keys : (S + 1,) frames.
    effects : (2, F, C) see `slopes.Slopes`.
    turns, moves : (F, C, 3) see `motion.jacobian.ChannelVelocities`.
    positions : (F, J, 3) of all joints.
    joints : (N,) those that count.
    channel_joints : (C,) the joint of each channel.
    above : (N, M) the channels that a joint follows, rising; −1 for no more.
    weights, gaps : (F, N) and (F, N, 3) weights, and what is missing to the capture.
    levers, own_gaps : (C,) and (F, C) weights of the channels' own errors, and those.
    """
    for s in range(len(keys) - 1):
        _fill_segment(
            keys,
            effects,
            turns,
            moves,
            positions,
            joints,
            channel_joints,
            above,
            weights,
            gaps,
            levers,
            own_gaps,
            matrix,
            side,
            s,
        )


@njit(cache=True)
def _fill_segment(
    keys: Places,
    effects: Floats,
    turns: Floats,
    moves: Floats,
    positions: Floats,
    joints: Places,
    channel_joints: Places,
    above: Places,
    weights: Floats,
    gaps: Floats,
    levers: Floats,
    own_gaps: Floats,
    matrix: Floats,
    side: Floats,
    s: int,
) -> None:
    channels = len(levers)
    pairs, pulls = np.empty((channels, channels)), np.empty(channels)
    arms = np.empty((above.shape[1], 3))
    for frame in range(keys[s] + 1, keys[s + 1]):
        pairs[:] = 0.0
        for c in range(channels):
            pairs[c, c] = levers[c]
            pulls[c] = levers[c] * own_gaps[frame, c]
        for n in range(len(joints)):
            _add_joint(
                frame, n, turns, moves, positions, joints, channel_joints, above, weights, gaps, arms, pairs, pulls
            )
        for c in range(channels):
            out, into = effects[0, frame, c], effects[1, frame, c]
            side[s, c] += out * pulls[c]
            side[s, channels + c] += into * pulls[c]
            for d in range(c + 1):
                pair = pairs[c, d]
                if pair != 0.0:
                    matrix[s, c, d] += out * effects[0, frame, d] * pair
                    matrix[s, c, channels + d] += out * effects[1, frame, d] * pair
                    matrix[s, channels + c, channels + d] += into * effects[1, frame, d] * pair
                    if d < c:
                        matrix[s, d, channels + c] += into * effects[0, frame, d] * pair
    for c in range(channels):
        for d in range(c):
            matrix[s, d, c] = matrix[s, c, d]
            matrix[s, channels + d, channels + c] = matrix[s, channels + c, channels + d]


@njit(cache=True)
def _add_joint(
    frame: int,
    n: int,
    turns: Floats,
    moves: Floats,
    positions: Floats,
    joints: Places,
    channel_joints: Places,
    above: Places,
    weights: Floats,
    gaps: Floats,
    arms: Floats,
    pairs: Floats,
    pulls: Floats,
) -> None:
    """Add one joint's part: the products of how it follows each two channels, in the lower triangle."""
    weight = weights[frame, n]
    if weight == 0.0:
        return
    for place in range(above.shape[1]):
        c = above[n, place]
        if c < 0:
            break
        pivot, joint = channel_joints[c], joints[n]
        x = positions[frame, joint, 0] - positions[frame, pivot, 0]
        y = positions[frame, joint, 1] - positions[frame, pivot, 1]
        z = positions[frame, joint, 2] - positions[frame, pivot, 2]
        a, b, e = turns[frame, c, 0], turns[frame, c, 1], turns[frame, c, 2]
        arms[place, 0] = b * z - e * y + moves[frame, c, 0]
        arms[place, 1] = e * x - a * z + moves[frame, c, 1]
        arms[place, 2] = a * y - b * x + moves[frame, c, 2]
        gx, gy, gz = weight * arms[place, 0], weight * arms[place, 1], weight * arms[place, 2]
        pulls[c] += gx * gaps[frame, n, 0] + gy * gaps[frame, n, 1] + gz * gaps[frame, n, 2]
        for other in range(place + 1):
            pairs[c, above[n, other]] += gx * arms[other, 0] + gy * arms[other, 1] + gz * arms[other, 2]
