"""Masses of a body's segments by which given clips are in balance.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.6.2, after
Shin, Kovar and Gleicher 2003: from average masses to ones near by that give plausible zero moment points. How nearness
is weighed is ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.errors import UsageError
from unbake.feet.floor import Floor, floor_of_plants, sole_points_m
from unbake.ground.arrays import Floats
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.naturalness.segments import PAIRS, SEGMENTS, Masses, segment_centres_m
from unbake.synthesis.naturalness.support import nearest_in_hull_m, support_points_m
from unbake.synthesis.naturalness.zero_moment import Moments, moments_of

NEARNESS_M2 = 1e-3
"""What it costs, in m² a frame, that one segment's mass is twice its first: as much as being 32 mm out of balance."""
LEAST = 0.3
"""Smallest part of its first mass that a segment keeps."""
MOST_FRAMES = 3000
"""Frames that are looked at; of more, evenly spread ones."""


def fitted_masses(
    clips: Sequence[BlendSource], start: Masses | None = None, nearness_m2: float = NEARNESS_M2
) -> Masses:
    """Return masses near to average ones by which clips are in balance.

    Minimises, over frames with plants, the mean of squared distances from the zero moment point to what the body stands
    on, plus `nearness_m2` times the sum of squared relative changes. Left and right stay alike.

    Parameters
    ----------
    clips : real motions of one person, with plants.
    start : masses to start from and stay near to; Winter's by default.
    nearness_m2 : weight of the second term.

    Raises
    ------
    UsageError : no clips, or none with a frame in which a foot is planted; a weight that is not positive.
    MotionError : skeletons without legs or arms.
    """
    if not 0.0 < nearness_m2 < np.inf:
        raise UsageError(f"nearness_m2 must be a positive number, not {nearness_m2:g}")
    from scipy.optimize import minimize  # imported here: masses are seldom fitted, and it takes a while

    first = (start or Masses.winter()).parts
    moments, corners = _frames_of(clips)
    spread = _spread()
    free = spread.T @ first / spread.sum(axis=0)

    def cost(values: Floats) -> tuple[float, Floats]:
        balance, slope = _balance(moments, corners, Masses(spread @ values / (spread @ values).sum()))
        off = (values - free) / free
        return balance + nearness_m2 * float(off @ off), spread.T @ slope + 2.0 * nearness_m2 * off / free

    count = spread.sum(axis=0)
    found = minimize(
        cost,
        free,
        jac=True,
        method="SLSQP",
        bounds=[(LEAST * value, None) for value in free],
        constraints=[{"type": "eq", "fun": lambda v: count @ v - 1.0, "jac": lambda v: count}],
        options={"maxiter": 200, "ftol": 1e-10},
    )
    parts = spread @ np.maximum(found.x, LEAST * free)
    return Masses(parts / parts.sum())


def _spread() -> Floats:
    """How (14, 8) trunk, head and the pairs make all segments."""
    out = np.zeros((len(SEGMENTS), 2 + len(PAIRS)))
    out[0, 0] = out[1, 1] = 1.0
    for row, segment in enumerate(SEGMENTS[2:], start=2):
        out[row, 2 + PAIRS.index(segment.partition(" ")[2])] = 1.0
    return out


def _frames_of(clips: Sequence[BlendSource]) -> tuple[Moments, Floats]:
    """Moments and corners of the frames in which a foot is planted."""
    every = []
    for clip in clips:
        motion, legs = clip.motion, clip.legs
        ground = floor_of_plants(sole_points_m(motion, legs), clip.labels) or Floor()
        moments = moments_of(segment_centres_m(motion), motion.fps, ground.level_m)
        planted = clip.labels.planted()
        rows = planted.any(axis=1)
        every.append((moments.about[rows], moments.force[rows], support_points_m(motion, legs, planted)[rows]))
    if not sum(len(force) for _, force, _ in every):
        raise UsageError("masses need clips in which feet are planted: add clips with foot labels")
    about, force, corners = (np.concatenate(parts) for parts in zip(*every, strict=True))
    rows = np.unique(np.linspace(0, len(force) - 1, min(len(force), MOST_FRAMES)).round().astype(np.int64))
    return Moments(about[rows], force[rows]), corners[rows]


def _balance(moments: Moments, corners: Floats, masses: Masses) -> tuple[float, Floats]:
    """The mean of squared distances from the hull, and its derivatives by masses (14,)."""
    point = moments.zero_moment_point_m(masses)
    away = point - nearest_in_hull_m(point, corners)
    known = np.isfinite(away).all(axis=1)
    away, point = away[known], point[known]
    force = moments.force[known]
    down = force @ masses.parts
    by_mass = (moments.about[known] - point[:, None] * force[..., None]) / down[:, None, None]
    slope = 2.0 * np.einsum("fc,fsc->s", away, by_mass) / max(len(away), 1)
    return float((away**2).sum() / max(len(away), 1)), slope
