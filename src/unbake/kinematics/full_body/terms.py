"""What a pose costs: distances to wished places, pins, the floor, turns against the parent, and limits of joints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.full_body.excess import cost_of_excess
from unbake.kinematics.full_body.socket_terms import cost_of_socket


@njit(cache=True, nogil=True)
def place_all(
    parents: NDArray[np.int64], offsets: Floats, root: Floats, turns: Floats, positions: Floats, frames: Floats
) -> None:
    """Put the joints' positions (J, 3) and rotation matrices (J, 3, 3) in the world where their turns bring them.

    `offsets` (J, 3) are in the parents' frames, `turns` (J, 4) are unit quaternions in the world.
    """
    for joint in range(len(parents)):
        x, y, z, w = turns[joint, 0], turns[joint, 1], turns[joint, 2], turns[joint, 3]
        frame = frames[joint]
        frame[0, 0], frame[0, 1], frame[0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
        frame[1, 0], frame[1, 1], frame[1, 2] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
        frame[2, 0], frame[2, 1], frame[2, 2] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)
        for i in range(3):
            if joint == 0:
                positions[joint, i] = root[i]
                continue
            positions[joint, i] = positions[parents[joint], i]
            for k in range(3):
                positions[joint, i] += frames[parents[joint], i, k] * offsets[joint, k]


@njit(cache=True, nogil=True)
def product(a: Floats, b: Floats, out: Floats) -> None:
    """Put the product a · b of two quaternions (4,) into `out`, which is neither of them."""
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1]
    out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2]
    out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0]
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]


@njit(cache=True, nogil=True)
def turned_by(turns: Floats, steps: Floats, out: Floats) -> None:
    """Put turns (J, 4), turned further in the world by the last three of the steps (J, 6), into `out`."""
    more = np.empty(4)
    for joint in range(len(turns)):
        angle = 0.0
        for i in range(3):
            angle += steps[joint, 3 + i] ** 2
        half = 0.5 * np.sqrt(angle)
        scale = 0.5 * (np.sin(half) / half if half > 1e-8 else 1.0)
        for i in range(3):
            more[i] = scale * steps[joint, 3 + i]
        more[3] = np.cos(half)
        product(more, turns[joint], out[joint])
        length = np.sqrt((out[joint] ** 2).sum())
        for i in range(4):
            out[joint, i] /= length


@njit(cache=True, nogil=True)
def cost_of_places(
    positions: Floats,
    wishes: Floats,
    weights: Floats,
    is_pinned: Booleans,
    floors: Floats,
    stiffness: Floats,
    is_met: Booleans,
    slopes: Floats,
    curvatures: Floats,
) -> float:
    """Return what the joints' places cost, and put slopes and curvatures (J, 3) by each into the last two.

    `stiffness` is that of pins and that of the floor. `is_met` (J, 3) keeps which limits were passed, the floor last:
    those are stiff on their inner side, too, so that no step runs through them.
    """
    cost = 0.0
    for joint in range(len(positions)):
        weight = stiffness[0] if is_pinned[joint] else weights[joint]
        for i in range(3):
            off = positions[joint, i] - wishes[joint, i]
            cost += 0.5 * weight * off * off
            slopes[joint, i], curvatures[joint, i] = weight * off, weight
        below = positions[joint, 1] - floors[joint]
        if below < 0.0:
            is_met[joint, 2] = True
            cost += 0.5 * stiffness[1] * below * below
            slopes[joint, 1] += stiffness[1] * below
        if is_met[joint, 2]:
            curvatures[joint, 1] += stiffness[1]
    return cost


@njit(cache=True, nogil=True)
def cost_of_turns(
    parents: NDArray[np.int64],
    is_fixed: Booleans,
    turns: Floats,
    rests: Floats,
    frames: Floats,
    calm: Floats,
    hinges: Floats,
    sockets: Floats,
    stiffness: float,
    is_met: Booleans,
    slopes: Floats,
    curvatures: Floats,
) -> float:
    """Return what turns against the parents cost, and put slopes (J, 3) and curvatures (J, 3, 3) into the last two.

    Parameters
    ----------
    turns, rests : (J, 4) rotations in the world, and each against its parent's at the start (the root's in the world).
    frames : (J, 3, 3) the turns as matrices.
    calm : (J,) what the square of a radian costs that a joint has turned against its parent.
    hinges, sockets : (J, 13) and (J, ROW) per joint as in `Hinges.rows` and `Sockets.rows`; zeros where there is none.
    stiffness, is_met : of the joints' limits, as for places.
    """
    cost = 0.0
    expected, back, off = np.empty(4), np.empty(4), np.empty(4)
    for joint in range(len(parents)):
        slopes[joint], curvatures[joint] = 0.0, 0.0
        if is_fixed[joint]:
            continue
        if joint == 0:
            for i in range(4):
                expected[i] = rests[0, i]
        else:
            product(turns[parents[joint]], rests[joint], expected)
        for i in range(3):
            back[i] = -expected[i]
        back[3] = expected[3]
        product(turns[joint], back, off)
        sine = np.sqrt(off[0] ** 2 + off[1] ** 2 + off[2] ** 2)
        sign = -1.0 if off[3] < 0.0 else 1.0
        scale = 2.0 * np.arctan2(sine, sign * off[3]) / sine if sine > 1e-9 else 2.0
        for i in range(3):
            turned = sign * scale * off[i]
            cost += 0.5 * calm[joint] * turned * turned
            slopes[joint, i], curvatures[joint, i, i] = calm[joint] * turned, calm[joint]
        if joint == 0:
            continue
        above, own = frames[parents[joint]], frames[joint]
        slope, curvature = slopes[joint], curvatures[joint]
        if hinges[joint, 0] > 0.0:
            cost += cost_of_hinge(hinges[joint], above, own, stiffness, is_met[joint], slope, curvature)
        if sockets[joint, 0] > 0.0:
            cost += cost_of_socket(sockets[joint], above, own, stiffness, is_met[joint], slope, curvature)
    return cost


@njit(cache=True, nogil=True)
def cost_of_hinge(
    row: Floats,
    above: Floats,
    frame: Floats,
    stiffness: float,
    is_met: Booleans,
    slopes: Floats,
    curvatures: Floats,
) -> float:
    """Return what a hinge's excess costs; add to the slopes (3,) and curvatures (3, 3) by the turn against the parent.

    `row` is one of `Hinges.rows`; `above` and `frame` (3, 3) are the frames of the parent and of the joint.
    """
    axis, ahead, side, shin = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    for i in range(3):
        for k in range(3):
            axis[i] += above[i, k] * row[4 + k]
            ahead[i] += above[i, k] * row[7 + k]
            shin[i] += frame[i, k] * row[10 + k]
    side[0] = axis[1] * ahead[2] - axis[2] * ahead[1]
    side[1] = axis[2] * ahead[0] - axis[0] * ahead[2]
    side[2] = axis[0] * ahead[1] - axis[1] * ahead[0]
    x, y, aside = 0.0, 0.0, 0.0
    for i in range(3):
        x, y, aside = x + ahead[i] * shin[i], y + side[i] * shin[i], aside + axis[i] * shin[i]
    bend = np.arctan2(y, x)
    # A bend far beyond the straight limb is nearer to it than to a fully bent one.
    if bend < 0.5 * (row[1] + row[2]) - np.pi:
        bend += 2.0 * np.pi
    flat = max(x * x + y * y, 1e-6)
    cost = 0.0
    for what in range(2):
        excess = bend - min(max(bend, row[1]), row[2]) if what == 0 else aside - min(max(aside, -row[3]), row[3])
        is_met[what] |= excess != 0.0
        if not is_met[what]:
            continue
        lever = np.empty(3)
        for i in range(3):
            lever[i] = (x * side[i] - y * ahead[i]) / flat if what == 0 else axis[i]
        turn = np.empty(3)
        turn[0] = shin[1] * lever[2] - shin[2] * lever[1]
        turn[1] = shin[2] * lever[0] - shin[0] * lever[2]
        turn[2] = shin[0] * lever[1] - shin[1] * lever[0]
        cost += cost_of_excess(excess, turn, stiffness, slopes, curvatures)
    return cost
