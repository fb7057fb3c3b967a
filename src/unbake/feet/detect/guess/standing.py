"""How high heel and toe of each foot are when they stand, told from the clip itself."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Booleans, Floats

LEAST_FRAMES = 6
"""A point that is still in fewer frames stands, for all one knows, where it is lowest."""
LOWEST_PART, LOWEST_OF_ALL = 0.05, 0.1
"""What is lower among still frames, or among all, may be an outlier."""
LEVEL = 0.05
"""Heights of one level lie within this of each other, in leg lengths: soles are soft, and floors not even."""
SIDES_DIFFER = 0.08
"""A foot that never comes down while the other does stands no higher than that by more, in leg lengths."""


def standing_heights(heights: Floats, is_still: Booleans) -> Floats:
    """Return how high (4,) each of the `FOOT_POINTS` is when it stands on the lowest level of the clip.

    Parameters
    ----------
    heights : (F, 4) in leg lengths.
    is_still : (F, 4) where a point hardly moves.
    """
    found = np.array([_standing_height(heights[:, n], is_still[:, n]) for n in range(heights.shape[1])])
    sides = found.reshape(2, 2)
    return np.minimum(sides, sides[::-1] + SIDES_DIFFER).reshape(-1)


def _standing_height(heights: Floats, is_still: Booleans) -> float:
    own = heights[is_still]
    if len(own) < LEAST_FRAMES:
        own = np.sort(heights)[: max(1, int(LOWEST_OF_ALL * len(heights)))]
    return float(np.median(own[own <= np.quantile(own, LOWEST_PART) + LEVEL]))
