"""One transition at run time, from windows to poses whose feet stand."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Indices
from unbake.synthesis.transitions.clock_kernels import blend_clock
from unbake.synthesis.transitions.plant_kernels import (
    PLANT,
    add_standing,
    choose_plants,
    foot_plant_error,
    offered_plants,
)
from unbake.synthesis.transitions.quick.leg_kernels import foot_changes, leave_low_ones, reach
from unbake.synthesis.transitions.quick.pose_kernels import (
    average,
    interpolate,
    place_roots,
    pose_joints,
    write_soles,
)
from unbake.synthesis.transitions.quick.root_kernels import root_changes
from unbake.synthesis.transitions.quick.settling_kernels import settle


@njit(cache=True, nogil=True)
def quick_blend(
    rows: Floats,
    aligned: Floats,
    stays: Indices,
    n_stays: Indices,
    seen: Floats,
    start: Floats,
    gap: int,
    parents: Indices,
    offsets: Floats,
    translated: Indices,
    needed: Indices,
    legs: Indices,
    heels: Floats,
    bones: Floats,
    levels: Floats,
) -> tuple[Floats, Floats, Floats, Floats, Indices, Floats, Indices, float, float]:
    """Return a blend with clean feet.

    Parameters
    ----------
    rows : (n, N + 2, 3 + 3 T + 4 J) windows with a frame before and one after them, see `average`.
    aligned : (n, N) see `blend_clock`.
    stays, n_stays, seen : of each source, see `window_stays`.
    start : (5,) where the blend starts, a row of a path.
    gap : frames that a foot needs from one place to the next.
    parents, offsets, translated, needed : of the skeleton, see `pose_joints`.
    legs, heels, bones : see `write_soles` and `root_changes`.
    levels : (3,) the lowest heights of heels, balls and tips, see `keep_above`.

    Returns
    -------
    Poses (F, 3 T + 4 J) with the root in the world, the path (F, 5), weights (F, 4), times (4, F), plants (M, 8) and
    their places (M, 2, 3), which of them are held (M,), the foot-plant error before feet are held and how far an ankle
    is from where it should be after.
    """
    n, most = len(rows), 2 * aligned.shape[1]
    times, weights = np.empty((4, most)), np.empty((most, 4))
    length = blend_clock(aligned, n, times, weights, np.empty(most), np.empty(most))
    values = np.empty((n, length, rows.shape[2]))
    n_translated = translated.max() + 1
    path, poses = np.empty((length, 5)), np.empty((length, rows.shape[2] - 3))
    for column in range(5):
        path[0, column] = start[column]
    interpolate(rows, n, times, length, values)
    average(values, n, weights, length, n_translated, path, poses)
    place_roots(path, poses, n_translated)
    turns, spots = np.empty((length, len(parents), 4)), np.empty((length, len(parents), 3))
    pose_joints(poses, parents, offsets, translated, needed, turns, spots)
    soles = np.empty((length, 6, 3))
    write_soles(turns, spots, legs, heels, soles)
    plants, places, errors = np.empty((64, PLANT), np.int64), np.empty((64, 2, 3)), np.empty(64)
    # Not a plain 0: numba would compile all that takes it twice, for the literal and for any number.
    count = np.int64(0)
    standing = np.zeros(length)
    for source in range(n):
        add_standing(stays[source], n_stays[source], times[source, :length], weights, source, standing)
        count = offered_plants(
            source,
            n,
            stays[source],
            n_stays[source],
            seen[source],
            times[source, :length],
            path,
            soles,
            gap,
            plants,
            places,
            errors,
            count,
        )
    for point in range(2):
        for plant in range(count):
            places[plant, point, 1] = max(places[plant, point, 1], levels[point])
    is_taken = np.zeros(64, np.int64)
    choose_plants(plants, errors, count, gap, is_taken)
    feet = foot_plant_error(soles, plants, places, is_taken, count, standing, np.empty((length, 2)))
    settle(plants, places, is_taken, count, soles, gap, np.empty((2, 3)))
    missed = _hold(
        poses, n_translated, parents, legs, bones, levels, turns, spots, soles, plants, places, is_taken, count, gap
    )
    return poses, path, weights[:length], times, plants[:count], places[:count], is_taken[:count], feet, missed


@njit(cache=True, nogil=True)
def _hold(
    poses: Floats,
    n_translated: int,
    parents: Indices,
    legs: Indices,
    bones: Floats,
    levels: Floats,
    turns: Floats,
    spots: Floats,
    soles: Floats,
    plants: Indices,
    places: Floats,
    is_taken: Indices,
    n: int,
    gap: int,
) -> float:
    """Change the legs and the root of poses so that plants are held; return the farthest miss."""
    length = len(poses)
    turned, moved, root = np.empty((2, length, 3)), np.empty((2, length, 3)), np.empty((length, 3))
    ankles = np.empty((length, 3))
    needed, bent, held = np.empty((2, length)), np.empty((2, length, 3)), np.empty((2, length), np.bool_)
    while True:
        for foot in range(2):
            for k in range(length):
                ankles[k] = spots[k, legs[foot, 2]]
            foot_changes(
                foot,
                plants,
                places,
                is_taken,
                n,
                levels,
                soles,
                ankles,
                turned[foot],
                moved[foot],
                bent[foot],
                held[foot],
            )
        root_changes(spots, legs, bones, moved, held, root, needed)
        # Without some of the plants, others need less or more.
        if leave_low_ones(plants, is_taken, n, gap, needed) == 0:
            break
    missed = 0.0
    for foot in range(2):
        own = reach(poses, n_translated, parents, legs, foot, turns, spots, root, moved[foot], turned[foot], bent[foot])
        missed = max(missed, own)
    for k in range(length):
        for axis in range(3):
            poses[k, axis] += root[k, axis]
    return missed
