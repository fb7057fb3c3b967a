"""How a body is posed and moves, as a few numbers a frame whose distances say how well two frames join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.motion.body.body_path import BodyPath

AXES = 32
"""Numbers a frame: the first axes of the principal components, which hold about 97 % of the variance of real clips."""
OFFSETS = (-4, -2, 0, 2, 4)
"""Instants around each: velocities are measured over 4, accelerations over 8, so that noise counts little."""


@dataclass(frozen=True, eq=False)
class FeatureAxes:
    """Where raw features lie.

    Parameters
    ----------
    middle : (153,) mean of the raw features.
    axes : (153, D) what they are multiplied by: standardised, turned, and scaled to a total variance of 1.
    share : of the variance that the axes hold.
    """

    middle: Floats
    axes: Floats
    share: float

    def of(self, path: BodyPath) -> Floats32:
        """Return the features (T, D) of a body over time. Two frames at random are √2 apart on average."""
        return np.asarray((raw_features(path) - self.middle) @ self.axes, dtype=np.float32)


def raw_features(path: BodyPath, instants: Indices | None = None) -> Floats:
    """Return positions, velocities and accelerations of 17 joints (T, 153) as the body itself sees them."""
    at = np.arange(path.n_instants) if instants is None else instants
    seen = path.seen_from(at, at[:, None] + np.array(OFFSETS)).astype(np.float64).reshape(len(at), len(OFFSETS), -1)
    return np.concatenate([seen[:, 2], seen[:, 3] - seen[:, 1], seen[:, 0] - 2.0 * seen[:, 2] + seen[:, 4]], axis=1)


def feature_axes(paths: Sequence[BodyPath], n_samples: int = 20_000) -> FeatureAxes:
    """Return the axes that fit some bodies, from frames evenly over them.

    Each of the three kinds is divided by its own spread over all joints, so that a hand, which moves far, counts more
    than a hip.
    """
    step = max(1, sum(path.n_instants for path in paths) // n_samples)
    rows = np.concatenate([raw_features(path, np.arange(0, path.n_instants, step)) for path in paths])
    middle = rows.mean(axis=0)
    rows = rows - middle
    kinds = np.split(rows, 3, axis=1)
    spread = np.repeat([max(float(np.sqrt((kind**2).sum(axis=1).mean())), 1e-6) for kind in kinds], rows.shape[1] // 3)
    values, vectors = np.linalg.eigh((rows / spread).T @ (rows / spread) / len(rows))
    kept = vectors[:, ::-1][:, :AXES]
    total = max(float(values.sum()), 1e-12)
    share = float(values[::-1][:AXES].sum()) / total
    # The largest entry of an axis is positive, whatever the library that finds them.
    kept = kept * np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(kept.shape[1])])
    return FeatureAxes(middle, kept / spread[:, None] / np.sqrt(total), share)
