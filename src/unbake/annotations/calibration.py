"""From margins to probabilities: a sigmoid fitted to examples that the classifier was not trained on.

References: Platt, Probabilistic outputs for support vector machines, 1999; Lin, Lin & Weng, A note on Platt's
probabilistic outputs for support vector machines, 2007.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from unbake.ground.arrays import Booleans, Floats

MOST_STEPS = 100
LEAST_DAMPING = 1e-12


class Sigmoid(NamedTuple):
    """1 / (1 + exp(−(slope · margin + shift))).

    Parameters
    ----------
    slope, shift : the slope is never negative: a larger margin is never less probable.
    """

    slope: float
    shift: float

    def probability(self, margins: Floats) -> Floats:
        """Return the probabilities (…) of margins (…), 0 to 1."""
        return logistic(self.slope * margins + self.shift)


def logistic(odds: Floats) -> Floats:
    """Return the probabilities (…) of logarithms of odds (…)."""
    # Written by tanh, which does not overflow.
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * odds))


UNCALIBRATED = Sigmoid(1.0, 0.0)
"""Where nothing is known of margins of examples that were not trained on: 73 % at the edge of the margin."""


def fitted_sigmoid(margins: Floats, is_yes: Booleans) -> Sigmoid:
    """Return the most likely sigmoid for margins (N,) whose truth (N,) is known; `UNCALIBRATED` without both kinds.

    Targets are not 0 and 1 but those that one more example of each kind would allow, as Platt proposes, so that few
    examples make no certainty. Margins that tell nothing, or the opposite, give the share of yes for all.
    """
    yes, no = int(is_yes.sum()), int((~is_yes).sum())
    if not yes or not no:
        return UNCALIBRATED
    target = np.where(is_yes, (yes + 1.0) / (yes + 2.0), 1.0 / (no + 2.0))
    prior = Sigmoid(0.0, float(np.log((yes + 1.0) / (no + 1.0))))
    found = _newton(margins, target, prior)
    if found.slope >= 0.0:
        return found
    share = float(target.mean())
    return Sigmoid(0.0, float(np.log(share / (1.0 - share))))


def _newton(margins: Floats, target: Floats, start: Sigmoid) -> Sigmoid:
    """The minimum of the cross entropy, which is convex, by damped Newton steps."""
    columns = np.stack([margins, np.ones_like(margins)], axis=1)
    at, loss = np.array(start), _loss(start, margins, target)
    for _ in range(MOST_STEPS):
        found = Sigmoid(*at).probability(margins)
        gradient = columns.T @ (found - target)
        if np.abs(gradient).max() < 1e-6 * len(margins):
            break
        curvature = (columns * (found * (1.0 - found))[:, None]).T @ columns + LEAST_DAMPING * np.eye(2)
        step = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        scale = 1.0
        while (new := _loss(Sigmoid(*(at - scale * step)), margins, target)) > loss and scale > 1e-10:
            scale *= 0.5
        if new >= loss:
            break
        at, loss = at - scale * step, new
    return Sigmoid(*map(float, at))


def _loss(sigmoid: Sigmoid, margins: Floats, target: Floats) -> float:
    """Cross entropy, from the logarithm of the odds."""
    odds = sigmoid.slope * margins + sigmoid.shift
    return float((np.logaddexp(0.0, odds) - target * odds).sum())
