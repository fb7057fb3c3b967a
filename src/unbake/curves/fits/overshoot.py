"""How far a segment's curve may go beyond the data, and how far it does go, between frames as well."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from unbake.compiling import njit
from unbake.curves.fits.segment_kernels import IN, IN_LENGTH, OUT, OUT_LENGTH, turning_point
from unbake.ground.arrays import Floats, Indices

OVERSHOOT = 0.02
"""Part of what a channel does in a segment and its two neighbours by which the curve may go beyond the data."""


def limits_of(keys: Indices, rows: Floats, overshoot: float = OVERSHOOT) -> Floats:
    """Return the least and largest value (C, K − 1, 2) that the curve of each segment should reach.

    Parameters
    ----------
    keys : (K,) frames.
    rows : (C, F) the data.
    overshoot : how far beyond the data of its segment a curve may go, as a part of the range of the data in the segment
        and its two neighbours.
    """
    low = np.stack([rows[:, a : b + 1].min(axis=1) for a, b in pairwise(keys)], axis=1)
    high = np.stack([rows[:, a : b + 1].max(axis=1) for a, b in pairwise(keys)], axis=1)
    beside_low, beside_high = (np.pad(side, ((0, 0), (1, 1)), mode="edge") for side in (low, high))
    nearby_low = np.minimum(np.minimum(beside_low[:, :-2], beside_low[:, 2:]), low)
    nearby_high = np.maximum(np.maximum(beside_high[:, :-2], beside_high[:, 2:]), high)
    room = overshoot * (nearby_high - nearby_low)
    return np.stack([low - room, high + room], axis=-1)


def widened(limits: Floats, reached: Floats) -> Floats:
    """Return limits (C, K − 1, 2) that allow what was reached as well."""
    return np.stack([np.minimum(limits[..., 0], reached[..., 0]), np.maximum(limits[..., 1], reached[..., 1])], axis=-1)


def tightened(keys: Indices, rows: Floats, limits: Floats, part: float = 0.05) -> Floats:
    """Return limits a little inside the given ones, because a penalty gives way a little; never inside the keys."""
    low, high = _ends(keys, rows)
    margin = part * np.stack([low - limits[..., 0], limits[..., 1] - high])
    return np.stack([limits[..., 0] + margin[0], limits[..., 1] - margin[1]], axis=-1)


def drawn_in(keys: Indices, rows: Floats, inner: Floats, limits: Floats, reached: Floats, pull: float) -> Floats:
    """Return `inner` (C, K − 1, 2) drawn in by `pull` times what was reached beyond limits; never inside the keys."""
    low, high = _ends(keys, rows)
    below = np.maximum(limits[..., 0] - reached[..., 0], 0.0)
    above = np.maximum(reached[..., 1] - limits[..., 1], 0.0)
    drawn = np.minimum(inner[..., 0] + pull * below, low), np.maximum(inner[..., 1] - pull * above, high)
    return np.stack(drawn, axis=-1)


def _ends(keys: Indices, rows: Floats) -> tuple[Floats, Floats]:
    """The lesser and the greater (C, K − 1) of each segment's values at its two keys."""
    ends = np.stack([rows[:, keys[:-1]], rows[:, keys[1:]]])
    return ends.min(axis=0), ends.max(axis=0)


def beyond(reached: Floats, limits: Floats) -> Floats:
    """Return how far each segment (C, K − 1) goes beyond its limits; less than 0 where it keeps them."""
    return np.asarray(np.maximum(limits[..., 0] - reached[..., 0], reached[..., 1] - limits[..., 1]))


def turning_points(p: Floats, q: Floats, rise: Floats) -> Floats:
    """Return the parameters (2, …) where segments turn back, NaN where they do not.

    Parameters
    ----------
    p, q : (…) the values of the two handles, each seen from its own key.
    rise : (…) the second key's value seen from the first's.
    """
    bend = rise + q - p
    a, b = p - 2.0 * bend - q, bend - p
    square = b * b - a * p
    with np.errstate(divide="ignore", invalid="ignore"):
        h = -(b + np.copysign(np.sqrt(square), b))
        roots = np.stack([h / a, p / h])
        return np.where((roots > 0.0) & (roots < 1.0), roots, np.nan)


def reaches(keys: Indices, rows: Floats, segments: Floats) -> Floats:
    """Return the least and largest value (C, K − 1, 2) of each segment's curve, for data (C, F).

    `segments` (C, K − 1, 4) as in `chain_kernels`.
    """
    out = np.empty((len(rows), len(keys) - 1, 2))
    _fill_reaches(keys, rows, segments, out)
    return out


@njit(cache=True, nogil=True)
def _fill_reaches(keys: Indices, rows: Floats, segments: Floats, out: Floats) -> None:
    for c in range(len(rows)):
        for s in range(len(keys) - 1):
            length, base, rise = keys[s + 1] - keys[s], rows[c, keys[s]], rows[c, keys[s + 1]] - rows[c, keys[s]]
            p = segments[c, s, OUT] * length * segments[c, s, OUT_LENGTH]
            q = -segments[c, s, IN] * length * segments[c, s, IN_LENGTH]
            out[c, s, 0], out[c, s, 1] = base + min(0.0, rise), base + max(0.0, rise)
            for which in range(2):
                u = turning_point(p, rise + q - p, -q, which)
                if 0.0 < u < 1.0:
                    v = 1.0 - u
                    value = base + u * u * (3.0 - 2.0 * u) * rise + 3.0 * v * u * (v * p + u * q)
                    out[c, s, 0], out[c, s, 1] = min(out[c, s, 0], value), max(out[c, s, 1], value)
