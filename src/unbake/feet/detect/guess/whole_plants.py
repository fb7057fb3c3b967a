"""From certainties to plants: begun and ended with hesitation, whole, and none so short that nobody could stand."""

from __future__ import annotations

import numpy as np

from unbake.feet.detect.guess.bounds import calmed
from unbake.feet.detect.guess.foot_paths import FootPaths
from unbake.feet.detect.guess.path_filters import velocity
from unbake.feet.detect.guess.raised_feet import without_raised
from unbake.feet.labels import Planted
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals
from unbake.learning.smoothing import hysteresis

LEAST_S, LEAST_FRAMES = 0.035, 3
"""A plant is no shorter than both."""
LEAST_GAP_S = 0.1
"""Nobody lifts a foot, and sets it down again, in less."""
CRUMB_S, CRUMB_GAP_S = 0.1, 0.15
"""A plant as short as the first, that near another, is of a foot that slaps down or rolls off."""
SLIDES_M = 0.03
"""A point that gets farther than this over the ground between two rests has been moved."""
SLIDES_M_S = 0.2
"""It moves while it is faster than this."""
SLIDE_DEVIATION_S = 0.02


def plants_of(certainty: Floats, paths: FootPaths, *, is_whole: bool = True) -> Planted:
    """Return which points are planted (F, 4).

    Parameters
    ----------
    certainty : (F, 4) 0 to 1, see `bounds.bounded`.
    paths : one stretch without a jump.
    is_whole : whether it is the whole clip; a clip of one or two frames may be planted all the same.
    """
    planted = without_raised(hysteresis(certainty), paths)
    for point in range(planted.shape[1]):
        own = _joined(planted[:, point], certainty[:, point], paths.fps)
        own = _without_slides(own, paths.points_m[:, point], paths.fps)
        planted[:, point] = _without_short(_without_crumbs(own, paths.fps), paths.fps, is_whole)
    return planted


def _joined(planted: Booleans, certainty: Floats, fps: float) -> Booleans:
    """Gaps too short to be steps filled, unless something says for certain that the point moves."""
    out = planted.copy()
    for first, last in intervals(~planted):
        is_inside = first > 0 and last < len(planted) - 1
        if is_inside and last - first + 1 < LEAST_GAP_S * fps and (certainty[first : last + 1] > 0.0).all():
            out[first : last + 1] = True
    return out


def _without_slides(planted: Booleans, path_m: Floats, fps: float) -> Booleans:
    """A plant during which the point is moved aside becomes two, one on either side of the move."""
    flat, noise_m_s = calmed(path_m * [1.0, 0.0, 1.0], fps, SLIDE_DEVIATION_S)
    moves = np.linalg.norm(velocity(flat, fps), axis=1) > SLIDES_M_S + noise_m_s
    out = planted.copy()
    for first, last in intervals(planted & moves):
        is_inside = planted[max(first - 1, 0)] and planted[min(last + 1, len(planted) - 1)]
        way = np.linalg.norm(flat[last] - flat[first])
        if is_inside and first > 0 and last < len(planted) - 1 and way > SLIDES_M + noise_m_s * SLIDE_DEVIATION_S:
            out[first : last + 1] = False
    return out


def _without_crumbs(planted: Booleans, fps: float) -> Booleans:
    """Of two plants with next to nothing in between, the shorter goes where it is hardly one."""
    out, runs = planted.copy(), list(intervals(planted))
    n = 0
    while n + 1 < len(runs):
        (first, last), (begin, end) = runs[n : n + 2]
        shorter = n if last - first < end - begin else n + 1
        length = runs[shorter][1] - runs[shorter][0] + 1
        if begin - last - 1 < CRUMB_GAP_S * fps and length < CRUMB_S * fps:
            out[runs[shorter][0] : runs[shorter][1] + 1] = False
            del runs[shorter]
        else:
            n += 1
    return out


def _without_short(planted: Booleans, fps: float, is_whole: bool) -> Booleans:
    out = planted.copy()
    least = max(LEAST_FRAMES, LEAST_S * fps)
    for first, last in intervals(planted):
        if last - first + 1 < least and not (is_whole and last - first + 1 == len(planted)):
            out[first : last + 1] = False
    return out
