"""The inner loops of the world-space match: the normal equations of all slopes, segment by segment and frame by frame.

Two channels meet in the joints below both of them. How those follow the two is a sum of products that needs only their
weight, its first and its second moments, gathered once a frame from the leaves to the root; so the cost does not grow
with the number of joints that count. The two slopes of a segment then scale each pair by what they add to the curves.

References: R. Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 6 (composite bodies, here with the weights of
joints for masses).
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats, Indices

AT_ONCE = 32
"""Frames for which pairs of channels are multiplied together: what they need then stays in the processor's cache."""


@njit(cache=True, nogil=True)
def fill_equations(
    keys: Indices,
    effects: Floats,
    held: Booleans,
    places: Indices,
    axes: Floats,
    positions: Floats,
    parents: Indices,
    joints: Indices,
    channel_joints: Indices,
    are_moves: Booleans,
    pairs: Indices,
    weights: Floats,
    gaps: Floats,
    levers: Floats,
    own_weights: Floats,
    own_gaps: Floats,
    diagonal: Floats,
    upper: Floats,
    right: Floats,
    last_diagonal: Floats,
    last_right: Floats,
) -> None:
    """Add to the blocks on the diagonal and above it (K − 1, n, n), and to the right-hand sides (K − 1, n), of all keys
    but the last one: its own are `last_diagonal` (n, n) and `last_right` (n,), as another call may begin with it.

    Parameters
    ----------
    keys : (K,) frames.
    effects, places : (2, F, C) and (2, K, C), see `slopes.Slopes`.
    held : (K, C) slopes that may not change.
    axes : (F, C, 3) see `motion.jacobian.ChannelAxes`.
    positions : (F, J, 3) of all joints.
    parents : (J,) a joint's parent, before it.
    joints : (N,) those that count.
    channel_joints, are_moves : (C,) the joint of each channel, and whether it moves it.
    pairs : (R, 2) the channels that meet, each with itself included, the one farther down the hierarchy first.
    weights, gaps : (F, N) and (F, N, 3) weights, and what is missing to the capture.
    levers, own_weights : (C,) and (F,) weights of the channels' own errors are the products of these.
    own_gaps : (F, C) those errors.
    """
    channels = len(levers)
    moments = np.empty((len(parents), 16))
    twists, momenta = np.empty((channels, 6, AT_ONCE)), np.empty((channels, 6, AT_ONCE))
    scales, pulls = np.empty((channels, 2, AT_ONCE)), np.empty(channels)
    sums, sides = np.empty((len(pairs), 4)), np.empty((2, channels))
    for s in range(len(keys) - 1):
        sums[:] = 0.0
        sides[:] = 0.0
        for start in range(keys[s] + 1, keys[s + 1], AT_ONCE):
            count = min(AT_ONCE, keys[s + 1] - start)
            for t in range(count):
                frame = start + t
                _gather(positions[frame], parents, joints, weights[frame], gaps[frame], moments)
                _fill_channels(
                    positions[frame],
                    axes[frame],
                    channel_joints,
                    are_moves,
                    moments,
                    twists[:, :, t],
                    momenta[:, :, t],
                    pulls,
                )
                for c in range(channels):
                    scales[c, 0, t], scales[c, 1, t] = effects[0, frame, c], effects[1, frame, c]
                    pull = pulls[c] + levers[c] * own_weights[frame] * own_gaps[frame, c]
                    sides[0, c] += scales[c, 0, t] * pull
                    sides[1, c] += scales[c, 1, t] * pull
            own = own_weights[start : start + count]
            for r in range(len(pairs)):
                c, d = pairs[r, 0], pairs[r, 1]
                _add_pair(momenta[c], twists[d], scales[c], scales[d], levers[c] * (c == d), own, sums[r])
        _add_segment(s, held, places, pairs, sums, sides, diagonal, upper, right, last_diagonal, last_right)


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _add_pair(
    momenta: Floats, twists: Floats, first: Floats, second: Floats, lever: float, own: Floats, sums: Floats
) -> None:
    """Add what two channels have in common over some frames, as the four products of their slopes feel it.

    The sums may be taken in any order, so that several frames go in one instruction.
    """
    both_out = out_into = into_out = both_into = 0.0
    for t in range(len(own)):
        product = (
            lever * own[t]
            + momenta[0, t] * twists[0, t]
            + momenta[1, t] * twists[1, t]
            + momenta[2, t] * twists[2, t]
            + momenta[3, t] * twists[3, t]
            + momenta[4, t] * twists[4, t]
            + momenta[5, t] * twists[5, t]
        )
        out, into = first[0, t] * product, first[1, t] * product
        both_out += out * second[0, t]
        out_into += out * second[1, t]
        into_out += into * second[0, t]
        both_into += into * second[1, t]
    sums[0], sums[1], sums[2], sums[3] = (
        sums[0] + both_out,
        sums[1] + out_into,
        sums[2] + into_out,
        sums[3] + both_into,
    )


