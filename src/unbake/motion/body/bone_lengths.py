"""How long the bones of a body are."""

from __future__ import annotations

import numpy as np

from unbake.motion.motion import Motion

LEAST_M = 1e-4
"""A shorter bone is none."""


def bone_length_m(motion: Motion, above: int, joint: int) -> float:
    """Return how far a joint is from one above it, in metres: at rest, or usually, where the skeleton does not say."""
    skeleton = motion.skeleton
    at_rest = float(np.linalg.norm(skeleton.offsets_m[joint]))
    if skeleton.parents[joint] == above and at_rest >= LEAST_M:
        return at_rest
    places = motion.positions()
    return float(np.median(np.linalg.norm(places[:, joint] - places[:, above], axis=1)))
