"""Where the root has to be so that both legs can reach: the nearest place inside a ball for each planted leg.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002: the root's pass.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats

PUSHES = 10
"""How often a point is pushed into each of two shells."""


def nearest_in_balls(centres_m: Floats, radii_m: Floats, is_asked: NDArray[np.bool_]) -> Floats:
    """Return for each frame the point (F, 3) nearest to the origin that lies in all balls asked for.

    Parameters
    ----------
    centres_m, radii_m : (F, 2, 3) and (F, 2).
    is_asked : (F, 2) which balls count.

    Notes
    -----
    Of two balls that do not meet, the point between them that is as far outside of one as of the other; of one inside
    the other, only the inner one counts.
    """
    one = [_into_ball(centres_m[:, k], radii_m[:, k]) for k in (0, 1)]
    in_other = [_is_inside(one[k], centres_m[:, 1 - k], radii_m[:, 1 - k]) for k in (0, 1)]
    both = _on_both(centres_m, radii_m)
    found = np.where(in_other[1][:, None], one[1], both)
    found = np.where(in_other[0][:, None], one[0], found)
    found = np.where((is_asked[:, 0] & ~is_asked[:, 1])[:, None], one[0], found)
    found = np.where((is_asked[:, 1] & ~is_asked[:, 0])[:, None], one[1], found)
    return np.where(np.asarray(is_asked.any(axis=1))[:, None], found, 0.0)


def near_in_shells(centres_m: Floats, inner_m: Floats, outer_m: Floats, is_asked: NDArray[np.bool_]) -> Floats:
    """Return for each frame a point (F, 3) near the origin, in all balls asked for but not too deep inside.

    Starts from the nearest point in the balls and is pushed to and fro between the shells, which meet or come near.

    Parameters
    ----------
    centres_m : (F, 2, 3).
    inner_m, outer_m : (F, 2) least and largest distance from each centre.
    is_asked : (F, 2) which count.
    """
    found = nearest_in_balls(centres_m, outer_m, is_asked)
    for turn in range(2 * PUSHES if inner_m.any() else 0):
        leg = turn % 2
        way = found - centres_m[:, leg]
        distance = np.linalg.norm(way, axis=-1)
        wanted = np.clip(distance, inner_m[:, leg], outer_m[:, leg])
        part = np.where(is_asked[:, leg] & (distance > 0.0), wanted / np.where(distance > 0.0, distance, 1.0), 1.0)
        found = centres_m[:, leg] + way * part[:, None]
    return np.where(np.asarray(is_asked.any(axis=1))[:, None], found, 0.0)


def _into_ball(centre: Floats, radius: Floats) -> Floats:
    """The point of a ball nearest to the origin; the origin itself where it lies inside."""
    distance = np.linalg.norm(centre, axis=-1)
    part = np.where(distance > radius, 1.0 - radius / np.where(distance > 0.0, distance, 1.0), 0.0)
    return np.asarray(centre * part[:, None])


def _is_inside(point: Floats, centre: Floats, radius: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.linalg.norm(point - centre, axis=-1) <= radius * (1.0 + 1e-12))


def _on_both(centres: Floats, radii: Floats) -> Floats:
    """The point of the circle in which two spheres meet that is nearest to the origin."""
    first, way = centres[:, 0], centres[:, 1] - centres[:, 0]
    distance = np.linalg.norm(way, axis=-1)
    safe = np.where(distance > 0.0, distance, 1.0)
    along = way / safe[:, None]
    at = (distance**2 + radii[:, 0] ** 2 - radii[:, 1] ** 2) / (2.0 * safe)
    is_apart = distance >= radii.sum(axis=1)
    at = np.where(is_apart, 0.5 * (distance + radii[:, 0] - radii[:, 1]), at)
    width = np.sqrt(np.maximum(radii[:, 0] ** 2 - at**2, 0.0)) * ~is_apart
    centre = first + at[:, None] * along
    aside = -centre + np.sum(centre * along, axis=-1, keepdims=True) * along
    length = np.linalg.norm(aside, axis=-1, keepdims=True)
    return np.asarray(centre + width[:, None] * aside / np.where(length > 0.0, length, 1.0))


def smoothed(shift_m: Floats, frames: int) -> Floats:
    """Return shifts (F, D) averaged over `frames` to either side, nearer ones more; at the ends the last one goes on.

    The weights are those of the fade, 2t³ − 3t² + 1.
    """
    if frames < 1 or not shift_m.any():
        return shift_m
    t: Floats = np.abs(np.arange(-frames, frames + 1)) / (frames + 1.0)
    weights = 2.0 * t**3 - 3.0 * t**2 + 1.0
    padded = np.pad(shift_m, ((frames, frames), (0, 0)), mode="edge")
    columns = [np.convolve(column, weights / weights.sum(), "valid") for column in padded.T]
    return np.stack(columns, axis=1)
