"""The inner loops that hold feet over a whole blend: where ankles go, and how legs reach them.

A planted point is exactly in its place. From one plant to the next, and to the ends of the blend, what moves a foot
goes over as a cubic with the speeds that it has there, over all of the time between: nothing starts or stops suddenly.
The root goes along (`root_kernels`), so that legs bend little.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002, for legs that
reach; the cubics are ours.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy, cross
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.synthesis.transitions.quick.floor_kernels import keep_above, toes_up, turn_less
from unbake.synthesis.transitions.quick.pose_kernels import multiply, turn, turn_of
from unbake.synthesis.transitions.quick.settling_kernels import cut

STRAIGHT_SINE = 0.005
"""Sine of the knee's bend below which the leg's own plane says nothing about the hinge."""
LOWEST_M = 0.05
"""A plant that would need the root lower than that is left as it is."""


@njit(cache=True, nogil=True)
def turn_between(a: Floats, b: Floats, out: Floats) -> None:
    """Write the least rotation that turns a direction into another; none for opposite ones, or without length."""
    x, y, z = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    size = np.sqrt((a[0] ** 2 + a[1] ** 2 + a[2] ** 2) * (b[0] ** 2 + b[1] ** 2 + b[2] ** 2))
    w = size + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    norm = np.sqrt(x * x + y * y + z * z + w * w)
    if norm <= 1e-12 or w <= 1e-12 * size:
        out[0] = out[1] = out[2] = 0.0
        out[3] = 1.0
        return
    out[0], out[1], out[2], out[3] = x / norm, y / norm, z / norm, w / norm


@njit(cache=True, nogil=True)
def fill_gaps(values: Floats, known: Booleans) -> None:
    """Go from each value that is known to the next by a cubic, and from and to nothing at both ends.

    Parameters
    ----------
    values : (F, C) of which the known ones stay.
    known : (F,).
    """
    length, n = len(values), values.shape[1]
    before = -1
    for k in range(length + 1):
        if k < length and not known[k]:
            continue
        if k - before > 1:
            start, end = max(before, 0), min(k, length - 1)
            for c in range(n):
                p = values[before, c] if before >= 0 else 0.0
                q = values[k, c] if k < length else 0.0
                u = values[before, c] - values[before - 1, c] if before > 0 and known[before - 1] else 0.0
                v = values[k + 1, c] - values[k, c] if k + 1 < length and known[k + 1] else 0.0
                span = max(end - start, 1)
                for j in range(before + 1, k):
                    t = (j - start) / span
                    rest = 1.0 - t
                    values[j, c] = rest * rest * ((1.0 + 2.0 * t) * p + t * span * u) + t * t * (
                        (3.0 - 2.0 * t) * q - rest * span * v
                    )
        before = k


@njit(cache=True, nogil=True)
def foot_changes(
    foot: int,
    plants: Indices,
    places: Floats,
    is_taken: Indices,
    n: int,
    levels: Floats,
    soles: Floats,
    ankles: Floats,
    turned: Floats,
    moved: Floats,
    bent: Floats,
    held: Booleans,
) -> None:
    """Write how a foot turns and how its ankle moves so that planted points are in their places, the others above the
    floor.

    Parameters
    ----------
    foot : 0 left, 1 right.
    plants, places, is_taken, n : see `plant_kernels`.
    levels : (3,) see `keep_above`.
    soles, ankles : (F, 6, 3) and (F, 3) of the blend in the world.
    turned, moved : (F, 3) rotation vectors and ways, written.
    bent : (F, 3) rotation vectors of the world by which the toes bend up, written.
    held : (F,) where the foot is planted, written.
    """
    length = len(ankles)
    stands = np.zeros(length, np.int64)
    anchor, place = np.zeros(length, np.int64), np.zeros((length, 3))
    q, way, wanted = np.empty(4), np.empty(3), np.empty(3)
    turned[:], moved[:] = 0.0, 0.0
    for plant in range(n):
        own = plants[plant]
        if is_taken[plant] <= 0 or own[0] != foot:
            continue
        for k in range(own[1], own[2] + 1):
            on_heel, on_ball = own[3] >= 0 and own[3] <= k <= own[4], own[5] >= 0 and own[5] <= k <= own[6]
            if not (on_heel or on_ball):
                continue
            stands[k] = int(on_heel) + int(on_ball)
            anchor[k] = 0 if on_heel else 1
            copy(place[k], places[plant, anchor[k]])
            if stands[k] == 2:
                for axis in range(3):
                    way[axis] = soles[k, 3 * foot + 1, axis] - soles[k, 3 * foot, axis]
                    wanted[axis] = places[plant, 1, axis] - places[plant, 0, axis]
                turn_between(way, wanted, q)
                sine = np.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2)
                by = 2.0 if sine < 1e-9 else 2.0 * np.arctan2(sine, q[3]) / sine
                for axis in range(3):
                    turned[k, axis] = by * q[axis]
    fill_gaps(turned, stands == 2)
    turn_less(foot, levels, soles, anchor, place, stands, turned)
    for k in range(length):
        if stands[k] > 0:
            own_point = soles[k, 3 * foot + anchor[k]]
            for axis in range(3):
                way[axis] = ankles[k, axis] - own_point[axis]
            turn_of(turned[k], q)
            turn(q, way, way)
            for axis in range(3):
                moved[k, axis] = place[k, axis] + way[axis] - ankles[k, axis]
    held[:] = stands > 0
    fill_gaps(moved, held)
    keep_above(foot, levels, soles, ankles, held, turned, moved)
    toes_up(foot, levels, soles, ankles, turned, moved, bent)


@njit(cache=True, nogil=True)
def leave_low_ones(plants: Indices, is_taken: Indices, n: int, least: int, needed: Floats) -> int:
    """Take back plants for which the root would have to go too far down, and return how many there are.

    Of plants at the ends of the blend, some frames may be left, but not fewer than the least.
    """
    count, end = 0, needed.shape[1] - 1
    for plant in range(n):
        own = plants[plant]
        first, last = own[2] + 1, -1
        for k in range(own[1], own[2] + 1):
            if is_taken[plant] > 0 and needed[own[0], k] > LOWEST_M:
                first, last = min(first, k), k
        if last < 0:
            continue
        count += 1
        if own[1] == 0:
            own[2] = first - 1
        elif own[2] == end:
            own[1] = last + 1
        else:
            own[2] = own[1] - 1
        cut(own, least, is_taken[plant : plant + 1])
    return count


@njit(cache=True, nogil=True)
def reach(
    poses: Floats,
    n_translated: int,
    parents: Indices,
    legs: Indices,
    foot: int,
    turns: Floats,
    spots: Floats,
    root: Floats,
    moved: Floats,
    turned: Floats,
    bent: Floats,
) -> float:
    """Turn the joints of a leg so that the foot is where it should be; return the farthest miss in metres.

    Parameters
    ----------
    poses : (F, 3 T + 4 J) changed.
    n_translated, parents, legs : T, and the skeleton.
    foot : 0 left, 1 right.
    turns, spots : (F, J, 4) and (F, J, 3) in the world, before the change.
    root, moved, turned : (F, 3) ways of root and ankle, and rotation vectors of the foot.
    bent : (F, 3) rotation vectors of the world by which the toes bend up.
    """
    hip, knee, ankle, toe = legs[foot, 0], legs[foot, 1], legs[foot, 2], legs[foot, 3]
    thigh, shin, target, hinge, wanted = np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    up, bend, aim = np.empty(4), np.empty(4), np.empty(4)
    sole, back, local = np.empty(4), np.empty(4), np.empty(4)
    own_hinge, has_hinge, worst = np.zeros(3), False, 0.0
    for k in range(len(poses)):
        for axis in range(3):
            thigh[axis] = spots[k, knee, axis] - spots[k, hip, axis]
            shin[axis] = spots[k, ankle, axis] - spots[k, knee, axis]
            target[axis] = spots[k, ankle, axis] + moved[k, axis] - spots[k, hip, axis] - root[k, axis]
        upper, lower = np.sqrt((thigh**2).sum()), np.sqrt((shin**2).sum())
        if upper < 1e-6 or lower < 1e-6:
            continue
        cross(thigh, shin, hinge)
        size = np.sqrt((hinge**2).sum())
        _conjugate(turns[k, hip], back)
        if size > STRAIGHT_SINE * upper * lower:
            hinge /= size
            turn(back, hinge, own_hinge)
            has_hinge = True
        elif has_hinge:
            turn(turns[k, hip], own_hinge, hinge)
        else:
            cross(spots[k, toe] - spots[k, ankle], spots[k, ankle] - spots[k, hip], hinge)
        along = (hinge * thigh).sum() / upper**2
        hinge -= along * thigh
        hinge /= max(np.sqrt((hinge**2).sum()), 1e-9)
        distance = np.sqrt((target**2).sum())
        angle = _knee_angle(upper, lower, distance)
        cross(hinge, thigh, wanted)
        for axis in range(3):
            wanted[axis] = np.cos(np.pi - angle) * thigh[axis] + np.sin(np.pi - angle) * wanted[axis]
        turn_between(shin, wanted, bend)
        turn(bend, shin, wanted)
        straight = thigh + wanted
        turn_between(straight, target, aim)
        worst = max(worst, abs(np.sqrt((straight**2).sum()) - distance))
        turn_of(turned[k], sole)
        for joint in (hip, knee, ankle):
            # parent⁻¹ · (what turns the joint, without what turns its parent already) · world
            own = turns[k, joint]
            if joint == hip:
                multiply(aim, own, local)
            elif joint == knee:
                multiply(bend, own, local)
            else:
                multiply(sole, own, local)
                _conjugate(aim, back)
                multiply(back, local, local)
                _conjugate(bend, back)
                multiply(back, local, local)
            if parents[joint] >= 0:
                _conjugate(turns[k, parents[joint]], back)
                multiply(back, local, local)
            _write(local, poses[k], 3 * n_translated + 4 * joint)
        if bent[k].any():
            # parent⁻¹ · foot⁻¹ · bend · foot · world
            turn_of(bent[k], up)
            multiply(sole, turns[k, toe], local)
            multiply(up, local, local)
            _conjugate(sole, back)
            multiply(back, local, local)
            _conjugate(turns[k, parents[toe]], back)
            multiply(back, local, local)
            _write(local, poses[k], 3 * n_translated + 4 * toe)
    return worst


@njit(cache=True, nogil=True)
def _write(q: Floats, row: Floats, start: int) -> None:
    for part in range(4):
        row[start + part] = q[part]


@njit(cache=True, nogil=True)
def _conjugate(q: Floats, out: Floats) -> None:
    out[0], out[1], out[2], out[3] = -q[0], -q[1], -q[2], q[3]


@njit(cache=True, nogil=True)
def _knee_angle(upper: float, lower: float, distance: float) -> float:
    """The knee's angle, π where the leg is straight, that puts hip and ankle at a distance, or as near as can be."""
    longest, shortest = upper + lower, abs(upper - lower)
    over = max((distance - shortest) * (distance + shortest), 0.0)
    under = max((longest - distance) * (longest + distance), 0.0)
    return 2.0 * np.arctan2(np.sqrt(over), np.sqrt(under))
