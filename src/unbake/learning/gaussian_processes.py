"""Gaussian processes: functions of vectors learnt from examples, with the variance of what they say.

A squared exponential kernel with one length scale or one for each input, plus noise. All outputs share the kernel, so
that one Cholesky factor serves them all. Its parameters maximise the marginal likelihood, with analytic gradients.
More than `MOST_EXACT` examples are represented by inducing points: those of the examples whose value the ones before
say least about (pivoted Cholesky), and a projected process on them.

References: C. Rasmussen and C. Williams, Gaussian processes for machine learning, 2006, chapter 5 and section 8.3.4;
S. Fine and K. Scheinberg, Efficient SVM training using low-rank kernel representations, 2001 (pivots).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices

MOST_EXACT = 2000
"""Examples up to which nothing is approximated."""
INDUCING = 500
MOST_FOR_PARAMETERS = 300
"""Examples by which kernels are found: neighbours in time say little new, and the time grows with the cube."""
BLOCK = 2048
SHORTEST, LONGEST = 0.5, 2.0
"""Limits of length scales, in how far examples are from their mean: what is much farther is unknown, whatever examples
are like among themselves, and neighbours in time are alike."""
_LEAST_NOISE, _MOST_NOISE, _MOST_SIGNAL = 1e-4, 1.0, 10.0


@dataclass(frozen=True, eq=False)
class Kernel:
    """k(a, b) = signal · exp(−½ Σ ((a − b) / lengths)²), and noise on top of each example.

    Parameters
    ----------
    lengths : (1,) or (D,) length scales, above zero.
    signal : variance of the function.
    noise : variance of the noise.
    """

    lengths: Floats
    signal: float
    noise: float

    def between(self, a: Floats, b: Floats) -> Floats:
        """Return the covariances (N, M) of points (N, D) and (M, D), without noise."""
        return np.asarray(self.signal * np.exp(-0.5 * _squares(a / self.lengths, b / self.lengths)))


def _squares(a: Floats, b: Floats) -> Floats:
    squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1) - 2.0 * (a @ b.T)
    return np.asarray(np.maximum(squares, 0.0))


def negative_log_likelihood(kernel: Kernel, x: Floats, y: Floats) -> tuple[float, Floats]:
    """Return −log p(y | x) for each output on average, and its gradient.

    Parameters
    ----------
    kernel : the kernel.
    x, y : (N, D) inputs and (N, M) outputs, about zero.

    Returns
    -------
    The gradient (L + 2,) is by the logarithms of lengths, signal and noise, in this order.
    """
    from scipy.linalg import cho_factor, cho_solve

    n, outputs = y.shape
    plain = kernel.between(x, x)
    factor = cho_factor(plain + kernel.noise * np.eye(n), lower=True, check_finite=False)
    alpha = cho_solve(factor, y, check_finite=False)
    value = 0.5 * float((y * alpha).sum()) / outputs + float(np.log(np.diag(factor[0])).sum())
    value += 0.5 * n * np.log(2.0 * np.pi)
    # ½ tr((K⁻¹ − ααᵀ/M) ∂K)
    inner = 0.5 * (cho_solve(factor, np.eye(n), check_finite=False) - alpha @ alpha.T / outputs)
    weighted = inner * plain
    if len(kernel.lengths) == 1:
        lengths = np.array([float((weighted * _squares(x, x)).sum())]) / kernel.lengths**2
    else:
        rows = weighted.sum(axis=1)
        lengths = 2.0 * (rows @ (x * x) - (x * (weighted @ x)).sum(axis=0)) / kernel.lengths**2
    rest = [float(weighted.sum()), kernel.noise * float(np.trace(inner))]
    return value, np.concatenate([lengths, rest])


def fitted_kernel(x: Floats, y: Floats, *, ard: bool = False, steps: int = 40) -> Kernel:
    """Return the kernel of the largest marginal likelihood; by at most `MOST_FOR_PARAMETERS` of the examples.

    Parameters
    ----------
    x, y : (N, D) inputs and (N, M) outputs, about zero and about as large as one.
    ard : whether each input has a length scale of its own (automatic relevance determination).
    steps : most steps of the search.
    """
    from scipy.optimize import minimize

    rows = np.linspace(0, len(x) - 1, min(len(x), MOST_FOR_PARAMETERS)).round().astype(int)
    x, y = x[rows], y[rows]
    spread = _spread(x)
    count = x.shape[1] if ard else 1
    # With ARD, squared differences of all inputs add up: each begins as long as the one length scale would be.
    start = np.concatenate([np.full(count, np.log(spread)), [0.0, np.log(0.01)]])
    bounds = [(np.log(SHORTEST * spread), np.log(LONGEST * spread))] * count
    bounds += [(np.log(1e-3), np.log(_MOST_SIGNAL)), (np.log(_LEAST_NOISE), np.log(_MOST_NOISE))]

    def objective(logs: Floats) -> tuple[float, Floats]:
        return negative_log_likelihood(_kernel(logs), x, y)

    found = minimize(objective, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": steps})
    return _kernel(np.asarray(found.x))


def _kernel(logs: Floats) -> Kernel:
    values = np.exp(logs)
    return Kernel(values[:-2], float(values[-2]), float(values[-1]))


def _spread(x: Floats) -> float:
    """How far points are from their mean, root of the mean square; 1 where all are the same."""
    away = float(np.sqrt(((x - x.mean(axis=0)) ** 2).sum(axis=1).mean()))
    return away if away > 0.0 else 1.0


@dataclass(frozen=True, eq=False)
class GaussianProcess:
    """A function learnt from examples; see `fit`.

    Parameters
    ----------
    kernel : its kernel.
    points : (K, D) the examples, or the inducing points.
    weights : (K, M) by which kernels of the points add up to the mean.
    is_sparse : whether inducing points stand for the examples.
    """

    kernel: Kernel
    points: Floats
    weights: Floats
    is_sparse: bool
    _variance: Callable[[Floats], Floats]

    @classmethod
    def fit(cls, x: Floats, y: Floats, kernel: Kernel | None = None, *, ard: bool = False) -> GaussianProcess:
        """Learn from examples.

        Parameters
        ----------
        x, y : (N, D) inputs and (N, M) outputs, about zero: far from all examples the mean is zero.
        kernel : by default the `fitted_kernel`.
        ard : see `fitted_kernel`.

        Raises
        ------
        UsageError : no examples, or not as many inputs as outputs.
        """
        if x.ndim != 2 or y.ndim != 2 or len(x) != len(y) or not len(x):
            raise UsageError(f"a process needs inputs (N, D) and outputs (N, M), not {x.shape} and {y.shape}")
        kernel = kernel or fitted_kernel(x, y, ard=ard)
        return _exact(kernel, x, y) if len(x) <= MOST_EXACT else _projected(kernel, x, y)

    def predict(self, x: Floats) -> tuple[Floats, Floats]:
        """Return means (N, M) at points (N, D), and the variance (N,) of each of the outputs, without noise."""
        means, variances = [], []
        for first in range(0, len(x), BLOCK):
            near = self.kernel.between(x[first : first + BLOCK], self.points)
            means.append(near @ self.weights)
            variances.append(np.clip(self.kernel.signal - self._variance(near), 0.0, None))
        return np.concatenate(means), np.concatenate(variances)


def _exact(kernel: Kernel, x: Floats, y: Floats) -> GaussianProcess:
    from scipy.linalg import cho_factor, cho_solve

    factor = cho_factor(kernel.between(x, x) + kernel.noise * np.eye(len(x)), lower=True)
    return GaussianProcess(kernel, x, cho_solve(factor, y), False, _explained(np.tril(factor[0])))


def _projected(kernel: Kernel, x: Floats, y: Floats) -> GaussianProcess:
    from scipy.linalg import cho_factor, cho_solve

    points = x[pivots(kernel, x, INDUCING)]
    own = kernel.between(points, points) + 1e-8 * kernel.signal * np.eye(len(points))
    across = kernel.between(points, x)
    full = cho_factor(own + across @ across.T / kernel.noise, lower=True)
    weights = cho_solve(full, across @ y) / kernel.noise
    prior, given = _explained(np.asarray(np.linalg.cholesky(own), dtype=np.float64)), _explained(np.tril(full[0]))
    return GaussianProcess(kernel, points, weights, True, lambda near: prior(near) - given(near))


def _explained(lower: Floats) -> Callable[[Floats], Floats]:
    """How much of the signal's variance covariances (N, K) explain: the squares of L⁻¹ k."""
    from scipy.linalg import solve_triangular

    def squares(near: Floats) -> Floats:
        inside: Any = solve_triangular(lower, near.T, lower=True, check_finite=False)
        return np.asarray((inside * inside).sum(axis=0))

    return squares


def pivots(kernel: Kernel, x: Floats, most: int) -> Indices:
    """Return which points (K,) say most about the others: always the one whose variance given the ones before is
    largest, until `most` are there or nothing is left to say."""
    left = np.full(len(x), kernel.signal)
    rows = np.zeros((most, len(x)))
    chosen: list[int] = []
    for step in range(min(most, len(x))):
        best = int(left.argmax())
        if left[best] <= 1e-6 * kernel.signal:
            break
        chosen.append(best)
        column = kernel.between(x[best : best + 1], x)[0] - rows[:step, best] @ rows[:step]
        rows[step] = column / np.sqrt(left[best])
        left = np.maximum(left - rows[step] ** 2, 0.0)
    return np.array(chosen, dtype=np.int64)
