"""What no guess may go against: a foot that moves fast does not stand, and one at rest on the ground does."""

from __future__ import annotations

import numpy as np

from unbake.feet.detect.guess.foot_paths import FootPaths
from unbake.feet.detect.guess.path_filters import shifted, smoothed, velocity
from unbake.feet.detect.guess.standing import standing_heights
from unbake.feet.labels import FOOT_POINTS
from unbake.ground.arrays import Booleans, Floats

FASTEST_M_S = 0.6
"""No point that stands is faster over a thirtieth of a second, or from the frame before to the frame after. Of toes
labelled by hand as planted, one in fifty is: their joint rises while its tip still pushes."""
SPAN_S = 1.0 / 60.0
"""Speeds are taken from so long before to so long after."""
SHORT_LEG_M = 0.8
"""Of shorter legs speeds and heights are less in proportion."""
NOISE_M_S, WIDEST_S, NOISES = 0.08, 0.02, 4.0
"""Paths of captures that shake are smoothed until the noise of their speeds is no more than the first, or the bell
curve as wide as the second; of the noise that is left they are granted a multiple."""
AT_REST_M_S, REST_S = 0.06, 0.05
LOW_M = 0.03
"""A point at rest is slower than this in the twentieth of a second before and in that after, and at most so far above
where it stands."""
QUIET_M_S = 0.02
"""Less noise than this needs no allowance."""
LEAST_DEVIATION = 0.5
"""Less than this, in frames, smooths nothing."""
QUIET_PART, QUIET_SIZE = 0.3, 0.3853
"""The noise is that of the quieter frames, by this quantile; normal noise of deviation 1 has such a one."""
CHANGES = np.sqrt(20.0)
"""How much larger third differences are than the noise that they are of."""


def bounded(certainty: Floats, paths: FootPaths) -> Floats:
    """Return certainties (F, 4) within what is possible: 0 where a point is too fast, 1 where it rests on the ground.

    Parameters
    ----------
    certainty : (F, 4) 0 to 1.
    paths : one stretch without a jump.
    """
    return np.where(is_too_fast(paths), 0.0, np.where(rests(paths), 1.0, certainty))


def is_too_fast(paths: FootPaths) -> Booleans:
    """Return where points (F, 4) are faster than any that stands, whatever noise the capture has."""
    too_fast = np.zeros((paths.n_frames, len(FOOT_POINTS)), dtype=np.bool_)
    for point in range(len(FOOT_POINTS)):
        path, allowed = calmed(_scaled(paths)[:, point], paths.fps)
        for reach in {1, _frames(SPAN_S, paths.fps)}:
            too_fast[:, point] |= np.linalg.norm(velocity(path, paths.fps, reach), axis=1) > FASTEST_M_S + allowed
    return too_fast


def calmed(path_m: Floats, fps: float, least_s: float = 0.0) -> tuple[Floats, float]:
    """Return a path (F, 3) without most of its noise, and how fast what is left of it may seem to move, in m/s.

    Parameters
    ----------
    path_m : one point over time.
    fps : frames a second.
    least_s : standard deviation of the bell curve by which it is smoothed in any case.
    """
    # A bell curve of deviation d, in frames, leaves 1 / (2 π^¼ d^1.5) of white noise in the derivative.
    noise = noise_m(path_m) * fps / (2.0 * np.pi**0.25)
    deviation = max(min((noise / NOISE_M_S) ** (2.0 / 3.0), WIDEST_S * fps), least_s * fps)
    if deviation < LEAST_DEVIATION:
        return path_m, 0.0
    left = noise / deviation**1.5
    return smoothed(path_m, deviation), NOISES * left if left > QUIET_M_S else 0.0


def rests(paths: FootPaths) -> Booleans:
    """Return where points (F, 4) lie still on the lowest level of the clip, no farther over it than its heel or toe."""
    metres = _scaled(paths)
    reach = _frames(REST_S, paths.fps)
    still = np.ones(metres.shape[:2], dtype=np.bool_)
    for side in (-reach, reach):
        still &= np.linalg.norm(shifted(metres, side) - metres, axis=2) < AT_REST_M_S * reach / paths.fps
    height = metres[..., 1]
    low = height < standing_heights(height, still) + LOW_M
    # A heel that is off the ground all the time rests, but it does not stand.
    tilt = height - height[:, [1, 0, 3, 2]]
    return np.asarray(still & low & (tilt < standing_heights(tilt, still) + LOW_M))


def noise_m(path_m: Floats) -> float:
    """Return the standard deviation of the noise in each coordinate of a path (F, 3), in metres."""
    if len(path_m) < 4:
        return 0.0
    sizes = np.quantile(np.abs(np.diff(path_m, 3, axis=0)), QUIET_PART, axis=0)
    return float(sizes.mean() / (QUIET_SIZE * CHANGES))


def _scaled(paths: FootPaths) -> Floats:
    """The points of the feet, were the legs no shorter than `SHORT_LEG_M`."""
    return paths.points_m * max(1.0, SHORT_LEG_M / paths.legs.leg_length_m)


def _frames(seconds: float, fps: float) -> int:
    return max(1, round(seconds * fps))
