"""What is farthest off weighs more, so that the largest distance falls, not only the sum of squares."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats

LEVEL = 2.0
"""Distances of more than so many times the root mean square are peaks."""


def tilted(distances: Floats, weights: Floats) -> Floats:
    """Return the weights (F, N) of distances (F, N), heavier where these are peaks."""
    level = LEVEL * np.sqrt(np.mean(distances**2))
    return np.asarray(weights * np.maximum(1.0, distances / level) if level > 0.0 else weights)
