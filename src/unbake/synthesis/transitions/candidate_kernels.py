"""The inner loops of one candidate: blended as the search needs it, and scored as far as it must be.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 5.6 and 5.7:
joints are averaged by position, seen from the body, whose steps and turns are averaged. Only soles and centres of mass
are needed to score a blend.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats, Floats32, Indices
from unbake.synthesis.naturalness.zero_moment import GRAVITY_M_S2, LEAST_WEIGHT
from unbake.synthesis.transitions.balance_kernels import (
    MOST_CORNERS,
    distance_to_hull,
    mark_planted,
    write_corners,
)
from unbake.synthesis.transitions.clock_kernels import MOST_SOURCES, blend_clock, compose
from unbake.synthesis.transitions.plant_kernels import (
    add_standing,
    choose_plants,
    foot_plant_error,
    offered_plants,
)
from unbake.synthesis.transitions.prepared import FINE, N_CENTRES, N_PATH, N_SOLES

MOST_PLANTS = 48
BY_FEET, BY_BALANCE, IN_FULL, TOO_LONG = 0, 1, 2, 3
"""How a candidate ended: excluded by its feet alone, by its feet and some frames' balance, scored, or refused."""


class Windows(NamedTuple):
    """The windows that are searched.

    fine (K, U, 65) see `laid_out`; warps (K, K, N); stays, n_stays and seen, see `window_stays`; masses (14,) of the
    segments; half_width of a foot, m; rate, Hz; gap, frames that a foot needs from one place to the next.
    """

    fine: Floats32
    warps: Floats
    stays: Indices
    n_stays: Indices
    seen: Floats
    masses: Floats
    half_width: float
    rate: float
    gap: int


class Work(NamedTuple):
    """Memory that one thread works in."""

    aligned: Floats
    times: Floats
    weights: Floats
    steps: Floats
    instants: Floats
    path: Floats
    soles: Floats
    centres: Floats
    has_centres: Booleans
    plants: Indices
    places: Floats
    errors: Floats
    is_taken: Indices
    sums: Floats
    standing: Floats
    planted: Booleans
    corners: Floats
    hull: Floats
    mixed: NDArray[np.float32]


@njit(cache=True, nogil=True)
def work_of(n_frames: int) -> Work:
    """Return memory for blends of windows of some frames."""
    most = 2 * n_frames
    return Work(
        np.empty((MOST_SOURCES, n_frames)),
        np.empty((MOST_SOURCES, most)),
        np.empty((most, MOST_SOURCES)),
        np.empty(most),
        np.empty(most),
        np.empty((most, N_PATH)),
        np.empty((most, N_SOLES, 3)),
        np.empty((most, N_CENTRES, 3)),
        np.empty(most, np.bool_),
        np.empty((MOST_PLANTS, 8), np.int64),
        np.empty((MOST_PLANTS, 2, 3)),
        np.empty(MOST_PLANTS),
        np.empty(MOST_PLANTS, np.int64),
        np.empty((most, 2)),
        np.empty(most),
        np.empty((most, 4), np.bool_),
        np.empty((MOST_CORNERS, 2)),
        np.empty((2 * MOST_CORNERS, 2)),
        np.empty(3 * N_CENTRES, np.float32),
    )


@njit(cache=True, nogil=True, fastmath={"contract"})
def _mix(
    fine: Floats32, ids: Indices, n: int, times: Floats, weights: Floats, frame: int, first: int, out: Floats32
) -> None:
    """Write the weighted mean of some columns, those from `first` on, at a frame of the blend."""
    out[:] = 0.0
    for source in range(n):
        at = times[source, frame] * FINE
        whole = min(int(at), fine.shape[1] - 2)
        part = at - whole
        low = np.float32(weights[frame, source] * (1.0 - part))
        high = np.float32(weights[frame, source] * part)
        before, after = fine[ids[source], whole, first:], fine[ids[source], whole + 1, first:]
        for column in range(len(out)):
            out[column] += low * before[column] + high * after[column]


@njit(cache=True, nogil=True)
def _write_world(seen: Floats32, path: Floats, out: Floats) -> None:
    """Write points (P, 3) of the world of what the body sees (3 P,)."""
    for point in range(len(out)):
        x, z = seen[3 * point], seen[3 * point + 2]
        out[point, 0] = path[3] * x + path[4] * z + path[0]
        out[point, 1] = seen[3 * point + 1]
        out[point, 2] = path[3] * z - path[4] * x + path[1]


@njit(cache=True, nogil=True)
def _write_path(fine: Floats32, ids: Indices, n: int, length: int, work: Work) -> None:
    """Write the way of the body: steps and turns of the sources, each seen from where it headed before, averaged."""
    path, times, weights = work.path, work.times, work.weights
    path[:length] = 0.0
    path[0, 3] = 1.0
    for source in range(n):
        rows = fine[ids[source]]
        x = z = heading = cosine = sine = 0.0
        for k in range(length):
            at = times[source, k] * FINE
            whole = min(int(at), len(rows) - 2)
            part = at - whole
            rest = 1.0 - part
            u = rest * rows[whole, 0] + part * rows[whole + 1, 0]
            v = rest * rows[whole, 1] + part * rows[whole + 1, 1]
            turn = rest * rows[whole, 2] + part * rows[whole + 1, 2]
            if k:
                weight = weights[k, source]
                path[k, 0] += weight * (cosine * (u - x) - sine * (v - z))
                path[k, 1] += weight * (sine * (u - x) + cosine * (v - z))
                path[k, 2] += weight * (turn - heading)
            x, z, heading = u, v, turn
            cosine = rest * rows[whole, 3] + part * rows[whole + 1, 3]
            sine = rest * rows[whole, 4] + part * rows[whole + 1, 4]
    for k in range(1, length):
        aside, ahead, cosine, sine = path[k, 0], path[k, 1], path[k - 1, 3], path[k - 1, 4]
        path[k, 0] = path[k - 1, 0] + cosine * aside + sine * ahead
        path[k, 1] = path[k - 1, 1] + cosine * ahead - sine * aside
        path[k, 2] += path[k - 1, 2]
        path[k, 3], path[k, 4] = np.cos(path[k, 2]), np.sin(path[k, 2])


