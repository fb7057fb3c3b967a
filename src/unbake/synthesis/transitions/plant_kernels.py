"""The inner loops of plants: which stays a window has, and which of all sources' stays a blend takes over.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.6.1 and figure
5.2. Plants at the ends are ours: a foot that stands when a blend begins stays where it stood, and one that stands when
it ends is where it will stand on.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.compiling.plain_loops import rising
from unbake.ground.arrays import Floats, Indices

START, MIDDLE, END = 0, 1, 2
"""At which frame a stay is placed: where the window starts, in the middle of the stay, where the window ends."""
FLOATING_M = 0.3
"""What a frame without a plant costs while its sources stand: as much as a plant that is left alone. Without it, the
search finds blends that hardly stand at all: in a third of their frames no foot was planted."""
PLANT = 8
"""Columns of a plant: foot, first, last, of the heel, of the ball, and the source."""


@njit(cache=True, nogil=True)
def window_stays(
    stays: Indices, first: int, count: int, soles: Floats, path: Floats, rows: Indices, places: Floats
) -> int:
    """Write the stays of a window and where they are, and return how many there are.

    Parameters
    ----------
    stays : (N, 7) of the whole motion, see `PreparedMotion`.
    first, count : the window.
    soles, path : (F, 6, 3) and (F, 5) of the whole motion.
    rows : (M, 7) the same of the window, in its frames.
    places : (M, 3, 2, 3) of heel and ball as the body sees them at each of the three anchors; M rows are enough.
    """
    n = 0
    for stay in range(len(stays)):
        begin, end = max(stays[stay, 1] - first, 0), min(stays[stay, 2] - first, count - 1)
        if end < begin or n == len(rows):
            continue
        rows[n, 0], rows[n, 1], rows[n, 2] = stays[stay, 0], begin, end
        for point in range(2):
            a, b = stays[stay, 3 + 2 * point] - first, stays[stay, 4 + 2 * point] - first
            is_there = stays[stay, 3 + 2 * point] >= 0 and b >= 0 and a < count
            rows[n, 3 + 2 * point] = max(a, 0) if is_there else -1
            rows[n, 4 + 2 * point] = min(b, count - 1) if is_there else -1
        if rows[n, 3] < 0 and rows[n, 5] < 0:
            continue
        for anchor in range(3):
            _place(rows[n], anchor, first, count, soles, path, places[n, anchor])
        n += 1
    return n


@njit(cache=True, nogil=True)
def _place(row: Indices, anchor: int, first: int, count: int, soles: Floats, path: Floats, out: Floats) -> None:
    """Write where heel and ball of a stay are, as the body sees them at an anchor."""
    edge = 0 if anchor == START else count - 1
    if anchor == MIDDLE:
        low = first + (row[1] + row[2]) // 2
        high = min(low + (row[1] + row[2]) % 2, first + count - 1)
    else:
        low = high = first + edge
    x, z = 0.5 * (path[low, 0] + path[high, 0]), 0.5 * (path[low, 1] + path[high, 1])
    heading = 0.5 * (path[low, 2] + path[high, 2])
    cosine, sine = np.cos(heading), np.sin(heading)
    is_at_edge = np.zeros(2, np.bool_)
    length = 0.0
    for axis in range(3):
        column = 3 * row[0]
        length += (soles[first, column, axis] - soles[first, column + 1, axis]) ** 2
    for point in range(2):
        a, b = row[3 + 2 * point], row[4 + 2 * point]
        if a < 0:
            out[point] = np.nan
            continue
        if anchor != MIDDLE and a <= edge <= b:
            a = b = edge
            is_at_edge[point] = True
        wx, wy, wz = 0.0, 0.0, 0.0
        for k in range(first + a, first + b + 1):
            s = soles[k, 3 * row[0] + point]
            wx += path[k, 3] * s[0] + path[k, 4] * s[2] + path[k, 0]
            wy += s[1]
            wz += path[k, 3] * s[2] - path[k, 4] * s[0] + path[k, 1]
        n = b - a + 1
        wx, wz = wx / n - x, wz / n - z
        out[point, 0], out[point, 1], out[point, 2] = cosine * wx - sine * wz, wy / n, sine * wx + cosine * wz
    if row[3] >= 0 and row[5] >= 0:
        _as_long_as_the_foot(out, 1 if is_at_edge[1] and not is_at_edge[0] else 0, np.sqrt(length))


@njit(cache=True, nogil=True)
def _as_long_as_the_foot(places: Floats, fixed: int, length: float) -> None:
    """Move heel or ball along the line between both to the foot's length from the other."""
    moved = 1 - fixed
    away = 0.0
    for axis in range(3):
        away += (places[moved, axis] - places[fixed, axis]) ** 2
    part = length / max(np.sqrt(away), 1e-9)
    for axis in range(3):
        places[moved, axis] = places[fixed, axis] + part * (places[moved, axis] - places[fixed, axis])


