"""The inner loops of balance: what planted feet cover, and how far a point of the floor is from it."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import copy
from unbake.ground.arrays import Booleans, Floats, Indices

MOST_CORNERS = 12


@njit(cache=True, nogil=True)
def mark_planted(plants: Indices, is_taken: Indices, n: int, planted: Booleans) -> None:
    """Write which of left heel, left ball, right heel and right ball (F, 4) are planted."""
    planted[:] = False
    for plant in range(n):
        if is_taken[plant]:
            for point in range(2):
                first, last = plants[plant, 3 + 2 * point], plants[plant, 4 + 2 * point]
                if first >= 0:
                    planted[first : last + 1, 2 * plants[plant, 0] + point] = True


@njit(cache=True, nogil=True)
def write_corners(soles: Floats, planted: Booleans, half_width: float, out: Floats) -> int:
    """Write the corners (12, 2) that planted feet have on the ground in a frame, and return how many; see
    `naturalness.support`."""
    n = 0
    for foot in range(2):
        heel, tip = soles[3 * foot], soles[3 * foot + 2]
        x, z = tip[0] - heel[0], tip[2] - heel[2]
        by = half_width / max(np.sqrt(x * x + z * z), 1e-9)
        for column in range(3):
            if planted[2 * foot + min(column, 1)]:
                p = soles[3 * foot + column]
                for side in (-1.0, 1.0):
                    out[n, 0], out[n, 1] = p[0] + side * by * z, p[2] - side * by * x
                    n += 1
    return n


@njit(cache=True, nogil=True)
def _side(a: Floats, b: Floats, x: float, z: float) -> float:
    """Twice the area of a triangle: positive where a point is to the left of the way from one corner to the next."""
    return (b[0] - a[0]) * (z - a[1]) - (b[1] - a[1]) * (x - a[0])


@njit(cache=True, nogil=True)
def distance_to_hull(x: float, z: float, corners: Floats, n: int, hull: Floats, enough: float) -> float:
    """Return how far a point is from the convex hull of corners; 0 inside.

    Parameters
    ----------
    x, z : the point.
    corners, n : (M, 2) of which n at least one count; they are put in order.
    hull : (2 M, 2) memory to work in.
    enough : a distance that does not matter; where it is clear that there is no greater one, it is returned.
    """
    least = np.inf
    for k in range(n):
        least = min(least, (corners[k, 0] - x) ** 2 + (corners[k, 1] - z) ** 2)
    if least <= enough * enough:
        return enough
    count = _hull(corners, n, hull)
    if count < 3:
        return np.sqrt(_to_lines(x, z, hull, count))
    for k in range(count):
        if _side(hull[k], hull[(k + 1) % count], x, z) < 0.0:
            return np.sqrt(_to_lines(x, z, hull, count))
    return 0.0


@njit(cache=True, nogil=True)
def _to_lines(x: float, z: float, hull: Floats, count: int) -> float:
    """The squared distance from the lines around a hull."""
    least = np.inf
    for k in range(count):
        a, b = hull[k], hull[(k + 1) % count]
        u, v = b[0] - a[0], b[1] - a[1]
        size = u * u + v * v
        part = 0.0
        if size > 0.0:
            part = min(max(((x - a[0]) * u + (z - a[1]) * v) / size, 0.0), 1.0)
        least = min(least, (a[0] + part * u - x) ** 2 + (a[1] + part * v - z) ** 2)
    return least


@njit(cache=True, nogil=True)
def _hull(corners: Floats, n: int, out: Floats) -> int:
    """Write the convex hull counter-clockwise, and return its number of corners (A. Andrew, 1979)."""
    for k in range(1, n):
        x, z, at = corners[k, 0], corners[k, 1], k - 1
        while at >= 0 and (corners[at, 0] > x or (corners[at, 0] == x and corners[at, 1] > z)):
            copy(corners[at + 1], corners[at])
            at -= 1
        corners[at + 1, 0], corners[at + 1, 1] = x, z
    if n < 3:
        for k in range(n):
            copy(out[k], corners[k])
        return n
    count = 0
    for k in range(n):
        while count >= 2 and _side(out[count - 2], out[count - 1], corners[k, 0], corners[k, 1]) <= 0.0:
            count -= 1
        copy(out[count], corners[k])
        count += 1
    least = count + 1
    for k in range(n - 2, -1, -1):
        while count >= least and _side(out[count - 2], out[count - 1], corners[k, 0], corners[k, 1]) <= 0.0:
            count -= 1
        copy(out[count], corners[k])
        count += 1
    return count - 1
