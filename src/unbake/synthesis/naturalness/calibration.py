"""Weights of our score by examples: a logistic regression whose weights are positive."""

from __future__ import annotations

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.synthesis.naturalness.calibrated import TERMS, ScoreWeights

USUAL, STIFFNESS = 0.3, 2e-3
"""The weight of a term of which examples say nothing, and what the square of the distance from it costs beside the mean
loss of an example. Faults that examples lack are faults all the same, and terms that say the same share their weight.
"""
LEAST = 0.2
"""Least weight: captures have faults, too, and one such example must not free all motion of them."""


def fitted_weights(rows: Floats, is_unnatural: Booleans, counts: Floats | None = None) -> ScoreWeights:
    """Return the weights that tell unnatural seconds from natural ones best.

    Parameters
    ----------
    rows : (N, 8) what each second has of `TERMS`; see `felt_seconds`.
    is_unnatural : (N,).
    counts : (N,) how much each example counts; by default both kinds count alike.

    Raises
    ------
    UsageError : examples of one kind alone, or of other terms.
    """
    if rows.shape != (len(is_unnatural), len(TERMS)) or is_unnatural.all() or not is_unnatural.any():
        raise UsageError("calibrating needs seconds of natural and of unnatural motion, with all terms of each")
    from scipy.optimize import minimize  # imported here: weights are seldom fitted, and it takes a while

    if counts is None:
        counts = np.where(is_unnatural, 1.0 / is_unnatural.sum(), 1.0 / (~is_unnatural).sum())
    counts = counts / counts.sum()
    sign = np.where(is_unnatural, 1.0, -1.0)

    def loss(point: Floats) -> tuple[float, Floats]:
        away = point[:-1] - USUAL
        margin = sign * (rows @ point[:-1] + point[-1])
        slope = -sign * counts * 0.5 * (1.0 - np.tanh(0.5 * margin))
        value = float(counts @ np.logaddexp(0.0, -margin)) + STIFFNESS * float(away @ away)
        return value, np.append(slope @ rows + 2.0 * STIFFNESS * away, slope.sum())

    bounds = [(LEAST, None)] * len(TERMS) + [(None, None)]
    found = minimize(loss, np.append(np.full(len(TERMS), USUAL), 0.0), jac=True, bounds=bounds, method="L-BFGS-B")
    return ScoreWeights(found.x[:-1], float(found.x[-1]))