@njit(cache=True, nogil=True)
def _gather(
    positions: Floats, parents: Indices, joints: Indices, weights: Floats, gaps: Floats, moments: Floats
) -> None:
    """Fill for each joint (J, 16) what hangs on it, itself included: the sums over the joints that count of their
    weight (0), weighted position (1–3) and its products xx, yy, zz, xy, xz, yz (4–9), weighted gap (10–12), and
    position × weighted gap (13–15). Positions are seen from the root, so that they stay small.
    """
    moments[:] = 0.0
    for n in range(len(joints)):
        joint, w = joints[n], weights[n]
        row = moments[joint]
        x, y, z = (
            positions[joint, 0] - positions[0, 0],
            positions[joint, 1] - positions[0, 1],
            positions[joint, 2] - positions[0, 2],
        )
        a, b, e = w * gaps[n, 0], w * gaps[n, 1], w * gaps[n, 2]
        row[0] += w
        row[1], row[2], row[3] = row[1] + w * x, row[2] + w * y, row[3] + w * z
        row[4], row[5], row[6] = row[4] + w * x * x, row[5] + w * y * y, row[6] + w * z * z
        row[7], row[8], row[9] = row[7] + w * x * y, row[8] + w * x * z, row[9] + w * y * z
        row[10], row[11], row[12] = row[10] + a, row[11] + b, row[12] + e
        row[13], row[14], row[15] = row[13] + y * e - z * b, row[14] + z * a - x * e, row[15] + x * b - y * a
    for joint in range(len(parents) - 1, 0, -1):
        for entry in range(16):
            moments[parents[joint], entry] += moments[joint, entry]


@njit(cache=True, nogil=True)
def _fill_channels(
    positions: Floats,
    axes: Floats,
    channel_joints: Indices,
    are_moves: Booleans,
    moments: Floats,
    twists: Floats,
    momenta: Floats,
    pulls: Floats,
) -> None:
    """Fill each channel's twist (C, 6), rotation first: it moves a point p by rotation × p + displacement.

    And the momenta (C, 6) that this gives what hangs on its joint, the angular ones first; their product with the
    twist of a channel above is what the two have in common. And how gaps pull at it (C,).
    """
    for c in range(len(channel_joints)):
        joint = channel_joints[c]
        row, x, y, z = moments[joint], axes[c, 0], axes[c, 1], axes[c, 2]
        if are_moves[c]:
            rx, ry, rz, dx, dy, dz = 0.0, 0.0, 0.0, x, y, z
        else:
            px, py, pz = (
                positions[joint, 0] - positions[0, 0],
                positions[joint, 1] - positions[0, 1],
                positions[joint, 2] - positions[0, 2],
            )
            rx, ry, rz, dx, dy, dz = x, y, z, z * py - y * pz, x * pz - z * px, y * px - x * py
        w, hx, hy, hz = row[0], row[1], row[2], row[3]
        xx, yy, zz, xy, xz, yz = row[4], row[5], row[6], row[7], row[8], row[9]
        twists[c, 0], twists[c, 1], twists[c, 2] = rx, ry, rz
        twists[c, 3], twists[c, 4], twists[c, 5] = dx, dy, dz
        momenta[c, 0] = (yy + zz) * rx - xy * ry - xz * rz + hy * dz - hz * dy
        momenta[c, 1] = (xx + zz) * ry - xy * rx - yz * rz + hz * dx - hx * dz
        momenta[c, 2] = (xx + yy) * rz - xz * rx - yz * ry + hx * dy - hy * dx
        momenta[c, 3] = w * dx + ry * hz - rz * hy
        momenta[c, 4] = w * dy + rz * hx - rx * hz
        momenta[c, 5] = w * dz + rx * hy - ry * hx
        pulls[c] = rx * row[13] + ry * row[14] + rz * row[15] + dx * row[10] + dy * row[11] + dz * row[12]


@njit(cache=True, nogil=True)
def _add_segment(
    s: int,
    held: Booleans,
    places: Indices,
    pairs: Indices,
    sums: Floats,
    sides: Floats,
    diagonal: Floats,
    upper: Floats,
    right: Floats,
    last_diagonal: Floats,
    last_right: Floats,
) -> None:
    """Add one segment's sums to the blocks of its two keys, except for the slopes that are held."""
    out, into, no_out, no_into = places[1, s], places[0, s + 1], held[s], held[s + 1]
    is_last = s + 1 == len(diagonal)
    at_key, at_next, beside = diagonal[s], last_diagonal if is_last else diagonal[s + 1], upper[s]
    side, next_side = right[s], last_right if is_last else right[s + 1]
    for c in range(sides.shape[1]):
        if not no_out[c]:
            side[out[c]] += sides[0, c]
        if not no_into[c]:
            next_side[into[c]] += sides[1, c]
    for r in range(len(pairs)):
        c, d = pairs[r]
        if not (no_out[c] or no_out[d]):
            at_key[out[c], out[d]] += sums[r, 0]
            if c != d:
                at_key[out[d], out[c]] += sums[r, 0]
        if not (no_into[c] or no_into[d]):
            at_next[into[c], into[d]] += sums[r, 3]
            if c != d:
                at_next[into[d], into[c]] += sums[r, 3]
        if not (no_out[c] or no_into[d]):
            beside[out[c], into[d]] += sums[r, 1]
        if c != d and not (no_into[c] or no_out[d]):
            beside[out[d], into[c]] += sums[r, 2]
