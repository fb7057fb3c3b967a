"""Predictors: what a target is at an instant, and how sure that is, from what its source looks like.

Gaussian processes (`unbake.learning.gaussian_processes`), or moving least squares.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.3. Ours: moving least
squares look at the directions in which examples differ most, as three poses of seventeen joints have more numbers than
a few seconds have frames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from unbake.editing.propagation.combining import Estimate
from unbake.editing.propagation.options import PropagateOptions
from unbake.ground.arrays import Floats
from unbake.learning.gaussian_processes import GaussianProcess

DIRECTIONS = 12
TOP = 3
"""Weights whose mean is the confidence of moving least squares."""
RIDGE = 1e-3
WIDTH = 0.35
"""Width of the weights' Gaussian, as part of how far examples are from their mean."""
BLOCK = 512


class Predictor(Protocol):
    """A function that was learnt from examples in standard units: of mean zero and variance one."""

    def predict(self, x: Floats) -> tuple[Estimate, Floats]:
        """Return the estimate at points (T, D), variances with noise, and the confidence (T,), 0 to 1."""


def learnt(x: Floats, y: Floats, options: PropagateOptions) -> Predictor:
    """Return the predictor that options name, learnt from inputs (N, D) and outputs (N, C)."""
    if options.predictor == "mls":
        return LeastSquares.fit(x, y)
    if options.kernels == "shared":
        return Processes((GaussianProcess.fit(x, y, ard=options.ard),))
    return Processes(tuple(GaussianProcess.fit(x, column[:, None], ard=options.ard) for column in y.T))


@dataclass(frozen=True, eq=False)
class Processes:
    """One process for all outputs, or one for each."""

    processes: tuple[GaussianProcess, ...]

    @property
    def is_sparse(self) -> bool:
        """Whether inducing points stand for the examples."""
        return any(process.is_sparse for process in self.processes)

    def predict(self, x: Floats) -> tuple[Estimate, Floats]:
        """Return the estimate and the confidence: the part of the prior variance that the examples take away."""
        values, variances, certain = [], [], []
        for process in self.processes:
            mean, variance = process.predict(x)
            values.append(mean)
            variances.append(variance + process.kernel.noise)
            certain.append(1.0 - variance / process.kernel.signal)
        confidence = np.clip(np.mean(certain, axis=0), 0.0, 1.0)
        return Estimate(np.concatenate(values, axis=1), np.stack(variances, axis=1)), confidence


@dataclass(frozen=True, eq=False)
class LeastSquares:
    """Linear maps fitted around each point by weighted least squares: x = (AᵀW²A + εI)⁻¹ AᵀW²B."""

    mean: Floats
    directions: Floats
    examples: Floats
    outputs: Floats

    @classmethod
    def fit(cls, x: Floats, y: Floats) -> LeastSquares:
        """Keep the examples, seen along the directions in which they differ most."""
        mean = x.mean(axis=0)
        _, sizes, rows = np.linalg.svd(x - mean, full_matrices=False)
        count = max(1, min(DIRECTIONS, int((sizes > 1e-9 * sizes[0]).sum())))
        spread = float(np.sqrt((sizes**2).sum() / len(x))) or 1.0
        directions = rows[:count].T / spread
        return cls(mean, directions, (x - mean) @ directions, y)

    def predict(self, x: Floats) -> tuple[Estimate, Floats]:
        """Return the estimate and the confidence: the mean of the three largest weights."""
        parts = [self._block(x[first : first + BLOCK]) for first in range(0, len(x), BLOCK)]
        values, confidence = (np.concatenate(part) for part in zip(*parts, strict=True))
        return Estimate(values, np.maximum(1.0 - confidence, 0.0)[:, None]), confidence

    def _block(self, x: Floats) -> tuple[Floats, Floats]:
        seen = (x - self.mean) @ self.directions
        # Distances count what the directions leave out, too: a point beside all of them is far from every example.
        beside = ((x - self.mean) ** 2).sum(axis=1) * (self.directions**2).sum(axis=0)[0] - (seen**2).sum(axis=1)
        squares = ((seen[:, None] - self.examples) ** 2).sum(axis=2) + np.maximum(beside, 0.0)[:, None]
        weights = np.exp(-0.5 * squares / WIDTH**2)
        a = np.concatenate([self.examples, np.ones((len(self.examples), 1))], axis=1)
        size, outputs = a.shape[1], self.outputs.shape[1]
        both = (weights**2) @ np.einsum("ni,nj->nij", a, a).reshape(len(a), -1)
        right = (weights**2) @ np.einsum("ni,nm->nim", a, self.outputs).reshape(len(a), -1)
        left = both.reshape(-1, size, size) + RIDGE * np.eye(size)
        maps = np.linalg.solve(left, right.reshape(-1, size, outputs))
        points = np.concatenate([seen, np.ones((len(seen), 1))], axis=1)
        top = np.sort(weights, axis=1)[:, -TOP:].mean(axis=1)
        return np.einsum("ti,tim->tm", points, maps), top
