"""The inner loops that settle the plants of a blend where its feet can get to and away from without a jerk.

Reference: the thesis places a plant where the body sees it in the middle of its time, and leaves alone what would move
a foot by more than twelve inches; L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007,
section 5.6.1. Moving and shortening plants are ours.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices

FARTHEST_M = 0.3
"""A plant that would move a foot farther is left as it is: the thesis' twelve inches."""
FADED_M = 0.06
"""How much of what moves a foot goes over within the frames from one place to the next; four times as much takes twice
the time, which is the same acceleration."""


@njit(cache=True, nogil=True)
def settle(plants: Indices, places: Floats, is_taken: Indices, n: int, soles: Floats, gap: int, ways: Floats) -> None:
    """Move plants to where a blend has them in the mean, and shorten those from which feet cannot get away in time.

    Plants at the ends of the blend stay: before and after it, the foot stands there.

    Parameters
    ----------
    plants, places, is_taken, n : see `plant_kernels`; what is too short or too far is marked by −1.
    soles : (F, 6, 3) of the blend in the world.
    gap : frames that a foot needs from one place to the next.
    ways : (2, 3) memory to work in.
    """
    last = len(soles) - 1
    for plant in range(n):
        if is_taken[plant] > 0 and plants[plant, 1] > 0 and plants[plant, 2] < last:
            _to_the_mean(plants[plant], places[plant], soles)
    for plant in range(n):
        if is_taken[plant] > 0:
            _leave_far_ones(plants, places, is_taken, plant, soles)
    for foot in range(2):
        _shorten(foot, plants, places, is_taken, n, soles, gap, ways)


@njit(cache=True, nogil=True)
def _to_the_mean(plant: Indices, places: Floats, soles: Floats) -> None:
    """Move heel and ball (2, 3) of a plant over the floor by the same way."""
    for axis in (0, 2):
        total, count = 0.0, 0
        for point in range(2):
            if plant[3 + 2 * point] >= 0:
                for k in range(plant[3 + 2 * point], plant[4 + 2 * point] + 1):
                    total += soles[k, 3 * plant[0] + point, axis] - places[point, axis]
                    count += 1
        for point in range(2):
            places[point, axis] += total / count


@njit(cache=True, nogil=True)
def _leave_far_ones(plants: Indices, places: Floats, is_taken: Indices, plant: int, soles: Floats) -> None:
    """Mark a plant that would move a foot too far."""
    for point in range(2):
        if plants[plant, 3 + 2 * point] < 0:
            continue
        for k in range(plants[plant, 3 + 2 * point], plants[plant, 4 + 2 * point] + 1):
            far = ((soles[k, 3 * plants[plant, 0] + point] - places[plant, point]) ** 2).sum()
            if far > FARTHEST_M**2:
                is_taken[plant] = -1
                return


@njit(cache=True, nogil=True)
def _shorten(
    foot: int, plants: Indices, places: Floats, is_taken: Indices, n: int, soles: Floats, gap: int, ways: Floats
) -> None:
    """Shorten plants of a foot, frame by frame, until there is time enough between any two and to both ends."""
    before = -1
    while True:
        after = _next(foot, plants, is_taken, n, before)
        nearer = _too_near(plants, places, before, after, soles, gap, ways)
        if nearer >= 0:
            plants[nearer, 2 if nearer == before else 1] += -1 if nearer == before else 1
            cut(plants[nearer], gap, is_taken[nearer : nearer + 1])
            before = -1
        elif after < 0:
            return
        else:
            before = after


@njit(cache=True, nogil=True)
def _next(foot: int, plants: Indices, is_taken: Indices, n: int, before: int) -> int:
    """Return a foot's first plant after another one, or of all; −1 for none."""
    found = -1
    for plant in range(n):
        if is_taken[plant] > 0 and plants[plant, 0] == foot:
            is_later = before < 0 or plants[plant, 1] > plants[before, 1]
            if is_later and (found < 0 or plants[plant, 1] < plants[found, 1]):
                found = plant
    return found


@njit(cache=True, nogil=True)
def _too_near(plants: Indices, places: Floats, before: int, after: int, soles: Floats, gap: int, ways: Floats) -> int:
    """Return which of two plants has to be shorter so that the foot has time between them; −1 for none."""
    last = len(soles) - 1
    a = plants[before, 2] if before >= 0 else 0
    b = plants[after, 1] if after >= 0 else last
    if (before < 0 and b == 0) or (after < 0 and a == last) or (before < 0 and after < 0):
        return -1
    _way(plants, places, before, a, soles, ways[0])
    _way(plants, places, after, b, soles, ways[1])
    if b - a >= gap * np.sqrt(np.sqrt(((ways[1] - ways[0]) ** 2).sum()) / FADED_M):
        return -1
    is_first = after < 0 or (before >= 0 and (ways[0] ** 2).sum() > (ways[1] ** 2).sum())
    return before if is_first else after


@njit(cache=True, nogil=True)
def _way(plants: Indices, places: Floats, plant: int, k: int, soles: Floats, out: Floats) -> None:
    """Write how a plant moves its points at a frame, in the mean; nothing without a plant."""
    out[:] = 0.0
    count = 0
    for point in range(2):
        if plant >= 0 and plants[plant, 3 + 2 * point] <= k <= plants[plant, 4 + 2 * point] and k >= 0:
            count += 1
            for axis in range(3):
                out[axis] += places[plant, point, axis] - soles[k, 3 * plants[plant, 0] + point, axis]
    if count:
        out /= count


@njit(cache=True, nogil=True)
def cut(plant: Indices, least: int, is_taken: Indices) -> None:
    """Take the points of a plant (8,) into its frames; mark it (1,) where fewer than some frames are left."""
    first, last = plant[2] + 1, plant[1] - 1
    for point in range(2):
        a, b = max(plant[3 + 2 * point], plant[1]), min(plant[4 + 2 * point], plant[2])
        if plant[3 + 2 * point] < 0 or b < a:
            plant[3 + 2 * point] = plant[4 + 2 * point] = -1
        else:
            plant[3 + 2 * point], plant[4 + 2 * point] = a, b
            first, last = min(first, a), max(last, b)
    plant[1], plant[2] = first, last
    if last - first + 1 < least:
        is_taken[0] = -1
