"""Principal components of a motion: its curves in few dimensions."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_limits

from unbake.ground.arrays import Floats
from unbake.motion.points import Points


def pose_curves(points: Points) -> Floats:
    """Return the positions (F, D) about their mean at each frame, so that travel is taken out.

    In the curves of a rig, from which the papers start, the travel is one joint's; in positions it is in every curve,
    and would be the first component of every walk. Loose numbers, and a single point, stay as they are.
    """
    if points.size == 1 or len(points.names) == 1:
        return points.values
    positions = points.positions()
    return np.asarray((positions - positions.mean(axis=1, keepdims=True)).reshape(points.n_frames, -1))


def principal_curves(values: Floats) -> tuple[Floats, Floats]:
    """Return the principal components of (F, D) values as curves (F, C), the strongest first, and their variances (C,).

    C is the smaller of F and D. Of the two signs of a component, the one whose largest weight is positive.
    """
    centred = values - values.mean(axis=0)
    # One thread: on matrices of this size the linear algebra library's others cost more than they save.
    with threadpool_limits(1, "blas"):
        weights = np.linalg.svd(centred, full_matrices=False)[2]
        largest = np.abs(weights).argmax(axis=1)
        weights *= np.where(weights[np.arange(len(weights)), largest] < 0.0, -1.0, 1.0)[:, None]
        curves = centred @ weights.T
    return curves, np.mean(curves**2, axis=0)
