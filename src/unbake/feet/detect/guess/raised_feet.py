"""Feet that are raised and kept still in the air: for a kick, in a pose on one leg."""

from __future__ import annotations

import numpy as np

from unbake.feet.detect.guess.foot_paths import FootPaths
from unbake.feet.detect.guess.path_filters import shifted
from unbake.feet.detect.guess.standing import standing_heights
from unbake.feet.labels import Planted, foot_planted
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.intervals import intervals

RAISED_M = 0.07
"""A foot so much higher than the other one stands on a stair or a box, or it does not stand."""
SWAYS_M_S, SWAY_S = 0.03, 0.1
"""What stands on something is slower than this over that time; a leg that is held sways."""
ALL_THE_TIME = 0.95
"""Part of a plant throughout which the other foot stands: whoever climbs takes it along in the end."""


def without_raised(planted: Planted, paths: FootPaths) -> Planted:
    """Return planted points (F, 4) without those of feet that sway in the air while all weight is on the other foot.

    Parameters
    ----------
    planted : (F, 4).
    paths : one stretch without a jump.
    """
    away = shifted(paths.points_m, max(1, round(SWAY_S * paths.fps))) - paths.points_m
    speeds = np.linalg.norm(away, axis=2) / SWAY_S
    raised, feet, out = _raised(paths, speeds < SWAYS_M_S), foot_planted(planted), planted.copy()
    for point in range(planted.shape[1]):
        foot = point // 2
        for first, last in intervals(planted[:, point]):
            part = slice(first, last + 1)
            sways = np.median(speeds[part, point]) > SWAYS_M_S
            if sways and raised[part, foot].mean() > 0.5 and feet[part, 1 - foot].mean() > ALL_THE_TIME:
                out[part, point] = False
    return out


def _raised(paths: FootPaths, is_still: Booleans) -> Booleans:
    """Where each foot (F, 2) is clearly higher than the other, both counted from where they stand."""
    heights: Floats = paths.points_m[..., 1]
    above = (heights - standing_heights(heights, is_still)).reshape(-1, 2, 2).min(axis=2)
    return np.asarray(above - above[:, ::-1] > RAISED_M)
