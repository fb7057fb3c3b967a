"""Limbs as capsules: how near two of them are.

The distance of two segments is that of C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats


@dataclass(frozen=True, eq=False)
class Capsule:
    """All points near a segment, over time.

    Parameters
    ----------
    start_m, end_m : (F, 3) the ends; the same for a ball.
    radius_m : of the capsule.
    """

    start_m: Floats
    end_m: Floats
    radius_m: float

    def depth_m(self, other: Capsule) -> Floats:
        """Return how deep (F,) the capsules are in each other; 0 where they are apart."""
        apart = segment_distances_m(self.start_m, self.end_m, other.start_m, other.end_m)
        return np.maximum(0.0, self.radius_m + other.radius_m - apart)


def segment_distances_m(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Return the distances (F,) of segments from a to b and from c to d, all (F, 3); ends may coincide."""
    u, v, w = b - a, d - c, a - c
    uu, vv, uv = (np.einsum("fc,fc->f", p, q) for p, q in ((u, u), (v, v), (u, v)))
    uw, vw = np.einsum("fc,fc->f", u, w), np.einsum("fc,fc->f", v, w)
    slack = uu * vv - uv * uv
    s = np.where(slack > 1e-12, np.clip((uv * vw - vv * uw) / np.where(slack > 1e-12, slack, 1.0), 0.0, 1.0), 0.0)
    t = np.clip((uv * s + vw) / np.where(vv > 1e-12, vv, 1.0), 0.0, 1.0)
    # The nearest point of the first segment, now that the second has one.
    s = np.clip((uv * t - uw) / np.where(uu > 1e-12, uu, 1.0), 0.0, 1.0)
    return np.asarray(np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=1))
