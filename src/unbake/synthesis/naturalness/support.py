"""What a body stands on: the hull of the points of its planted feet, and how far from it a point of the ground is."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from unbake.feet.floor import sole_points_m
from unbake.feet.labels import Planted
from unbake.feet.legs import Legs
from unbake.ground.arrays import Booleans, Floats
from unbake.motion.motion import Motion

FOOT_WIDTH = 0.112
"""Width of a foot by the length of a leg (Winter 2009: .055 of the stature, the leg .491)."""

ROWS = 1024
"""Frames that are looked at together: every pair of corners is held against all of them."""


def support_points_m(motion: Motion, legs: Legs, planted: Planted) -> Floats:
    """Return the corners (F, 12, 2) that planted feet have on the ground, x and z; NaN for what is not planted.

    A heel has two corners, half of the foot's width to either side; ball and tip of the toes, planted together, have
    two each.

    Parameters
    ----------
    motion, legs : the clip and its legs.
    planted : (F, 4), see `FootLabels.planted`.
    """
    soles = sole_points_m(motion, legs)[..., [0, 2]].reshape(-1, 2, 3, 2)
    ahead = soles[:, :, 2] - soles[:, :, 0]
    length = np.linalg.norm(ahead, axis=-1, keepdims=True)
    aside = np.stack([ahead[..., 1], -ahead[..., 0]], axis=-1) / np.maximum(length, 1e-9)
    aside = 0.5 * FOOT_WIDTH * legs.leg_length_m() * aside[:, :, None]
    stands = planted.reshape(-1, 2, 2)[:, :, [0, 1, 1]]
    corners = np.stack([soles + aside, soles - aside], axis=3)
    return np.where(stands[..., None, None], corners, np.nan).reshape(len(soles), 12, 2)


def nearest_in_hull_m(points_m: Floats, corners_m: Floats) -> Floats:
    """Return the points (F, 2) of convex hulls that are nearest to others, these themselves where they are inside.

    Parameters
    ----------
    points_m : (F, 2).
    corners_m : (F, K, 2) whose hulls are meant; NaN for those that do not count.

    Returns
    -------
    NaN for frames without a point or without corners.

    Notes
    -----
    A point is outside when some line separates it from all corners, and such a line runs along two of them; from hulls
    that are a line or a single corner, one along an axis does as well. Then the nearest point lies on one of the lines
    between two.
    """
    rows = range(0, max(len(points_m), 1), ROWS)
    return np.concatenate([_nearest(points_m[row : row + ROWS], corners_m[row : row + ROWS]) for row in rows])


def _nearest(points_m: Floats, corners_m: Floats) -> Floats:
    there: Booleans = np.asarray(np.isfinite(corners_m).all(axis=2))
    known: Booleans = np.asarray(there.any(axis=1) & np.isfinite(points_m).all(axis=1))
    # Corners that do not count are put where one is that does.
    filled = corners_m.copy()
    filled[~known] = 0.0
    some = filled[np.arange(len(filled)), there.argmax(axis=1)]
    filled = np.where(there[..., None] & known[:, None, None], filled, some[:, None])
    point = np.where(known[:, None], points_m, 0.0)
    first, second = np.array(list(combinations(range(corners_m.shape[1]), 2))).T
    start, way = filled[:, first], filled[:, second] - filled[:, first]
    normals = np.concatenate([np.stack([-way[..., 1], way[..., 0]], axis=-1), _axes(len(way))], axis=1)
    along = np.einsum("fnc,fkc->fnk", normals, filled)
    own = np.einsum("fnc,fc->fn", normals, point)
    slack = 1e-12 + 1e-9 * np.abs(normals).sum(axis=-1)
    inside = ((own >= along.min(axis=2) - slack) & (own <= along.max(axis=2) + slack)).all(axis=1)
    size = (way**2).sum(axis=-1)
    part = np.clip(((point[:, None] - start) * way).sum(axis=-1) / np.where(size > 0.0, size, 1.0), 0.0, 1.0)
    on_lines = start + part[..., None] * way
    best = ((on_lines - point[:, None]) ** 2).sum(axis=-1).argmin(axis=1)
    nearest = np.where(inside[:, None], point, on_lines[np.arange(len(point)), best])
    return np.where(known[:, None], nearest, np.nan)


def _axes(frames: int) -> Floats:
    """Both axes of the floor: they part points from a hull that is a single corner."""
    return np.tile(np.eye(2), (frames, 1, 1))
