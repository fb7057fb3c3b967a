"""What a bone costs that points or twists farther than its socket lets it."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import cross
from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.full_body.excess import cost_of_excess
from unbake.kinematics.full_body.sockets import AROUND

LEAST_SINE = 0.05
"""Directions nearer to the centre, or to its opposite, count as having this sine."""


@njit(cache=True, nogil=True)
def cost_of_socket(
    row: Floats,
    above: Floats,
    frame: Floats,
    stiffness: float,
    is_met: Booleans,
    slopes: Floats,
    curvatures: Floats,
) -> float:
    """Return what a socket's excess costs; add to the slopes (3,) and curvatures (3, 3) by the turn against the parent.

    `row` is one of `Sockets.rows`; `above` and `frame` (3, 3) are the frames of the parent and of the joint. `is_met`
    (2,) keeps whether direction and twist have been at their limits.
    """
    directions, turn = np.zeros((4, 3)), np.empty(3)
    centre, start, bone, own = directions[0], directions[1], directions[2], directions[3]
    for i in range(3):
        for k in range(3):
            centre[i] += above[i, k] * row[1 + k]
            start[i] += above[i, k] * row[4 + k]
            bone[i] += frame[i, k] * row[7 + k]
            own[i] += frame[i, k] * row[10 + k]
    cost = 0.0
    for what in range(2):
        if what == 0:
            excess = _beyond(row, centre, start, bone, turn)
        else:
            excess = _overtwisted(row, centre, start, bone, own, turn)
        is_met[what] |= excess != 0.0
        if not is_met[what]:
            continue
        cost += cost_of_excess(excess, turn, stiffness, slopes, curvatures)
    return cost


@njit(cache=True, nogil=True)
def _beyond(row: Floats, centre: Floats, start: Floats, bone: Floats, turn: Floats) -> float:
    """The angle by which a bone points beyond the limit, and into `turn` (3,) how it grows with turns of the bone."""
    side = np.empty(3)
    cross(centre, start, side)
    ahead, aside, along = 0.0, 0.0, 0.0
    for i in range(3):
        ahead, aside, along = ahead + start[i] * bone[i], aside + side[i] * bone[i], along + centre[i] * bone[i]
    sine = np.sqrt(ahead * ahead + aside * aside)
    azimuth = np.arctan2(aside, ahead) % (2.0 * np.pi) * (AROUND / (2.0 * np.pi))
    knot = int(azimuth)
    part = azimuth - knot
    first, second = row[15 + knot % AROUND], row[15 + (knot + 1) % AROUND]
    farthest = first + part * (second - first)
    slope = (second - first) * (AROUND / (2.0 * np.pi))
    # Angles from the centre grow with turns about its normal, azimuths with turns about the centre, seen from the bone.
    sure = max(sine, LEAST_SINE)
    for i in range(3):
        normal = (side[i] * ahead - start[i] * aside) / sure
        about = (centre[i] - along * bone[i]) / (sure * sure)
        turn[i] = normal - slope * about
    return max(np.arctan2(sine, along) - farthest, 0.0)


@njit(cache=True, nogil=True)
def _overtwisted(row: Floats, centre: Floats, start: Floats, bone: Floats, own: Floats, turn: Floats) -> float:
    """The angle by which a bone is twisted too far, and into `turn` (3,) how it grows with turns of the bone."""
    along, ahead = 0.0, 0.0
    for i in range(3):
        along, ahead = along + centre[i] * bone[i], ahead + start[i] * bone[i]
    # The azimuth of 0, carried to the bone by the least turn from the centre.
    sure = max(1.0 + along, LEAST_SINE)
    carried = np.empty(3)
    for i in range(3):
        carried[i] = start[i] - ahead * (centre[i] + bone[i]) / sure
    side = np.empty(3)
    cross(carried, own, side)
    x, y = 0.0, 0.0
    for i in range(3):
        x, y = x + carried[i] * own[i], y + side[i] * bone[i]
        turn[i] = (centre[i] + bone[i]) / sure
    twist, middle = np.arctan2(y, x), 0.5 * (row[13] + row[14])
    if twist < middle - np.pi:
        twist += 2.0 * np.pi
    elif twist > middle + np.pi:
        twist -= 2.0 * np.pi
    return twist - min(max(twist, row[13]), row[14])
