"""Estimates of a target and of its accelerations, each with its variance, made into one motion.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.3, equations 6.11 to
6.13. As there, an estimate counts by the inverse of its variance, and the source, which the result is drawn to, by the
variance itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_number

LEAST_VARIANCE = 1e-4


@dataclass(frozen=True)
class Weights:
    """How much each of four estimates counts.

    Parameters
    ----------
    poses : the prediction of poses.
    accelerations : the prediction of accelerations.
    source_poses, source_accelerations : the source's own, which count where predictions are uncertain.

    Raises
    ------
    UsageError : a weight that is negative or not finite, or none for poses.
    """

    poses: float = 1.0
    accelerations: float = 0.3
    source_poses: float = 0.1
    source_accelerations: float = 0.03

    def __post_init__(self) -> None:
        for name in ("poses", "accelerations", "source_poses", "source_accelerations"):
            check_number(getattr(self, name), f"the weight {name}")
            if not 0.0 <= getattr(self, name) < np.inf:
                raise UsageError(f"the weight {name} must be a finite number of at least 0, not {getattr(self, name)}")
        if not self.poses and not self.source_poses:
            raise UsageError("poses or source_poses needs a weight above 0")


@dataclass(frozen=True, eq=False)
class Estimate:
    """Numbers over time and how uncertain they are.

    Parameters
    ----------
    values : (T, C).
    variances : (T, C), or (T, 1) where all numbers of an instant are as uncertain.
    """

    values: Floats
    variances: Floats

    def column(self, column: int) -> tuple[Floats, Floats]:
        """Return the values (T,) and variances (T,) of a column."""
        return self.values[:, column], self.variances[:, min(column, self.variances.shape[1] - 1)]


def combined(
    poses: Estimate, accelerations: Estimate, source: Floats, rate: float, weights: Weights, scale: Floats
) -> Floats:
    """Return the rows (T, C) nearest to all estimates, O(T).

    Parameters
    ----------
    poses : predicted rows, in standard units.
    accelerations : predicted second differences, times `rate`² and divided by `scale`; the ends do not count.
    source : (T, C) the rows of the source.
    rate : instants a second.
    weights : of the four estimates.
    scale : (C,) a standard unit of the accelerations, in standard units of the rows over s².
    """
    out = np.empty_like(poses.values)
    for column in range(out.shape[1]):
        both = poses.column(column), accelerations.column(column)
        out[:, column] = _solved(*both, source[:, column], rate**2 / float(scale[column]), weights)
    return out


def _solved(
    poses: tuple[Floats, Floats], accelerations: tuple[Floats, Floats], source: Floats, by: float, weights: Weights
) -> Floats:
    """One channel: the pentadiagonal system of all its instants."""
    (pose, pose_variance), (acceleration, acceleration_variance) = poses, accelerations
    v = np.maximum(pose_variance, LEAST_VARIANCE)
    bands = np.zeros((3, len(pose)))
    bands[0] = weights.poses / v + weights.source_poses * v
    right = weights.poses * pose / v + weights.source_poses * v * source
    if len(pose) > 2:
        u = np.maximum(acceleration_variance[1:-1], LEAST_VARIANCE)
        known, drawn = weights.accelerations / u, weights.source_accelerations * u
        bends = by * np.diff(source, 2)
        _add_differences(bands, by * by * (known + drawn))
        _add_transposed(right, by * (known * acceleration[1:-1] + drawn * bends))
    return np.asarray(scipy.linalg.solveh_banded(bands, right, lower=True, check_finite=False))


def _add_differences(bands: Floats, precision: Floats) -> None:
    """Add Lᵀ diag(precision) L, the rows of L being 1, −2, 1, to the lower bands of a matrix."""
    row = (1.0, -2.0, 1.0)
    n = len(precision)
    for i in range(3):
        for j in range(i + 1):
            bands[i - j, j : j + n] += row[i] * row[j] * precision


def _add_transposed(right: Floats, values: Floats) -> None:
    """Add Lᵀ values to a right side."""
    n = len(values)
    for shift, factor in enumerate((1.0, -2.0, 1.0)):
        right[shift : shift + n] += factor * values