@njit(cache=True, nogil=True)
def offered_plants(
    source: int,
    n_sources: int,
    stays: Indices,
    n_stays: int,
    seen: Floats,
    times: Floats,
    path: Floats,
    points: Floats,
    gap: int,
    plants: Indices,
    places: Floats,
    errors: Floats,
    n: int,
) -> int:
    """Write the plants that a blend could take over from a source behind the first n, and return how many there are.

    Parameters
    ----------
    source, n_sources : which of how many.
    stays, n_stays, seen : see `window_stays`.
    times : (F,) the source's instant at each frame of the blend.
    path : (F, 5) of the blend.
    points : (F, 6, 3) soles of the blend, in the world.
    gap : frames that a foot needs from one place to the next.
    plants, places, errors : (M, 8), (M, 2, 3) in the world, and (M,) mean distance of planted points from there.
    """
    last = len(times) - 1
    for stay in range(n_stays):
        if n == len(errors):
            break
        row, plant = stays[stay], plants[n]
        begin, end = _frames_of(times, row[1], row[2])
        anchor = MIDDLE
        if row[1] == 0 and source == 0:
            anchor = START
        elif end == last and source == n_sources - 1:
            anchor = END
        # Before and after a blend, feet are where the first and the last source have them.
        if source != 0:
            begin = max(begin, gap)
        if source != n_sources - 1:
            end = min(end, last - gap)
        if end < begin:
            continue
        at = 0 if anchor == START else (last if anchor == END else (begin + end) // 2)
        plant[0], plant[1], plant[2], plant[7] = row[0], begin, end, source
        total, count = 0.0, 0
        for point in range(2):
            plant[3 + 2 * point] = plant[4 + 2 * point] = -1
            if row[3 + 2 * point] < 0:
                continue
            a, b = _frames_of(times, row[3 + 2 * point], row[4 + 2 * point])
            a, b = max(a, begin), min(b, end)
            if b < a:
                continue
            plant[3 + 2 * point], plant[4 + 2 * point] = a, b
            place = seen[stay, anchor, point]
            x = path[at, 3] * place[0] + path[at, 4] * place[2] + path[at, 0]
            z = path[at, 3] * place[2] - path[at, 4] * place[0] + path[at, 1]
            places[n, point, 0], places[n, point, 1], places[n, point, 2] = x, place[1], z
            column = 3 * row[0] + point
            for k in range(a, b + 1):
                p = points[k, column]
                total += np.sqrt((p[0] - x) ** 2 + (p[1] - place[1]) ** 2 + (p[2] - z) ** 2)
            count += b - a + 1
        if count:
            errors[n] = total / count
            n += 1
    return n


@njit(cache=True, nogil=True)
def _frames_of(times: Floats, begin: int, end: int) -> tuple[int, int]:
    """The first and last frame of a blend whose instant rounds to frames of a source."""
    return int(np.searchsorted(times, begin - 0.5)), int(np.searchsorted(times, end + 0.5)) - 1


@njit(cache=True, nogil=True)
def choose_plants(plants: Indices, errors: Floats, n: int, gap: int, is_taken: Indices) -> int:
    """Mark the plants that a blend takes over, least error first, without overlap; return how many it takes."""
    is_taken[:n] = 0
    order = rising(errors, n)
    taken = 0
    for k in range(n):
        own = plants[order[k]]
        fits = True
        for other in range(n):
            if is_taken[other] and plants[other, 0] == own[0]:
                fits &= own[1] > plants[other, 2] + gap or own[2] < plants[other, 1] - gap
        if fits:
            is_taken[order[k]] = 1
            taken += 1
    return taken


@njit(cache=True, nogil=True)
def add_standing(stays: Indices, n_stays: int, times: Floats, weights: Floats, source: int, out: Floats) -> None:
    """Add a source's weight to all frames (F,) in which it stands on a foot, once for both feet."""
    for k in range(len(times)):
        for stay in range(n_stays):
            if stays[stay, 1] - 0.5 <= times[k] < stays[stay, 2] + 0.5:
                out[k] += weights[k, source]
                break


@njit(cache=True, nogil=True)
def foot_plant_error(
    points: Floats, plants: Indices, places: Floats, is_taken: Indices, n: int, standing: Floats, sums: Floats
) -> float:
    """Return how far planted points are from their places, mean over points and then over frames.

    Frames count in which a point is planted. A frame in which none is, but sources with most of the weight stand, has
    `FLOATING_M`.

    Parameters
    ----------
    points : (F, 6, 3) in the world.
    plants, places, is_taken, n : of which those that are taken count.
    standing : (F,) the weight of the sources that stand.
    sums : (F, 2) memory to work in.
    """
    sums[: len(points)] = 0.0
    for plant in range(n):
        if not is_taken[plant]:
            continue
        for point in range(2):
            if plants[plant, 3 + 2 * point] < 0:
                continue
            place, column = places[plant, point], 3 * plants[plant, 0] + point
            for k in range(plants[plant, 3 + 2 * point], plants[plant, 4 + 2 * point] + 1):
                p = points[k, column]
                away = (p[0] - place[0]) ** 2 + (p[1] - place[1]) ** 2 + (p[2] - place[2]) ** 2
                sums[k, 0] += np.sqrt(away)
                sums[k, 1] += 1.0
    total, count = 0.0, 0
    for k in range(len(points)):
        if sums[k, 1] > 0.0:
            total += sums[k, 0] / sums[k, 1]
            count += 1
        elif standing[k] > 0.5:
            total += FLOATING_M
            count += 1
    return total / count if count else 0.0
