"""The inner loops that keep feet above the floor while plants are held.

A mean of two steps may dip below both, and a foot that goes over from one plant to the next may be turned into the
floor. A foot in the air is raised, one that stands on its heel or its ball alone is turned less, and where the tip of
the toes is still too low, they bend. Each by the most that is needed near a frame, smoothed as wide; at both ends of
the blend, not at all.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy, cross
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.synthesis.transitions.quick.pose_kernels import turn, turn_of

NEAR_FRAMES = 6
"""Frames before and after one that is too low in which a foot is changed."""
SHORTEST_M = 0.01
"""Shorter toes do not bend."""


@njit(cache=True, nogil=True)
def keep_above(
    foot: int, levels: Floats, soles: Floats, ankles: Floats, stands: Booleans, turned: Floats, moved: Floats
) -> None:
    """Raise an ankle's ways where a point of its sole would be below the floor.

    Parameters
    ----------
    foot : 0 left, 1 right.
    levels : (3,) the lowest heights of heels, balls and tips in the first and the last motion that are blended.
    soles, ankles : (F, 6, 3) and (F, 3) of the blend in the world.
    stands : (F,) where the foot is planted.
    turned, moved : (F, 3) how the foot turns and its ankle moves, see `foot_changes`; ways are changed.
    """
    length = len(ankles)
    needed, wide = np.zeros(length), np.empty(length)
    for k in range(length):
        height = ankles[k, 1] + moved[k, 1]
        needed[k] = max(_depth(levels, soles[k, 3 * foot : 3 * foot + 3], ankles[k], height, turned[k], 1.0), 0.0)
    spread_between(needed, stands, wide)
    for k in range(length):
        moved[k, 1] += wide[k]


@njit(cache=True, nogil=True)
def turn_less(
    foot: int, levels: Floats, soles: Floats, anchor: Indices, place: Floats, stands: Indices, turned: Floats
) -> None:
    """Turn a foot less where it stands on one point and would turn another into the floor.

    Parameters
    ----------
    foot : 0 left, 1 right.
    levels, soles : see `keep_above`.
    anchor, place : (F,) and (F, 3) the point that is in place, 0 heel and 1 ball, and where.
    stands : (F,) 0 in the air, 1 on one point, 2 on both.
    turned : (F, 3) how the foot turns, changed.
    """
    length = len(turned)
    needed, less = np.zeros(length), np.empty(length)
    for k in range(length):
        if stands[k] == 1:
            own = soles[k, 3 * foot : 3 * foot + 3]
            full = _depth(levels, own, own[anchor[k]], place[k, 1], turned[k], 1.0)
            if full > 0.0:
                none = min(_depth(levels, own, own[anchor[k]], place[k, 1], turned[k], 0.0), 0.0)
                needed[k] = full / (full - none)
    spread_between(needed, stands == 2, less)
    for k in range(length):
        turned[k] *= 1.0 - less[k]


@njit(cache=True, nogil=True)
def toes_up(
    foot: int, levels: Floats, soles: Floats, ankles: Floats, turned: Floats, moved: Floats, out: Floats
) -> None:
    """Write by which turns (F, 3) of the world, about the level axis across their foot, toes bend up so that their tips
    are not below the floor.

    Across the toes themselves there is no such axis where they point straight down.

    Parameters
    ----------
    foot, levels, soles, ankles, turned, moved : see `keep_above`.
    """
    length = len(ankles)
    needed, angles, q = np.zeros(length), np.empty(length), np.empty(4)
    heel, way, across = np.empty(3), np.empty(3), np.empty(3)
    for k in range(length):
        turn_of(turned[k], q)
        ball, tip = soles[k, 3 * foot + 1], soles[k, 3 * foot + 2]
        for axis in range(3):
            heel[axis] = soles[k, 3 * foot, axis] - ankles[k, axis]
            way[axis] = ball[axis] - ankles[k, axis]
        turn(q, heel, heel)
        turn(q, way, way)
        room = levels[2] - ankles[k, 1] - moved[k, 1] - way[1]
        cross(heel, way, across)
        across[1] = 0.0
        across /= max(np.sqrt((across**2).sum()), 1e-9)
        copy(out[k], across)
        for axis in range(3):
            way[axis] = tip[axis] - ball[axis]
        turn(q, way, way)
        ahead = way[0] * across[2] - way[2] * across[0]
        size = np.sqrt(ahead**2 + way[1] ** 2)
        if size > SHORTEST_M and way[1] < room:
            needed[k] = max(np.arcsin(min(room / size, 1.0)) - np.arctan2(way[1], ahead), 0.0)
    spread_between(needed, np.zeros(length, np.bool_), angles)
    for k in range(length):
        out[k] *= angles[k]


@njit(cache=True, nogil=True)
def _depth(levels: Floats, points: Floats, pivot: Floats, height: float, turned: Floats, part: float) -> float:
    """How far the lowest of a foot's points (3, 3) is below the floor when it is turned about a pivot that is at a
    height."""
    q, way, deepest = np.empty(4), np.empty(3), -np.inf
    turn_of(part * turned, q)
    for point in range(3):
        for axis in range(3):
            way[axis] = points[point, axis] - pivot[axis]
        turn(q, way, way)
        deepest = max(deepest, levels[point] - height - way[1])
    return deepest


@njit(cache=True, nogil=True)
def spread_between(needed: Floats, fixed: Booleans, out: Floats) -> None:
    """Do as `spread` does, but nothing where a frame is fixed and at both ends, and go there smoothly."""
    length = len(needed)
    away = np.empty(length)
    spread(needed, NEAR_FRAMES, out)
    since = NEAR_FRAMES
    for k in range(length):
        since = 0 if fixed[k] else since + 1
        away[k] = min(since, k)
    since = NEAR_FRAMES
    for k in range(length - 1, -1, -1):
        since = 0 if fixed[k] else since + 1
        part = min(min(away[k], since, length - 1 - k) / NEAR_FRAMES, 1.0)
        out[k] *= part * part * (3.0 - 2.0 * part)


@njit(cache=True, nogil=True)
def spread(needed: Floats, near: int, out: Floats) -> None:
    """Write the most that is needed near a frame, smoothed as wide: nowhere less than is needed, and never sudden.

    Parameters
    ----------
    needed : (F,) zero or more.
    near : frames before and after.
    out : (F,) written.
    """
    length = len(needed)
    most = np.empty(length)
    for k in range(length):
        most[k] = needed[max(k - near, 0) : k + near + 1].max()
    for k in range(length):
        total = value = 0.0
        for j in range(k - near, k + near + 1):
            weight = np.cos(0.5 * np.pi * (j - k) / (near + 1)) ** 2
            total += weight
            value += weight * most[min(max(j, 0), length - 1)]
        out[k] = value / total