@njit(cache=True, nogil=True)
def _align(warps: Floats, ids: Indices, n: int, aligned: Floats) -> None:
    """Write the instants of all sources at the frames of the first: each is aligned with the next."""
    for k in range(aligned.shape[1]):
        aligned[0, k] = k
    for source in range(1, n):
        compose(warps[ids[source - 1], ids[source]], aligned[source - 1], aligned[source])


@njit(cache=True, nogil=True)
def candidate_cost(windows: Windows, ids: Indices, n: int, best: float, work: Work) -> tuple[float, float, int, int]:
    """Return what a blend costs in metres, its foot-plant error, its frames, and how it ended.

    Parameters
    ----------
    windows, ids, n : which of the windows are blended, in order.
    best : a cost that is known; a blend of which it is clear that it costs no less is given up, at a cost that is a
        lower bound.
    work : memory.
    """
    _align(windows.warps, ids, n, work.aligned)
    length = blend_clock(work.aligned, n, work.times, work.weights, work.steps, work.instants)
    if length < 4:
        return np.inf, np.inf, 0, TOO_LONG
    _write_path(windows.fine, ids, n, length, work)
    mixed = work.mixed[: 3 * N_SOLES]
    for k in range(length):
        _mix(windows.fine, ids, n, work.times, work.weights, k, N_PATH, mixed)
        _write_world(mixed, work.path[k], work.soles[k])
    path, soles = work.path[:length], work.soles[:length]
    count = 0
    work.standing[:length] = 0.0
    for source in range(n):
        own = ids[source]
        times = work.times[source, :length]
        add_standing(windows.stays[own], windows.n_stays[own], times, work.weights, source, work.standing)
        count = offered_plants(
            source,
            n,
            windows.stays[own],
            windows.n_stays[own],
            windows.seen[own],
            times,
            path,
            soles,
            windows.gap,
            work.plants,
            work.places,
            work.errors,
            count,
        )
    choose_plants(work.plants, work.errors, count, windows.gap, work.is_taken)
    feet = foot_plant_error(soles, work.plants, work.places, work.is_taken, count, work.standing, work.sums)
    if feet >= best:
        return feet, feet, length, BY_FEET
    mark_planted(work.plants, work.is_taken, count, work.planted[:length])
    balance = _balance_error(windows, ids, n, length, best - feet, work)
    return feet + balance, feet, length, (BY_BALANCE if feet + balance >= best else IN_FULL)


@njit(cache=True, nogil=True)
def _balance_error(windows: Windows, ids: Indices, n: int, length: int, enough: float, work: Work) -> float:
    """The largest distance of the zero moment point from what the body stands on, or one that is large enough.

    Frames come in an order in which the first few are from all over the blend.
    """
    work.has_centres[:length] = False
    worst = 0.0
    for start, step in ((8, 16), (4, 8), (0, 16), (2, 4), (1, 2)):
        for frame in range(start, length, step):
            away = _balance_at(windows, ids, n, length, frame, worst, work)
            if away > worst:
                worst = away
                if worst >= enough:
                    return worst
    return worst


@njit(cache=True, nogil=True)
def _balance_at(windows: Windows, ids: Indices, n: int, length: int, frame: int, worst: float, work: Work) -> float:
    """The distance in a frame; the worst so far where it is no larger, 0 in flight."""
    planted = work.planted[frame]
    if not (planted[0] or planted[1] or planted[2] or planted[3]):
        return 0.0
    middle = min(max(frame, 1), length - 2)
    mixed = work.mixed
    for k in (middle - 1, middle, middle + 1, frame):
        if not work.has_centres[k]:
            _mix(windows.fine, ids, n, work.times, work.weights, k, N_PATH + 3 * N_SOLES, mixed)
            _write_world(mixed, work.path[k], work.centres[k])
            work.has_centres[k] = True
    a, b, c, own = work.centres[middle - 1], work.centres[middle], work.centres[middle + 1], work.centres[frame]
    rate = windows.rate * windows.rate
    down = x = z = 0.0
    for segment in range(N_CENTRES):
        mass = windows.masses[segment]
        force = (a[segment, 1] - 2.0 * b[segment, 1] + c[segment, 1]) * rate + GRAVITY_M_S2
        along = (a[segment, 0] - 2.0 * b[segment, 0] + c[segment, 0]) * rate
        across = (a[segment, 2] - 2.0 * b[segment, 2] + c[segment, 2]) * rate
        down += mass * force
        x += mass * (force * own[segment, 0] - along * own[segment, 1])
        z += mass * (force * own[segment, 2] - across * own[segment, 1])
    if down < LEAST_WEIGHT * GRAVITY_M_S2:
        return 0.0
    count = write_corners(work.soles[frame], planted, windows.half_width, work.corners)
    return distance_to_hull(x / down, z / down, work.corners, count, work.hull, worst)
